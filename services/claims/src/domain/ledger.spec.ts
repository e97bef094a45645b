import { describe, expect, test } from '@jest/globals';
import { sum } from '@staycover/kernel';
import fc from 'fast-check';
import { type Split, splitPostings } from './ledger.ts';

const split = (parts: Partial<Split>): Split => {
  const amounts = { premium: 0n, lossFund: 0n, partner: 0n, service: 0n, ...parts };
  const total = amounts.premium + amounts.lossFund + amounts.partner + amounts.service;
  return { orderLineId: 'line-1', stayMonth: '2026-11', total, ...amounts };
};

const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
const splits = fc.array(fc.record({ premium: amount, lossFund: amount, partner: amount, service: amount }).map(split), {
  maxLength: 50,
});

describe('the postings of a reserve split', () => {
  test('debit the collected premium and credit the accounts it is split into', () => {
    expect(splitPostings([split({ premium: 9_450n, lossFund: 3_300n })])).toEqual([
      { line: 0, account: 'COLLECTED_PREMIUM', amount: 12_750n, orderLineId: 'line-1', stayMonth: '2026-11' },
      { line: 1, account: 'RETAINED_PREMIUM', amount: -9_450n, orderLineId: 'line-1', stayMonth: '2026-11' },
      { line: 2, account: 'LOSS_FUND', amount: -3_300n, orderLineId: 'line-1', stayMonth: '2026-11' },
    ]);
  });

  test('sum to zero for each split, whatever its signs, with lines of their own', () => {
    fc.assert(
      fc.property(splits, (given) => {
        const postings = splitPostings(given);
        given.forEach((_, i) => {
          expect(sum(postings.filter(({ line }) => Math.floor(line / 5) === i).map((p) => p.amount))).toBe(0n);
        });
        expect(new Set(postings.map(({ line }) => line)).size).toBe(postings.length);
      }),
    );
  });

  test('of a split and its reversal cancel out account by account', () => {
    fc.assert(
      fc.property(splits, (given) => {
        const reversed = given.map((s) => ({
          ...s,
          premium: -s.premium,
          lossFund: -s.lossFund,
          partner: -s.partner,
          service: -s.service,
          total: -s.total,
        }));
        for (const account of new Set(splitPostings(given).map((p) => p.account))) {
          const both = [...splitPostings(given), ...splitPostings(reversed)].filter((p) => p.account === account);
          expect(sum(both.map((p) => p.amount))).toBe(0n);
        }
      }),
    );
  });

  test('are refused when the parts are not the total', () => {
    expect(() => splitPostings([split({ premium: 5n }), { ...split({ premium: 5n }), total: 6n }])).toThrow(
      '/data/splits/1 must sum to its total',
    );
  });
});
