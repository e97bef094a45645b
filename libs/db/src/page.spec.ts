import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fittingCount, measurePage } from './page.ts';

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

test('pages that end early have every row once, in order, and 8 MiB at most or one row', async () => {
  const MIB = 1024 * 1024;
  const bytes = fc.oneof(fc.integer({ min: 0, max: MIB }), fc.integer({ min: 0, max: 20 * MIB }));
  await fc.assert(
    fc.asyncProperty(fc.array(bytes, { maxLength: 400 }), fc.integer({ min: 1, max: 300 }), async (sizes, limit) => {
      const rows = sizes.map((size, key) => ({ key, bytes: size }));
      const read: number[] = [];
      for (let hasMore = true; hasMore; ) {
        const page = await measurePage<number>({ limit, after: read.at(-1) }, async (asked) =>
          rows.slice((asked.after ?? -1) + 1).slice(0, asked.limit),
        );
        const size = page.keys.reduce((sum, key) => sum + sizes[key]!, 0);
        expect(page.keys.length).toBeLessThanOrEqual(limit);
        expect(size <= 8 * MIB || page.keys.length === 1).toBe(true);
        expect(page.keys.length > 0 || !page.hasMore).toBe(true);
        read.push(...page.keys);
        hasMore = page.hasMore;
      }
      expect(read).toEqual(rows.map(({ key }) => key));
    }),
  );
});
