import { type Actor, anonymous, DomainError } from '@staycover/kernel';
import { apiKeyVerifier, looksLikeApiKey } from './api-keys.ts';
import type { AuthEnvironment } from './environment.ts';
import { tokenVerifier } from './tokens.ts';

export type CredentialHeaders = { authorization?: string | undefined; 'x-api-key'?: string | string[] | undefined };

/**
 * Identifies the caller of a request: undefined without credentials.
 * @throws DomainError `unauthenticated` for invalid credentials, `service-unavailable` when the issuer's keys cannot be
 *   fetched.
 */
export type Authenticator = (headers: CredentialHeaders) => Promise<Actor | undefined>;

/** Every caller is `anonymous`, with all permissions. */
export const openToAll: Authenticator = async () => anonymous;

/** The authenticator for the environment, which `authFaults` has checked. */
export const createAuthenticator = (env: AuthEnvironment): Authenticator => {
  if (env.AUTH_MODE === 'off') return openToAll;
  const verifyToken = tokenVerifier({
    issuer: env.AUTH_ISSUER!,
    audience: env.AUTH_AUDIENCE!,
    jwksUrl: env.AUTH_JWKS_URL!,
    types: env.AUTH_TOKEN_TYPES,
  });
  const verifyKey = apiKeyVerifier(env.API_KEYS_FILE);
  return async (headers) => {
    const credential = readCredential(headers);
    if (credential === undefined) return undefined;
    return looksLikeApiKey(credential) ? verifyKey(credential) : verifyToken(credential);
  };
};

const readCredential = ({ authorization, 'x-api-key': apiKey }: CredentialHeaders): string | undefined => {
  if (authorization !== undefined && apiKey !== undefined) {
    throw new DomainError('unauthenticated', 'Send a bearer token or an API key, not both.');
  }
  if (apiKey !== undefined) return looksLikeApiKey(String(apiKey)) ? String(apiKey) : refuse();
  if (authorization === undefined) return undefined;
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? refuse();
};

const refuse = (): never => {
  throw new DomainError('unauthenticated', 'The credentials must be `Authorization: Bearer …` or `X-API-Key: …`.');
};
