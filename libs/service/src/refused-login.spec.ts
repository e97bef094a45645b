import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Database } from '@staycover/db';
import type { Nats, Relay } from '@staycover/messaging';
import { watchedHealth } from './refused-login.ts';

const refused = Object.assign(new Error('password authentication failed for user "billing"'), { code: '28P01' });
const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A health, and when its process is ended. */
const watched = () => {
  const state = { error: undefined as unknown, ends: 0, lines: [] as string[] };
  const parts = {
    database: { connect: async () => (state.error ? Promise.reject(state.error) : undefined) } as unknown as Database,
    nats: { isConnected: () => true } as Nats,
    consumers: [],
    relay: { isActive: () => true } as Relay,
    stopping: () => false,
  };
  const logger = { fatal: (line: string) => void state.lines.push(line) } as never;
  const surroundings = { now: () => performance.now(), end: () => void (state.ends += 1) };
  const { health, stop } = watchedHealth(parts, logger, surroundings);
  /** How it is for some seconds, in which the health is not asked for. */
  const during = async (seconds: number, error: unknown): Promise<void> => {
    state.error = error;
    await jest.advanceTimersByTimeAsync(seconds * 1_000);
  };
  return { state, health, stop, during };
};

test('a process that PostgreSQL goes on refusing ends without being asked, and logs why', async () => {
  const { state, health, during } = watched();
  await during(12, refused);
  expect([(await health()).checks['database'], state.ends]).toEqual(['unreachable', 0]);
  await during(20, refused);
  expect(state.ends).toBe(1);
  expect(state.lines).toEqual([expect.stringContaining('refuses the password of DATABASE_URL')]);
});

test('it does not look any more once it stops', async () => {
  const { state, stop, during } = watched();
  stop();
  await during(60, refused);
  expect(state.ends).toBe(0);
});

test.each([
  ['is away', away],
  ['takes the password meanwhile', undefined],
])('a process goes on while PostgreSQL %s', async (_what, other) => {
  const { state, during } = watched();
  for (const error of [refused, other, refused, other, other]) await during(10, error);
  expect(state.ends).toBe(0);
});
