import { expect, test } from '@jest/globals';
import { boundedCache } from './bounded-cache.ts';

test('a bounded cache evicts the least recently used values', () => {
  const cache = boundedCache<string>(6, (text) => text.length);
  cache.set('a', 'aaa');
  cache.set('b', 'bbb');
  cache.get('a');
  cache.set('c', 'c');
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual(['aaa', undefined, 'c']);
  cache.set('a', 'a longer text than fits');
  expect(['a', 'c'].map((key) => cache.get(key))).toEqual([undefined, undefined]);
});
