import { expect, test } from '@jest/globals';
import { wordsIn } from './notice.ts';
import { orUnchanged } from './unchanged.ts';

test.each([
  ['the version that was seen', '"4"', '"4"', 'nothing had to change'],
  ['another version', '"5"', '"4"', undefined],
  ['no version', undefined, '"4"', undefined],
  ['no version, as none was seen', undefined, undefined, undefined],
])('an answer of %s', async (_which, etag, seen, words) => {
  const answer = await orUnchanged(Promise.resolve({ etag, data: 1 }), seen);
  expect(wordsIn(answer)).toBe(words);
  expect(answer.data).toBe(1);
});
