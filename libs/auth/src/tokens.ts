import { type Actor, DomainError, everyRole, isStorable, turnQueue } from '@staycover/kernel';
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWKSCacheInput,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwksCache,
  jwtVerify,
} from 'jose';
import { z } from 'zod';

export type TokenSettings = {
  issuer: string;
  audience: string;
  jwksUrl: string;
  /** Values of the `typ` header that an access token may have. */
  types: readonly string[];
};

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const TOLERANCE_S = 30;
/** Unknown key ids make us ask the issuer again, but not sooner than this after the last answer. */
const COOLDOWN_MS = 30_000;
const RETRY_MS = 3_000;
/** Known keys are asked for again after this; while the issuer does not answer, they count for a day. */
const REFRESH_MS = 600_000;
const COUNT_MS = 86_400_000;
const FETCH_WITHIN_MS = 3_000;
/** How many callers continue per turn of the event loop, once the issuer's keys have arrived. */
const TOKENS_A_TURN = 16;

/** The organizations that a credential names: one, several, or `*` for all. */
export const organizationScope = z
  .union([z.string(), z.array(z.string()).min(1)])
  .transform((given) => [given].flat())
  .refine((given) => given.every((id) => /^([A-Za-z0-9_-]{1,64}|\*)$/.test(id)), {
    error: 'must name organizations, or *',
  })
  .transform((given): Actor['organizations'] => (given.includes('*') ? '*' : given));

/** Names that the platform itself acts under: no token is of them. */
const RESERVED = /^(anonymous|guest|crm-webhook|billing-calendar|renewal-job|system:.*|api-key:.*)$/s;

const claims = z.object({
  sub: z.string().min(1).max(255).refine(isStorable),
  org: organizationScope,
  roles: z.union([z.string().transform((text) => text.split(' ')), z.array(z.string())]).default([]),
});

/** Creates a function that verifies a bearer token and returns its actor. Signing keys are cached and refreshed. */
export const tokenVerifier = ({
  issuer,
  audience,
  jwksUrl,
  types,
}: TokenSettings): ((token: string) => Promise<Actor>) => {
  const keys = issuerKeys(jwksUrl);
  const accepted = new Set(types.map(mediaType));
  return async (token) => {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      requiredClaims: ['exp', 'sub', 'org'],
      clockTolerance: TOLERANCE_S,
    }).catch((error: unknown) => {
      throw toProblem(error);
    });
    if (!accepted.has(mediaType(protectedHeader.typ ?? ''))) throw notValid('has another type');
    return toActor(payload);
  };
};

const mediaType = (typ: string): string => typ.toLowerCase().replace(/^application\//, '');

const toActor = (payload: JWTPayload): Actor => {
  const parsed = claims.safeParse(payload);
  if (!parsed.success) throw notValid('does not say who it is for: sub, org and roles');
  const { sub, org, roles } = parsed.data;
  if (RESERVED.test(sub)) throw notValid('has a name of the platform as its sub');
  return { id: sub, organizations: org, roles: everyRole.filter((role) => roles.includes(role)) };
};

const issuerKeys = (url: string): JWTVerifyGetKey => {
  let notBefore = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  const cache: JWKSCacheInput = {};
  const turn = turnQueue(TOKENS_A_TURN);
  const keys = createRemoteJWKSet(new URL(url), {
    [jwksCache]: cache,
    cacheMaxAge: COUNT_MS,
    cooldownDuration: COOLDOWN_MS,
    timeoutDuration: FETCH_WITHIN_MS,
    // The cooldown of jose begins with a response: an issuer that is down would get a request for every token.
    [customFetch]: async (...request) => {
      if (performance.now() < notBefore) throw new Error('The issuer did not answer a moment ago.');
      notBefore = performance.now() + RETRY_MS;
      return fetch(...request);
    },
  });
  const refresh = async (): Promise<void> => {
    const asked = keys.reload().catch(() => {
      failedAt = performance.now();
    });
    // Withdrawn keys must not count because no token came for a while; an issuer that is silent delays only the first ones.
    if (performance.now() - failedAt > REFRESH_MS) await asked;
  };
  return async (header, token) => {
    if (cache.uat !== undefined && Date.now() - cache.uat > REFRESH_MS) await refresh();
    try {
      return await keys(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error;
      if (error instanceof errors.JOSENotSupported) throw error;
      throw new DomainError('service-unavailable', "The issuer's keys cannot be had now.", {}, { cause: error });
    } finally {
      await turn();
    }
  };
};

const toProblem = (error: unknown): unknown => {
  if (error instanceof errors.JWTExpired) return notValid('has expired');
  return error instanceof errors.JOSEError || error instanceof TypeError ? notValid('is not valid') : error;
};

const notValid = (why: string): DomainError => new DomainError('unauthenticated', `The token ${why}.`);
