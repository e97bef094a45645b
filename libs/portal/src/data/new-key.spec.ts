import { expect, test } from '@jest/globals';
import { newKey } from './new-key.ts';

test('a key has 32 digits, and is another one each time', () => {
  const keys = Array.from({ length: 100 }, newKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => !/^[0-9a-f]{32}$/.test(key))).toEqual([]);
});
