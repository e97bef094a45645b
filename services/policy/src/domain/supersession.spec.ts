import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Book, beachBook } from '../testing/book.ts';
import { date, stated } from '../testing/policies-in-time.ts';
import { printRows } from '../testing/print-rows.ts';

let book: Book;
beforeEach(() => {
  book = beachBook();
});

const rows = (id?: string) => printRows(book.rows(id));

describe('a successor', () => {
  const bindSuccessor = (termStart: string) => {
    book.add({ id: 'p2', termStart: date(termStart), previousPolicyId: 'p1' });
    book.elect([stated('PROPERTY:beach', { from: termStart })], { id: 'p2' });
    book.patch({ status: 'ACTIVE' }, 'p2');
  };

  test('that started on the 5th takes 26 nights over, 110.50', () => {
    bindSuccessor('2026-11-05');
    expect(book.month('2026-11', 'beach', 'p1')).toEqual({ nights: 4, amount: 170_000n });
    expect(book.month('2026-11', 'beach', 'p2')).toEqual({ nights: 26, amount: 1_105_000n });
    expect(book.entry().policy).toMatchObject({ status: 'SUPERSEDED', supersededByPolicyId: 'p2' });
  });

  test('of a later day is named at once and takes over on that day', () => {
    bindSuccessor('2026-12-01');
    expect(book.entry().policy).toMatchObject({ status: 'ACTIVE', supersededByPolicyId: 'p2' });
    book.today = date('2026-12-01');
    book.sweep();
    expect(book.entry().policy.status).toBe('SUPERSEDED');
  });

  test.each(['CANCELLED', 'EXPIRED'] as const)('that is %s before its day leaves the policy as it was', (status) => {
    bindSuccessor('2026-12-01');
    book.patch({ status }, 'p2');
    expect(book.entry().policy).toMatchObject({ status: 'ACTIVE', supersededByPolicyId: null, changeDueOn: null });
    expect(rows()).toEqual(['beach 2026-11-01..']);
  });

  test.each(['2026-11-10', '2026-11-05'])(
    'from %s that was never taken up, and is rescinded, leaves the policy its nights',
    (termStart) => {
      bindSuccessor(termStart);
      expect(book.entry().policy.status).toBe('SUPERSEDED');
      book.correct({ effectiveFrom: date(termStart), status: 'CANCELLED', reason: 'not taken up' }, 'p2');
      expect(book.entry().policy).toMatchObject({ status: 'ACTIVE', supersededByPolicyId: null, changeDueOn: null });
      expect(rows()).toEqual(['beach 2026-11-01..']);
      expect(book.month('2026-11', 'beach', 'p1')).toEqual({ nights: 30, amount: 1_275_000n });
      expect(book.month('2026-11', 'beach', 'p2').nights).toBe(0);
    },
  );

  test('that covered a night before it was rescinded keeps what it took over', () => {
    bindSuccessor('2026-11-05');
    book.correct({ effectiveFrom: date('2026-11-06'), status: 'CANCELLED', reason: 'left' }, 'p2');
    expect(book.entry().policy).toMatchObject({ status: 'SUPERSEDED', supersededByPolicyId: 'p2' });
  });

  test.each([
    ['before its day, leaves it PENDING', '2026-11-10', 'PENDING', null],
    ['after its day, leaves it as it is', '2026-12-01', 'SUPERSEDED', 'p2'],
    ['after the term that it has, leaves it as it is', '2026-11-21', 'SUPERSEDED', 'p2'],
  ])('of a policy that is PENDING, cancelled %s', (_when, day, status, supersededByPolicyId) => {
    book.add({ id: 'p1', termStart: date('2026-11-01'), termEnd: date('2026-11-20') });
    bindSuccessor('2026-12-01');
    expect(book.entry().policy).toMatchObject({ status: 'SUPERSEDED', supersededByPolicyId: 'p2' });
    book.today = date(day);
    book.patch({ status: 'CANCELLED' }, 'p2');
    expect(book.entry().policy).toMatchObject({ status, supersededByPolicyId });
  });

  test('takes over too when the policy was to be cancelled before, and is not after all', () => {
    book.patch({ status: 'CANCELLED', effectiveDate: date('2026-11-20') });
    bindSuccessor('2026-12-01');
    expect(rows()).toEqual(['beach 2026-11-01..2026-11-20']);
    book.withdraw(2);
    expect(rows()).toEqual(['beach 2026-11-01..2026-12-01']);
    expect(rows('p2')).toEqual(['beach 2026-12-01..']);
  });

  test('that was renewed takes over from the first day of its first term', () => {
    book.patch({ status: 'CANCELLED' });
    bindSuccessor('2026-11-15');
    book.renew(null, 'p2');
    book.correct({ effectiveFrom: date('2026-11-10'), status: 'ACTIVE', reason: 'paid after all' });
    book.patch({ status: 'SUSPENDED' }, 'p2');
    book.patch({ status: 'ACTIVE' }, 'p2');
    expect(rows()).toEqual(['beach 2026-11-01..2026-11-15']);
  });

  test('leaves a policy that is cancelled on that day cancelled', () => {
    book.patch({ status: 'CANCELLED', effectiveDate: date('2026-12-01') });
    bindSuccessor('2026-12-01');
    book.today = date('2026-12-01');
    book.sweep();
    expect(book.entry().policy).toMatchObject({ status: 'CANCELLED', cancellation: { reason: 'AGREED' } });
  });

  test('does not count next to the first one, nor for a cancelled policy', () => {
    bindSuccessor('2026-12-01');
    book.add({ id: 'p3', termStart: date('2026-11-15'), previousPolicyId: 'p1' });
    book.patch({ status: 'ACTIVE' }, 'p3');
    expect(book.entry().policy).toMatchObject({ supersededByPolicyId: 'p2', changeDueOn: date('2026-12-01') });
    book.patch({ status: 'CANCELLED' });
    book.add({ id: 'p4', termStart: date('2026-11-10'), previousPolicyId: 'p1' });
    book.patch({ status: 'ACTIVE' }, 'p4');
    expect(book.entry().policy.status).toBe('CANCELLED');
  });
});
