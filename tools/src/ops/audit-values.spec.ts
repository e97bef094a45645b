import { expect, test } from '@jest/globals';
import { shownValue } from './audit-values.ts';

test.each([
  ['an amount', 'billing', 'total', 'USD', 4400, '44'],
  ['an amount that was taken back', 'billing', 'amount_paid', 'USD', -1, '-0.01'],
  ['an amount of a currency without decimals', 'billing', 'total', 'JPY', 4400, '4400'],
  ['an amount of a currency with three', 'billing', 'unallocated', 'KWD', 1119, '1.119'],
  ['amounts by what they are for', 'billing', 'subtotals_by_category', 'USD', { CREDIT: '-1000' }, '{"CREDIT":-10}'],
  [
    'a dispute',
    'billing',
    'disputes',
    'USD',
    [{ id: '7', outcome: 'LOST', amount: '1000', on: { i: '250' } }],
    '[{"id":"7","outcome":"LOST","amount":10,"on":{"i":2.5}}]',
  ],
  ['amounts of nothing', 'billing', 'open_on', 'USD', {}, '{}'],
  ['an amount of an unknown currency', 'billing', 'total', undefined, 4400, '4400 in minor units'],
  ['no amount', 'billing', 'total', 'USD', null, 'null'],
  ['a rate', 'policy', 'rate_per_night', undefined, 42_500, '4.25'],
  ['no rate', 'policy', 'rate_per_month', undefined, null, 'null'],
  ['an amount of a claim', 'claims', 'reserve_amount', 'USD', 4_500_000, '450'],
  ['what a claim keeps as it shows it', 'claims', 'decision', 'USD', { approvedAmount: 450 }, '{"approvedAmount":450}'],
  ['a text', 'billing', 'status', 'USD', 'SENT', '"SENT"'],
  ['a count', 'billing', 'retry_attempt', 'USD', 100, '100'],
])('%s is shown as people write it: %s %s in %s', (_what, service, column, currency, recorded, shown) => {
  expect(shownValue({ service, column, currency }, recorded)).toBe(shown);
});
