import { expect, test } from '@jest/globals';
import { mainCurrency } from './main-currency.ts';

const counted = (currency: string, ...counts: number[]) => ({ currency, states: counts.map((count) => ({ count })) });

test.each([
  ['that with the most invoices, in whichever state', ['EUR', 'USD'], [counted('EUR', 2), counted('USD', 1, 2)], 'USD'],
  ['the first of those with as many', ['EUR', 'USD'], [counted('EUR', 1), counted('USD', 1)], 'EUR'],
  ['one that is asked about', ['EUR'], [counted('EUR', 1), counted('USD', 5)], 'EUR'],
  ['one with invoices before one without', ['EUR', 'USD'], [counted('USD', 1)], 'USD'],
  ['the first where invoices are not known yet', ['EUR', 'USD'], [], 'EUR'],
  ['none of none', [], [counted('USD', 1)], undefined],
])('the main currency is %s', (_what, names, invoices, expected) => {
  expect(mainCurrency(names, invoices)).toBe(expected);
});
