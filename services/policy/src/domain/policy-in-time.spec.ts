import { beforeEach, describe, expect, test } from '@jest/globals';
import { Book } from '../testing/book.ts';
import { date, stated } from '../testing/policies-in-time.ts';

let book: Book;

/** Beach House in Florida, covered from 1 November for a year at 4.25 a night, seen on 10 November. */
beforeEach(() => {
  book = new Book(date('2026-10-28'));
  book.add();
  book.learn({ propertyId: 'beach', state: 'FL', effectiveFrom: date('2026-11-01') });
  book.elect([stated('PROPERTY:beach', { from: '2026-11-01' })]);
  book.patch({ status: 'ACTIVE' });
  book.today = date('2026-11-10');
});

const november = { nights: 30, amount: 1_275_000n };
const rows = (id?: string) =>
  book.rows(id).map((row) => `${row.propertyId} ${row.enrolledDate}..${row.unenrolledDate ?? ''}`);
const refusal = (code: string, earliest?: string) =>
  expect.objectContaining({ code, ...(earliest ? { extra: { earliest } } : {}) });
const fault = (pointer: string) =>
  expect.objectContaining({ code: 'invalid-request', extra: { errors: [expect.objectContaining({ pointer })] } });

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
    expect(book.entry().policy).toMatchObject({ ratePerNight: 42_500n, nextChangeOn: date('2026-12-01') });
    book.today = date('2026-12-01');
    book.sweep();
    expect(book.entry().policy).toMatchObject({ ratePerNight: 50_000n, nextChangeOn: null });
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

  test('that says what holds already changes and refuses nothing', () => {
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

  test('of members that are not dated leaves no change behind', () => {
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

  test('of an expired policy is refused, but for what is not dated', () => {
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
      cancellation: { reason, effectiveDate: date('2026-11-01') },
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

  test.each([
    ['a day later', '2026-12-11', '2026-11-10'],
    ['from another day', '2026-11-20', '2026-11-11'],
    ['when the term is over', '2027-11-01', '2026-11-10'],
  ])('is refused %s', (_name, today, from) => {
    book.today = date(today);
    expect(() => reinstate(from)).toThrow(refusal('policy-not-in-force'));
  });
});

describe('a change that is ahead', () => {
  beforeEach(() => book.patch({ status: 'CANCELLED', reason: 'INSURED_REQUEST' }));

  test('is withdrawn', () => {
    book.withdraw(2);
    expect(book.entry().policy).toMatchObject({ cancellation: null, nextChangeOn: null });
    expect(rows()).toEqual(['beach 2026-11-01..']);
    const before = book.entry().policy;
    book.withdraw(2);
    expect(book.entry().policy).toEqual(before);
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

  test('that is cancelled before its day leaves the policy as it was', () => {
    bindSuccessor('2026-12-01');
    book.patch({ status: 'CANCELLED' }, 'p2');
    expect(book.entry().policy).toMatchObject({ status: 'ACTIVE', supersededByPolicyId: null, nextChangeOn: null });
    expect(rows()).toEqual(['beach 2026-11-01..']);
  });

  test('does not count beside the first one, nor for a cancelled policy', () => {
    bindSuccessor('2026-12-01');
    book.add({ id: 'p3', termStart: date('2026-11-15'), previousPolicyId: 'p1' });
    book.patch({ status: 'ACTIVE' }, 'p3');
    expect(book.entry().policy).toMatchObject({ supersededByPolicyId: 'p2', nextChangeOn: date('2026-12-01') });
    book.patch({ status: 'CANCELLED' });
    book.add({ id: 'p4', termStart: date('2026-11-10'), previousPolicyId: 'p1' });
    book.patch({ status: 'ACTIVE' }, 'p4');
    expect(book.entry().policy.status).toBe('CANCELLED');
  });
});

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

  test('is rejected when the loss fund would be above the rate', () => {
    expect(book.renew(10_000n)).toBe('The loss-fund rate would be above the new rate.');
  });

  test('of a policy that a person let expire late covers its whole term', () => {
    book.today = date('2027-11-03');
    book.patch({ status: 'EXPIRED' });
    book.today = date('2027-11-05');
    book.renew();
    expect(rows()).toEqual(['beach 2026-11-01..']);
  });
});
