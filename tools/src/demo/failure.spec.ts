import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { listenLocally } from '@staycover/testing';
import { failureText } from './failure.ts';

test('a platform that has ended is named by its address', async () => {
  const server = createServer();
  const gatewayUrl = await listenLocally(server);
  server.close();
  await once(server, 'close');
  const error: unknown = await fetch(gatewayUrl).catch((why: unknown) => why);
  expect(failureText(error, gatewayUrl)).toBe(
    `${gatewayUrl} does not answer (ECONNREFUSED). Does the platform still run there?`,
  );
});

test.each([
  ['other errors', new Error('It never came: event a'), 'It never came: event a'],
  ['what is no error', 'why', 'why'],
  ['errors of the demo itself', new TypeError('x is not a function'), 'x is not a function'],
])('%s stay as they are', (_what, error, text) => {
  expect(failureText(error, 'http://localhost:8080')).toBe(text);
});
