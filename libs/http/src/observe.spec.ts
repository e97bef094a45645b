import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import type { Authenticator } from '@staycover/auth';
import type { Actor } from '@staycover/kernel';
import { createMetrics } from '@staycover/telemetry';
import { pino } from 'pino';
import { z } from 'zod';
import { createApp } from './app.ts';
import { handle } from './route.ts';

const actor: Actor = { id: 'dana', organizations: ['acme'], roles: ['read', 'write'] };
const authenticate: Authenticator = async () => actor;

const contract = {
  operationId: 'putThing',
  method: 'put',
  path: '/api/thing/{id}',
  role: 'write',
  params: z.object({ id: z.string() }),
  body: z.object({ secret: z.string() }),
} as unknown as Parameters<typeof handle>[0];

const lines: Record<string, unknown>[] = [];
const logger = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });

const send = async (headers: Record<string, string>): Promise<Record<string, unknown>> => {
  const route = handle(contract, async () => ({ body: {} }));
  const server = createServer(createApp({ publicUrl: 'http://localhost', routes: [route], logger, authenticate }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const request = {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"secret":"hush"}',
  };
  await (await fetch(`http://127.0.0.1:${port}/api/thing/7?token=t0ken`, request)).text();
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  return lines.at(-1)!;
};

describe('the log line of a request', () => {
  test('records the actor, the operation, the organization, the outcome and the duration', async () => {
    expect(await send({})).toMatchObject({
      msg: 'request',
      method: 'PUT',
      path: '/api/thing/7',
      status: 200,
      outcome: 'ok',
      durationMs: expect.any(Number),
      actor: 'dana',
      organization: 'acme',
    });
  });

  test('holds neither body nor query', async () => {
    expect(JSON.stringify(await send({}))).not.toMatch(/hush|t0ken/);
  });
});

test('a request of a client that left before its turn does not wait for an answer for ever', async () => {
  const metrics = createMetrics('test');
  const app = createApp({ publicUrl: 'http://localhost', routes: [], logger, metrics });
  const handled = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    response.once('close', () => (app(request, response), handled.resolve()));
    request.socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  connect((server.address() as AddressInfo).port, '127.0.0.1')
    .on('error', () => undefined)
    .write('GET /api/thing/7 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await handled.promise;
  expect(lines.at(-1)).toMatchObject({ path: '/api/thing/7', outcome: 'aborted' });
  expect((await metrics.of('httpActive').get()).values).toMatchObject([{ value: 0 }]);
  server.close();
  await once(server, 'close');
});
