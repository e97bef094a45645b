import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Book, beachBook } from '../testing/book.ts';
import { date, stated } from '../testing/policies-in-time.ts';
import { printRows } from '../testing/print-rows.ts';
import { fault, refusal } from '../testing/refusals.ts';

let book: Book;
beforeEach(() => {
  book = beachBook();
});

const november = { nights: 30, amount: 1_275_000n };

const rows = (id?: string) => printRows(book.rows(id));

describe('a suspension', () => {
  test('pauses cover until it is resumed', () => {
    book.patch({ status: 'SUSPENDED' });
    expect(book.month('2026-11').nights).toBe(9);
    book.today = date('2026-11-20');
    book.patch({ status: 'ACTIVE' });
    expect(rows()).toEqual(['beach 2026-11-01..2026-11-10', 'beach 2026-11-20..']);
    expect(book.month('2026-11').nights).toBe(20);
  });

  test('of a later day shows from that day', () => {
    book.patch({ status: 'SUSPENDED', effectiveDate: date('2026-11-20') });
    expect(book.entry().policy.status).toBe('ACTIVE');
    expect(rows()).toEqual(['beach 2026-11-01..2026-11-20']);
    book.today = date('2026-11-20');
    book.sweep();
    expect(book.entry().policy.status).toBe('SUSPENDED');
  });
});

describe('a cancellation', () => {
  test('by agreement is of today: 21 nights and 89.25 come back', () => {
    book.patch({ status: 'CANCELLED', note: 'sold' });
    const { nights, amount } = book.month('2026-11');
    expect({ nights: nights - 30, amount: amount - november.amount }).toEqual({ nights: -21, amount: -892_500n });
    expect(book.entry().policy).toMatchObject({
      status: 'CANCELLED',
      cancellation: { effectiveDate: date('2026-11-10'), reason: 'AGREED', note: 'sold' },
    });
  });

  test('on request takes effect after its notice, and the policy is ACTIVE until then', () => {
    book.patch({ status: 'CANCELLED', reason: 'INSURED_REQUEST' });
    expect(book.entry().policy).toMatchObject({
      status: 'ACTIVE',
      cancellation: { effectiveDate: date('2026-12-10'), reason: 'INSURED_REQUEST' },
    });
    expect(rows()).toEqual(['beach 2026-11-01..2026-12-10']);
    book.today = date('2026-12-10');
    book.sweep();
    expect(book.entry().policy.status).toBe('CANCELLED');
  });

  test.each<[string, Parameters<Book['patch']>[0], unknown]>([
    [
      'a day inside the notice',
      { status: 'CANCELLED', reason: 'INSURED_REQUEST', effectiveDate: date('2026-12-09') },
      refusal('notice-too-short', '2026-12-10'),
    ],
    [
      'a day too soon for who did not pay',
      { status: 'CANCELLED', reason: 'NON_PAYMENT', effectiveDate: date('2026-11-19') },
      refusal('notice-too-short', '2026-11-20'),
    ],
    [
      'a past day',
      { status: 'CANCELLED', effectiveDate: date('2026-11-09') },
      refusal('retroactive-change', '2026-11-10'),
    ],
    [
      'a past suspension',
      { status: 'SUSPENDED', effectiveDate: date('2026-11-09') },
      refusal('retroactive-change', '2026-11-10'),
    ],
    ['a move that there is not', { status: 'PENDING' }, refusal('invalid-transition')],
  ])('refuses %s', (_name, move, expected) => {
    expect(() => book.patch(move)).toThrow(expected as Error);
  });

  test('before the term leaves no night', () => {
    book.today = date('2026-10-29');
    book.patch({ status: 'CANCELLED' });
    expect(book.entry().policy.status).toBe('CANCELLED');
    expect(rows()).toEqual([]);
  });

  test('cuts the next term of a policy that was renewed early', () => {
    book.today = date('2027-10-10');
    book.renew();
    book.patch({ status: 'CANCELLED' });
    expect(rows()).toEqual(['beach 2026-11-01..2027-10-10']);
  });

  test('within the old term of a policy that was renewed early shows from its day on', () => {
    book.today = date('2027-10-10');
    book.renew();
    book.patch({ status: 'CANCELLED', effectiveDate: date('2027-10-20') });
    expect(rows()).toEqual(['beach 2026-11-01..2027-10-20']);
    const effectiveDate = date('2027-10-20');
    for (const day of ['2027-10-10', '2027-10-19']) {
      book.today = date(day);
      book.sweep();
      expect(book.entry().policy).toMatchObject({
        status: 'ACTIVE',
        cancellation: { effectiveDate },
        changeDueOn: effectiveDate,
      });
    }
    book.today = effectiveDate;
    book.sweep();
    expect(book.entry().policy).toMatchObject({ status: 'CANCELLED', changeDueOn: null });
  });

  test('and a suspension within the old term show each from its day on, or not at all when withdrawn', () => {
    book.today = date('2027-10-10');
    book.renew(50_000n);
    book.patch({ status: 'SUSPENDED', effectiveDate: date('2027-10-12') });
    book.patch({ status: 'ACTIVE', effectiveDate: date('2027-10-15') });
    book.patch({ status: 'CANCELLED', effectiveDate: date('2027-10-20') });
    book.withdraw(5);
    const states = ['2027-10-11', '2027-10-12', '2027-10-15', '2027-10-20', '2027-11-01'].map((day) => {
      book.today = date(day);
      book.sweep();
      return book.entry().policy.status;
    });
    expect(states).toEqual(['ACTIVE', 'SUSPENDED', 'ACTIVE', 'ACTIVE', 'ACTIVE']);
    expect(book.entry().policy).toMatchObject({ ratePerNight: 50_000n, cancellation: null });
  });

  test('of a pending policy takes all cover away: 71 nights, 301.75', () => {
    book.add({ id: 'p2', termStart: date('2026-09-21') });
    book.elect([stated('PROPERTY:beach', { from: '2026-09-21' })], { id: 'p2' });
    const months = ['2026-09', '2026-10', '2026-11'].map((month) => book.month(month, 'beach', 'p2'));
    expect(months.reduce((total, { nights }) => total + nights, 0)).toBe(71);
    expect(months.reduce((total, { amount }) => total + amount, 0n)).toBe(3_017_500n);
    book.patch({ status: 'CANCELLED' }, 'p2');
    expect(rows('p2')).toEqual([]);
  });

  test('of a pending policy takes no day', () => {
    book.add({ id: 'p2' });
    const later = { status: 'CANCELLED' as const, effectiveDate: date('2026-12-01') };
    expect(() => book.patch(later, 'p2')).toThrow(fault('/effectiveDate'));
  });
});

describe('a change that is ahead', () => {
  beforeEach(() => book.patch({ status: 'CANCELLED', reason: 'INSURED_REQUEST' }));

  test('is withdrawn', () => {
    book.withdraw(2);
    expect(book.entry().policy).toMatchObject({ cancellation: null, changeDueOn: null });
    expect(rows()).toEqual(['beach 2026-11-01..']);
    const before = book.entry().policy;
    book.withdraw(2);
    expect(book.entry().policy).toEqual(before);
  });

  test('is withdrawn from a policy that shows it already, since its term is to begin', () => {
    book.add({ id: 'p2', termStart: date('2026-12-01') });
    book.elect([stated('PROPERTY:beach', { from: '2026-12-01' })], { id: 'p2' });
    book.patch({ status: 'ACTIVE' }, 'p2');
    const { policy: before } = book.entry('p2');
    book.put({ members: { ratePerNight: 50_000n } }, 'p2');
    book.patch({ status: 'CANCELLED' }, 'p2');
    expect(book.entry('p2').policy).toMatchObject({ ratePerNight: 50_000n, status: 'CANCELLED' });
    book.withdraw(2, 'p2');
    book.withdraw(3, 'p2');
    const { ratePerNight, status, cancellation } = before;
    expect(book.entry('p2').policy).toMatchObject({ ratePerNight, status, cancellation });
    expect(rows('p2')).toEqual(['beach 2026-12-01..']);
  });

  test('is not withdrawn once it is in effect', () => {
    expect(() => book.withdraw(1)).toThrow(refusal('change-in-effect'));
    book.today = date('2026-12-10');
    expect(() => book.withdraw(2)).toThrow(refusal('change-in-effect'));
  });

  test('is not withdrawn when a later one needs it', () => {
    book.withdraw(2);
    book.put({ members: { maxNights: 4 } });
    book.put({ members: { maxNights: 9 }, effectiveFrom: date('2026-12-01') });
    book.put({ members: { minNights: 5 }, effectiveFrom: date('2026-12-05') });
    expect(() => book.withdraw(4)).toThrow(expect.objectContaining({ code: 'invalid-request' }));
  });

  test('is not found by another number', () => {
    expect(() => book.withdraw(9)).toThrow(refusal('not-found'));
  });
});
