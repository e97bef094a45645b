import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type LocalIssuer, localIssuer } from '@staycover/auth/local-issuer';
import { eventually, listenLocally } from '@staycover/testing';
import { readConfig } from './config.ts';
import { type RunningGateway, startGateway } from './gateway.ts';

let issuer: LocalIssuer;
let insight: Server;
let url: string;
const upstreams = new Set<ServerResponse>();
const gateways: RunningGateway[] = [];

const start = async (env: Record<string, string> = {}): Promise<RunningGateway> => {
  const gateway = await startGateway(readConfig({ PORT: '0', LOG_LEVEL: 'fatal', INSIGHT_URL: url, ...env }));
  gateways.push(gateway);
  return gateway;
};

/** Answers as insight does, without a database. */
const answer = (request: IncomingMessage, response: ServerResponse): void => {
  if (!/event-stream/.test(request.headers.accept ?? '')) {
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`event: ready\ndata: ${JSON.stringify({ from: request.headers['last-event-id'] ?? null })}\n\n`);
  upstreams.add(response);
  response.once('close', () => upstreams.delete(response));
};

type Stream = { status: number; headers: IncomingMessage['headers']; text(): string; isOver(): boolean; close(): void };

const open = (gateway: RunningGateway, headers: Record<string, string> = {}, query = ''): Promise<Stream> =>
  new Promise((resolve, reject) => {
    const asked = get(`${gateway.url}/api/events${query}`, {
      agent: false,
      headers: { accept: 'text/event-stream', ...headers },
    });
    asked.once('error', reject);
    asked.once('response', (response) => {
      let text = '';
      let over = false;
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('close', () => (over = true)).on('error', () => undefined);
      resolve({
        status: response.statusCode!,
        headers: response.headers,
        text: () => text,
        isOver: () => over,
        close: () => asked.destroy(),
      });
    });
  });

const bearer = async (sub: string, org = 'acme') => ({ authorization: `Bearer ${await issuer.token({ sub, org })}` });

beforeAll(async () => {
  issuer = await localIssuer();
  insight = createServer(answer);
  url = await listenLocally(insight);
});

afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  insight.closeAllConnections();
  insight.close();
  await issuer.close();
});

const readMetrics = async (gateway: RunningGateway): Promise<string> => (await fetch(`${gateway.url}/metrics`)).text();

describe('a live stream', () => {
  test('is passed on as it comes, from where its client was, until that goes away', async () => {
    const gateway = await start();
    const stream = await open(gateway, { 'last-event-id': '41' });
    await eventually('it began', () => stream.text().includes('{"from":"41"}'));
    for (const upstream of upstreams) upstream.write('event: event\ndata: {"position":42}\n\n');
    await eventually('more came', () => stream.text().includes('"position":42'));
    expect(stream.headers['content-type']).toBe('text/event-stream');
    stream.close();
    await eventually('insight knows', () => upstreams.size === 0);
  });

  test('sends `bye` when the gateway shuts down', async () => {
    const gateway = await start();
    const stream = await open(gateway);
    await eventually('it began', () => stream.text().includes('ready'));
    gateways.splice(gateways.indexOf(gateway), 1);
    await gateway.stop();
    await eventually('it is over', stream.isOver);
    expect(stream.text()).toMatch(/\n\nevent: bye\ndata: \{"reason":"restart"\}\n\n$/);
  });

  test('is not opened for a client that left while it was authenticated', async () => {
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const keys = createServer(async (_request, response) => {
      asked.resolve();
      await released.promise;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [issuer.publicKey] }));
    });
    const keysUrl = await listenLocally(keys);
    const gateway = await start({ ...issuer.environment, AUTH_JWKS_URL: keysUrl });
    const headers = { accept: 'text/event-stream', ...(await bearer('dana')) };
    const left = get(`${gateway.url}/api/events`, { agent: false, headers: { ...headers, 'last-event-id': '1' } });
    left.on('error', () => undefined);
    await asked.promise;
    left.destroy();
    const isGone = async () => /^http_server_active_requests\S* 0$/m.test(await readMetrics(gateway));
    await eventually('the gateway knows', isGone);
    released.resolve();
    const stream = await open(gateway, { ...headers, 'last-event-id': '2' });
    await eventually('another began', () => stream.text().includes('"2"'));
    expect([...upstreams].map(({ req }) => req.headers['last-event-id'])).not.toContain('1');
    stream.close();
    keys.close();
    keys.closeAllConnections();
  });

  test('is unavailable while insight is down, which affects nothing else', async () => {
    const gateway = await start({ INSIGHT_URL: 'http://127.0.0.1:1', POLICY_URL: url });
    const stream = await open(gateway);
    expect([stream.status, stream.headers['retry-after']]).toEqual([503, expect.any(String)]);
    expect((await fetch(`${gateway.url}/api/policy`)).status).toBe(200);
  });

  test('comes from a replica that is there, while another one is not', async () => {
    const gateway = await start({ INSIGHT_URL: `http://127.0.0.1:1,${url}` });
    const streams = [await open(gateway), await open(gateway), await open(gateway)];
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('streams are at most', () => {
  test('eight of a caller, and one more when one of them ends', async () => {
    const gateway = await start(issuer.environment);
    const dana = await bearer('dana');
    const streams = await Promise.all(Array.from({ length: 8 }, () => open(gateway, dana)));
    expect(streams.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const ninth = await open(gateway, dana);
    expect([ninth.status, ninth.headers['retry-after']]).toEqual([429, '30']);
    expect((await open(gateway, await bearer('lee'))).status).toBe(200);
    streams[0]!.close();
    await eventually('another may come', async () => (await open(gateway, dana)).status === 200);
  });

  test('a thousand on one gateway, besides all other requests', async () => {
    const gateway = await start({ POLICY_URL: url });
    const streams: Stream[] = [];
    // All at once would keep a busy machine longer than the gateway waits for a request.
    while (streams.length < 1_000)
      streams.push(...(await Promise.all(Array.from({ length: 50 }, () => open(gateway)))));
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await open(gateway)).status).toBe(503);
    const others = await Promise.all(['/api/events', '/api/policy'].map((path) => fetch(gateway.url + path)));
    expect(others.map(({ status }) => status)).toEqual([200, 200]);
    expect(await readMetrics(gateway)).toMatch(/^streams_open\{service="gateway"\} 1000$/m);
    for (const stream of streams) stream.close();
  });
});

describe('events of another organization', () => {
  test.each([
    ['/api/events?organizationId=globex', 'text/event-stream'],
    ['/api/events?organizationId=globex', 'application/json'],
    ['/api/search?q=a&organizationId=globex', 'application/json'],
    ['/api/timeline/CON-1?organizationId=globex', 'application/json'],
  ])('%s as %s are not found', async (path, accept) => {
    const gateway = await start(issuer.environment);
    const { status } = await fetch(gateway.url + path, { headers: { accept, ...(await bearer('dana')) } });
    expect(status).toBe(404);
  });

  test('need credentials', async () => {
    const gateway = await start(issuer.environment);
    expect((await open(gateway)).status).toBe(401);
  });
});
