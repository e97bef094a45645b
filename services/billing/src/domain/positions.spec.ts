import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { placeLines } from './positions.ts';

const place = (ids: string, known: Record<string, number> = {}) => placeLines([...ids], new Map(Object.entries(known)));

describe('the lines of a draft', () => {
  test('have room between them', () => {
    expect(place('abc')).toEqual([32_768, 65_536, 98_304]);
  });

  test.each([
    ['between two', 'axb', { a: 100, b: 200 }, [100, 150, 200]],
    ['before the first', 'xyb', { b: 300 }, [100, 200, 300]],
    ['behind the last', 'ax', { a: 100 }, [100, 32_868]],
  ])('keep their positions when another comes %s', (_where, ids, known, positions) => {
    expect(place(ids, known)).toEqual(positions);
  });

  test.each([
    ['there is no room', 'axb', { a: 1, b: 2 }],
    ['the first begins at 0', 'xa', { a: 0 }],
    ['they have another order', 'bxa', { a: 1, b: 100 }],
    ['they have come to the end', 'abx', { a: 1, b: 2 ** 31 - 1 }],
  ])('all get new ones when %s', (_why, ids, known) => {
    expect(place(ids, known)).toEqual(place('uvw').slice(0, ids.length));
  });

  test('are in order, whatever comes and goes', () => {
    const steps = fc.array(fc.array(fc.nat({ max: 60 }), { maxLength: 40 }), { maxLength: 20 });
    fc.assert(
      fc.property(steps, (drafts) => {
        let known = new Map<string, number>();
        for (const draft of drafts) {
          const ids = [...new Set(draft)].toSorted((a, b) => a - b).map(String);
          const positions = placeLines(ids, known);
          expect(positions).toEqual(positions.toSorted((a, b) => a - b));
          expect(new Set(positions).size).toBe(ids.length);
          expect(positions.every((position) => position > 0 && position < 2 ** 31)).toBe(true);
          known = new Map(ids.map((id, i) => [id, positions[i]!]));
        }
      }),
    );
  });
});
