import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose';
import { localSignIn, signInEndpoints } from './local-sign-in.ts';

export { LOCAL_CLIENT_ID } from './local-sign-in.ts';

/** The claims of a local token besides its subject, and its lifetime in seconds. */
export type TokenClaims = { sub?: string; org?: string | string[]; roles?: string[]; lasts?: number };

export type LocalIssuer = {
  /** What a process needs to trust it. */
  environment: { AUTH_MODE: 'jwt'; AUTH_ISSUER: string; AUTH_AUDIENCE: string; AUTH_JWKS_URL: string };
  token(claims?: TokenClaims): Promise<string>;
  /** Signs whatever it is given, as an issuer that makes mistakes; `undefined` leaves a good claim or header out. */
  sign(wrong: { header?: Record<string, unknown>; claims?: Record<string, unknown> }): Promise<string>;
  /** The public key. */
  publicKey: JWK;
  /** The number of requests for its keys. */
  keyFetches(): number;
  close(): Promise<void>;
};

const ALGORITHM = 'ES256';
const AUDIENCE = 'staycover';
const HOUR_S = 3_600;

/**
 * An issuer on this machine, for development and tests: it signs any claims, with a key that lives as long as the
 * process, and has a sign-in page for browsers.
 */
export const localIssuer = async (people: Readonly<Record<string, TokenClaims>> = {}): Promise<LocalIssuer> => {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM);
  const key = { ...(await exportJWK(publicKey)), alg: ALGORITHM, use: 'sig', kid: 'local' };
  let keyFetches = 0;
  const server = createServer((request, response) => {
    if (request.url === '/jwks') keyFetches += 1;
    const answered = signIn(request, response);
    if (answered) return void answered.catch((error: unknown) => response.destroy(error as Error));
    const document = documents[request.url ?? ''];
    response
      .writeHead(document ? 200 : 404, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
      .end(JSON.stringify(document ?? {}));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', () => resolve()));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const documents = issuerDocuments(issuer, key);
  const sign: LocalIssuer['sign'] = ({ header = {}, claims = {} }) =>
    new SignJWT({ ...claimsFor(issuer, {}), ...claims })
      .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'at+jwt', ...header } as JWTHeaderParameters)
      .sign(privateKey);
  const token: LocalIssuer['token'] = (person = {}) =>
    sign({ claims: { iat: Math.floor(Date.now() / 1_000), ...claimsFor(issuer, person) } });
  const signIn = localSignIn(issuer, Object.keys(people), async (person) => ({
    token: await token(people[person]),
    lasts: people[person]!.lasts ?? HOUR_S,
  }));
  return {
    environment: { AUTH_MODE: 'jwt', AUTH_ISSUER: issuer, AUTH_AUDIENCE: AUDIENCE, AUTH_JWKS_URL: `${issuer}/jwks` },
    token,
    sign,
    publicKey: key,
    keyFetches: () => keyFetches,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const claimsFor = (
  issuer: string,
  { sub = 'tester', org = 'acme', roles = ['read', 'write'], lasts = HOUR_S }: TokenClaims,
) => ({ iss: issuer, aud: AUDIENCE, sub, org, roles, exp: Math.floor(Date.now() / 1_000) + lasts });

const issuerDocuments = (issuer: string, key: JWK): Record<string, unknown> => ({
  '/.well-known/openid-configuration': {
    issuer,
    jwks_uri: `${issuer}/jwks`,
    ...signInEndpoints(issuer),
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [ALGORITHM],
  },
  '/jwks': { keys: [key] },
});
