import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@staycover/kernel';
import { type Client, eventually, httpClient, listenLocally } from '@staycover/testing';
import { readConfig } from '../config.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';

type Fake = { server: Server; url: string; reached: string[]; behave: RequestListener; readiness: number | 'silent' };

const good: RequestListener = (_request, response) =>
  void response.setHeader('content-type', 'application/json').end('{}');
const cutOff: RequestListener = (request) => void request.socket.destroy();
const refuse: RequestListener = (_request, response) =>
  void response
    .writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '1' })
    .end('{"status":503}');
const silent: RequestListener = () => undefined;

let replicas: [Fake, Fake];
let gateway: RunningGateway;
let http: Client;

const openFake = async (): Promise<Fake> => {
  const fake = { reached: [], behave: good, readiness: 200 } as unknown as Fake;
  fake.server = createServer((request, response) => {
    if (request.url === '/readyz') {
      if (fake.readiness !== 'silent') response.writeHead(fake.readiness).end('{}');
      return;
    }
    fake.reached.push(`${request.method} ${request.url}`);
    fake.behave(request, response);
  });
  fake.url = await listenLocally(fake.server);
  return fake;
};

const shut = ({ server }: Fake): void => {
  server.close();
  server.closeAllConnections();
};

beforeEach(async () => {
  replicas = [await openFake(), await openFake()];
  await start(replicas.map(({ url }) => url));
});

/** A gateway with these replicas of policy. */
const start = async (policies: readonly string[]): Promise<void> => {
  const POLICY_URL = policies.join(', ');
  const elsewhere = ['CONTRACT', 'BILLING', 'RENEWAL', 'CLAIMS'].map((name) => [`${name}_URL`, 'http://127.0.0.1:9']);
  const urls = { POLICY_URL, ...Object.fromEntries(elsewhere) };
  gateway = await startGateway(readConfig({ PORT: '0', LOG_LEVEL: 'fatal', UPSTREAM_TIMEOUT_MS: '20000', ...urls }));
  http = httpClient(gateway.url, { documented: false });
};

afterEach(async () => {
  replicas.forEach(shut);
  await gateway.stop();
});

const get = async (): Promise<number> => (await http.get('/api/policy/1')).status;
const many = (count: number, ask = get): Promise<number[]> => Promise.all(Array.from({ length: count }, ask));

test('requests go to the replica that has the fewest under way', async () => {
  const [busy, free] = replicas;
  const held: (() => void)[] = [];
  busy.behave = (_request, response) => void held.push(() => void response.end('{}'));
  const waiting = http.get('/api/policy/1');
  await eventually('one waits', () => held.length === 1);
  for (let i = 0; i < 10; i++) expect(await get()).toBe(200);
  expect(free.reached).toHaveLength(10);
  held.forEach((release) => release());
  expect((await waiting).status).toBe(200);
});

test('changes of one resource go to one replica, those of many to all, and to the other when it is gone', async () => {
  const ids = Array.from({ length: 20 }, () => newId());
  const reachedBy = (replica: Fake, id: string) => replica.reached.filter((line) => line.includes(id)).length;
  const change = async (id: string) =>
    (await Promise.all([http.put(`/api/policy/${id}`, {}), http.patch(`/api/policy/${id}/status`, {})])).length;
  for (const id of ids) await change(id);
  for (const id of ids) expect(replicas.map((each) => reachedBy(each, id)).toSorted()).toEqual([0, 2]);
  for (const each of replicas) expect(each.reached.length).toBeGreaterThan(0);

  const [gone, other] = replicas;
  shut(gone);
  for (const id of ids) await change(id);
  for (const id of ids) expect(reachedBy(other, id)).toBeGreaterThanOrEqual(2);
});

describe('a replica that is gone', () => {
  test('costs no request an answer, whatever it is, and is asked again when it is back', async () => {
    const [gone, other] = replicas;
    const { port } = gone.server.address() as AddressInfo;
    shut(gone);
    expect(new Set(await many(50))).toEqual(new Set([200]));
    const posted = await many(50, async () => (await http.post('/api/policy', {})).status);
    expect(new Set(posted)).toEqual(new Set([200]));
    expect(other.reached).toHaveLength(100);
    gone.server = createServer((request, response) => good(request, response));
    await new Promise<void>((resolve) => gone.server.listen(port, '127.0.0.1', () => resolve()));
    const before = other.reached.length;
    let asked = 0;
    await eventually('it is asked again', async () => {
      asked += (await many(4)).length;
      return other.reached.length - before < asked;
    });
  });

  test('with its whole network is no replica for any request', async () => {
    await gateway.stop();
    // No route leads there, whatever the network of this machine.
    await start(['http://255.255.255.255:80', replicas[1].url]);
    const posted = await many(20, async () => (await http.post('/api/policy', {})).status);
    expect(new Set([...posted, ...(await many(20))])).toEqual(new Set([200]));
    expect(replicas[1].reached).toHaveLength(40);
  });

  test('and breaks its connections: safe requests are repeated elsewhere, the outcome of others is unknown', async () => {
    const [broken, other] = replicas;
    broken.behave = cutOff;
    expect(await get()).toBe(200);
    expect(broken.reached).toHaveLength(1);
    expect(other.reached).toHaveLength(1);
    broken.behave = good;
    await eventually('it is asked again', async () => (await many(4)) && broken.reached.length > 1);
    for (const each of replicas) each.behave = cutOff;
    expect((await http.post('/api/policy', {})).status).toBe(504);
  });
});

test('safe requests that both replicas have lost go back to the first, however many', async () => {
  const asked = new Map<string, number>();
  for (const each of replicas)
    each.behave = (request, response) => {
      const before = asked.get(request.url!) ?? 0;
      asked.set(request.url!, before + 1);
      (before < 2 ? cutOff : good)(request, response);
    };
  for (let i = 0; i < 30; i++) expect((await http.get(`/api/policy/${i}`)).status).toBe(200);
  expect([...new Set(asked.values())]).toEqual([3]);
});

test('what the second replica takes along goes back to the first, however many the first had taken along', async () => {
  const AT_ONCE = 8;
  const lost: Fake[] = [];
  for (const each of replicas) {
    const held: (() => void)[] = [];
    each.behave = (request) => {
      held.push(() => void request.socket.destroy());
      if (held.length < AT_ONCE) return;
      if (lost.push(each) === 1) each.behave = good;
      else shut(each);
      for (const breakOff of held) breakOff();
    };
  }
  const path = `/api/policy/${newId()}`;
  const answers = await many(AT_ONCE, async () => (await http.put(path, {})).status);
  expect(new Set(lost)).toEqual(new Set(replicas));
  expect(new Set(answers)).toEqual(new Set([200]));
});

describe('a replica that refuses a request', () => {
  test.each([
    ['GET', '/api/policy/1'],
    ['POST', '/api/policy'],
  ])('has done nothing: %s %s is asked of another', async (method, path) => {
    for (const each of replicas)
      each.behave = (request, response) => (total() === 1 ? refuse : good)(request, response);
    expect((await http.raw(method, path)).status).toBe(200);
    expect(replicas.map(({ reached }) => reached)).toEqual([[`${method} ${path}`], [`${method} ${path}`]]);
  });

  test('as the other does: the client gets its response', async () => {
    for (const each of replicas) each.behave = refuse;
    const { status, body, headers } = await http.get('/api/policy/1');
    expect([status, body, headers.get('retry-after')]).toEqual([503, { status: 503 }, '1']);
    expect(total()).toBe(2);
  });

  const total = (): number => replicas.reduce((sum, { reached }) => sum + reached.length, 0);
});

test('a replica that is not ready gets no requests until it is', async () => {
  const [draining, other] = replicas;
  draining.readiness = 503;
  await eventually('it is left out', async () => {
    const before = draining.reached.length;
    expect(new Set(await many(4))).toEqual(new Set([200]));
    return draining.reached.length === before;
  });
  expect(other.reached.length).toBeGreaterThan(0);
  draining.readiness = 200;
  const before = draining.reached.length;
  await eventually('it is asked again', async () => (await many(4)) && draining.reached.length > before);
});

test('a replica that hangs is left out, and what waits there and is safe to repeat is asked elsewhere', async () => {
  const [hanging, other] = replicas;
  hanging.behave = silent;
  hanging.readiness = 'silent';
  const answers = await many(6);
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(hanging.reached.length).toBeGreaterThan(0);
  expect(other.reached.length).toBeGreaterThanOrEqual(6);
});

test('every replica is in the metrics of a developer’s machine, under its number', async () => {
  for (const each of replicas)
    each.behave = (_request, response) => void response.end('# TYPE up gauge\nup{service="policy"} 1\n');
  const { body } = await http.get('/metrics');
  expect(body).toContain('up{service="policy",replica="1"} 1');
  expect(body).toContain('up{service="policy",replica="2"} 1');
});
