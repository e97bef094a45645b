import { expect, test } from '@jest/globals';
import { preferredWait } from './prefer.ts';

test.each([
  [undefined, 10_000, undefined],
  ['respond-async', 10_000, undefined],
  ['wait=abc', 10_000, undefined],
  ['wait=-1', 10_000, undefined],
  ['wait=0', 0, 'wait=0'],
  ['wait=25', 25_000, 'wait=25'],
  ['respond-async, Wait = "7"', 7_000, 'wait=7'],
  ['handling=strict; wait=3', 3_000, 'wait=3'],
  ['wait=600', 60_000, 'wait=60'],
])('Prefer: %s waits %d ms', (prefer, waitMs, applied) => {
  expect(preferredWait(prefer)).toEqual({ waitMs, headers: applied ? { 'Preference-Applied': applied } : {} });
});
