import { expect, test } from '@jest/globals';
import { slots } from './slots.ts';

test('as many tasks run as there are slots, the rest in the order they came, failed ones included', async () => {
  const run = slots(2);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const task = (i: number) => async () => {
    started.push(i);
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (i % 3 === 0) throw new Error(`task ${i}`);
  };
  const done = await Promise.allSettled(Array.from({ length: 9 }, (_, i) => run(task(i))));
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(most).toBe(2);
  expect(done.filter(({ status }) => status === 'rejected')).toHaveLength(3);
});

test('who brings much takes turns with others, and never has more than its share', async () => {
  const run = slots(2, 1);
  const started: string[] = [];
  const running = { a: 0, b: 0, c: 0 };
  const task = (party: 'a' | 'b' | 'c') => async () => {
    started.push(party);
    expect((running[party] += 1)).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    running[party] -= 1;
  };
  const parties = [...Array<'a'>(6).fill('a'), 'b', 'b', 'c', 'c'] as const;
  await Promise.all(parties.map((party) => run(task(party), party)));
  expect(new Set(started.slice(0, 5))).toEqual(new Set(['a', 'b', 'c']));
  expect(started.slice(-2)).toEqual(['a', 'a']);
  expect(started).toHaveLength(10);
});
