import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chunks } from './policy-events.ts';

test('chunks keep every entry in order and stay within both bounds', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string()),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 40 }),
      (entries, most, bytes) => {
        const parts = chunks(entries, most, bytes);
        expect(parts.flat()).toEqual(entries);
        const sizeOf = (part: string[]) =>
          part.reduce((sum, entry) => sum + Buffer.byteLength(JSON.stringify(entry)), 0);
        expect(parts.every((part) => part.length <= most && (part.length === 1 || sizeOf(part) <= bytes))).toBe(true);
      },
    ),
  );
});
