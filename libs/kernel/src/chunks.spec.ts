import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chunks, partsBy } from './chunks.ts';

const entrySizes = fc.array(fc.integer({ min: 1, max: 60 }));
const bound = fc.integer({ min: 1, max: 40 });

test('chunks keep every entry in order and stay within both bounds, unless one entry is larger alone', () => {
  fc.assert(
    fc.property(entrySizes, bound, bound, (entries, maxCount, maxSize) => {
      const parts = chunks(entries, { maxCount, maxSize, getSize: (entry) => entry });
      expect(parts.flat()).toEqual(entries);
      const total = (part: number[]) => part.reduce((sum, entry) => sum + entry, 0);
      expect(parts.every((part) => part.length <= maxCount && (part.length === 1 || total(part) <= maxSize))).toBe(
        true,
      );
    }),
  );
});

test('no part is empty, and a part takes what still fits', () => {
  const parts = chunks([3, 3, 3, 9, 1, 1], { maxCount: 3, maxSize: 8, getSize: (entry) => entry });
  expect(parts).toEqual([[3, 3], [3], [9], [1, 1]]);
});

test('parts have all entries of their keys, in order, and every entry is in one part', () => {
  const entries = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e'), n: fc.integer() }));
  fc.assert(
    fc.property(entries, entries, bound, (first, second, keysAPart) => {
      const parts = partsBy({ first, second }, ({ key }) => key, keysAPart);
      const keys = parts.map((part) => new Set([...part.first, ...part.second].map(({ key }) => key)));
      expect(keys.every((some) => some.size <= keysAPart)).toBe(true);
      expect(keys.flatMap((some) => [...some]).toSorted()).toEqual(
        [...new Set([...first, ...second].map(({ key }) => key))].toSorted(),
      );
      for (const key of 'abcde') {
        const of = <T extends { key: string }>(some: T[]) => some.filter((entry) => entry.key === key);
        expect(of(parts.flatMap((part) => part.first))).toEqual(of(first));
        expect(of(parts.flatMap((part) => part.second))).toEqual(of(second));
      }
    }),
  );
});
