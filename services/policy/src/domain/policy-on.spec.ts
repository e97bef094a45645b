import { describe, expect, test } from '@jest/globals';
import { date, pendingPolicy } from '../testing/policies-in-time.ts';
import { toDatedMembers } from './dated-members.ts';
import type { PolicyStatus } from './policy.ts';
import type { ChangeKind, PolicyChange } from './policy-change.ts';
import { changesAhead, inForceFrom, policyOn, statusAfter } from './policy-on.ts';

const change = (
  sequence: number,
  kind: ChangeKind,
  from: string,
  changes: Partial<PolicyChange> = {},
): PolicyChange => ({
  sequence,
  kind,
  effectiveFrom: date(from),
  members: {},
  status: null,
  addedRates: [],
  reason: null,
  note: null,
  policyVersion: sequence,
  recordedAt: Temporal.Instant.from('2026-11-01T09:00:00Z'),
  recordedBy: 'anna',
  withdrawnAt: null,
  withdrawnBy: null,
  ...changes,
});
const issue = change(1, 'ISSUE', '2026-11-01', { members: toDatedMembers(pendingPolicy()) });
const planned = (sequence: number, from: string, planId: string, changes: Partial<PolicyChange> = {}) =>
  change(sequence, 'CHANGE', from, { members: { planId }, ...changes });
const planOn = (changes: PolicyChange[], day: string) => policyOn(changes, date(day))?.members.planId;

describe('a policy on a day', () => {
  test('is not there before it is issued', () => expect(policyOn([issue], date('2026-10-31'))).toBeNull());

  test.each<[string, PolicyChange[], string, string | null]>([
    ['as issued', [issue], '2026-11-01', null],
    ['by effective changes', [issue, planned(2, '2026-11-10', 'gold')], '2026-11-10', 'gold'],
    ['not by future changes', [issue, planned(2, '2026-11-10', 'gold')], '2026-11-09', null],
    [
      'by the later-effective',
      [issue, planned(2, '2026-12-01', 'gold'), planned(3, '2026-11-10', 'iron')],
      '2026-12-01',
      'gold',
    ],
    [
      'by the later-recorded of a day',
      [issue, planned(3, '2026-11-10', 'iron'), planned(2, '2026-11-10', 'gold')],
      '2026-11-10',
      'iron',
    ],
    [
      'not by withdrawn changes',
      [issue, planned(2, '2026-11-10', 'gold', { withdrawnAt: Temporal.Instant.from('2026-11-05T09:00:00Z') })],
      '2026-11-10',
      null,
    ],
  ])('is %s', (_name, changes, day, planId) => expect(planOn(changes, day)).toBe(planId));

  test('has coverage member by member', () => {
    const covering = (sequence: number, from: string, coverage: PolicyChange['members']['coverage']) =>
      change(sequence, 'CHANGE', from, { members: { coverage: coverage! } });
    const changes = [
      issue,
      covering(2, '2026-11-02', { deductible: 250 }),
      covering(3, '2026-11-03', { minimumClaim: 50 }),
    ];
    expect(policyOn(changes, date('2026-11-03'))?.members.coverage).toMatchObject({
      deductible: 250,
      minimumClaim: 50,
    });
    const without = [...changes, change(4, 'CHANGE', '2026-11-04', { members: { coverage: null } })];
    expect(policyOn(without, date('2026-11-04'))?.members.coverage).toBeNull();
  });
});

test.each<[ChangeKind, PolicyStatus, PolicyStatus]>([
  ['SUSPEND', 'ACTIVE', 'SUSPENDED'],
  ['SUSPEND', 'CANCELLED', 'CANCELLED'],
  ['RESUME', 'SUSPENDED', 'ACTIVE'],
  ['RESUME', 'CANCELLED', 'CANCELLED'],
  ['CANCEL', 'EXPIRED', 'EXPIRED'],
  ['CANCEL', 'SUPERSEDED', 'SUPERSEDED'],
  ['REINSTATE', 'CANCELLED', 'ACTIVE'],
  ['EXPIRE', 'SUSPENDED', 'EXPIRED'],
  ['SUPERSEDE', 'EXPIRED', 'SUPERSEDED'],
  ['SUPERSEDE', 'CANCELLED', 'CANCELLED'],
  ['RENEW', 'EXPIRED', 'ACTIVE'],
  ['RENEW', 'SUSPENDED', 'SUSPENDED'],
  ['RENEW', 'CANCELLED', 'CANCELLED'],
  ['CHANGE', 'SUSPENDED', 'SUSPENDED'],
])('%s changes %s to %s', (kind, before, after) => expect(statusAfter(before, { kind, status: null })).toBe(after));

test('future changes are in the order of effect', () => {
  const changes = [issue, planned(2, '2026-12-01', 'gold'), planned(3, '2026-11-20', 'iron')];
  expect(changesAhead(changes, date('2026-11-10')).map(({ sequence }) => sequence)).toEqual([3, 2]);
});

test('the members in force from a day on leave out what ended before it and what changes only the state', () => {
  const changes = [
    issue,
    planned(2, '2026-11-05', 'gold'),
    change(3, 'SUSPEND', '2026-11-12'),
    planned(4, '2026-11-20', 'iron'),
  ];
  const inForce = inForceFrom(changes, date('2026-11-10')).map(({ from, members }) => `${from} ${members.planId}`);
  expect(inForce).toEqual(['2026-11-05 gold', '2026-11-20 iron']);
});
