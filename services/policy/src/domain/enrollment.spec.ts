import { describe, expect, test } from '@jest/globals';
import type { RateVersion } from '@staycover/kernel';
import { date, pendingPolicy } from '../testing/policies-in-time.ts';
import { toDatedMembers } from './dated-members.ts';
import { type Enrollment, limitBrokenBy, showOn, sweepDay, toRow } from './enrollment.ts';
import type { EnrollmentRow } from './enrollment-rows.ts';

const today = date('2026-11-20');
const end = date('2027-11-01');

const row = (changes: Partial<EnrollmentRow> & { from?: string; to?: string } = {}): EnrollmentRow => {
  const { from = '2026-11-01', to, ...rest } = changes;
  return {
    propertyId: 'beach',
    enrolledDate: date(from),
    unenrolledDate: to ? date(to) : null,
    electionId: 'e',
    state: 'FL',
    planId: null,
    rateOverridePerNight: null,
    endorsementSelections: [],
    ...rest,
  };
};

const version = (effectiveFrom: string, ratePerNight: bigint, changes: Partial<RateVersion> = {}): RateVersion => ({
  version: 1,
  planId: null,
  effectiveFrom: date(effectiveFrom),
  ratePerNight,
  lossFundRatePerNight: null,
  ...changes,
});

const shown = (of: EnrollmentRow, rateTableVersions: RateVersion[] = [], before?: Enrollment): Enrollment => {
  const members = { ...toDatedMembers(pendingPolicy()), rateTableVersions };
  const names = { propertyReferenceId: 'FL-101', propertyName: 'Beach House' };
  return showOn({ today, members, end })(of, names, before);
};

test('a row is shown with its property, or without it from its own members', () => {
  const enrollment = shown(row());
  expect(enrollment).toMatchObject({ propertyName: 'Beach House', active: true, computedRatePerNight: 42_500n });
  expect(toRow(enrollment)).toEqual(row());
});

test.each([
  ['that runs on', {}, true],
  ['that begins today', { from: '2026-11-20' }, true],
  ['that begins tomorrow', { from: '2026-11-21' }, false],
  ['that ended with last night', { to: '2026-11-20' }, false],
  ['that was closed unused', { from: '2026-11-20', to: '2026-11-20' }, false],
])('whether a row covers today: one %s', (_name, changes, active) => {
  expect(shown(row(changes)).active).toBe(active);
});

test('the cost of a closed row is not published again', () => {
  const closed = row({ to: '2026-11-01' });
  const before = { ...shown(closed), computedRatePerNight: 1n };
  expect(shown(closed, [], before).computedRatePerNight).toBe(1n);
});

describe('the rate of a night', () => {
  test.each<[string, RateVersion[], Partial<EnrollmentRow>, bigint | null]>([
    ['flat without a table', [], {}, 42_500n],
    ['of the table', [version('2026-01-01', 50_000n)], {}, 50_000n],
    ['flat before the table begins', [version('2026-11-21', 50_000n)], {}, 42_500n],
    ['of the newest version by today', [version('2026-01-01', 50_000n), version('2026-11-20', 51_000n)], {}, 51_000n],
    ['of the election plan', [version('2026-01-01', 50_000n, { planId: 'gold' })], { planId: 'gold' }, 50_000n],
    ['flat for another plan', [version('2026-01-01', 50_000n, { planId: 'gold' })], { planId: 'silver' }, 42_500n],
    ['of the override', [version('2026-01-01', 50_000n)], { rateOverridePerNight: 0n }, 0n],
  ])('%s', (_name, table, changes, expected) => {
    expect(shown(row(changes), table).computedRatePerNight).toBe(expected);
  });
});

test.each<[string, Partial<Parameters<typeof sweepDay>[0]>, string]>([
  ['a row ends', { rows: [row({ to: '2026-12-01' })] }, '2026-12-01'],
  ['a row begins', { rows: [row({ from: '2026-11-21' })] }, '2026-11-21'],
  [
    'a dated rate comes',
    { policy: { ...pendingPolicy(), rateTableVersions: [version('2026-12-24', 1n)] } },
    '2026-12-24',
  ],
  [
    'a month begins, of a rate a month',
    { policy: { ...pendingPolicy(), ratePerNight: null, ratePerMonth: 1n } },
    '2026-12-01',
  ],
  ['a change takes effect', { nextChange: date('2026-11-30') }, '2026-11-30'],
  ['the term is over', {}, '2027-11-01'],
  [
    'the term of a policy that was never bound was over before',
    { policy: pendingPolicy({ termStart: date('2025-01-01'), termEnd: date('2025-12-31') }) },
    '2026-11-21',
  ],
])('time alone next changes something when %s', (_name, changes, expected) => {
  const waiting = { rows: [], policy: pendingPolicy(), nextChange: null, ...changes };
  expect(sweepDay(waiting, today)?.toString()).toBe(expected);
});

test('more than 10,000 rows that are not over break the limit', () => {
  const rows = Array.from({ length: 10_001 }, (_, i) => row({ propertyId: `p${i}` }));
  expect(limitBrokenBy(rows, today)).toMatch(/more than 10000/);
  expect(limitBrokenBy([row({ to: '2026-11-20' }), ...rows.slice(1)], today)).toBeUndefined();
});
