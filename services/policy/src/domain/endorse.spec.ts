import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Book, beachBook } from '../testing/book.ts';
import { date } from '../testing/policies-in-time.ts';
import { printRows } from '../testing/print-rows.ts';
import { fault, refusal } from '../testing/refusals.ts';

let book: Book;
beforeEach(() => {
  book = beachBook();
});

const november = { nights: 30, amount: 1_275_000n };

const rows = (id?: string) => printRows(book.rows(id));

test('a bound policy covers its nights at its rate', () => {
  expect(book.month('2026-11')).toEqual(november);
  expect(rows()).toEqual(['beach 2026-11-01..']);
});

describe('an endorsement', () => {
  test('of today changes the nights from today on: 15.75 more', () => {
    book.put({ members: { ratePerNight: 50_000n } });
    expect(book.month('2026-11').amount - november.amount).toBe(157_500n);
    expect(book.price('beach', date('2026-11-09'))).toBe(42_500n);
    expect(book.entry().policy.ratePerNight).toBe(50_000n);
  });

  test('of a later day shows from that day, which is named before', () => {
    book.put({ members: { ratePerNight: 50_000n }, effectiveFrom: date('2026-12-01') });
    expect(book.entry().policy).toMatchObject({ ratePerNight: 42_500n, changeDueOn: date('2026-12-01') });
    book.today = date('2026-12-01');
    book.sweep();
    expect(book.entry().policy).toMatchObject({ ratePerNight: 50_000n, changeDueOn: null });
  });

  test('holds until a later one of the same member', () => {
    book.put({ members: { ratePerNight: 60_000n }, effectiveFrom: date('2026-12-01') });
    book.put({ members: { ratePerNight: 50_000n, planId: 'gold' } });
    expect(book.price('beach', date('2026-11-30'))).toBe(50_000n);
    expect(book.price('beach', date('2026-12-01'))).toBe(60_000n);
    book.today = date('2026-12-01');
    book.sweep();
    expect(book.entry().policy).toMatchObject({ ratePerNight: 60_000n, planId: 'gold' });
  });

  test('of coverage holds for the members that differ: others that are stated again go on changing', () => {
    book.put({ members: { coverage: { deductible: 250, contentsCoverage: 1000 } } });
    book.put({
      members: { coverage: { deductible: 250, contentsCoverage: 5000 } },
      effectiveFrom: date('2026-12-01'),
    });
    book.put({ members: { coverage: { deductible: 500 } } });
    book.today = date('2026-12-01');
    book.sweep();
    expect(book.entry().policy.details.coverage).toMatchObject({ deductible: 500, contentsCoverage: 5000 });
  });

  test('of a later day is refused beside 100 that are ahead, and one of today is not', () => {
    const planned = (days: number) =>
      book.put({ members: { ratePerNight: BigInt(50_000 + days) }, effectiveFrom: book.today.add({ days }) });
    for (let days = 1; days <= 100; days += 1) planned(days);
    expect(() => planned(101)).toThrow(refusal('change-limit'));
    book.put({ members: { ratePerNight: 60_000n } });
    expect(book.entry().policy.ratePerNight).toBe(60_000n);
    book.today = book.today.add({ days: 1 });
    book.sweep();
    planned(101);
    expect(book.entry().policy.changeCount).toBe(103);
  });

  test('without any difference changes and rejects nothing', () => {
    const before = book.entry().policy;
    book.put({
      members: { ratePerNight: 42_500n, coverage: null },
      terms: { termStart: date('2026-11-01') },
      effectiveFrom: date('2026-11-01'),
    });
    expect(book.entry().policy).toEqual(before);
  });

  test('ends cover for states no longer supported today, not before', () => {
    book.put({ members: { supportedStates: ['GA'] } });
    expect(rows()).toEqual(['beach 2026-11-01..2026-11-10']);
    expect(book.entry().changedFrom).toEqual(date('2026-11-10'));
  });

  test('of undated members records no change', () => {
    book.put({ details: { productCode: 'DMG' } });
    expect(book.entry().changes.map(({ kind }) => kind)).toEqual(['ISSUE']);
    expect(book.entry().policy).toMatchObject({ details: { productCode: 'DMG' }, version: 3 });
  });

  test.each<[string, Parameters<Book['put']>[0], unknown]>([
    [
      'a past day',
      { members: { planId: 'gold' }, effectiveFrom: date('2026-11-09') },
      refusal('retroactive-change', '2026-11-10'),
    ],
    ['another start', { terms: { termStart: date('2026-10-01') } }, refusal('retroactive-change', '2026-11-01')],
    [
      'an end before yesterday',
      { terms: { termEnd: date('2026-11-08') } },
      refusal('retroactive-change', '2026-11-09'),
    ],
    ['more nights at least than at most', { members: { minNights: 5, maxNights: 4 } }, fault('/maxNights')],
    ['a loss fund above the rate', { members: { ratePerNight: 10_000n } }, fault('/lossFundRatePerNight')],
  ])('refuses %s', (_name, endorsement, expected) => {
    expect(() => book.put(endorsement)).toThrow(expected as Error);
  });

  test('refuses what contradicts a later change', () => {
    book.put({ members: { maxNights: 4 }, effectiveFrom: date('2026-12-01') });
    expect(() => book.put({ members: { minNights: 5 } })).toThrow(fault('/minNights'));
  });

  test('may end the term yesterday', () => {
    book.put({ terms: { termEnd: date('2026-11-09') } });
    expect(book.month('2026-11').nights).toBe(9);
    expect(book.entry().changedFrom).toEqual(date('2026-11-10'));
  });

  test('does not extend a term over nights that have passed without cover', () => {
    book.today = date('2027-11-01');
    book.put({ terms: { termEnd: date('2027-11-30') } });
    expect(book.month('2027-11').nights).toBe(30);
    book.today = date('2027-12-02');
    expect(() => book.put({ terms: { termEnd: date('2027-12-31') } })).toThrow(refusal('policy-not-in-force'));
  });

  test('of a policy before its term counts from the term', () => {
    book.today = date('2026-10-29');
    book.put({ members: { ratePerNight: 50_000n } });
    expect(book.entry().changes.at(-1)).toMatchObject({ kind: 'CHANGE', effectiveFrom: date('2026-11-01') });
    const early = { members: { planId: 'gold' }, effectiveFrom: date('2026-10-30') };
    expect(() => book.put(early)).toThrow(fault('/effectiveFrom'));
  });

  test('of an expired policy is rejected, except for undated members', () => {
    book.patch({ status: 'EXPIRED' });
    expect(() => book.put({ members: { planId: 'gold' } })).toThrow(refusal('policy-not-in-force'));
    expect(() => book.put({ terms: { termEnd: date('2028-10-31') } })).toThrow(refusal('policy-not-in-force'));
    book.put({ details: { name: 'Old' } });
    expect(book.entry().policy.details.name).toBe('Old');
  });

  test('of a cancelled policy is refused', () => {
    book.patch({ status: 'CANCELLED' });
    expect(() => book.put({ details: { name: 'Gone' } })).toThrow(refusal('policy-final'));
  });

  test('of a pending policy changes its row and takes no day', () => {
    book.add({ id: 'p2' });
    book.put({ members: { ratePerNight: 50_000n }, terms: { termStart: date('2026-09-01') } }, 'p2');
    expect(book.entry('p2')).toMatchObject({ changes: [], policy: { ratePerNight: 50_000n } });
    const later = { members: { planId: 'gold' }, effectiveFrom: date('2026-12-01') };
    expect(() => book.put(later, 'p2')).toThrow(fault('/effectiveFrom'));
  });
});
