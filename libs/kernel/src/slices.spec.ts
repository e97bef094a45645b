import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { slice } from './slices.ts';

let now = 0;

beforeEach(() => {
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** How many turns others have after a step of so many milliseconds; undefined when none is needed. */
const turnsAfter = async (ms: number): Promise<number | undefined> => {
  slice();
  now += ms;
  const rest = slice();
  if (!rest) return undefined;
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await rest;
  clearImmediate(next);
  return turns;
};

test.each([
  ['goes on', 9, undefined, undefined],
  ['lets others have a turn', 10, 0, 2],
  ['lets others have many', 60, 10, Number.POSITIVE_INFINITY],
])('a computation %s after a step of %d ms', async (_what, ms, least, most) => {
  const turns = await turnsAfter(ms);
  await new Promise(setImmediate);
  if (least === undefined) expect(turns).toBeUndefined();
  else {
    expect(turns).toBeGreaterThanOrEqual(least);
    expect(turns).toBeLessThanOrEqual(most!);
  }
});
