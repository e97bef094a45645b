import { describe, expect, test } from '@jest/globals';
import { type KeptElection, keepRates, learn } from './election.ts';

const date = (text: string) => Temporal.PlainDate.from(text);

const election = (from: string, to: string | null = null, electionId = 'e'): KeptElection => ({
  electionId,
  scopeType: 'ORGANIZATION',
  scopeId: null,
  action: 'INCLUDE',
  planId: null,
  rateOverridePerNight: null,
  endorsementSelections: [],
  effectiveFrom: date(from),
  effectiveTo: to ? date(to) : null,
  statedFrom: null,
  retiredOn: null,
  id: 'e',
  policyId: 'p1',
  own: true,
  statedAt: Temporal.Instant.from('2026-01-01T09:00:00Z'),
});

describe('an election of a caller that cannot set rates', () => {
  const rated = (rate: bigint | null, from: string, electionId: string) => ({
    ...election(from, null, electionId),
    rateOverridePerNight: rate,
  });

  test.each<[string, KeptElection[], bigint | null]>([
    ['keeps the rate of its name', [rated(90_000n, '2026-01-01', 'e'), rated(1n, '2026-05-01', 'other')], 90_000n],
    ['keeps to no rate of its own', [rated(null, '2026-01-01', 'e'), rated(1n, '2026-05-01', 'other')], null],
    [
      'under a new name keeps the last rate of its scope',
      [rated(2n, '2026-05-01', 'b'), rated(1n, '2026-01-01', 'a')],
      2n,
    ],
    [
      'keeps the current rate of its name, not one that was replaced',
      [
        { ...rated(2n, '2026-01-01', 'e'), effectiveTo: date('2026-11-09'), retiredOn: date('2026-11-10') },
        rated(9n, '2026-11-10', 'e'),
      ],
      9n,
    ],
    [
      'takes none of its name that was about another scope',
      [{ ...rated(1n, '2026-01-01', 'e'), scopeType: 'PROPERTY' as const, scopeId: 'beach' }],
      null,
    ],
    [
      'takes none from another scope',
      [{ ...rated(2n, '2026-05-01', 'b'), scopeType: 'PROPERTY' as const, scopeId: 'p-1' }],
      null,
    ],
  ])('%s', (_name, known, expected) => {
    expect(keepRates([election('2026-11-20')], known)[0]!.rateOverridePerNight).toBe(expected);
  });

  const planned = (planId: string | null, from: string, electionId: string) => ({
    ...election(from, null, electionId),
    planId,
  });

  test.each<[string, KeptElection[], string | null]>([
    ['keeps the plan of its name', [planned('premium', '2026-01-01', 'e'), planned('b', '2026-05-01', 'f')], 'premium'],
    ['keeps to no plan of its own', [planned(null, '2026-01-01', 'e'), planned('b', '2026-05-01', 'f')], null],
    ['under a new name keeps the last plan of its scope', [planned('b', '2026-05-01', 'f')], 'b'],
    [
      'takes no plan from another scope',
      [{ ...planned('b', '2026-05-01', 'f'), scopeType: 'PROPERTY' as const, scopeId: 'p-1' }],
      null,
    ],
  ])('%s', (_name, known, expected) => {
    expect(keepRates([election('2026-11-20')], known)[0]!.planId).toBe(expected);
  });
});

test('new facts are merged into the known ones; null clears', () => {
  const known = learn(undefined, { propertyId: 'p1', state: 'FL', propertyName: 'Loft' });
  expect(known).toMatchObject({ state: 'FL', propertyName: 'Loft', country: null, groupIds: [] });
  expect(learn(known, { propertyId: 'p1', state: null, groupIds: ['g'] })).toMatchObject({
    state: null,
    propertyName: 'Loft',
    groupIds: ['g'],
  });
});
