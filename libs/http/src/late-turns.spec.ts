import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { setInvoiceStatus } from '@staycover/api';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { handle } from './route.ts';

test('a change that goes on after its caller gave up does not begin after that', async () => {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const begun: string[] = [];
  const route = handle(setInvoiceStatus, async ({ body }) => {
    begun.push(body.status);
    reached.resolve();
    await released.promise;
    return { body: {} };
  });
  const logger = pino({ level: 'silent' });
  const server = createServer(createApp({ publicUrl: 'http://localhost', logger, routes: [route] }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const move = (status: string, withinMs: number) =>
    fetch(`http://127.0.0.1:${port}/api/invoice/1/status`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'x-answer-within-ms': String(withinMs) },
      body: JSON.stringify({ status }),
    });
  const first = move('PAID', 60_000);
  await reached.promise;
  const second = move('VOID', 50);
  const late = await Promise.race([second, first]);
  expect([late.status, begun]).toEqual([503, ['PAID']]);
  released.resolve();
  expect((await first).status).toBe(200);
  server.close();
  server.closeAllConnections();
});
