import type { Role } from '@staycover/kernel';
import type { ZodObject, ZodType } from 'zod';
import { type MemberRoles, memberRoles, rolesAmong } from './member-roles.ts';
import type { ProblemSlug } from './problems.ts';

/** The services behind the gateway. */
export const serviceNames = ['policy', 'contract', 'billing', 'renewal', 'claims', 'insight'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Everything that callers and servers agree on about one route. */
export type RouteContract = {
  operationId: string;
  /** Who answers; `every`: the service that the path names. */
  service: ServiceName | 'gateway' | 'every';
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With parameters in braces: `/api/policy/{id}`. */
  path: string;
  summary: string;
  description?: string;
  /**
   * The role a caller needs, several of which one is enough, or which one for each member of the body; `none` also serves
   * callers without credentials.
   */
  role: 'none' | Role | readonly Role[] | MemberRoles;
  /** Credentials change the answer, though it needs no role; the description has how. */
  heedsCredentials?: boolean;
  params?: ZodObject;
  /** Every parameter it knows; others are refused. Absent: the route ignores a query. */
  query?: ZodObject;
  /** What it reads from headers of its own, by their names. */
  requestHeaders?: Readonly<Record<string, string>>;
  /** Absent: the route ignores a body. */
  body?: ZodType;
  /** The body may be left out; it then counts as `{}`. */
  optionalBody?: boolean;
  /** The value of a query parameter with which it takes its body; any other body is ignored. */
  bodyWith?: { parameter: string; value: string };
  /** The handler gets the bytes and validates itself, because their signature is checked first. */
  rawBody?: boolean;
  /** What it does goes on after the caller gave up: others are called, or a job runs. Everything else is done in time or not at all. */
  outlives?: boolean;
  responses: Record<number, RouteResponse>;
  problems: readonly ProblemSlug[];
  /** Takes an `Idempotency-Key` header. */
  idempotencyKey?: boolean;
  /** Answers an `ETag`; reads heed `If-None-Match`, changes heed `If-Match`. */
  etag?: boolean;
  deprecated?: boolean;
};

export type RouteResponse = {
  description: string;
  /** JSON of this shape. */
  body?: ZodType;
  /** Media types that `Accept` may ask for instead. */
  documents?: readonly string[];
  headers?: Record<string, string>;
};

/** Declares a route and keeps the literal types of its schemas. */
export const route = <const R extends RouteContract>(contract: R): R => contract;

/** The roles of which a caller needs one to be let in; none where the route is open to everybody. */
export const rolesForEntry = ({ role }: Pick<RouteContract, 'role'>): readonly Role[] => {
  if (role === 'none') return [];
  if (typeof role === 'string') return [role];
  return isRoleList(role) ? role : rolesAmong(memberRoles(role));
};

/** Whether one of several roles is enough, whatever the body has. */
export const isRoleList = (role: RouteContract['role']): role is readonly Role[] => Array.isArray(role);

/** What any route can answer, whatever it does. */
export const always = ['rate-limited', 'internal', 'service-unavailable', 'upstream-timeout'] as const;

/** Problems of a route that needs a role, in addition to its own. */
export const guarded = ['unauthenticated', 'forbidden', ...always] as const;

/** Problems of a route with a body, in addition to its own. */
export const withBody = ['malformed-json', 'invalid-request', 'payload-too-large', 'unsupported-media-type'] as const;

export const nextPage = { Link: 'rel="next" leads to the next page, when there is more' };
export const entityTag = { ETag: 'Version of the resource' };
export const allowedActions = {
  'Allowed-Actions':
    'The calls that this caller may make now, a list (RFC 9651) of operation ids; `to` is the state that one leads to',
};
export const location = { Location: 'Path of what was created or started' };

/** Whether a route takes the body of a request with this query. */
export const takesBody = ({ body, bodyWith }: RouteContract, query: Readonly<Record<string, unknown>>): boolean =>
  body !== undefined && (!bodyWith || query[bodyWith.parameter] === bodyWith.value);

/** What the paths of a route look like; of an id anything may be there. */
export const pathPattern = ({ path }: Pick<RouteContract, 'path'>): RegExp =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i');
