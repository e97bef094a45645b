import { expect, test } from '@jest/globals';
import type { Database } from '@staycover/db';
import type { Nats, Relay } from '@staycover/messaging';
import { serviceHealth } from './health.ts';
import { endWhenRefused } from './refused-login.ts';

const refused = Object.assign(new Error('password authentication failed for user "billing"'), { code: '28P01' });
const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** A health that is asked each 5 s, and when its process is ended. */
const watched = () => {
  const state = { ms: 0, error: undefined as unknown, ends: 0, lines: [] as string[] };
  const onDatabase = endWhenRefused({ fatal: (line: string) => void state.lines.push(line) } as never, {
    now: () => state.ms,
    end: () => void (state.ends += 1),
  });
  const health = serviceHealth({
    database: { connect: async () => (state.error ? Promise.reject(state.error) : undefined) } as unknown as Database,
    nats: { isConnected: () => true } as Nats,
    consumers: [],
    relay: { isActive: () => true } as Relay,
    stopping: () => false,
    onDatabase,
  });
  const ask = async (error: unknown): Promise<string | undefined> => {
    Object.assign(state, { error, ms: state.ms + 5_000 });
    return (await health()).checks['database'];
  };
  return { state, ask };
};

test('a process that PostgreSQL goes on refusing ends, and logs why', async () => {
  const { state, ask } = watched();
  expect([await ask(refused), await ask(refused), state.ends]).toEqual(['unreachable', 'unreachable', 0]);
  for (let i = 0; i < 3; i++) await ask(refused);
  expect(state.ends).toBe(1);
  expect(state.lines).toEqual([expect.stringContaining('refuses the password of DATABASE_URL')]);
});

test.each([
  ['is away', away],
  ['takes the password meanwhile', undefined],
])('a process goes on while PostgreSQL %s', async (_what, other) => {
  const { state, ask } = watched();
  for (const error of [refused, refused, other, refused, refused, other, other, other]) await ask(error);
  expect(state.ends).toBe(0);
});
