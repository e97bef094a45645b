import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { createTestNats, eventually } from '@staycover/testing';

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
  const { url, user, password } = await createTestNats([]);
  const login = { NATS_URL: url, NATS_USER: user, NATS_PASSWORD: password };
  const { child, errors, ended } = unread(['events', 'tail'], login);
  const connection = await connect({ servers: url, user, pass: password });
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
