import { describeBeyond, type MemberRoles, membersBeyond, type RouteContract, rolesForEntry } from '@staycover/api';
import type { Authenticator } from '@staycover/auth';
import {
  type Actor,
  DomainError,
  isDomainError,
  isSame,
  type Role,
  unauthenticated,
  unchecked,
} from '@staycover/kernel';
import type { Request, RequestHandler, Response } from 'express';

const actors = new WeakMap<Request, Actor>();

/** Who makes this request. Only a request that passed a guard has an actor. */
export const requireActor = (request: Request): Actor => {
  const actor = actors.get(request);
  if (!actor) throw new Error(`${request.method} ${request.path} reached its handler without passing a guard.`);
  return actor;
};

/** Who makes this request, if a guard has settled that yet. */
export const actorIfKnown = (request: Request): Actor | undefined => actors.get(request);

/**
 * Whether the credentials of a request that passed its guard are still good, for the same organizations and roles; those that
 * cannot be checked now are.
 */
export const isAuthenticated = (request: Request, authenticate: Authenticator): Promise<boolean> =>
  authenticate(request.headers).then(
    (actor = unauthenticated) => isSame(allowedTo(actor), allowedTo(requireActor(request))),
    (error: unknown) => !isDomainError(error, 'unauthenticated'),
  );

const allowedTo = ({ organizations, roles }: Actor) => ({
  organizations: organizations === '*' ? '*' : organizations.toSorted(),
  roles: roles.toSorted(),
});

type GuardOptions = {
  /** Who calls is settled by a signature: the Authorization header of a CRM is not for this platform. */
  isSigned?: boolean;
};

/**
 * Authorizes callers with one of the roles, and stores the actor for `requireActor`. Without roles it accepts any valid
 * credentials, else `unauthenticated`.
 */
export const guard =
  (roles: readonly Role[], authenticate: Authenticator, { isSigned = false }: GuardOptions = {}): RequestHandler =>
  async (request, response, next) => {
    // Where several contracts match a path, the first is the route that answers.
    if (actors.has(request)) return next();
    const actor =
      roles.length === 0
        ? await actorOrUnauthenticated(request, authenticate, isSigned)
        : await actorWithOne(roles, request, response, authenticate);
    actors.set(request, actor);
    next();
  };

/** The guard of a route. */
export const guardRoute = (contract: RouteContract, authenticate: Authenticator): RequestHandler =>
  guard(rolesForEntry(contract), authenticate, { isSigned: contract.rawBody === true });

/** Credentials that cannot be checked now may be good ones: their caller is no guest, unless a signature settles who it is. */
const actorOrUnauthenticated = (request: Request, authenticate: Authenticator, isSigned: boolean): Promise<Actor> =>
  authenticate(request.headers).then(
    (actor) => actor ?? unauthenticated,
    (error: unknown) => {
      if (isDomainError(error, 'unauthenticated')) return unauthenticated;
      if (isSigned && isDomainError(error)) return unchecked;
      throw error;
    },
  );

const actorWithOne = async (
  roles: readonly Role[],
  request: Request,
  response: Response,
  authenticate: Authenticator,
): Promise<Actor> => {
  const actor = await authenticate(request.headers).catch((error: unknown) => {
    if (isDomainError(error, 'unauthenticated')) response.setHeader('WWW-Authenticate', 'Bearer error="invalid_token"');
    throw error;
  });
  if (!actor) throw new DomainError('unauthenticated', 'Send a bearer token or an API key.');
  if (roles.some((role) => actor.roles.includes(role))) return actor;
  throw forbidden(response, `This needs the role ${roles.join(' or ')}.`, { requiredRoles: roles });
};

/**
 * Refuses a body that sets what the caller's roles do not cover, and names it.
 * @throws DomainError `forbidden`.
 */
export const assertMembers = (actor: Actor, declared: MemberRoles, body: object, response: Response): void => {
  const beyond = membersBeyond(actor.roles, declared, body as Record<string, unknown>);
  if (beyond.length === 0) return;
  const { detail, ...named } = describeBeyond(beyond);
  throw forbidden(response, detail, named);
};

type Missing = { requiredRoles: readonly Role[]; members?: string[] };

const forbidden = (response: Response, detail: string, missing: Missing): DomainError => {
  const scope = missing.requiredRoles.join(' ');
  response.setHeader('WWW-Authenticate', `Bearer error="insufficient_scope", scope="${scope}"`);
  return new DomainError('forbidden', detail, missing);
};
