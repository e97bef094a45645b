import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type LocalIssuer, localIssuer } from '@staycover/auth/local-issuer';
import {
  type Client,
  createTestDatabase,
  eventually,
  httpClient,
  listenLocally,
  type TestDatabase,
} from '@staycover/testing';
import pg from 'pg';
import { readConfig } from '../config.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';

const LIMIT = 40;

let database: TestDatabase;
let admin: pg.Client;
let issuer: LocalIssuer;
let upstream: Server;
let upstreamUrl: string;
let gateways: RunningGateway[] = [];

beforeAll(async () => {
  [database, issuer] = await Promise.all([createTestDatabase(), localIssuer()]);
  admin = new pg.Client(database.adminUrl);
  await admin.connect();
  upstream = createServer((_request, response) => response.setHeader('content-type', 'application/json').end('{}'));
  upstreamUrl = await listenLocally(upstream);
});

afterEach(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  gateways = [];
  await admin.query('truncate gateway.rate_limit');
});

afterAll(async () => {
  upstream.close();
  await Promise.all([issuer.close(), admin.end()]);
  await database.drop();
});

const start = async (databaseUrl: string): Promise<Client> => {
  const gateway = await startGateway(
    readConfig({
      PORT: '0',
      LOG_LEVEL: 'fatal',
      POLICY_URL: upstreamUrl,
      RATE_LIMIT_PER_MINUTE: String(LIMIT),
      DATABASE_URL: databaseUrl,
      ...issuer.environment,
    }),
  );
  gateways.push(gateway);
  return httpClient(gateway.url, { documented: false });
};

const caller = async (sub: string) => {
  const headers = { authorization: `Bearer ${await issuer.token({ sub, roles: ['read'] })}` };
  const ask = (http: Client) => http.get('/api/policy/1', headers).then(({ status }) => status);
  return {
    ask,
    times: (count: number, http: Client) => Promise.all(Array.from({ length: count }, () => ask(http))),
  };
};

const counted = async (): Promise<number[]> => {
  const { rows } = await admin.query<{ points: number }>(
    `select points from gateway.rate_limit where key like 'caller:%'`,
  );
  return rows.map(({ points }) => points);
};

describe('two gateways with one database', () => {
  test('reject a caller that has used up the limit across both', async () => {
    const [one, other] = await Promise.all([start(database.urlFor('gateway')), start(database.urlFor('gateway'))]);
    const { ask, times } = await caller('dana');
    expect(new Set(await times(30, one))).toEqual(new Set([200]));
    await eventually('they are counted', async () => (await counted())[0] === 30);
    expect(new Set(await times(11, other))).toEqual(new Set([200]));
    await eventually('these as well', async () => (await counted())[0] === 41);
    await eventually('the second refuses', async () => (await ask(other)) === 429);
    await eventually('so does the first', async () => (await ask(one)) === 429);
    expect((await counted())[0]).toBeLessThan(2 * LIMIT);
    expect(await (await caller('finn')).ask(other)).toBe(200);
  });

  test('do not query the database for a caller far below the limit', async () => {
    const one = await start(database.urlFor('gateway'));
    await (await caller('seldom')).times(4, one);
    await (await caller('often')).times(5, one);
    await eventually('frequent callers are counted', async () => (await counted()).length > 0);
    expect(await counted()).toEqual([5]);
  });
});

test('without its database a gateway answers, and counts for itself', async () => {
  const one = await start('postgres://gateway@127.0.0.1:1/none');
  const { times } = await caller('dana');
  const statuses = await times(LIMIT + 5, one);
  expect(statuses.toSorted()).toEqual([...Array<number>(LIMIT).fill(200), ...Array<number>(5).fill(429)]);
});
