import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { OutcomeUnknown } from '@staycover/db';
import { createLogger } from '@staycover/telemetry';
import { bareApp } from './app.ts';
import { problemHandler } from './problem.ts';

const failure = (code: string): Error => Object.assign(new Error('failed'), { code });

const answerTo = async (error: Error): Promise<Response> => {
  const app = bareApp();
  app.use(() => {
    throw error;
  });
  app.use(problemHandler('http://localhost', createLogger('test', { level: 'silent' })));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api/policy`, { method: 'POST' });
  server.close();
  server.closeAllConnections();
  return answer;
};

test.each([
  ['is down', failure('57P01'), 503, 'cannot reach its database'],
  ['timed out on a lock', failure('55P03'), 503, 'others change the same'],
  ['was lost at the commit', new OutcomeUnknown(failure('ECONNRESET')), 504, 'is unknown'],
])('a request on a database that %s', async (_what, error, status, detail) => {
  const answer = await answerTo(error as Error);
  expect(answer.status).toBe(status);
  expect(((await answer.json()) as { detail: string }).detail).toContain(detail);
  expect(answer.headers.has('retry-after')).toBe(status === 503);
});
