import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson, contentHash, isSame } from './canonical.ts';

describe('canonical JSON', () => {
  test('does not depend on the order of members', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  });

  test('differs for different content and is equal for equal content', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(contentHash(a) === contentHash(b)).toBe(canonicalJson(a) === canonicalJson(b));
        expect(contentHash(structuredClone(a))).toBe(contentHash(a));
      }),
    );
  });
});

describe('sameness', () => {
  test('sees bigint and calendar dates', () => {
    const value = { amount: 5n, on: Temporal.PlainDate.from('2026-01-01') };
    expect(isSame(value, { ...value })).toBe(true);
    expect(isSame(value, { ...value, amount: 6n })).toBe(false);
    expect(isSame(value, { ...value, on: Temporal.PlainDate.from('2026-01-02') })).toBe(false);
    expect(isSame(value, { ...value, on: Temporal.PlainDate.from('2026-01-01') })).toBe(true);
  });

  test('is that of canonical JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(isSame(a, b)).toBe(canonicalJson(a) === canonicalJson(b));
        expect(isSame(a, structuredClone(a))).toBe(true);
      }),
    );
  });

  test.each<[string, unknown, unknown, boolean]>([
    ['members in another order', { a: 1, b: [2] }, { b: [2], a: 1 }, true],
    ['a member that is undefined', { a: 1, b: undefined }, { a: 1 }, true],
    ['undefined for null', { a: undefined }, { a: null }, false],
    ['a member of the same name as those that all objects have', { constructor: 1 }, {}, false],
    ['entries in another order', [1, 2], [2, 1], false],
    ['a list for an object', [], {}, false],
    ['a number for a bigint', 5, 5n, false],
    ['a text for a date', '2026-01-01', Temporal.PlainDate.from('2026-01-01'), false],
  ])('of %s', (_name, a, b, same) => {
    expect(isSame(a, b)).toBe(same);
    expect(isSame(b, a)).toBe(same);
  });
});
