import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, jest, test } from '@jest/globals';
import { OutcomeUnknown } from '@staycover/db';
import { DomainError } from '@staycover/kernel';
import { createLogger } from '@staycover/telemetry';
import { pino } from 'pino';
import { bareApp } from './app.ts';
import { problemHandler } from './problem.ts';

const failure = (code: string): Error => Object.assign(new Error('failed'), { code });

const answerTo = async (error: Error, method = 'POST', headers: Record<string, string> = {}): Promise<Response> => {
  const app = bareApp();
  app.use(() => {
    throw error;
  });
  app.use(problemHandler('http://localhost', createLogger('test', { level: 'silent' })));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api/policy`, { method, headers });
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

test.each([
  ['a key', { 'Idempotency-Key': 'k-1' }, 'or send it again with the same Idempotency-Key'],
  ['no key', {}, 'look before you send it again'],
])('how to go on when the outcome is unknown, with %s', async (_what, headers, detail) => {
  const answer = await answerTo(new OutcomeUnknown(failure('ECONNRESET')), 'POST', headers);
  expect(((await answer.json()) as { detail: string }).detail).toContain(detail);
});

test('a read on a database that was lost meanwhile is refused: it has no outcome', async () => {
  const answer = await answerTo(new OutcomeUnknown(failure('ECONNRESET')), 'GET');
  expect(answer.status).toBe(503);
  expect(((await answer.json()) as { detail: string }).detail).toContain('cannot reach its database');
});

test.each([
  ['error', Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(dana@acme.example)' })],
  ['warn', new DomainError('service-unavailable', 'The report was read too slowly.')],
])('an answer that fails when it has begun is in the log alone, as %s', async (level, error) => {
  const printed = jest.spyOn(console, 'error').mockReturnValue(undefined);
  const lines: string[] = [];
  const logger = pino(
    { formatters: { level: (label) => ({ level: label }) } },
    { write: (line) => void lines.push(line) },
  );
  const app = bareApp().set('env', 'production');
  app.use(async (_request, response) => {
    response.write('[');
    await Promise.reject(error);
  });
  app.use(problemHandler('http://localhost', logger));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/report`);
  await expect(answer.text()).rejects.toThrow('terminated');
  server.close();
  await once(server, 'close');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level, path: '/api/report', msg: 'an answer broke off' },
  ]);
  expect(printed).not.toHaveBeenCalled();
  printed.mockRestore();
});
