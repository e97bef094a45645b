import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { problems } from '@staycover/api';
import { type Client, eventually, httpClient, listenLocally } from '@staycover/testing';
import { readConfig } from './config.ts';
import { type RunningGateway, startGateway } from './gateway.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

let upstream: Server;
let gateway: RunningGateway;
/** It waits for services only a moment. */
let impatient: RunningGateway;
let http: Client;
let port: number;
const seen: Seen[] = [];

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const HUGE_BYTES = 64 * 2 ** 20;
let hugeEnded = false;

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await readBody(request);
  seen.push({ method: request.method!, url: request.url!, headers: request.headers, body });
  if (request.url!.endsWith('/silent')) return;
  if (request.url!.endsWith('/huge'))
    return void response.once('close', () => (hugeEnded = true)).end(Buffer.alloc(HUGE_BYTES));
  response.writeHead(request.url!.endsWith('/304') ? 304 : 200, {
    'content-type': 'application/json',
    etag: '"7"',
    link: '</a>; rel="b"',
  });
  response.end(request.url!.endsWith('/304') ? undefined : JSON.stringify({ url: request.url }));
};

beforeAll(async () => {
  upstream = createServer((request, response) => void answer(request, response));
  const url = await listenLocally(upstream);
  const services = { POLICY_URL: url, CONTRACT_URL: url, BILLING_URL: 'http://127.0.0.1:1' };
  const env = { PORT: '0', LOG_LEVEL: 'fatal', ...services };
  gateway = await startGateway(readConfig(env));
  impatient = await startGateway(readConfig({ ...env, UPSTREAM_TIMEOUT_MS: '300' }));
  // The upstream is made up, so its answers are not those of the documents.
  http = httpClient(gateway.url, { documented: false });
  port = Number(new URL(gateway.url).port);
});

afterAll(async () => {
  await Promise.all([gateway.stop(), impatient.stop()]);
  upstream.closeAllConnections();
  upstream.close();
});

describe('forwarded requests', () => {
  test('is the request as it came, body bytes and query included', async () => {
    const body = '{ "a" :1,  "b": "ü" }';
    await http.raw('PUT', '/api/policy/42?x=1&y=%2F', body, { 'content-type': 'application/json', 'if-match': '"3"' });
    const last = seen.at(-1)!;
    expect(last).toMatchObject({ method: 'PUT', url: '/api/policy/42?x=1&y=%2F', body });
    expect(last.headers).toMatchObject({ 'if-match': '"3"', 'x-forwarded-for': expect.stringMatching(/127\.0\.0\.1/) });
  });

  test('is the answer as it came, status and headers included', async () => {
    const ok = await http.get('/api/contract/1');
    expect(ok).toMatchObject({ status: 200, body: { url: '/api/contract/1' } });
    expect(ok.headers.get('etag')).toBe('"7"');
    expect((await http.get('/api/policy/304')).status).toBe(304);
  });
});

describe('requests that it answers itself', () => {
  test.each<[string, string, string | undefined, Record<string, string>]>([
    ['POST', '/api/policy/whatever/enroll', undefined, {}],
    ['POST', '/api/policy/whatever/enroll', '{"broken', { 'content-type': 'application/json' }],
    ['POST', '/api/policy/%zz/enroll', '<xml/>', { 'content-type': 'text/xml' }],
    ['POST', '/api/policy/x/enroll', 'x'.repeat(2_000_000), { 'content-type': 'application/json' }],
  ])('the retired enroll endpoint: %s %s', async (method, path, body, headers) => {
    const answered = await http.raw(method, path, body, headers);
    expect(answered).toMatchObject({ status: 410, body: { message: expect.stringMatching(/retired/) } });
    expect(answered.headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(answered.headers.get('sunset')).toMatch(/GMT$/);
  });

  test('the retired enroll endpoint, with no limit', async () => {
    const limited = await startGateway(readConfig({ PORT: '0', LOG_LEVEL: 'fatal', RATE_LIMIT_PER_MINUTE: '1' }));
    const client = httpClient(limited.url, { documented: false });
    await Promise.all(Array.from({ length: 11 }, () => client.get('/docs/problems')));
    expect((await client.get('/docs/problems')).status).toBe(429);
    expect((await client.post('/api/policy/1/enroll', [])).status).toBe(410);
    await limited.stop();
  });

  test.each([
    ['GET', '/api/policy/1/enroll', 405],
    ['OPTIONS', '/api/policy/1/enroll', 204],
    ['DELETE', '/api/policy/%zz/enroll', 405],
  ])('%s %s is %d, with the method that it has', async (method, path, status) => {
    const answered = await http.raw(method, path);
    expect([answered.status, answered.headers.get('allow')]).toEqual([status, 'POST']);
  });

  test.each([
    ['GET', '/docs/assets/package.json', 404],
    ['GET', '/api', 404],
    ['GET', '/api/nothing', 404],
    ['POST', '/api/webhook', 404],
  ])('%s %s is %d', async (method, path, status) => {
    expect(await http.raw(method, path)).toMatchObject({
      status,
      body: { status, instance: path, title: expect.any(String) },
    });
  });

  test('a service that is down is 503 with Retry-After, one that is silent is 504', async () => {
    const down = await http.get('/api/invoice/1');
    expect(down).toMatchObject({ status: 503, body: { title: problems['service-unavailable'].title } });
    expect(down.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await fetch(`${impatient.url}/api/policy/silent`)).status).toBe(504);
  });

  /** Asks for an answer that fits into no buffer, and reads nothing of it. */
  const askForHuge = (): Socket => {
    const socket = connect(Number(new URL(impatient.url).port), '127.0.0.1').pause();
    socket.write('GET /api/policy/huge HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    return socket;
  };

  test('a client that reads slowly gets its whole answer', async () => {
    const socket = askForHuge();
    // Which takes as long as a service may take to answer.
    expect((await fetch(`${impatient.url}/api/policy/silent`)).status).toBe(504);
    expect((await buffer(socket)).length).toBeGreaterThan(HUGE_BYTES);
    await eventually('the service is done with it', () => hugeEnded);
  });

  test('a client that leaves before it has read its answer keeps no service busy', async () => {
    hugeEnded = false;
    const socket = askForHuge();
    await once(socket, 'readable');
    socket.destroy();
    expect(await eventually('the service is rid of it', () => hugeEnded)).toBe(true);
  });

  test('a body over 1 MiB is 413, announced or not', async () => {
    const big = 'x'.repeat(1_048_577);
    expect((await http.raw('PUT', '/api/policy/1', big, { 'content-type': 'application/json' })).status).toBe(413);
    const chunks = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 20; i++) controller.enqueue(new TextEncoder().encode('x'.repeat(100_000)));
        controller.close();
      },
    });
    const unannounced = {
      method: 'PUT',
      body: chunks,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    };
    expect((await fetch(`${gateway.url}/api/policy/1`, unannounced as RequestInit)).status).toBe(413);
    expect(seen.at(-1)!.body.length).toBeLessThan(1_000);
  });

  test('ambiguous framing is refused', async () => {
    const status = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          'POST /api/policy HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        );
      });
      socket.on('data', (data) => (resolve(data.toString().split('\r\n')[0]!), socket.destroy()));
    });
    expect(status).toMatch(/ 400 /);
  });

  test('a page for every problem', async () => {
    for (const slug of Object.keys(problems)) {
      const page = await http.get(`/problems/${slug}`);
      expect(page.status).toBe(200);
      expect(page.body).toContain(slug);
    }
    expect((await http.get('/problems/constructor')).status).toBe(404);
  });

  test('the documents of the interface, with its own address', async () => {
    const { body: openApi } = await http.get('/openapi.json');
    expect(openApi).toMatchObject({ openapi: '3.1.1', servers: [{ url: 'http://localhost:8080' }] });
    expect((await http.get('/asyncapi.json')).body).toMatchObject({
      asyncapi: '3.0.0',
      servers: { nats: { host: 'localhost:4222' } },
    });
  });

  test('pages for people, which load nothing from elsewhere', async () => {
    for (const [path, location] of [
      ['/', '/docs'],
      ['/problems', '/docs/problems'],
    ]) {
      expect((await fetch(gateway.url + path, { redirect: 'manual' })).headers.get('location')).toBe(location);
    }
    for (const path of ['/docs', '/docs/events', '/docs/problems', '/problems/not-found']) {
      const { status, headers, body } = await http.get(path);
      expect(status).toBe(200);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
      const sources = [...(body as string).matchAll(/(?:src|<link[^>]* href)="([^"]*)"/g)].map(([, source]) => source!);
      for (const source of sources) expect((await http.get(source)).status).toBe(200);
      expect(sources.filter((source) => !source.startsWith('/'))).toEqual([]);
    }
    expect((await http.get('/docs/events')).body).toContain('insurance.billing.invoice-sent.{organizationId}');
  });

  test('its health', async () => {
    expect(await http.get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await http.get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });
});
