import { expect, test } from '@jest/globals';
import { allEnded } from './all-ended.ts';

test('what all return comes in their order', async () => {
  const slow = new Promise<string>((resolve) => setImmediate(resolve, 'slow'));
  expect(await allEnded([slow, Promise.resolve('quick')])).toEqual(['slow', 'quick']);
});

test('a failure comes when all have ended, the first in their order', async () => {
  let hasEnded = false;
  const slow = new Promise<never>((_, reject) => setImmediate(reject, new Error('slow'))).finally(() => {
    hasEnded = true;
  });
  await expect(allEnded([slow, Promise.reject(new Error('quick'))])).rejects.toThrow('slow');
  expect(hasEnded).toBe(true);
});
