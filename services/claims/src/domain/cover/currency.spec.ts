import { expect, test } from '@jest/globals';
import { isCurrency } from '@staycover/kernel';
import { findCurrency } from './currency.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const inUse = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => `${a}${b}${c}`))).filter(isCurrency);

test('every currency in use is found by its number', () => {
  const found = Array.from({ length: 1_000 }, (_, number) => findCurrency(number));
  expect(inUse.filter((code) => !found.includes(code))).toEqual([]);
});

test('a number that is none of ISO 4217 names no currency', () => {
  expect([null, 0, 1, 999].map(findCurrency)).toEqual([null, null, null, null]);
});
