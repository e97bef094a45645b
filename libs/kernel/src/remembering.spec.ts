import { expect, test } from '@jest/globals';
import { remembering } from './remembering.ts';

test('the same text is read once, as long as not too many others came', () => {
  const texts: string[] = [];
  const read = remembering((text) => {
    texts.push(text);
    return { text };
  }, 2);
  expect(read('a')).toBe(read('a'));
  expect(read('b')).toEqual({ text: 'b' });
  expect(texts).toEqual(['a', 'b']);
  read('c');
  expect(read('a')).toEqual({ text: 'a' });
  expect(texts).toEqual(['a', 'b', 'c', 'a']);
});

test('what cannot be read fails each time', () => {
  const read = remembering((text) => Temporal.PlainDate.from(text));
  for (let i = 0; i < 2; i++) expect(() => read('2026-02-30')).toThrow('not in a valid range');
});
