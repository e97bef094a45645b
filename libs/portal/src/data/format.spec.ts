import { describe, expect, test } from '@jest/globals';
import { claimed, day, money, rate, words } from './format.ts';

test.each([
  [117.5, 'USD', '117.50 USD'],
  [-1500, 'JPY', '−1,500 JPY'],
  [1.5, 'KWD', '1.500 KWD'],
  [null, 'USD', '–'],
])('%j %s reads %s', (amount, currency, text) => {
  expect(money(amount, currency)).toBe(text);
});

describe('what is not money', () => {
  test('a rate keeps its decimals', () => {
    expect([rate(4.25, 'USD'), rate(1.2355), rate(null)]).toEqual(['4.25 USD', '1.2355', '–']);
  });

  test('an amount of a claim has a currency where one is known', () => {
    expect([claimed(350, 'USD'), claimed(350, null), claimed(null, null)]).toEqual(['350.00 USD', '350.00', '–']);
  });

  test('a day is the same in every time zone', () => {
    expect([day('2026-11-01'), day(null)]).toEqual(['1 Nov 2026', '–']);
  });

  test('a state is words', () => {
    expect(words('PAST_DUE')).toBe('past due');
  });
});
