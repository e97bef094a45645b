import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { bareApp } from '@staycover/http';
import { proxyTo } from './proxy.ts';
import { openUpstream } from './upstream.ts';

test('a client that leaves before its body is read is no error, and asks no service for anything', async () => {
  let calls = 0;
  const call = async (): Promise<void> => void (calls += 1);
  const protection = { call, mayRetry: () => false, stop: () => undefined };
  const upstream = openUpstream('policy', ['http://127.0.0.1:1'], 1_000, protection);
  const proxy = proxyTo({ policy: upstream });
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const outcome = Promise.withResolvers<unknown>();
  const app = bareApp();
  app.use(async (request, response) => {
    reached.resolve();
    await released.promise;
    outcome.resolve(Promise.resolve(proxy(request, response, () => undefined)).catch((error: unknown) => error));
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const gone = new Promise<void>((resolve) => {
    server.once('connection', (socket) => void socket.once('close', () => resolve()));
  });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
    socket.write('POST /api/policy HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{');
  });
  await reached.promise;
  socket.destroy();
  await gone;
  released.resolve();
  expect(await outcome.promise).toBeUndefined();
  expect(calls).toBe(0);
  server.close();
  await upstream.replicas.close();
});
