import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { IssuerAway, type Tokens } from './issuer.ts';
import { createSession } from './session.ts';

const URL = 'http://localhost/api/policy';
const first: Tokens = { token: 'first', refreshToken: 'r1' };
const second: Tokens = { token: 'second', refreshToken: 'r2' };

/** A platform that accepts some tokens, and records requests. */
const platform = (valid: Set<string | null>) => {
  const calls: { token: string | null; body: string }[] = [];
  const send = async (input: RequestInfo | globalThis.URL): Promise<Response> => {
    const request = input as Request;
    const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? null;
    calls.push({ token, body: await request.text() });
    return new Response(null, { status: valid.has(token) ? 200 : 401 });
  };
  return { calls, send };
};

const cannotRenew = () => Promise.reject(new Error('refused'));

test('a call goes without a token before the sign-in, and with it after', async () => {
  const { calls, send } = platform(new Set(['first']));
  const session = createSession(cannotRenew, send);
  expect((await session.fetch(new Request(URL))).status).toBe(401);
  expect(session.standing()).toBe('signed-out');
  session.accept(first);
  expect((await session.fetch(new Request(URL))).status).toBe(200);
  expect(calls.map(({ token }) => token)).toEqual([null, 'first']);
});

describe('a token that ended', () => {
  test('is not renewed for one who signs out meanwhile', async () => {
    const { send } = platform(new Set(['second']));
    const renewal = Promise.withResolvers<Tokens>();
    const session = createSession(() => renewal.promise, send);
    session.accept(first);
    const refused = session.fetch(new Request(URL));
    await delay(0);
    session.accept(undefined);
    renewal.resolve(second);
    expect([(await refused).status, session.standing()]).toEqual([401, 'signed-out']);
  });

  test('is renewed once for all calls that were refused, and each is sent again as it was', async () => {
    const { calls, send } = platform(new Set(['second']));
    let renewals = 0;
    const session = createSession(async (refreshToken) => {
      expect(refreshToken).toBe('r1');
      renewals += 1;
      return second;
    }, send);
    session.accept(first);
    const bodies = ['a', 'b', 'c'];
    const sent = bodies.map((body) => session.fetch(new Request(URL, { method: 'POST', body })));
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(renewals).toBe(1);
    const again = calls.filter(({ token }) => token === 'second').map(({ body }) => body);
    expect(again.toSorted()).toEqual(bodies);
  });

  test.each([
    ['the issuer refuses', first],
    ['there is no refresh token', { ...first, refreshToken: undefined }],
  ])('ends the session when %s, and notifies its observers', async (_why, tokens) => {
    const { send } = platform(new Set());
    const session = createSession(cannotRenew, send);
    const seen: string[] = [];
    session.accept(tokens);
    session.subscribe(() => seen.push(session.standing()));
    expect((await session.fetch(new Request(URL))).status).toBe(401);
    expect(seen).toEqual(['ended']);
  });
});

test('a renewal without an answer fails the call alone: the next one renews the token', async () => {
  const { send } = platform(new Set(['second']));
  const answers = [() => Promise.reject(new IssuerAway()), () => Promise.resolve(second)];
  const session = createSession(() => answers.shift()!(), send);
  session.accept(first);
  await expect(session.fetch(new Request(URL))).rejects.toThrow('does not answer now');
  expect(session.standing()).toBe('signed-in');
  expect((await session.fetch(new Request(URL))).status).toBe(200);
});

test('a rejection of a valid token does not end the session', async () => {
  const session = createSession(cannotRenew, async () => new Response(null, { status: 403 }));
  session.accept(first);
  expect((await session.fetch(new Request(URL))).status).toBe(403);
  expect(session.standing()).toBe('signed-in');
});
