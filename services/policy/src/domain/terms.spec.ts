import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Book, beachBook } from '../testing/book.ts';
import { date, stated } from '../testing/policies-in-time.ts';
import { printRows } from '../testing/print-rows.ts';
import { termOn } from './policy.ts';

let book: Book;
beforeEach(() => {
  book = beachBook();
});

const rows = (id?: string) => printRows(book.rows(id));

describe('the end of the term', () => {
  const dayAfter = (changes: { autoRenew?: boolean; isDeclined?: boolean }) => {
    if (changes.autoRenew !== undefined) book.put({ terms: { autoRenew: changes.autoRenew } });
    book.today = date('2027-11-01');
    book.sweep({ isDeclined: changes.isDeclined ?? false });
    return book.entry().policy.status;
  };

  test.each([
    ['is not to renew', { autoRenew: false }, 'EXPIRED'],
    ['has a declined renewal', { isDeclined: true }, 'EXPIRED'],
    ['waits for its renewal', {}, 'ACTIVE'],
  ])('of a policy that %s', (_name, changes, status) => {
    expect(dayAfter(changes)).toBe(status);
  });

  test('changes no night, and a renewal after it covers without a gap', () => {
    dayAfter({ isDeclined: true });
    expect(rows()).toEqual(['beach 2026-11-01..2027-11-01']);
    expect(book.entry().changedFrom).toBeUndefined();
    book.today = date('2027-11-05');
    book.renew();
    expect(rows()).toEqual(['beach 2026-11-01..']);
    expect(book.entry()).toMatchObject({ policy: { status: 'ACTIVE' }, changedFrom: date('2027-11-01') });
  });

  test('is the end: a cancellation of a later day does not come after it', () => {
    book.put({ terms: { autoRenew: false } });
    book.today = date('2027-10-10');
    book.patch({ status: 'CANCELLED', effectiveDate: date('2027-11-10') });
    for (const day of ['2027-11-01', '2027-11-10']) {
      book.today = date(day);
      book.sweep();
      expect(book.entry().policy).toMatchObject({ status: 'EXPIRED', cancellation: null });
    }
    expect(book.entry().policy.changeDueOn).toBeNull();
  });

  test('cancels a policy that was never bound', () => {
    book.add({ id: 'p2' });
    book.today = date('2027-11-01');
    book.sweep({ id: 'p2' });
    expect(book.entry('p2').policy.status).toBe('CANCELLED');
  });
});

describe('a renewal', () => {
  const version = (effectiveFrom: string, ratePerNight: bigint, planId: string | null = null) => ({
    version: 1,
    planId,
    effectiveFrom: date(effectiveFrom),
    ratePerNight,
    lossFundRatePerNight: 11_000n,
  });
  beforeEach(() => {
    book.today = date('2027-10-10');
  });
  const rateOn = (day: string) => book.price('beach', date(day));

  test('goes on at the rate in force', () => {
    book.put({ members: { rateTableVersions: [version('2027-06-01', 50_000n)] } });
    book.renew();
    expect(rateOn('2027-11-01')).toBe(50_000n);
    expect(book.entry().policy).toMatchObject({ termStart: date('2027-11-01'), renewalCount: 1 });
  });

  test('at a negotiated rate adds a version that lasts', () => {
    book.put({ members: { rateTableVersions: [version('2027-06-01', 50_000n)] } });
    book.renew(44_000n);
    expect([rateOn('2027-10-31'), rateOn('2027-11-01')]).toEqual([50_000n, 44_000n]);
    expect(book.entry().policy.rateTableVersions.at(-1)).toMatchObject({ version: 2, lossFundRatePerNight: 11_000n });
  });

  test('at a negotiated rate takes the place of the last version that there can be', () => {
    const last = { ...version('2027-11-01', 50_000n), version: 1_000_000 };
    book.put({ members: { rateTableVersions: [{ ...last, effectiveFrom: date('2027-06-01') }, last] } });
    book.renew(44_000n);
    expect([rateOn('2027-10-31'), rateOn('2027-11-01')]).toEqual([50_000n, 44_000n]);
    expect(book.entry().policy.rateTableVersions.map((row) => row.version)).toEqual([1_000_000, 1_000_000]);
  });

  test('without a table sets the flat rate', () => {
    book.renew(44_000n);
    expect([rateOn('2027-10-31'), rateOn('2027-11-01')]).toEqual([42_500n, 44_000n]);
  });

  test('keeps the rates of other plans', () => {
    book.put({
      members: { rateTableVersions: [version('2027-06-01', 50_000n), version('2027-07-01', 70_000n, 'gold')] },
    });
    book.elect([stated('PROPERTY:lake', { planId: 'gold' })]);
    book.learn({ propertyId: 'lake' });
    book.renew(44_000n);
    expect(book.price('lake', date('2027-10-31'))).toBe(70_000n);
    expect(book.price('lake', date('2027-11-01'))).toBe(70_000n);
    expect(rateOn('2027-11-01')).toBe(44_000n);
  });

  test('survives a table that is put before the term begins', () => {
    book.put({ members: { rateTableVersions: [version('2027-06-01', 50_000n)] } });
    book.renew(44_000n);
    book.put({ members: { rateTableVersions: [version('2027-01-01', 48_000n)] }, effectiveFrom: date('2027-10-20') });
    expect([rateOn('2027-10-31'), rateOn('2027-11-01')]).toEqual([48_000n, 44_000n]);
  });

  test('is rejected for a policy that will have ended', () => {
    book.patch({ status: 'CANCELLED', effectiveDate: date('2027-10-20') });
    expect(book.renew()).toBe('The policy will be CANCELLED.');
    book.today = date('2027-10-20');
    expect(book.renew()).toBe('The policy is CANCELLED.');
  });

  test('is rejected for a policy that is to expire by the day on which the new term would start', () => {
    book.patch({ status: 'EXPIRED', effectiveDate: date('2027-11-01') });
    expect(book.renew()).toBe('The policy will be EXPIRED.');
    book.today = date('2027-11-01');
    book.sweep();
    expect(book.entry().policy).toMatchObject({ status: 'EXPIRED', termEnd: date('2027-10-31') });
  });

  test.each(['2027-10-10', '2027-11-02'])(
    'is rejected for a policy that a person has let expire before the new term, on %s',
    (day) => {
      book.patch({ status: 'EXPIRED' });
      book.today = date(day);
      expect(book.renew()).toBe('The policy is EXPIRED.');
      expect(rows()).toEqual(['beach 2026-11-01..2027-10-10']);
    },
  );

  test('leaves it at that where the policy is to expire later', () => {
    book.patch({ status: 'EXPIRED', effectiveDate: date('2028-02-01') });
    book.renew();
    expect(rows()).toEqual(['beach 2026-11-01..2028-02-01']);
  });

  test('is rejected when the loss fund would be above the rate', () => {
    expect(book.renew(10_000n)).toBe('The loss-fund rate would be above the new rate.');
  });

  test('is rejected when a loss fund that is recorded for a later day would be above the rate', () => {
    book.put({ members: { lossFundRatePerNight: 30_000n }, effectiveFrom: date('2027-12-01') });
    expect(book.renew(25_000n)).toBe('The loss-fund rate would be above the new rate from 2027-12-01 on.');
    expect(book.renew(30_000n)).toBeUndefined();
  });

  test('of a policy that a person let expire late covers its whole term', () => {
    book.today = date('2027-11-03');
    book.patch({ status: 'EXPIRED' });
    book.today = date('2027-11-05');
    book.renew();
    expect(rows()).toEqual(['beach 2026-11-01..']);
  });
});

describe('the term that has a day', () => {
  const term = (from: string, to: string) => ({ termStart: date(from), termEnd: date(to) });
  const [first, second] = [term('2026-11-01', '2027-10-31'), term('2027-12-01', '2028-11-30')];

  test.each([
    ['2026-10-31', undefined],
    ['2026-11-01', first],
    ['2027-10-31', first],
    ['2027-11-01', undefined],
    ['2027-11-30', undefined],
    ['2027-12-01', second],
    ['2028-11-30', second],
    ['2028-12-01', undefined],
  ])('%s', (day, expected) => expect(termOn([first, second], date(day))).toBe(expected));
});
