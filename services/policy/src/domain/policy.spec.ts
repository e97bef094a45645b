import { describe, expect, test } from '@jest/globals';
import { unreachable } from '@staycover/kernel';
import {
  changePolicy,
  expireIfDue,
  manualTransitions,
  movePolicy,
  newTerms,
  type Policy,
  type PolicyChanges,
  type PolicyStatus,
  policyTransitions,
  supersede,
} from './policy.ts';
import { newDetails } from './policy-details.ts';

const date = (text: string) => Temporal.PlainDate.from(text);
const today = date('2026-11-20');

const policy = (changes: Partial<Policy> = {}): Policy => ({
  ...newTerms({ termStart: date('2026-11-01'), termEnd: date('2027-10-31') }, today),
  id: 'p1',
  organizationId: 'acme',
  policyReference: 'POL-2026-000001',
  status: 'ACTIVE',
  currency: 'USD',
  coverageEndsOn: null,
  details: newDetails('POL-2026-000001', {}),
  previousPolicyId: null,
  supersededByPolicyId: null,
  currentRenewalId: null,
  termRenewalId: null,
  renewalNotice60SentAt: null,
  renewalNotice30SentAt: null,
  renewalNotice7SentAt: null,
  renewalManualReviewFlaggedAt: null,
  renewalCount: 0,
  enrollmentVersion: 1,
  enrollmentCount: 0,
  nextChangeOn: null,
  createdBy: 'anonymous',
  createdDate: Temporal.Instant.from('2026-11-20T09:30:00Z'),
  lastModifiedBy: 'anonymous',
  lastModifiedDate: Temporal.Instant.from('2026-11-20T09:30:00Z'),
  version: 1,
  ...changes,
});

const saying = (changes: Partial<PolicyChanges>): PolicyChanges => ({ terms: {}, details: {}, ...changes });

describe('the term of a new policy', () => {
  test.each([
    ['nothing', {}, '2026-11-20..2027-11-19'],
    ['a start', { termStart: date('2024-02-29') }, '2024-02-29..2025-02-27'],
    ['an end', { termEnd: date('2026-12-31') }, '2026-11-20..2026-12-31'],
    ['a start in the last known year', { termStart: date('2999-06-01') }, '2999-06-01..2999-12-31'],
  ])('given %s', (_name, given, expected) => {
    const { termStart, termEnd } = newTerms(given, today);
    expect(`${termStart}..${termEnd}`).toBe(expected);
  });
});

describe('changing a policy', () => {
  test('keeps what the change does not say', () => {
    const before = policy({ ratePerNight: 42_500n, planId: 'gold' });
    expect(
      changePolicy(before, saying({ terms: { planId: null }, details: { productCode: 'DMG' } }), []).state,
    ).toMatchObject({
      ratePerNight: 42_500n,
      planId: null,
      details: { name: 'POL-2026-000001', productCode: 'DMG' },
    });
  });

  test('changes coverage member by member, null takes it away', () => {
    const covered = changePolicy(policy(), saying({ coverage: { deductible: 250 } }), []).state;
    const more = changePolicy(covered, saying({ coverage: { endorsements: ['POOL'] } }), []).state;
    expect(more.details.coverage).toMatchObject({ deductible: 250, endorsements: ['POOL'], liabilityCoverage: null });
    expect(changePolicy(more, saying({ coverage: null }), []).state.details.coverage).toBeNull();
  });

  test.each<[string, Partial<Policy>, PolicyChanges, string]>([
    ['a term that ends before it starts', {}, saying({ terms: { termEnd: date('2026-10-31') } }), '/termEnd'],
    ['more nights at least than at most', { minNights: 5 }, saying({ terms: { maxNights: 4 } }), '/maxNights'],
    [
      'a loss fund above the rate',
      { lossFundRatePerNight: 20_000n },
      saying({ terms: { ratePerNight: 10_000n } }),
      '/lossFundRatePerNight',
    ],
    [
      'a term that starts inside the one before',
      {},
      saying({ terms: { termStart: date('2026-10-31') } }),
      '/termStart',
    ],
  ])('refuses %s', (_name, before, changes, pointer) => {
    const earlier = [{ ...policy(), termStart: date('2025-11-01'), termEnd: date('2026-10-31') }];
    const change = () => changePolicy(policy(before), changes, earlier);
    expect(change).toThrow(
      expect.objectContaining({ code: 'invalid-request', extra: { errors: [expect.objectContaining({ pointer })] } }),
    );
  });

  test.each<[PolicyStatus, boolean]>([
    ['PENDING', true],
    ['ACTIVE', true],
    ['SUSPENDED', true],
    ['EXPIRED', true],
    ['CANCELLED', false],
    ['SUPERSEDED', false],
  ])('of state %s: %s', (status, changes) => {
    const change = () => changePolicy(policy({ status }), saying({ terms: { planId: 'gold' } }), []).state.planId;
    if (changes) expect(change()).toBe('gold');
    else expect(change).toThrow(expect.objectContaining({ code: 'policy-final' }));
  });
});

describe('moving a policy', () => {
  const states = Object.keys(manualTransitions) as PolicyStatus[];
  const moves = states.flatMap((from) => states.map((to) => [from, to] as const));

  test.each(moves)('from %s to %s', (from, to) => {
    const move = () => movePolicy(policy({ status: from }), to, today).state.status;
    if (from === to || manualTransitions[from].includes(to)) expect(move()).toBe(to);
    else
      expect(move).toThrow(
        expect.objectContaining({ code: 'invalid-transition', extra: { from, to, allowed: manualTransitions[from] } }),
      );
  });

  test('reaches every state from PENDING', () => {
    expect(unreachable(policyTransitions, 'PENDING')).toEqual([]);
  });

  test('to CANCELLED ends the cover that day; to EXPIRED too, unless the term is over', () => {
    expect(movePolicy(policy(), 'CANCELLED', today).state.coverageEndsOn).toEqual(today);
    expect(movePolicy(policy(), 'EXPIRED', today).state.coverageEndsOn).toEqual(today);
    expect(movePolicy(policy(), 'EXPIRED', date('2027-11-01')).state.coverageEndsOn).toBeNull();
  });
});

test.each<[string, Partial<Policy>, string, PolicyStatus]>([
  ['on its last day', { autoRenew: false }, '2027-10-31', 'ACTIVE'],
  ['the day after', { autoRenew: false }, '2027-11-01', 'EXPIRED'],
  ['suspended', { autoRenew: false, status: 'SUSPENDED' }, '2027-11-01', 'EXPIRED'],
  ['pending', { autoRenew: false, status: 'PENDING' }, '2027-11-01', 'PENDING'],
  ['to be renewed', {}, '2027-11-01', 'ACTIVE'],
])('at the end of its term, %s', (_name, changes, day, status) => {
  expect(expireIfDue(policy(changes), date(day)).state.status).toBe(status);
});

describe('a successor that becomes active', () => {
  const successor = policy({ id: 'p2', termStart: date('2026-12-01') });
  test.each<[string, Partial<Policy>, object]>([
    [
      'supersedes an active policy from its own start',
      {},
      { status: 'SUPERSEDED', supersededByPolicyId: 'p2', coverageEndsOn: date('2026-12-01') },
    ],
    [
      'leaves an earlier end of cover',
      { status: 'EXPIRED', coverageEndsOn: date('2026-11-05') },
      { status: 'SUPERSEDED', coverageEndsOn: date('2026-11-05') },
    ],
    ['leaves a cancelled policy alone', { status: 'CANCELLED' }, { status: 'CANCELLED', supersededByPolicyId: null }],
  ])('%s', (_name, before, after) => {
    expect(supersede(policy(before), successor, today).state).toMatchObject(after);
  });
});
