import { expect, test } from '@jest/globals';
import { compareTexts } from './compare-texts.ts';

test('texts are sorted by their characters, whatever the language of the machine', () => {
  expect(['b', 'ä', 'B', 'a', ''].toSorted(compareTexts)).toEqual(['', 'B', 'a', 'b', 'ä']);
  expect(compareTexts('a', 'a')).toBe(0);
});
