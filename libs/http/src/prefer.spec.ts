import { expect, test } from '@jest/globals';
import { prefersStrict } from './prefer.ts';

test.each([
  [undefined, false],
  ['', false],
  ['handling=strict', true],
  ['handling="strict"', true],
  ['respond-async, Handling = strict', true],
  ['wait=3; handling=strict', true],
  ['handling=lenient', false],
  ['handling=strictly', false],
  ['mishandling=strict', false],
])('Prefer: %p is strict: %p', (prefer, isStrict) => {
  expect(prefersStrict(prefer)).toBe(isStrict);
});
