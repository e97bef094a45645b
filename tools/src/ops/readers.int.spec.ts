import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import { connectTestNats, createTestNats, eventually } from '@staycover/testing';

/** A command that nothing reads the output of, as behind `| head`. */
const unread = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const child = spawn(process.execPath, ['tools/src/ops.ts', ...args], {
    cwd: resolve(import.meta.dirname, '../../..'),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  return { child, errors: text(child.stderr), ended: once(child, 'close') };
};

test('a command that would go on for ever ends when nothing reads what it prints', async () => {
  const nats = await createTestNats([]);
  const login = { NATS_URL: nats.url, NATS_USER: nats.user, NATS_PASSWORD: nats.password };
  const { child, errors, ended } = unread(['events', 'tail'], login);
  const connection = await connectTestNats(nats);
  await eventually(
    'it has ended',
    async () => {
      await jetstream(connection).publish('insurance.contract.deal-closed.acme', '{}');
      return child.exitCode !== null;
    },
    30_000,
  );
  await connection.close();
  expect(await ended).toEqual([0, null]);
  expect(await errors).toBe('');
});
