import { describe, expect, test } from '@jest/globals';
import { sum } from '@staycover/kernel';
import type { Invoice } from '../../domain/invoice.ts';
import type { InvoiceLine } from '../../domain/line.ts';
import { MAX_LINES, providerLines } from './lines.ts';

const invoice = (tax = 0n) => ({ tax }) as Invoice;

const line = (i: number, stayMonth = '2026-11'): InvoiceLine =>
  ({
    manual: false,
    description: `Property ${i}`,
    amount: BigInt(i),
    category: 'INSURANCE_PREMIUM',
    stayMonth,
  }) as InvoiceLine;

const lines = (count: number, months = 1) =>
  Array.from({ length: count }, (_, i) => line(i + 1, `2026-${String((i % months) + 1).padStart(2, '0')}`));

describe('lines at the provider', () => {
  test('are those of the invoice while they fit, tax last', () => {
    const shown = providerLines({ invoice: invoice(7n), lines: lines(MAX_LINES - 1) });
    expect(shown).toHaveLength(MAX_LINES);
    expect([shown[0], shown.at(-1)]).toEqual([
      { description: 'Property 1', amount: 1n },
      { description: 'Tax', amount: 7n },
    ]);
  });

  test.each([
    [MAX_LINES + 1, 1, ['Insurance premium, 2026-01 (251 lines)']],
    [10_000, 2, ['Insurance premium, 2026-01 (5000 lines)', 'Insurance premium, 2026-02 (5000 lines)']],
  ])('of %p in %p months are summed up', (count, months, descriptions) => {
    const all = lines(count, months);
    const shown = providerLines({ invoice: invoice(), lines: all });
    expect(shown.map(({ description }) => description)).toEqual(descriptions);
    expect(sum(shown.map(({ amount }) => amount))).toBe(sum(all.map(({ amount }) => amount)));
  });

  test('of more months than fit are summed up by category', () => {
    const all = Array.from({ length: 400 }, (_, i) => line(1, `month ${i}`));
    expect(providerLines({ invoice: invoice(), lines: all })).toEqual([
      { description: 'Insurance premium (400 lines)', amount: 400n },
    ]);
  });

  test('of nothing say so', () => {
    expect(providerLines({ invoice: invoice(), lines: [] })).toEqual([{ description: 'Nothing to pay', amount: 0n }]);
  });
});
