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

describe('a correction', () => {
  const reason = 'agreed at the start';
  test('reaches into the past: 7.50 less', () => {
    book.correct({ effectiveFrom: date('2026-11-01'), reason, members: { ratePerNight: 40_000n } });
    expect(book.month('2026-11').amount - november.amount).toBe(-75_000n);
    expect(book.entry().policy.ratePerNight).toBe(40_000n);
  });

  test('does not outlive a change that came later', () => {
    book.put({ members: { ratePerNight: 50_000n } });
    book.correct({ effectiveFrom: date('2026-11-05'), reason, members: { ratePerNight: 40_000n } });
    expect(book.month('2026-11').amount).toBe(4n * 42_500n + 5n * 40_000n + 21n * 50_000n);
    expect(book.entry().policy.ratePerNight).toBe(50_000n);
  });

  test('of the status suspends, ends a suspension, or takes a policy back', () => {
    book.correct({ effectiveFrom: date('2026-11-03'), reason, status: 'SUSPENDED' });
    expect(book.month('2026-11').nights).toBe(2);
    book.correct({ effectiveFrom: date('2026-11-06'), reason, status: 'ACTIVE' });
    expect(book.month('2026-11').nights).toBe(27);
    book.correct({ effectiveFrom: date('2026-11-01'), reason, status: 'CANCELLED' });
    expect(book.month('2026-11').nights).toBe(0);
    expect(book.entry().policy).toMatchObject({
      status: 'CANCELLED',
      cancellation: { reason: 'CORRECTION', note: reason, effectiveDate: date('2026-11-01') },
    });
  });

  test('of elections alone is recorded too', () => {
    book.correct({ effectiveFrom: date('2026-11-05'), reason, corrects: true });
    book.elect([stated('PROPERTY:beach', { action: 'EXCLUDE' })], { corrects: date('2026-11-05') });
    expect(rows()).toEqual(['beach 2026-11-01..2026-11-05']);
    expect(book.entry().changes.at(-1)).toMatchObject({ kind: 'CORRECTION', members: {} });
  });

  test('that changes nothing is not recorded', () => {
    book.correct({ effectiveFrom: date('2026-11-05'), reason, members: { ratePerNight: 42_500n }, status: 'ACTIVE' });
    expect(book.entry().changes).toHaveLength(1);
  });

  test.each<[string, Parameters<Book['correct']>[0], unknown]>([
    ['no reason', { effectiveFrom: date('2026-11-05'), reason: ' ' }, fault('/reason')],
    ['a day to come', { effectiveFrom: date('2026-11-11'), reason }, fault('/effectiveFrom')],
    ['a day before the first term', { effectiveFrom: date('2026-10-31'), reason }, fault('/effectiveFrom')],
  ])('refuses %s', (_name, correction, expected) => {
    expect(() => book.correct(correction)).toThrow(expected as Error);
  });

  test('of a policy that was never bound is refused', () => {
    book.add({ id: 'p2' });
    const correction = { effectiveFrom: date('2026-11-05'), reason };
    expect(() => book.correct(correction, 'p2')).toThrow(refusal('policy-not-bound'));
  });
});

describe('a reinstatement', () => {
  const reinstate = (from: string) =>
    book.correct({ effectiveFrom: date(from), reason: 'sale fell through', status: 'ACTIVE' });
  beforeEach(() => book.patch({ status: 'CANCELLED' }));

  test('from the day of the cancellation brings its nights back: 89.25', () => {
    const cancelled = book.month('2026-11').amount;
    book.today = date('2026-11-20');
    reinstate('2026-11-10');
    expect(book.month('2026-11').amount - cancelled).toBe(892_500n);
    expect(rows()).toEqual(['beach 2026-11-01..']);
    expect(book.entry().policy).toMatchObject({ status: 'ACTIVE', cancellation: null });
  });

  test('is possible for 30 days', () => {
    book.today = date('2026-12-10');
    reinstate('2026-11-10');
    expect(book.entry().policy.status).toBe('ACTIVE');
  });

  test('does not outlast a rescission from an earlier day', () => {
    book.today = date('2026-11-20');
    reinstate('2026-11-10');
    book.correct({ effectiveFrom: date('2026-11-01'), reason: 'not taken up', status: 'CANCELLED' });
    expect(book.entry().policy).toMatchObject({
      status: 'CANCELLED',
      cancellation: { effectiveDate: date('2026-11-01') },
    });
    expect(rows()).toEqual([]);
  });

  test.each([
    ['a day later', '2026-12-11', '2026-11-10'],
    ['from another day', '2026-11-20', '2026-11-11'],
    ['from a day before it', '2026-11-20', '2026-11-09'],
    ['when the term is over', '2027-11-01', '2026-11-10'],
  ])('is refused %s', (_name, today, from) => {
    book.today = date(today);
    expect(() => reinstate(from)).toThrow(refusal('policy-not-in-force'));
  });
});
