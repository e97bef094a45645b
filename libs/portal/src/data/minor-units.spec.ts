import { expect, test } from '@jest/globals';
import { minorUnits } from './minor-units.ts';

test.each([
  ['-10.00', 'USD', -1000],
  ['−0.1', 'USD', -10],
  ['1234567.89', 'USD', 123_456_789],
  ['481', 'JPY', 481],
  ['-10000000', 'USD', -1_000_000_000],
  ['1.235', 'KWD', 1235],
  ['10', 'HUF', 1000],
  ['1.5', 'IQD', 1500],
])('%s %s is %d', (text, currency, units) => {
  expect(minorUnits(text, currency)).toBe(units);
});

test.each([
  ['1.234', 'USD', 'USD has 2 decimals.'],
  ['1.5', 'JPY', 'JPY has 0 decimals.'],
  ['ten', 'USD', 'The amount must be a number, e.g. -10.00'],
  ['10000000.01', 'USD', 'The amount must be at most 10,000,000.00 USD.'],
  ['-99999999999999999', 'JPY', 'The amount must be at most 1,000,000,000 JPY.'],
  ['', 'USD', 'The amount must be a number, e.g. -10.00'],
])('%j %s is refused: %s', (text, currency, message) => {
  expect(() => minorUnits(text, currency)).toThrow(message);
});
