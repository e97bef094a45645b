import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type LocalIssuer, localIssuer } from '@staycover/auth/local-issuer';
import { newId } from '@staycover/kernel';
import { httpClient, listenLocally } from '@staycover/testing';
import { readConfig } from '../config.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { clientNetwork } from './client-network.ts';

let upstream: Server;
let issuer: LocalIssuer | undefined;
let gateway: RunningGateway;
let reached = 0;

afterEach(async () => {
  await gateway.stop();
  upstream.close();
  await issuer?.close();
  issuer = undefined;
  reached = 0;
});

/** A gateway in front of services that answer everything; with `auth` it checks credentials. */
const start = async (env: Record<string, string>, auth = false) => {
  upstream = createServer((request, response) => {
    reached++;
    if (request.url === '/api/claim/1') response.setHeader('cache-control', 'no-store');
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ from: request.headers['x-forwarded-for'] }));
  });
  const url = await listenLocally(upstream);
  if (auth) issuer = await localIssuer();
  const upstreams = Object.fromEntries(
    ['POLICY', 'CONTRACT', 'BILLING', 'RENEWAL', 'CLAIMS'].map((name) => [`${name}_URL`, url]),
  );
  gateway = await startGateway(
    readConfig({ PORT: '0', LOG_LEVEL: 'fatal', ...upstreams, ...issuer?.environment, ...env }),
  );
  return httpClient(gateway.url, { documented: false });
};

const bearer = async (claims: object = {}) => ({
  authorization: `Bearer ${await issuer!.token({ roles: ['read'], ...claims })}`,
});

describe('a caller, when authentication is on', () => {
  test('is rejected before it reaches a service', async () => {
    const http = await start({}, true);
    const none = await http.get('/api/policy/1');
    expect(none).toMatchObject({ status: 401, body: { type: expect.stringMatching(/unauthenticated$/) } });
    expect(none.headers.get('www-authenticate')).toBe('Bearer');
    const bad = await http.get('/api/policy/1', { authorization: 'Bearer not.a.token' });
    expect(bad).toMatchObject({ status: 401 });
    expect(bad.headers.get('www-authenticate')).toMatch(/invalid_token/);
    expect(await http.raw('HEAD', '/api/policy/1')).toMatchObject({ status: 401 });
    expect(await http.post('/api/policy', { organizationId: 'acme' }, await bearer())).toMatchObject({
      status: 403,
      body: { title: 'Forbidden' },
    });
    expect(reached).toBe(0);
  });

  test('passes with the role that the route asks for', async () => {
    const http = await start({}, true);
    expect(await http.get('/api/policy/1', await bearer())).toMatchObject({ status: 200 });
    expect(await http.post('/api/policy', {}, await bearer({ roles: ['underwrite'] }))).toMatchObject({ status: 200 });
    expect(await http.put('/api/policy/1', {}, await bearer({ roles: ['write'] }))).toMatchObject({ status: 200 });
    expect(await http.put('/api/policy/1', {}, await bearer({ roles: ['finance'] }))).toMatchObject({
      status: 403,
      body: { requiredRoles: ['write', 'underwrite'] },
    });
  });

  test.each([
    ['POST', '/api/webhook/crm/deal-closed', 200],
    ['POST', '/api/reservation/lookup', 200],
    ['POST', '/api/policy/1/enroll', 410],
    ['GET', '/healthz', 200],
    ['GET', '/problems/forbidden', 200],
    ['GET', '/api/nothing', 404],
  ])('needs no credentials for %s %s', async (method, path, status) => {
    const http = await start({}, true);
    expect(await http.raw(method, path)).toMatchObject({ status });
    expect(await http.raw(method, path, undefined, { authorization: 'Basic Y3JtOnNlY3JldA==' })).toMatchObject({
      status,
    });
  });
});

describe('too many requests', () => {
  test('of one caller to one route are 429, with the time to wait', async () => {
    const http = await start({ RATE_LIMIT_PER_MINUTE: '3' }, true);
    const dana = await bearer({ sub: 'dana' });
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await http.get('/api/policy/1', dana)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await http.get('/api/policy/2', dana);
    expect(refused.body).toMatchObject({ type: expect.stringMatching(/rate-limited$/), status: 429 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await http.get('/api/contract/1', dana)).toMatchObject({ status: 200 });
    expect(await http.get('/api/policy/1', await bearer({ sub: 'finn' }))).toMatchObject({ status: 200 });
  });

  test('are 429 again for the same reason and with the same headers, without another look at the caller', async () => {
    const http = await start({ RATE_LIMIT_PER_MINUTE: '1' }, true);
    const dana = await bearer({ sub: 'dana' });
    const ask = (id: string) => http.get(`/api/policy/${id}?view=summary`, dana);
    const [one, other] = [newId(), newId()];
    await ask(one);
    const refused = await ask(one);
    const again = await ask(other);
    const shown = ({ status, headers, body }: typeof refused) => {
      const own = ['date', 'retry-after', 'content-length'];
      return [
        status,
        [...headers].filter(([name]) => !own.includes(name)),
        { ...body, instance: '', detail: '', retryAfter: 0 },
      ];
    };
    expect(shown(again)).toEqual(shown(refused));
    expect(again.body).toMatchObject({ instance: `/api/policy/${other}`, detail: expect.stringMatching(/wait \d+ s/) });
    expect(Number(again.headers.get('retry-after'))).toBe(again.body.retryAfter);
    expect((await http.get(`/api/policy/${one}/enrollments`, dana)).status).toBe(200);
  });

  test('of one address are 429 whatever credentials they try', async () => {
    const http = await start({ RATE_LIMIT_PER_MINUTE: '1' }, true);
    const tries = Array.from({ length: 12 }, (_, i) =>
      http.get('/api/policy/1', { authorization: `Bearer guess.${i}.x` }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array<number>(10).fill(401), 429, 429]);
    expect(await http.get('/healthz')).toMatchObject({ status: 200 });
  });

  test('are none on an open platform that sets no limit', async () => {
    const http = await start({});
    const answers = await Promise.all(Array.from({ length: 700 }, () => http.get('/api/policy/1')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  test.each([
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of %s count for %s', async (ip, counted) => {
    await start({});
    expect(clientNetwork({ ip })).toBe(counted);
  });
});

describe('an answer', () => {
  test('has the security headers for browsers', async () => {
    const http = await start({ PUBLIC_URL: 'https://api.example' });
    const { headers } = await http.get('/api/policy/1');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    expect(headers.get('strict-transport-security')).toMatch(/max-age=31536000/);
    expect(headers.has('x-powered-by')).toBe(false);
  });

  test('leaves its connection open for longer than load balancers do', async () => {
    const http = await start({});
    expect((await http.get('/api/policy/1')).headers.get('keep-alive')).toBe('timeout=75');
  });

  test('is for its caller alone, whatever cache is in between, unless its service is stricter', async () => {
    const http = await start({}, true);
    for (const path of ['/api/policy/1', '/api/nothing', '/api/me']) {
      expect((await http.get(path)).headers.get('cache-control')).toBe('private, no-cache');
      expect((await http.get(path, await bearer())).headers.get('cache-control')).toBe('private, no-cache');
    }
    const secret = await http.get('/api/claim/1', await bearer());
    expect(secret.headers.get('cache-control')).toBe('no-store');
    expect((await http.get('/docs/problems')).headers.get('cache-control')).toBe('no-cache');
  });

  test('is for pages of listed origins only', async () => {
    const http = await start({ CORS_ORIGINS: 'https://app.example, https://admin.example' });
    const preflight = {
      origin: 'https://app.example',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'if-match',
    };
    const allowed = await http.raw('OPTIONS', '/api/policy/1', undefined, preflight);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(allowed.headers.get('access-control-allow-headers')).toBe('if-match');
    const foreign = await http.get('/api/policy/1', { origin: 'https://evil.example' });
    expect(foreign.headers.has('access-control-allow-origin')).toBe(false);
  });

  test('is for no page at all unless origins are listed', async () => {
    const http = await start({});
    const { headers } = await http.get('/api/policy/1', { origin: 'https://app.example' });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(() => readConfig({ CORS_ORIGINS: '*' })).toThrow(/CORS_ORIGINS/);
    expect(() => readConfig({ CORS_ORIGINS: 'https://app.example/' })).toThrow(/must be origins/);
  });
});

describe('a request', () => {
  test('with too many headers, or too long ones, is refused', async () => {
    const http = await start({});
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`x-${i}`, '1']));
    expect(await http.get('/api/policy/1', many)).toMatchObject({
      status: 400,
      body: { type: expect.stringMatching(/malformed-request$/) },
    });
    expect((await http.get('/api/policy/1', { 'x-long': 'x'.repeat(17_000) })).status).toBe(431);
    expect(reached).toBe(0);
  });

  test('cannot set its own client address', async () => {
    const http = await start({});
    expect((await http.get('/api/policy/1', { 'x-forwarded-for': '203.0.113.7' })).body).toEqual({
      from: expect.stringMatching(/127\.0\.0\.1$/),
    });
  });

  test('has the client address from the trusted proxy', async () => {
    const http = await start({ TRUSTED_PROXIES: '1' });
    const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' };
    expect((await http.get('/api/policy/1', headers)).body).toEqual({ from: '203.0.113.7' });
  });
});
