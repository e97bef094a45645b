import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson, contentHash, isSame } from './canonical.ts';

describe('canonical JSON', () => {
  test('does not depend on the order of members', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  });

  test('tells different content apart, equal content together', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(contentHash(a) === contentHash(b)).toBe(canonicalJson(a) === canonicalJson(b));
        expect(contentHash(structuredClone(a))).toBe(contentHash(a));
      }),
    );
  });
});

test('sameness sees bigint and calendar dates', () => {
  const value = { amount: 5n, on: Temporal.PlainDate.from('2026-01-01') };
  expect(isSame(value, { ...value })).toBe(true);
  expect(isSame(value, { ...value, amount: 6n })).toBe(false);
  expect(isSame(value, { ...value, on: Temporal.PlainDate.from('2026-01-02') })).toBe(false);
});
