import { describe, expect, test } from '@jest/globals';
import { gather } from './gather.ts';

/** Doubles numbers, and refuses a run in which one is negative; a run takes a number once. */
const doubler = () => {
  const runs: number[][] = [];
  const double = gather<number, number>({
    on: () => runs,
    fits: (chosen, n) => chosen.length < 3 && !chosen.includes(n),
    async run(numbers) {
      runs.push([...numbers]);
      if (numbers.some((n) => n < 0)) throw new Error(`${numbers.join(', ')} cannot be doubled`);
      return numbers.map((n) => n * 2);
    },
  });
  return { runs, double };
};

describe('items that arrive during a run', () => {
  test('is done together, each with its own result', async () => {
    const { runs, double } = doubler();
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
    expect(runs).toEqual([[1, 2, 3]]);
  });

  test('waits for the next run where it does not fit, in its order', async () => {
    const { runs, double } = doubler();
    expect(await Promise.all([1, 1, 2, 3, 4].map(double))).toEqual([2, 2, 4, 6, 8]);
    expect(runs).toEqual([
      [1, 2, 3],
      [1, 4],
    ]);
  });

  test('does not fail for another: each is then done alone', async () => {
    const { runs, double } = doubler();
    const settled = await Promise.allSettled([1, -2, 3].map(double));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(runs).toEqual([[1, -2, 3], [1], [-2], [3]]);
  });

  test('are not repeated when the outcome is unknown', async () => {
    const runs: number[][] = [];
    const lose = gather<number, number>({
      on: () => runs,
      fits: () => true,
      async run(numbers) {
        runs.push([...numbers]);
        throw new Error('the connection was lost');
      },
      isUncertain: (error) => String(error).includes('lost'),
    });
    const settled = await Promise.allSettled([1, 2].map(lose));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(runs).toEqual([[1, 2]]);
  });

  test('is done alone when it is more than may go together', async () => {
    const runs: number[][] = [];
    const weigh = gather<number, number>({
      on: () => runs,
      fits: (chosen, n) => chosen.reduce((sum, other) => sum + other, n) <= 10,
      async run(numbers) {
        runs.push([...numbers]);
        if (numbers.length === 0) throw new Error('nothing was chosen');
        return numbers;
      },
    });
    expect(await Promise.all([1, 11, 2].map(weigh))).toEqual([1, 11, 2]);
    expect(runs).toEqual([[1, 2], [11]]);
  });

  test('do not wait for runs on another key', async () => {
    const { promise: never } = Promise.withResolvers<number[]>();
    const [stuck, free] = [{}, {}];
    const send = gather<object, number>({
      on: (item) => item,
      fits: () => true,
      run: async (items) => (items[0] === stuck ? never : [1]),
    });
    void send(stuck);
    expect(await send(free)).toBe(1);
  });

  test('is done when it comes after all others are', async () => {
    const { double } = doubler();
    expect(await double(1)).toBe(2);
    expect(await double(2)).toBe(4);
  });
});

describe('items of a gathering that waits', () => {
  const waiting = (ms: number) => {
    const runs: number[][] = [];
    const double = gather<number, number>({
      on: () => runs,
      fits: () => true,
      wait: { ms, enough: 3, mayWait: (n) => n > 0 },
      async run(numbers) {
        runs.push([...numbers]);
        return numbers.map((n) => n * 2);
      },
    });
    return { runs, double };
  };

  test('go with those that come within the time', async () => {
    const { runs, double } = waiting(50);
    const first = double(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await Promise.all([first, double(2)])).toEqual([2, 4]);
    expect(runs).toEqual([[1, 2]]);
  });

  test('do not wait when there are enough, nor for one that none follows', async () => {
    const { runs, double } = waiting(2 ** 30);
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
    expect(await double(-1)).toBe(-2);
    expect(runs).toEqual([[1, 2, 3], [-1]]);
  });
});
