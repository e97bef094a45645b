import { afterEach, expect, jest, test } from '@jest/globals';
import { IssuerAway, openIssuer } from './issuer.ts';

const ISSUER = 'http://localhost:9000';

/** An issuer that answers a request for tokens so. */
const issuerAnswering = (answer: () => Promise<Response>) => {
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    return pathname === '/token' ? answer() : Response.json({ issuer: ISSUER, token_endpoint: `${ISSUER}/token` });
  });
  return openIssuer({ issuer: ISSUER, clientId: 'portal', scope: 'openid' }, 'http://localhost:8080/signed-in');
};

afterEach(() => {
  jest.restoreAllMocks();
});

test('new tokens keep the refresh token where the issuer gives no other', async () => {
  const issuer = issuerAnswering(async () => Response.json({ access_token: 'second', token_type: 'bearer' }));
  expect(await issuer.refresh('r1')).toEqual({ token: 'second', refreshToken: 'r1' });
});

test.each<[string, () => Promise<Response>, boolean]>([
  ['no answer', () => Promise.reject(new TypeError('fetch failed')), true],
  ['503', async () => new Response(null, { status: 503 }), true],
  ['429', async () => new Response(null, { status: 429 }), true],
  ['a refusal', async () => Response.json({ error: 'invalid_grant' }, { status: 400 }), false],
  ['a refusal without words', async () => new Response(null, { status: 400 }), false],
])('a renewal that gets %s', async (_answer, answer, isAway) => {
  const error = await issuerAnswering(answer)
    .refresh('r1')
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error instanceof IssuerAway).toBe(isAway);
});
