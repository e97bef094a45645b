import { isRoleList, type RouteContract, takesBody } from '@staycover/api';
import type { Authenticator } from '@staycover/auth';
import { actingFrom, isDatabaseUnavailable, type Origin, OutcomeUnknown, type Spend } from '@staycover/db';
import {
  type Actor,
  anonymous,
  DomainError,
  type ExpectedVersion,
  isDomainError,
  oneAtATime,
  TurnMissed,
} from '@staycover/kernel';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { z } from 'zod';
import { type RouteAnswer, sendAnswer } from './answer.ts';
import { assertMembers, guardRoute, isAuthenticated, requireActor } from './auth.ts';
import { bodyBytes, bodyParsers } from './body.ts';
import { ifMatchVersions } from './entity-tag.ts';
import { noteArrival, readPatience } from './patience.ts';
import { payFor } from './pay.ts';
import { isRead } from './request-line.ts';
import { routersByShape } from './routers.ts';
import { validBody, validPath, validQuery } from './validate.ts';

type Output<C, K extends string> = C extends { [P in K]: infer S extends z.ZodType } ? z.output<S> : undefined;

/** A validated request, as a route's handler gets it. */
export type RouteRequest<C extends RouteContract> = {
  actor: Actor;
  /** The client's network address, as the gateway saw it. */
  address: string;
  params: Output<C, 'params'>;
  query: Output<C, 'query'>;
  body: Output<C, 'body'>;
  /** The raw bytes, for routes with `rawBody`. */
  raw: Buffer;
  /** Path and query as the client sent them. */
  target: string;
  /** The versions that `If-Match` asks for, if it does. */
  ifMatch: ExpectedVersion | undefined;
  idempotencyKey: string | undefined;
  header(name: string): string | undefined;
  /** Whether the caller's credentials are still good: for answers that last. */
  isAuthenticated(): Promise<boolean>;
};

type RouteHandler<C extends RouteContract = RouteContract> = (request: RouteRequest<C>) => Promise<RouteAnswer>;

/** A route contract with its handler. */
export type Route = { contract: RouteContract; handler: RouteHandler };

/** Pairs a contract with its handler, checked against each other. */
export const handle = <C extends RouteContract>(contract: C, handler: RouteHandler<C>): Route => ({
  contract,
  handler: handler as unknown as RouteHandler,
});

const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** A fixed path matches its own routes only: `/api/renewal/process` does not match `/api/renewal/{id}`. */
export const fixedPaths = (contracts: readonly RouteContract[]): ((path: string) => boolean) => {
  const fixed = new Set(contracts.flatMap(({ path }) => (path.includes('{') ? [] : path.toLowerCase())));
  return (path) => fixed.has(path.toLowerCase().replace(/\/$/, ''));
};

const unlessFixed =
  (isFixed: (path: string) => boolean, { path }: RouteContract): RequestHandler =>
  (request, _response, next) =>
    path.includes('{') && isFixed(request.path) ? next('route') : next();

type ServeOptions = { authenticate: Authenticator; spend?: Spend | undefined };

/** Registers routes: who calls is settled first, then the body is read, and all is valid before the handler sees it. */
export const registerRoutes = (
  router: Router,
  routes: readonly Route[],
  { authenticate, spend }: ServeOptions,
): void => {
  const isFixed = fixedPaths(routes.map(({ contract }) => contract));
  const handlerFor = serve({ authenticate, spend });
  const routerFor = routersByShape(router);
  for (const route of routes) {
    const { method, path } = route.contract;
    const guarded = [unlessFixed(isFixed, route.contract), noteArrival, guardRoute(route.contract, authenticate)];
    routerFor(path)[method](expressPath(path), ...guarded, ...bodyParsers(route.contract), handlerFor(route));
  }
};

/** Registers the guards of routes that another server handles, each followed by the handler that `then` returns, if any. */
export const registerGuards = (
  router: Router,
  contracts: readonly RouteContract[],
  authenticate: Authenticator,
  then: (contract: RouteContract) => RequestHandler | undefined,
): void => {
  const isFixed = fixedPaths(contracts);
  const routerFor = routersByShape(router);
  for (const contract of contracts) {
    const after = then(contract);
    routerFor(contract.path)[contract.method](
      expressPath(contract.path),
      unlessFixed(isFixed, contract),
      guardRoute(contract, authenticate),
      ...(after ? [after] : []),
    );
  }
};

/** Whether a request changes the one resource that its path names. */
const changesOne = ({ method }: RouteContract, params: unknown): params is { id: string } =>
  (method === 'put' || method === 'patch') && typeof (params as { id?: unknown } | undefined)?.id === 'string';

const serve = ({ authenticate, spend }: ServeOptions): ((route: Route) => RequestHandler) => {
  // Changes of one resource take turns before they take a connection: those who wait for a lock that others hold would
  // otherwise keep the whole pool from everybody else.
  const inTurn = oneAtATime();
  return ({ contract, handler }) =>
    async (request, response) => {
      const valid = validate(contract, request, response, authenticate);
      assertAllowed(contract, valid, response);
      const patience = readPatience(request);
      const origin = createOrigin(contract, request, valid, { patience, spend });
      giveUpWith(response, origin);
      const answer = await actingFrom(origin, async () => {
        const giveBack = isRead(request.method) ? undefined : payFor(valid, bodyBytes(request));
        try {
          const params: unknown = valid.params;
          if (!changesOne(contract, params)) return await handler(valid);
          // The wait for a turn ends with the caller's patience, also on routes that finish once begun.
          const patienceMs = patience.until === undefined ? undefined : patience.until - performance.now();
          return await inTurn(params.id, () => handler(valid), patienceMs);
        } catch (error) {
          if (isNotDone(error)) giveBack?.();
          // What was not begun is refused before the gateway gives up on it: then its outcome is known.
          if (!(error instanceof TurnMissed)) throw error;
          throw new DomainError('service-unavailable', 'Too many changes of this resource wait. Try again.');
        }
      });
      await sendAnswer(request, response, answer);
    };
};

/** @throws DomainError `invalid-request`. */
const validate = (
  contract: RouteContract,
  request: Request,
  response: Response,
  authenticate: Authenticator,
): RouteRequest<RouteContract> => ({
  actor: requireActor(request),
  address: clientAddress(request),
  params: (contract.params && validPath(contract.params, request.params)) as never,
  query: (contract.query && validQuery(contract.query, request.query)) as never,
  body: (contract.body &&
    !contract.rawBody &&
    takesBody(contract, request.query) &&
    validBody(contract.body, request, response, contract.optionalBody)) as never,
  raw: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  target: request.originalUrl,
  ifMatch: ifMatchVersions(request.get('if-match')),
  idempotencyKey: contract.idempotencyKey ? request.get('idempotency-key') : undefined,
  header: (name: string) => request.get(name),
  isAuthenticated: () => isAuthenticated(request, authenticate),
});

/** @throws DomainError `forbidden` where the roles of a route go by the members of its body. */
const assertAllowed = (
  { role }: RouteContract,
  { actor, body }: RouteRequest<RouteContract>,
  response: Response,
): void => {
  if (typeof role === 'object' && !isRoleList(role)) assertMembers(actor, role, body as never, response);
};

type Terms = { patience: ReturnType<typeof readPatience>; spend: Spend | undefined };

const createOrigin = (
  { outlives }: RouteContract,
  { method, path }: Request,
  { actor, address }: RouteRequest<RouteContract>,
  { patience, spend }: Terms,
): Origin => ({
  actor: actor.id,
  source: `${method} ${path}`,
  address,
  // What others have done already, a payment provider for one, is stored whatever it takes.
  ...(outlives ? {} : { ...patience, spend: spend && spendFor(actor, spend) }),
});

/** Staff of all organizations may have as much again stored: a customer who has used up a budget does not keep them from deciding. */
const STAFF_TIMES = 2;

const spendFor = ({ id, organizations }: Actor, spend: Spend): Spend =>
  organizations === '*' && id !== anonymous.id
    ? (organizationId, bytes, stored) => spend(organizationId, bytes, stored, STAFF_TIMES)
    : spend;

/**
 * Once the gateway has hung up, nothing more is stored: it may have sent the request to another replica, and others after
 * it.
 */
const giveUpWith = (response: Response, origin: Origin): void => {
  const giveUp = (): void => {
    if (origin.until !== undefined && !response.writableFinished) origin.until = 0;
  };
  if (response.destroyed) giveUp();
  else response.once('close', giveUp);
};

/** Whether it was not done for no fault of the caller, who is to send it again. */
const isNotDone = (error: unknown): boolean =>
  !(error instanceof OutcomeUnknown) &&
  (error instanceof TurnMissed || isDatabaseUnavailable(error) || isDomainError(error, 'service-unavailable'));

/** The last entry is the gateway's own; clients can forge the ones before it. */
const clientAddress = (request: Request): string =>
  request.get('x-forwarded-for')?.split(',').at(-1)?.trim() || request.socket.remoteAddress || 'unknown';
