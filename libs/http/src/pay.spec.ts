import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { addLineItem, getPolicy, receiveDeal, schemaExample } from '@staycover/api';
import { currentOrigin } from '@staycover/db';
import { DomainError, everyRole } from '@staycover/kernel';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { handle } from './route.ts';

const BUDGET = 10_000;

let server: Server;
let spent: [organizationId: string, bytes: number][];
let handled: number;
/** How often a budget may be used up by the events that a request causes. */
let times: number | undefined;
let failWith: DomainError | undefined;

afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

const start = async (organizations: readonly string[] | '*', id = 'dana'): Promise<void> => {
  spent = [];
  handled = 0;
  failWith = undefined;
  times = undefined;
  const serve = async () => {
    currentOrigin()?.spend?.('of its events', 0, 'event');
    if (failWith) throw failWith;
    return { body: { handled: ++handled } };
  };
  server = createServer(
    createApp({
      publicUrl: 'http://localhost',
      logger: pino({ level: 'silent' }),
      routes: [handle(addLineItem, serve), handle(getPolicy, serve), handle(receiveDeal, serve)],
      authenticate: async () => ({ id, organizations, roles: everyRole }),
      spend(organizationId, bytes, _stored, allowed = 1) {
        if (bytes === 0) return void (times = allowed);
        const sum = spent.reduce((all, [payer, each]) => (payer === organizationId ? all + each : all), 0);
        if (sum + bytes > BUDGET) throw new DomainError('budget-exceeded', 'Too much.', { retryAfter: 7 });
        spent.push([organizationId, bytes]);
      },
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
};

const send = (method: string, path: string, body?: object) => {
  const { port } = server.address() as AddressInfo;
  const headers = { authorization: 'Bearer x', ...(body && { 'content-type': 'application/json' }) };
  return fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
};

const line = (more: object = {}) => ({ ...(schemaExample(addLineItem.body!) as object), ...more });

describe('a request that changes something', () => {
  test('is paid for by the bytes of its body, known members or not', async () => {
    await start(['acme']);
    const body = line({ unknown: 'x'.repeat(2_000) });
    await send('POST', '/api/invoice/1/line-items', body);
    for (const method of ['GET', 'HEAD']) await send(method, '/api/policy/1');
    expect(spent).toEqual([['acme', JSON.stringify(body).length + 1_024]]);
  });

  test('is paid for by its bytes also where they are kept as they came', async () => {
    await start(['acme']);
    const body = { notes: 'x'.repeat(2_000) };
    await send('POST', '/api/webhook/crm/deal-closed', body);
    expect(spent).toEqual([['acme', JSON.stringify(body).length + 1_024]]);
  });

  test('beyond the budget is 429 with the time to wait, and does nothing', async () => {
    await start(['acme']);
    const statuses = [];
    for (let i = 0; i < 8; i++) statuses.push((await send('POST', '/api/invoice/1/line-items', line())).status);
    const refused = await send('POST', '/api/invoice/1/line-items', line({ unknown: 'x'.repeat(9_000) }));
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('7');
    expect(await refused.json()).toMatchObject({ type: expect.stringMatching(/budget-exceeded$/) });
    expect(handled).toBe(statuses.filter((status) => status === 200).length);
  });

  test.each([
    ['that cannot be done now is paid back', 'service-unavailable', 0],
    ['that is refused is paid for', 'precondition-failed', 1],
  ])('%s', async (_what, code, paid) => {
    await start(['acme', 'globex']);
    failWith = new DomainError(code, 'Not now.');
    expect((await send('POST', '/api/invoice/1/line-items', line())).status).toBeGreaterThanOrEqual(400);
    for (const organization of ['acme', 'globex']) {
      const its = spent.filter(([id]) => id === organization).map(([, bytes]) => bytes);
      expect(its.reduce((sum, bytes) => sum + bytes, 0) > 0).toBe(paid === 1);
    }
  });

  test('of several organizations is done while one of them can pay: it may be for that one', async () => {
    await start(['acme', 'globex']);
    spent.push(['acme', BUDGET]);
    expect((await send('POST', '/api/invoice/1/line-items', line())).status).toBe(200);
    expect(spent.slice(1)).toEqual([['globex', expect.any(Number)]]);
    spent.push(['globex', BUDGET - spent[1]![1]]);
    expect((await send('POST', '/api/invoice/1/line-items', line())).status).toBe(429);
    expect(handled).toBe(1);
  });

  test('of staff of all organizations is not counted, and its events may take a budget twice', async () => {
    await start('*');
    expect((await send('POST', '/api/invoice/1/line-items', line())).status).toBe(200);
    expect([spent, times]).toEqual([[], 2]);
  });

  test('of a customer is counted, with the events that it causes', async () => {
    await start(['acme']);
    await send('POST', '/api/invoice/1/line-items', line());
    expect(times).toBe(1);
  });

  test('without authentication is counted: a budget may be set there, too', async () => {
    await start('*', 'anonymous');
    await send('POST', '/api/invoice/1/line-items', line());
    expect(times).toBe(1);
  });
});
