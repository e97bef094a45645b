import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { localIssuer } from '@staycover/auth/local-issuer';
import { type Client, eventually, httpClient, listenLocally } from '@staycover/testing';
import { readConfig } from '../config.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { SEATS } from './protection.ts';

let upstream: Server;
let gateway: RunningGateway;
let http: Client;
let behave: RequestListener;
let reached: string[];

const good: RequestListener = (_request, response) =>
  void response.setHeader('content-type', 'application/json').end('{}');
const cutOff: RequestListener = (request) => void request.socket.destroy();

beforeEach(async () => {
  reached = [];
  behave = good;
  upstream = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`);
    behave(request, response);
  });
  const url = await listenLocally(upstream);
  gateway = await startGateway(
    readConfig({
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'fatal',
      POLICY_URL: url,
      CONTRACT_URL: url,
      RENEWAL_URL: url,
      UPSTREAM_TIMEOUT_MS: '60000',
    }),
  );
  http = httpClient(gateway.url, { documented: false });
});

afterEach(async () => {
  upstream.closeAllConnections();
  await gateway.stop();
  upstream.close();
});

/** The value of a metric of the gateway, on the line that has this text, too. */
const readMetric = async (name: string, having = ''): Promise<string | undefined> =>
  (await (await fetch(`${gateway.metricsUrl}/metrics`)).text())
    .split('\n')
    .find((line) => line.startsWith(name) && line.includes(having))
    ?.split(' ')[1];

const readBreaker = (supplier: string) => readMetric('circuit_breaker_open', `supplier="${supplier}"`);

const isActive = (requests: number) => async () =>
  (await readMetric('http_server_active_requests')) === String(requests);

test('calls that wait for jobs keep the seats free for others', async () => {
  const jobs: ServerResponse[] = [];
  behave = (request, response) => (request.method === 'POST' ? void jobs.push(response) : void good(request, response));
  const path = '/api/renewal/process?organizationId=acme';
  const calls = Array.from({ length: SEATS }, () => http.post(path, {}));
  await eventually('an organization has all seats for jobs that it may', () => jobs.length === SEATS / 8);
  expect((await http.get('/api/renewal/upcoming?organizationId=acme')).status).toBe(200);
  behave = good;
  for (const job of jobs) job.end('{}');
  await Promise.all(calls);
});

test('calls that wait for jobs keep connections free for others, too', async () => {
  const jobs: ServerResponse[] = [];
  behave = (request, response) => (request.method === 'POST' ? void jobs.push(response) : void good(request, response));
  const calls = Array.from({ length: SEATS }, (_, n) =>
    http.post(`/api/renewal/process?organizationId=acme-${n % 8}`, {}),
  );
  await eventually('all seats for jobs are taken', () => jobs.length === SEATS);
  expect((await http.get('/api/renewal/upcoming?organizationId=globex')).status).toBe(200);
  for (const job of jobs) job.end('{}');
  await Promise.all(calls);
});

describe('a service that fails', () => {
  test('is left alone for a moment, then asked once, then used again', async () => {
    behave = cutOff;
    for (let i = 0; i < 30; i++) expect([503, 504]).toContain((await http.post('/api/policy', {})).status);
    expect(reached.length).toBeLessThan(30);
    const refused = await eventually('a request is refused', async () => {
      const answer = await http.post('/api/policy', {});
      return /left alone/.test(answer.body.detail) && answer;
    });
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await readBreaker('policy')).toBe('1');
    expect((await http.get('/api/contract/1')).status).toBe(503);

    behave = good;
    await eventually('the service is used again', async () => (await http.get('/api/policy/1')).status === 200);
    expect(await readBreaker('policy')).toBe('0');
  });

  test('is used again as soon as it answers, however long the answer is read', async () => {
    behave = cutOff;
    for (let i = 0; i < 30; i++) await http.post('/api/policy', {});
    let slow: ServerResponse | undefined;
    behave = (request, response) => {
      if (slow) return good(request, response);
      slow = response;
      response.write('[', () => response.write('1'));
    };
    const long = await eventually('it is asked again', async () => {
      const answer = await fetch(`${gateway.url}/api/policy`);
      return answer.ok ? answer : void (await answer.text());
    });
    expect((await http.get('/api/policy/1')).status).toBe(200);
    slow!.end(']');
    expect(await long.json()).toEqual([1]);
  });

  test('is used again as soon as it answers, however long another call waits for a job', async () => {
    behave = cutOff;
    for (let i = 0; i < 30; i++) await http.post('/api/renewal/process', {});
    expect(await readBreaker('renewal')).toBe('1');
    const jobs: ServerResponse[] = [];
    behave = (request, response) =>
      request.method === 'POST' ? void jobs.push(response) : void good(request, response);
    const calls: Promise<unknown>[] = [];
    await eventually('a job begins', () => {
      calls.push(http.post('/api/renewal/process', {}));
      return jobs.length > 0;
    });
    expect((await http.get('/api/renewal/upcoming')).status).toBe(200);
    expect(await readBreaker('renewal')).toBe('0');
    behave = good;
    for (const job of jobs) job.end('{}');
    await Promise.all(calls);
  });

  test('is used again when only jobs are asked of it', async () => {
    behave = cutOff;
    for (let i = 0; i < 30; i++) await http.post('/api/renewal/process', {});
    behave = good;
    await eventually('a job is done', async () => (await http.post('/api/renewal/process', {})).status === 200);
    expect(await readBreaker('renewal')).toBe('0');
  });

  test('takes no other with it', async () => {
    behave = (request, response) => (request.url!.startsWith('/api/policy') ? cutOff : good)(request, response);
    for (let i = 0; i < 30; i++) await http.post('/api/policy', {});
    expect((await http.get('/api/contract/1')).status).toBe(200);
  });

  test('that refuses connections, or is not ready, is probed again', async () => {
    behave = (_request, response) =>
      void response.writeHead(503, { 'content-type': 'application/problem+json' }).end('{}');
    for (let i = 0; i < 40; i++) await http.get('/api/policy/1');
    // Few of them once more.
    expect(reached.length).toBeGreaterThanOrEqual(40);
    expect(reached.length).toBeLessThanOrEqual(40 + 10 + 4);
  });
});

describe('a connection that breaks before an answer', () => {
  const once: RequestListener = (request, response) => (reached.length === 1 ? cutOff : good)(request, response);

  test.each([
    ['GET', '/api/policy/1', {}],
    ['PUT', '/api/policy/1', {}],
    ['POST', '/api/policy', { 'idempotency-key': 'k-1' }],
  ])('%s %s is asked once more', async (method, path, headers) => {
    behave = once;
    expect((await http.raw(method, path, undefined, headers)).status).toBe(200);
    expect(reached).toEqual([`${method} ${path}`, `${method} ${path}`]);
  });

  test.each([
    ['POST', '/api/policy'],
    ['DELETE', '/api/policy/1/lines/0'],
  ])('%s %s, which could have two effects, is not, and its outcome is unknown', async (method, path) => {
    behave = once;
    const { status, body } = await http.raw(method, path);
    expect(status).toBe(504);
    expect(body.detail).toContain('unknown');
    expect(reached).toHaveLength(1);
  });

  test('of many requests few are asked once more', async () => {
    behave = (request, response) => (reached.length % 2 ? cutOff : good)(request, response);
    const answers = await Promise.all(Array.from({ length: 200 }, () => http.get('/api/policy/1')));
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect(reached.length).toBeLessThanOrEqual(200 + 10 + 20);
  });
});

describe('a service that is slow', () => {
  test('gets at most 64 requests at once, and one that waits too long is rejected', async () => {
    const held: (() => void)[] = [];
    behave = (_request, response) => void held.push(() => void response.end('{}'));
    let refused = 0;
    const calls = Array.from({ length: 600 }, async () => {
      const { status } = await http.get('/api/policy/1');
      if (status === 503) refused += 1;
      return status;
    });
    // While those with a seat still wait.
    await eventually('all but those with a seat are refused', () => refused === 600 - 64);
    expect(reached).toHaveLength(64);
    expect((await http.get('/healthz')).status).toBe(200);
    held.forEach((release) => release());
    behave = good;
    const answers = await Promise.all(calls);
    expect(answers.filter((status) => status === 200)).toHaveLength(64);
    expect((await http.get('/api/policy/1')).status).toBe(200);
  });

  test('is asked by others, too, while one organization asks as much as it can', async () => {
    const issuer = await localIssuer();
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    const environment = { PORT: '0', LOG_LEVEL: 'fatal', POLICY_URL: url, ...issuer.environment };
    const guarded = await startGateway(readConfig(environment));
    const asks = async (org: string) => {
      const authorization = `Bearer ${await issuer.token({ sub: `caller of ${org}`, org, roles: ['read'] })}`;
      return () => httpClient(guarded.url, { documented: false }).get('/api/policy/1', { authorization });
    };
    const [greedy, modest] = [await asks('greedy'), await asks('modest')];
    const held: (() => void)[] = [];
    behave = (_request, response) => void held.push(() => void response.end('{}'));
    const flood = Array.from({ length: 300 }, greedy);
    await eventually('it has its share of the seats', () => reached.length === 8);

    const other = modest();
    await eventually('the other arrives at once', () => reached.length === 9);
    held.at(-1)!();
    expect((await other).status).toBe(200);

    behave = good;
    held.forEach((release) => release());
    const answers = (await Promise.all(flood)).map(({ status }) => status);
    expect(new Set(answers)).toEqual(new Set([200, 503]));
    await Promise.all([guarded.stop(), issuer.close()]);
  });

  test('is not asked what a client asked that has left while it waited', async () => {
    const held: (() => void)[] = [];
    behave = (_request, response) => void held.push(() => void response.end('{}'));
    const calls = Array.from({ length: 64 }, () => http.get('/api/policy/1'));
    await eventually('all seats are taken', () => reached.length === 64);
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () =>
      socket.write('POST /api/policy HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}'),
    );
    await eventually('it waits', isActive(65));
    socket.destroy();
    await eventually('it has left', isActive(64));
    const after = http.get('/api/policy/2');
    await eventually('another waits behind it', isActive(65));
    behave = good;
    held.forEach((release) => release());
    expect((await after).status).toBe(200);
    await Promise.all(calls);
    expect(reached).not.toContain('POST /api/policy');
  });

  test('does not count as a failure when the client disconnects', async () => {
    behave = () => undefined;
    for (let i = 0; i < 30; i++)
      await fetch(`${gateway.url}/api/policy/1`, { signal: AbortSignal.timeout(20) }).catch(() => undefined);
    behave = good;
    expect((await http.get('/api/policy/1')).status).toBe(200);
  });
});
