import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, jest, test } from '@jest/globals';
import { getClaim, getPolicy, withdrawPolicyChange } from '@staycover/api';
import type { Authenticator } from '@staycover/auth';
import { timeLeft } from '@staycover/db';
import { anonymous } from '@staycover/kernel';
import { eventually } from '@staycover/testing';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { handle, type Route } from './route.ts';

let server: Server;
let logged: string[];
/** What the server waits for before it goes on with a request. */
let released: PromiseWithResolvers<void>;
let reached: PromiseWithResolvers<void>;

const start = async (route: Route, authenticate: Authenticator = async () => anonymous): Promise<void> => {
  logged = [];
  [released, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const logger = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  server = createServer(createApp({ publicUrl: 'http://localhost', logger, routes: [route], authenticate }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
};

afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

const waitHere = (): Promise<void> => {
  reached.resolve();
  return released.promise;
};

/** Sends a request, and is gone while the server waits. */
const leaveDuring = async (request: string): Promise<void> => {
  const gone = new Promise<void>((resolve) => {
    server.once('connection', (socket) => void socket.once('close', () => resolve()));
  });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => void socket.write(request));
  await reached.promise;
  socket.destroy();
  await gone;
  released.resolve();
};

const read = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** The answer of a client that stays. */
const readAll = async (path: string): Promise<string> =>
  (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)).text();

test('what a stream holds is given back when its client leaves before the first chunk', async () => {
  let isHeld = false;
  const chunks = async function* (): AsyncGenerator<string> {
    isHeld = true;
    try {
      await waitHere();
      yield 'a';
      yield 'b';
    } finally {
      isHeld = false;
    }
  };
  await start(handle(getPolicy, async () => ({ stream: { type: 'text/csv', chunks: chunks() } })));
  await leaveDuring(read('/api/policy/1'));
  await eventually('it is given back', () => !isHeld);
  expect(await readAll('/api/policy/1')).toBe('ab');
  expect(logged).toEqual([]);
});

test('a client that leaves while its long answer is made is no error', async () => {
  const body = Array.from({ length: 10_000 }, (_, i) => i);
  await start(
    handle(getClaim, async () => {
      await waitHere();
      return { body };
    }),
  );
  await leaveDuring(read('/api/claim/1'));
  expect(JSON.parse(await readAll('/api/claim/1'))).toEqual(body);
  expect(logged).toEqual([]);
});

test('what a client asked that left while it was authenticated is not in time any more', async () => {
  const left: number[] = [];
  const route = handle(withdrawPolicyChange, async () => {
    left.push(timeLeft());
    return { body: {} };
  });
  const authenticate = async () => {
    await waitHere();
    return anonymous;
  };
  await start(route, authenticate);
  await leaveDuring('DELETE /api/policy/1/changes/1 HTTP/1.1\r\nHost: localhost\r\nX-Answer-Within-Ms: 60000\r\n\r\n');
  await eventually('it was handled', () => left.length > 0);
  expect(left[0]).toBeLessThan(0);
});

test('the time that a client gives counts from when its request came, not from when its caller was known', async () => {
  const left: number[] = [];
  const route = handle(withdrawPolicyChange, async () => {
    left.push(timeLeft());
    return { body: {} };
  });
  const came = performance.now();
  const authenticate = async () => {
    jest.spyOn(performance, 'now').mockImplementation(() => came + 50_000);
    return anonymous;
  };
  await start(route, authenticate);
  const { port } = server.address() as AddressInfo;
  const headers = { 'x-answer-within-ms': '60000' };
  await fetch(`http://127.0.0.1:${port}/api/policy/1/changes/1`, { method: 'DELETE', headers });
  jest.restoreAllMocks();
  expect(left[0]).toBeGreaterThan(0);
  expect(left[0]).toBeLessThan(20_000);
});
