import type { RouteContract } from '@staycover/api';
import type { Authenticator } from '@staycover/auth';
import { type Actor, DomainError, isDomainError, nobody } from '@staycover/kernel';
import type { Request, RequestHandler, Response } from 'express';

const actors = new WeakMap<Request, Actor>();

/** Who makes this request. Only a request that passed a guard has an actor. */
export const actorOf = (request: Request): Actor => {
  const actor = actors.get(request);
  if (!actor) throw new Error(`${request.method} ${request.path} reached its handler without passing a guard.`);
  return actor;
};

/** Who makes this request, if a guard has settled that yet. */
export const actorIfKnown = (request: Request): Actor | undefined => actors.get(request);

/**
 * Lets through who holds the role of a route, and remembers them for `actorOf`. A route that needs none takes the actor
 * of valid credentials, else `nobody`: a CRM's own Authorization header is none of ours.
 */
export const guard =
  (role: RouteContract['role'], authenticate: Authenticator): RequestHandler =>
  async (request, response, next) => {
    // Where several contracts match a path, the first is the route that answers.
    if (actors.has(request)) return next();
    const actor =
      role === 'none'
        ? await actorOrNobody(request, authenticate)
        : await actorWith(role, request, response, authenticate);
    actors.set(request, actor);
    next();
  };

const actorOrNobody = (request: Request, authenticate: Authenticator): Promise<Actor> =>
  authenticate(request.headers).then(
    (actor) => actor ?? nobody,
    (error: unknown) => {
      if (isDomainError(error)) return nobody;
      throw error;
    },
  );

const actorWith = async (
  role: Actor['roles'][number],
  request: Request,
  response: Response,
  authenticate: Authenticator,
): Promise<Actor> => {
  const actor = await authenticate(request.headers).catch((error: unknown) => {
    if (isDomainError(error, 'unauthenticated')) response.setHeader('WWW-Authenticate', 'Bearer error="invalid_token"');
    throw error;
  });
  if (!actor) throw new DomainError('unauthenticated', 'Send a bearer token or an API key.');
  if (actor.roles.includes(role)) return actor;
  response.setHeader('WWW-Authenticate', `Bearer error="insufficient_scope", scope="${role}"`);
  throw new DomainError('forbidden', `This needs the role ${role}.`);
};
