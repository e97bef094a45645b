import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type LocalIssuer, localIssuer } from '@staycover/auth/local-issuer';
import { eventually, listenLocally } from '@staycover/testing';
import { readConfig } from '../config.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';

let upstream: Server;
let gateway: RunningGateway;
let traceparents: (string | undefined)[];
let longHeader = '';
let origins: (string | undefined)[];

afterEach(async () => {
  await gateway.stop();
  upstream.close();
  longHeader = '';
});

const start = async (env: Record<string, string> = {}, services = ['POLICY_URL']): Promise<void> => {
  traceparents = [];
  origins = [];
  upstream = createServer((request, response) => {
    traceparents.push(request.headers['traceparent'] as string | undefined);
    origins.push(request.headers.origin);
    if (longHeader) response.setHeader('x-long', longHeader);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  const url = await listenLocally(upstream);
  const urls = Object.fromEntries(services.map((name) => [name, url]));
  gateway = await startGateway(readConfig({ PORT: '0', LOG_LEVEL: 'fatal', ...urls, ...env }));
};

/** The response to a request with the given raw lines. */
const send = (lines: string[], path = '/api/policy/1', method = 'GET'): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () => {
      socket.write([`${method} ${path} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n'));
    });
    let text = '';
    socket.on('data', (chunk) => void (text += chunk.toString()));
    socket.on('end', () => resolve(text)).on('error', reject);
  });

const sendForStatus = async (lines: string[], path?: string): Promise<number> =>
  Number((await send(lines, path)).slice(9, 12));
const host = 'Host: localhost';

describe('headers that are there twice', () => {
  test.each([
    ['Host', [host, 'Host: 127.0.0.1']],
    ['Authorization', [host, 'Authorization: Bearer a', 'authorization: Bearer b']],
    ['Content-Type', [host, 'Content-Type: application/json', 'Content-Type: text/plain']],
    ['X-API-Key', [host, 'X-API-Key: a', 'X-API-Key: b']],
  ])('%s: the request is refused, at documents as well', async (_name, lines) => {
    await start();
    expect(await send(lines)).toMatch(/^HTTP\/1.1 400 [^]*malformed-request/);
    expect(await sendForStatus(lines, '/openapi.json')).toBe(400);
    expect(traceparents).toEqual([]);
  });
});

describe('a change that a web page asks for, without authentication', () => {
  const change = (origin: string) =>
    send([host, `Origin: ${origin}`, 'Content-Length: 0'], '/api/policy/1/renew', 'POST');

  test.each(['https://evil.example', 'null', 'http://localhost.evil.example'])('is refused to %s', async (origin) => {
    await start();
    expect(await change(origin)).toMatch(/^HTTP\/1.1 403 [^]*foreign-origin/);
    expect(traceparents).toEqual([]);
  });

  test.each(['http://localhost:3000', 'http://127.0.0.1', 'http://stays.example', 'https://app.example'])(
    'is passed on for %s',
    async (origin) => {
      await start({ PUBLIC_URL: 'http://stays.example', CORS_ORIGINS: 'https://app.example' });
      expect(await change(origin)).toMatch(/^HTTP\/1.1 200 /);
      // The service would refuse a page of another host.
      expect(origins).toEqual([undefined]);
    },
  );

  test('is refused to no page that only reads', async () => {
    await start();
    expect(await sendForStatus([host, 'Origin: https://evil.example'])).toBe(200);
  });
});

test('a request without a host is refused with a problem', async () => {
  await start();
  expect(await send([])).toMatch(/^HTTP\/1.1 400 [^]*application\/problem\+json[^]*malformed-request/);
  expect(traceparents).toEqual([]);
});

describe('a name that leads here', () => {
  test.each(['localhost', 'LOCALHOST:1234', '127.0.0.1:8080', '[::1]', 'stays.example'])(
    'of this machine or of PUBLIC_URL is served: %s',
    async (name) => {
      await start({ PUBLIC_URL: 'http://stays.example' });
      expect(await sendForStatus([`Host: ${name}`])).toBe(200);
    },
  );

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io', 'evil.example:8080', '[::2]'])(
    'of a web page is refused in development: %s',
    async (name) => {
      await start();
      expect(await send([`Host: ${name}`])).toMatch(/^HTTP\/1.1 421 [^]*misdirected-request/);
      expect(await sendForStatus([`Host: ${name}`], '/metrics')).toBe(421);
      expect(await sendForStatus([`Host: ${name}`], '/docs')).toBe(421);
    },
  );

  test('is served when ALLOWED_HOSTS names it, and health checks are under any name', async () => {
    await start({ ALLOWED_HOSTS: 'gateway, Other.example' });
    expect(await sendForStatus(['Host: gateway:8080'])).toBe(200);
    expect(await sendForStatus(['Host: other.example'])).toBe(200);
    expect(await sendForStatus(['Host: evil.example'])).toBe(421);
    expect(await sendForStatus(['Host: evil.example'], '/healthz')).toBe(200);
  });
});

describe('documents', () => {
  test.each(['/docs', '/openapi.json', '/problems/not-found', '/docs/assets/swagger-ui.css'])(
    '%s counts against the rate limit of its address',
    async (path) => {
      await start({ RATE_LIMIT_PER_MINUTE: '1' });
      const answers = await Promise.all(Array.from({ length: 11 }, () => sendForStatus([host], path)));
      expect(answers.toSorted()).toEqual([...Array(10).fill(200), 429]);
    },
  );
});

describe('the request that a service gets', () => {
  test('is a trace of the gateway, not of the client', async () => {
    await start();
    await send([host, 'traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01']);
    expect(traceparents).toEqual([expect.stringMatching(/^00-(?!4bf92f)[0-9a-f]{32}-[0-9a-f]{16}-00$/)]);
  });

  test('and its response headers are forwarded, however long they are', async () => {
    await start();
    longHeader = 'x'.repeat(60_000);
    expect(await sendForStatus([host])).toBe(200);
  });

  test('and headers too long to forward do not count against the service', async () => {
    await start();
    longHeader = 'x'.repeat(200_000);
    const statuses = await Promise.all(Array.from({ length: 30 }, () => sendForStatus([host])));
    expect(new Set(statuses)).toEqual(new Set([500]));
    longHeader = '';
    expect(await sendForStatus([host])).toBe(200);
  });
});

/** Begins as many requests with bodies of 1 MiB that do not come yet. */
const begin = async (count: number, path: string, ...lines: string[]): Promise<Socket[]> => {
  const port = Number(new URL(gateway.url).port);
  const head = [`POST ${path} HTTP/1.1`, host, 'Content-Type: application/json', `Content-Length: ${1024 * 1024}`];
  const begun = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.write([...head, ...lines, 'Expect: 100-continue', '', ''].join('\r\n'));
    return socket;
  });
  await Promise.all(begun.map((socket) => new Promise((resolve) => socket.once('data', resolve))));
  return begun;
};

const postForStatus = async (bytes: number, path: string, headers: Record<string, string> = {}): Promise<number> => {
  const body = JSON.stringify('x'.repeat(bytes - 2));
  const sent = { 'content-type': 'application/json', ...headers };
  return (await fetch(gateway.url + path, { method: 'POST', headers: sent, body })).status;
};

test('large bodies that are under way leave memory for others', async () => {
  await start({ RATE_LIMIT_PER_MINUTE: '10000' });
  const begun = await begin(64, '/api/policy');
  expect([await postForStatus(100_000, '/api/policy'), await postForStatus(1_000, '/api/policy')]).toEqual([503, 200]);
  for (const socket of begun) socket.destroy();
  await eventually('there is room again', async () => (await postForStatus(100_000, '/api/policy')) === 200);
});

describe('large bodies that are under way, where credentials are needed,', () => {
  let issuer: LocalIssuer;
  let begun: Socket[];
  const guests = '/api/policy/1/2/3';
  const deals = '/api/webhook/crm/deal-closed';

  const address = (network: number) => `203.0.113.${network}`;
  /** Begins as many of 1 MiB from a network as the connections it opens. */
  const fill = async (count: number, path: string, network: number, ...lines: string[]) =>
    void begun.push(...(await begin(count, path, `X-Forwarded-For: ${address(network)}`, ...lines)));
  const statusFrom = (network: number, path: string, headers: Record<string, string> = {}) =>
    postForStatus(100_000, path, { 'x-forwarded-for': address(network), ...headers });
  const bearer = async (org: string) => `Bearer ${await issuer.token({ org, roles: ['underwrite'] })}`;

  beforeEach(async () => {
    begun = [];
    issuer = await localIssuer();
    const env = { ...issuer.environment, RATE_LIMIT_PER_MINUTE: '10000', TRUSTED_PROXIES: '1' };
    await start(env, ['POLICY_URL', 'CONTRACT_URL']);
  });

  afterEach(async () => {
    for (const socket of begun) socket.destroy();
    await issuer.close();
  });

  test('of one network without credentials leave memory for guests and signed webhooks of others', async () => {
    await fill(64, guests, 1);
    expect(await statusFrom(1, guests)).toBe(503);
    expect([await statusFrom(2, guests), await statusFrom(1, deals)]).toEqual([200, 200]);
  });

  test('of many networks without credentials leave memory for callers with some and for signed webhooks', async () => {
    for (let network = 1; network <= 8; network++) await fill(8, guests, network);
    expect(await statusFrom(9, guests)).toBe(503);
    expect(await statusFrom(9, '/api/policy', { authorization: await bearer('acme') })).toBe(200);
    expect(await statusFrom(9, deals)).toBe(200);
  });

  test('at the doors for signed webhooks leave memory for guests, and at first for other senders', async () => {
    await fill(64, deals, 1);
    expect([await statusFrom(1, deals), await statusFrom(2, deals)]).toEqual([503, 200]);
    for (const network of [2, 3, 4]) await fill(8, deals, network);
    expect([await statusFrom(5, deals), await statusFrom(1, guests)]).toEqual([503, 200]);
  });

  test('of one organization leave memory for others, from however many networks they come', async () => {
    const acme = await bearer('acme');
    for (const network of [1, 2]) await fill(16, '/api/policy', network, `Authorization: ${acme}`);
    expect(await statusFrom(3, '/api/policy', { authorization: acme })).toBe(503);
    expect(await statusFrom(1, '/api/policy', { authorization: await bearer('globex') })).toBe(200);
    expect([await statusFrom(1, guests), await statusFrom(1, deals)]).toEqual([200, 200]);
  });
});
