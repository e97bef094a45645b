import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { type LocalIssuer, localIssuer } from './local-issuer.ts';

const REDIRECT = 'http://localhost:8080/signed-in';
const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

let local: LocalIssuer;
let issuer: string;

beforeAll(async () => {
  local = await localIssuer({ dana: { sub: 'dana@acme', org: 'acme', roles: ['read'] } });
  issuer = local.environment.AUTH_ISSUER;
});

afterAll(() => local.close());

const good = {
  response_type: 'code',
  client_id: 'portal',
  redirect_uri: REDIRECT,
  state: 'st',
  code_challenge: challenge,
  code_challenge_method: 'S256',
};

const authorize = (members: Record<string, string> = {}, cookie = '') =>
  fetch(`${issuer}/authorize?${new URLSearchParams({ ...good, ...members })}`, {
    redirect: 'manual',
    headers: { cookie },
  });

const returned = (response: Response): Record<string, string> =>
  Object.fromEntries(new URL(response.headers.get('location')!).searchParams);

const trade = (members: Record<string, string>) =>
  fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'portal',
      redirect_uri: REDIRECT,
      code_verifier: verifier,
      ...members,
    }),
  });

test('a refresh token that was revoked renews nothing', async () => {
  const { code } = returned(await authorize({ person: 'dana' }));
  const { refresh_token: token } = (await (await trade({ code: code! })).json()) as Record<string, string>;
  const revoked = await fetch(`${issuer}/revoke`, { method: 'POST', body: new URLSearchParams({ token: token! }) });
  expect(revoked.status).toBe(200);
  expect((await trade({ grant_type: 'refresh_token', refresh_token: token! })).status).toBe(400);
});

test('a person is picked, comes back with a code, and has a token for it once', async () => {
  expect(await (await authorize()).text()).toContain('person=dana');
  const { code, ...rest } = returned(await authorize({ person: 'dana' }));
  expect(rest).toEqual({ state: 'st', iss: issuer });
  const tokens = (await (await trade({ code: code! })).json()) as Record<string, string>;
  expect(decodeJwt(tokens['access_token']!)).toMatchObject({ sub: 'dana@acme', org: 'acme', roles: ['read'] });
  expect((await trade({ code: code! })).status).toBe(400);

  const renewed = await trade({ grant_type: 'refresh_token', refresh_token: tokens['refresh_token']! });
  expect(renewed.status).toBe(200);
  expect((await trade({ grant_type: 'refresh_token', refresh_token: tokens['refresh_token']! })).status).toBe(400);
});

test('the chosen person stays signed in until the sign-out', async () => {
  expect(returned(await authorize({ prompt: 'none' }))).toMatchObject({ error: 'login_required' });
  const cookie = (await authorize({ person: 'dana' })).headers.get('set-cookie')!.split(';')[0]!;
  expect(returned(await authorize({ prompt: 'none' }, cookie))).toHaveProperty('code');
  const out = await fetch(`${issuer}/logout?post_logout_redirect_uri=${REDIRECT}`, { redirect: 'manual' });
  expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
});

describe('rejected requests', () => {
  test.each<Record<string, string>>([
    { response_type: 'token' },
    { client_id: 'other' },
    { redirect_uri: 'https://evil.example/signed-in' },
    { redirect_uri: 'javascript:alert(1)' },
    { code_challenge_method: 'plain' },
    { code_challenge: 'short' },
  ])('an authorization with %j', async (members) => {
    expect((await authorize({ person: 'dana', ...members })).status).toBe(400);
  });

  test.each<Record<string, string>>([
    { code_verifier: 'x'.repeat(43) },
    { redirect_uri: 'http://localhost:8080/other' },
    { client_id: 'other' },
    { grant_type: 'refresh_token' },
  ])('a code that is traded with %j', async (members) => {
    const { code } = returned(await authorize({ person: 'dana' }));
    expect((await trade({ code: code!, ...members })).status).toBe(400);
  });

  test('a path that is no address', async () => {
    expect((await fetch(`${issuer}//`)).status).toBe(404);
  });

  test('a sign-out that leads elsewhere', async () => {
    const out = await fetch(`${issuer}/logout?post_logout_redirect_uri=https://evil.example`, { redirect: 'manual' });
    expect(out.status).toBe(400);
  });
});
