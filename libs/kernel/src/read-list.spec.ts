import { expect, test } from '@jest/globals';
import { readList } from './read-list.ts';

test.each([
  ['', ',', []],
  [' , ,', ',', []],
  ['a', ',', ['a']],
  [' a, b c ,,d ', ',', ['a', 'b c', 'd']],
  ['a,b; c', ';', ['a,b', 'c']],
  ['a | b', '|', ['a', 'b']],
] as const)('%j, separated by %s, is %j', (text, separator, entries) => {
  expect(readList(text, separator)).toEqual(entries);
});
