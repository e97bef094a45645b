import { expect, test } from '@jest/globals';
import { systemClock } from './clock.ts';

test('the time is as fine as it is kept', () => {
  const times = Array.from({ length: 100 }, systemClock);
  expect(times.filter(({ epochNanoseconds }) => epochNanoseconds % 1_000n !== 0n)).toEqual([]);
});
