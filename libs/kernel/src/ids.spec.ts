import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { version } from 'uuid';
import { cellFromId, isId, madeAtMs, newId, newIdIn } from './index.ts';

const cells = fc.integer({ min: 0, max: 1023 });

describe('an id', () => {
  test('is a UUIDv7 that carries its cell, whichever it is', () => {
    fc.assert(
      fc.property(cells, (cell) => {
        const id = newIdIn(cell)();
        expect([isId(id), version(id), cellFromId(id)]).toEqual([true, 7, cell]);
      }),
    );
  });

  test('belongs to the first cell by default', () => {
    expect(cellFromId(newId())).toBe(0);
  });

  test('has a readable cell in capital letters, too', () => {
    expect(cellFromId(newIdIn(1023)().toUpperCase())).toBe(1023);
  });

  test('is unique and sorts after earlier ids, in every cell', () => {
    fc.assert(
      fc.property(cells, (cell) => {
        const make = newIdIn(cell);
        const ids = Array.from({ length: 2_000 }, make);
        expect(ids.toSorted()).toEqual(ids);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 20 },
    );
  });

  test('starts with its creation time', () => {
    const before = Date.now();
    const millis = madeAtMs(newIdIn(7)());
    expect(millis - before).toBeGreaterThanOrEqual(0);
    expect(millis - before).toBeLessThan(60_000);
  });

  test.each([-1, 1024, 1.5, Number.NaN])('is rejected for cell %d', (cell) => {
    expect(() => newIdIn(cell)).toThrow(RangeError);
  });
});
