import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chunks } from './chunks.ts';

const entriesOf = fc.array(fc.integer({ min: 1, max: 60 }));
const bound = fc.integer({ min: 1, max: 40 });

test('chunks keep every entry in order and stay within both bounds, unless one entry is larger alone', () => {
  fc.assert(
    fc.property(entriesOf, bound, bound, (entries, maxCount, maxSize) => {
      const parts = chunks(entries, { maxCount, maxSize, sizeOf: (entry) => entry });
      expect(parts.flat()).toEqual(entries);
      const total = (part: number[]) => part.reduce((sum, entry) => sum + entry, 0);
      expect(parts.every((part) => part.length <= maxCount && (part.length === 1 || total(part) <= maxSize))).toBe(
        true,
      );
    }),
  );
});

test('no part is empty, and a part takes what still fits', () => {
  const parts = chunks([3, 3, 3, 9, 1, 1], { maxCount: 3, maxSize: 8, sizeOf: (entry) => entry });
  expect(parts).toEqual([[3, 3], [3], [9], [1, 1]]);
});
