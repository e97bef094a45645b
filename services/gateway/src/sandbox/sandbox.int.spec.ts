import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { localIssuer } from '@staycover/auth/local-issuer';
import { type Client, httpClient, listenLocally } from '@staycover/testing';
import { type RunningGateway, readConfig, startGateway } from '../gateway.ts';

const CLOCK = '/sandbox/clock';
const UNREACHABLE = Object.fromEntries(
  ['POLICY_URL', 'CONTRACT_URL', 'BILLING_URL', 'RENEWAL_URL', 'CLAIMS_URL'].map((name) => [
    name,
    'http://127.0.0.1:1',
  ]),
);
const json = { 'content-type': 'application/json' };

const start = (env: Record<string, string>) => startGateway(readConfig({ PORT: '0', LOG_LEVEL: 'fatal', ...env }));

let gateway: RunningGateway;
let http: Client;

beforeAll(async () => {
  gateway = await start({ SANDBOX: 'on', ...UNREACHABLE });
  http = httpClient(gateway.url);
});

afterAll(() => gateway?.stop());

describe('the clock of a sandbox', () => {
  test.each([
    ['days that go back', '{"advanceDays":-1}', 'must be at least 1'],
    ['no days', '{"advanceDays":0}', 'must be at least 1'],
    ['half a day', '{"advanceDays":1.5}', 'must be a whole number'],
    ['more than 400 days', '{"advanceDays":1000000000}', 'must be at most 400'],
    ['days beyond all numbers', '{"advanceDays":1e400}', 'must be a number'],
    ['days as text', '{"advanceDays":"3"}', 'must be a number'],
    ['days that are null', '{"advanceDays":null}', 'must be a number'],
    ['another member', '{"days":3}', 'is required'],
    ['a list', '[3]', 'must be an object'],
    ['a number', '3', 'must be an object'],
    ['nothing', undefined, 'is required'],
  ])('refuses %s', async (_what, body, detail) => {
    const answer = await http.raw('POST', CLOCK, body, json);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ detail }] } });
  });

  test.each([
    ['JSON that breaks off', '{"advanceDays":', json, 400],
    ['bytes that are no UTF-8', Buffer.from('{"advanceDays":1,"x":"\xff"}', 'latin1'), json, 400],
    ['text', '{"advanceDays":1}', { 'content-type': 'text/plain' }, 415],
    ['a form', 'advanceDays=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['more than 1 MiB', `{"advanceDays":1}${' '.repeat(2 ** 20)}`, json, 413],
  ])('refuses %s', async (_what, body, headers, status) => {
    const answer = await http.raw('POST', CLOCK, body, headers);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
    ]);
  });

  test('refuses a request without any body as incomplete, not as another media type', async () => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.end(
      `POST ${CLOCK} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n`,
    );
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 [^]*"must be a JSON body"/);
  });

  test('does not move without the services', async () => {
    expect((await http.get(CLOCK)).status).toBe(503);
    expect((await http.post(CLOCK, { advanceDays: 1 })).status).toBe(503);
  });

  test('returns the latest time of any service, and its own when none answers', async () => {
    const now = '2199-03-01T08:00:00.000Z';
    const service = createServer((_request, response) => response.end(JSON.stringify({ now })));
    const played = await start({
      SANDBOX: 'on',
      BILLING_URL: await listenLocally(service),
    });
    try {
      expect((await httpClient(played.url).get('/api/me')).body.now).toBe(now);
      expect((await http.get('/api/me')).body.now).toEqual(expect.stringMatching(/Z$/));
    } finally {
      await played.stop();
      service.close();
    }
  });

  test('is moved by operators of all organizations only: all of them share it', async () => {
    const issuer = await localIssuer();
    const guarded = await start({ SANDBOX: 'on', ...UNREACHABLE, ...issuer.environment });
    const { get, post } = httpClient(guarded.url);
    const as = async (org: string) => ({
      authorization: `Bearer ${await issuer.token({ sub: 'dana', org, roles: ['ops'] })}`,
    });
    try {
      expect(await post(CLOCK, { advanceDays: 1 }, await as('globex'))).toMatchObject({
        status: 403,
        body: { type: expect.stringMatching(/forbidden$/), requiredRoles: ['ops'] },
      });
      const reached = [await get(CLOCK, await as('globex')), await post(CLOCK, { advanceDays: 1 }, await as('*'))];
      expect(reached.map(({ status }) => status)).toEqual([503, 503]);
    } finally {
      await Promise.all([guarded.stop(), issuer.close()]);
    }
  });

  test('is not there without a sandbox', async () => {
    const real = await start({});
    const { get, post } = httpClient(real.url);
    expect([(await get(CLOCK)).status, (await post(CLOCK, { advanceDays: 1 })).status]).toEqual([404, 404]);
    await real.stop();
  });
});
