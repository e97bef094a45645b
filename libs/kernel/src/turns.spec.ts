import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { mapInSlices } from './slices.ts';
import { turnQueue } from './turns.ts';

describe('a queue by turns', () => {
  /** How many of a crowd went on in each turn of the event loop until all had, in their order. */
  const measureCrowds = async (count: number, perTurn: number): Promise<number[]> => {
    let now = 0;
    const nextTurnBegins = (): void => {
      now++;
      if (went.length < count) setImmediate(nextTurnBegins);
    };
    setImmediate(nextTurnBegins);
    const went: { one: number; turn: number }[] = [];
    const turn = turnQueue(perTurn);
    const all = Array.from({ length: count }, (_, one) => one);
    await Promise.all(all.map((one) => turn().then(() => void went.push({ one, turn: now }))));
    expect(went.map(({ one }) => one)).toEqual(all);
    return [...Map.groupBy(went, (each) => each.turn).values()].map((crowd) => crowd.length);
  };

  test.each([
    [1, [1]],
    [4, [4]],
    [5, [4, 1]],
    [10, [4, 4, 2]],
  ])('lets %i go on as %j', async (count, crowds) => expect(await measureCrowds(count, 4)).toEqual(crowds));

  test('resets its count in a later turn', async () => {
    const turn = turnQueue(1);
    await turn();
    await nextTurn();
    await nextTurn();
    let isHere = false;
    const going = turn().then(() => (isHere = true));
    await Promise.resolve();
    expect(isHere).toBe(true);
    await going;
  });
});

describe('a computation in slices', () => {
  test('has the results in their order, and lets other work have its turn', async () => {
    let turns = 0;
    let isDone = false;
    const others = (async () => {
      for (; !isDone; turns++) await nextTurn();
    })();
    const busy = (n: number): number => {
      const until = performance.now() + 4;
      while (performance.now() < until);
      return n * 2;
    };
    const entries = Array.from({ length: 30 }, (_, i) => i);
    expect(await mapInSlices(entries, busy)).toEqual(entries.map((n) => n * 2));
    isDone = true;
    await others;
    expect(turns).toBeGreaterThan(5);
  });
});
