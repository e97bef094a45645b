import { describe, expect, test } from '@jest/globals';
import { fittingCount } from './page.ts';

describe('how many items fit on a page', () => {
  test.each([
    { what: 'nothing', counts: [], fitting: 0 },
    { what: 'items that fill it exactly', counts: [4, 6], fitting: 2 },
    { what: 'an item that is one too much', counts: [4, 6, 1], fitting: 2 },
    { what: 'a first item that is too large for any page', counts: [11, 1], fitting: 1 },
    { what: 'items without parts behind a full one', counts: [10, 0, 0], fitting: 3 },
  ])('$what', ({ counts, fitting }) => {
    expect(fittingCount(counts, 10)).toBe(fitting);
  });
});
