import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import type { Authenticator } from '@staycover/auth';
import type { Actor } from '@staycover/kernel';
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
