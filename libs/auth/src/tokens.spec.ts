import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { everyRole } from '@staycover/kernel';
import { eventually, listenLocally } from '@staycover/testing';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { tokenVerifier } from './tokens.ts';

const settings = { issuer: 'https://issuer.example', audience: 'staycover', types: ['at+jwt', 'jwt'] };

let key: { privateKey: CryptoKey; publicKey: CryptoKey };
let stranger: { privateKey: CryptoKey };
let server: Server;
let jwksUrl: string;
let fetches = 0;
let up = true;
let withdrawn = false;
let silent = false;
let givenUp = 0;
let verify: ReturnType<typeof tokenVerifier>;

beforeAll(async () => {
  key = await generateKeyPair('RS256', { extractable: true });
  stranger = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(key.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  server = createServer((_request, response) => {
    fetches++;
    if (silent) return void response.once('close', () => void (givenUp += 1));
    response
      .writeHead(up ? 200 : 500, { 'content-type': 'application/json' })
      .end(JSON.stringify({ keys: withdrawn ? [] : [jwk] }));
  });
  jwksUrl = `${await listenLocally(server)}/jwks`;
});

beforeEach(() => {
  fetches = 0;
  up = true;
  withdrawn = false;
  silent = false;
  givenUp = 0;
  verify = tokenVerifier({ ...settings, jwksUrl });
});

afterAll(() => void server.close());

const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset;

const good = () => ({
  iss: settings.issuer,
  aud: settings.audience,
  sub: 'dana',
  org: 'acme',
  roles: ['read'],
  exp: seconds(60),
});

type Change = { claims?: object; header?: object; key?: CryptoKey | Uint8Array };

const sign = ({ claims = {}, header = {}, key: signer = key.privateKey }: Change = {}): Promise<string> =>
  new SignJWT({ ...good(), ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'at+jwt', ...header })
    .sign(signer);

describe('a good token', () => {
  test.each<[string, object, object]>([
    ['one organization', {}, { id: 'dana', organizations: ['acme'], roles: ['read'] }],
    ['several organizations', { org: ['acme', 'globex'] }, { organizations: ['acme', 'globex'] }],
    ['all organizations', { org: '*' }, { organizations: '*' }],
    ['roles as one text', { roles: 'read write' }, { roles: ['read', 'write'] }],
    ['no role', { roles: undefined }, { roles: [] }],
    ['every role', { roles: 'ops adjust finance underwrite write read' }, { roles: [...everyRole] }],
    ['an unknown role', { roles: ['root', 'write'] }, { roles: ['write'] }],
    ['several audiences', { aud: ['other', 'staycover'] }, { id: 'dana' }],
    ['an end within the tolerance', { exp: seconds(-20) }, { id: 'dana' }],
  ])('of %s identifies its actor', async (_what, claims, actor) => {
    expect(await verify(await sign({ claims }))).toMatchObject(actor);
  });

  test('has a type in any spelling', async () => {
    expect(await verify(await sign({ header: { typ: 'application/AT+JWT' } }))).toMatchObject({ id: 'dana' });
  });
});

describe('a token is refused', () => {
  test.each<[string, Change | (() => Change)]>([
    ['that has expired', { claims: { exp: seconds(-40) } }],
    ['that never expires', { claims: { exp: undefined } }],
    ['that is not valid yet', { claims: { nbf: seconds(60) } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['with an empty subject', { claims: { sub: '' } }],
    ['with a subject that cannot be stored', { claims: { sub: 'da\0na' } }],
    ['with half a character in its subject', { claims: { sub: 'dana \ud83d' } }],
    ['of a caller without credentials', { claims: { sub: 'anonymous' } }],
    ['of a guest', { claims: { sub: 'guest' } }],
    ['of the CRM', { claims: { sub: 'crm-webhook' } }],
    ['of the platform', { claims: { sub: 'system:billing' } }],
    ['of the renewal job', { claims: { sub: 'renewal-job' } }],
    ['of the calendar of billing', { claims: { sub: 'billing-calendar' } }],
    ['of an API key', { claims: { sub: 'api-key:5c307b0a7b1a' } }],
    ['without an organization', { claims: { org: undefined } }],
    ['with no organization in the list', { claims: { org: [] } }],
    ['with an organization that is none', { claims: { org: 'acme.>' } }],
    ['with roles that are none', { claims: { roles: { write: true } } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['for another audience', { claims: { aud: 'other' } }],
    ['for no audience', { claims: { aud: undefined } }],
    ['of another type', { header: { typ: 'logout+jwt' } }],
    ['of no type', { header: { typ: undefined } }],
    ['signed with another key', () => ({ key: stranger.privateKey })],
    ['with a key id that is unknown', { header: { kid: 'k2' } }],
    ['with an unknown critical header', { header: { crit: ['x'], x: 1 } }],
  ])('%s', async (_what, change) => {
    const token = await sign(typeof change === 'function' ? change() : change).catch(() => 'not.even.signed');
    await expect(verify(token)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('without a signature', async () => {
    await expect(verify(new UnsecuredJWT(good()).encode())).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('that takes the public key for a shared secret', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(key.publicKey)));
    await expect(verify(await sign({ header: { alg: 'HS256' }, key: secret }))).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  test('with claims that were changed after signing', async () => {
    const [header, , signature] = (await sign()).split('.');
    const claims = Buffer.from(JSON.stringify({ ...good(), org: '*' })).toString('base64url');
    await expect(verify(`${header}.${claims}.${signature}`)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test.each(['', 'a', 'a.b.c', '..', 'e30.e30.', `${'x'.repeat(9_000)}.y.z`])(
    'that is not a token: %j',
    async (token) => {
      await expect(verify(token)).rejects.toMatchObject({ code: 'unauthenticated' });
    },
  );
});

describe('the keys of the issuer', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'setTimeout', 'clearTimeout'] });
  });

  afterEach(() => void jest.useRealTimers());

  const pass = (minutes: number) => jest.advanceTimersByTime(minutes * 60_000);

  test('are fetched once, regardless of the number of unknown key ids', async () => {
    const flood = await Promise.all(Array.from({ length: 200 }, (_, i) => sign({ header: { kid: `unknown-${i}` } })));
    const answers = await Promise.allSettled(flood.map((token) => verify(token)));
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await verify(await sign())).toMatchObject({ id: 'dana' });
    expect(fetches).toBe(1);
  });

  test('of an issuer that is silent are waited for once', async () => {
    await verify(await sign());
    silent = true;
    pass(11);
    const token = await sign();
    expect(await verify(token)).toMatchObject({ id: 'dana' });
    await eventually('the first one has waited for it', () => givenUp === 1);
    expect(await verify(token)).toMatchObject({ id: 'dana' });
    expect(givenUp).toBe(1);
  });

  test('that cannot be fetched do not make the token invalid, and are not fetched more often', async () => {
    up = false;
    for (let i = 0; i < 20; i++)
      await expect(verify(await sign())).rejects.toMatchObject({ code: 'service-unavailable' });
    expect(fetches).toBe(1);
  });

  test('that were withdrawn do not count after 10 minutes, however long no token came', async () => {
    await verify(await sign());
    withdrawn = true;
    pass(11);
    const token = await sign();
    const outcomes = await Promise.allSettled([verify(token), verify(token), verify(token)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(fetches).toBe(2);
  });

  test('that are known count while the issuer is away, for a day, and are asked for again once it is back', async () => {
    await verify(await sign());
    up = false;
    pass(11);
    expect(await verify(await sign())).toMatchObject({ id: 'dana' });
    await eventually('the issuer was asked', () => fetches === 2);
    pass(23 * 60);
    expect(await verify(await sign())).toMatchObject({ id: 'dana' });
    pass(60);
    await expect(verify(await sign())).rejects.toMatchObject({ code: 'service-unavailable' });
    up = true;
    pass(1);
    expect(await verify(await sign())).toMatchObject({ id: 'dana' });
  });
});
