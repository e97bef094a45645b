import { describe, expect, test } from '@jest/globals';
import { FIRST_DAY } from '@staycover/kernel';
import { type ElectionChanges, keptElection } from '../testing/kept-election.ts';
import { date } from '../testing/policies-in-time.ts';
import type { KeptElection } from './election.ts';
import { assertMayState } from './fact-rights.ts';
import type { DatedProperty } from './property-facts.ts';

const today = date('2026-11-20');

const group = (scopeId: string, changes: ElectionChanges = {}) =>
  keptElection({ electionId: scopeId, scopeType: 'GROUP', scopeId, ...changes });
const rate = { rateOverridePerNight: 200_000n };

const loft: DatedProperty = {
  propertyId: 'loft',
  knownFrom: date('2026-11-01'),
  facts: [{ effectiveFrom: FIRST_DAY, facts: { groupIds: ['luxury', 'beach'] } }],
};
const stating =
  (
    groupIds: string[] | undefined,
    decidingTogether: KeptElection[][],
    { properties = [loft], from = null as string | null } = {},
  ) =>
  () =>
    assertMayState(
      [{ propertyId: 'loft', ...(groupIds && { groupIds }), effectiveFrom: from === null ? null : date(from) }],
      { decidingTogether, properties },
      today,
    );
const refusal = expect.objectContaining({
  code: 'forbidden',
  extra: expect.objectContaining({ requiredRoles: ['underwrite'] }),
});

describe('facts that a customer states', () => {
  test.each<[string, string[] | undefined, KeptElection[]]>([
    ['keep a property in a group with a rate', ['luxury'], [group('luxury', rate)]],
    ['leave its groups as they are', undefined, [group('luxury', rate)]],
    ['take it out of a group without a rate', [], [group('luxury')]],
    ['take it out of a group that had a rate', [], [group('luxury', { ...rate, to: '2026-11-10' })]],
    [
      'take it out of a group of which a rate was replaced',
      [],
      [group('luxury', { ...rate, retiredOn: date('2026-11-10') })],
    ],
    ['take it into a group beside one without a rate', ['luxury', 'beach', 'sheds'], [group('luxury'), group('sheds')]],
    [
      'take it into a group that comes after one with a rate',
      ['luxury', 'beach', 'sheds'],
      [group('luxury', { ...rate, from: '2026-11-05' }), group('sheds')],
    ],
    [
      'take it into a group that is excluded',
      ['luxury', 'beach', 'sheds'],
      [group('luxury', rate), group('sheds', { from: '2026-11-05', action: 'EXCLUDE' })],
    ],
  ])('%s', (_what, groupIds, elections) => expect(stating(groupIds, [elections])).not.toThrow());

  test.each<[string, string[], KeptElection[]]>([
    ['out of a group with a rate', ['mine'], [group('luxury', rate)]],
    ['out of a group with a plan to come', ['mine'], [group('beach', { planId: 'premium', from: '2027-01-01' })]],
    [
      'into a group that comes before one with a rate',
      ['luxury', 'beach', 'sheds'],
      [group('luxury', rate), group('sheds', { rateOverridePerNight: 5_000n, from: '2026-11-05' })],
    ],
    [
      "into a group that comes before the organization's rate",
      ['luxury', 'beach', 'sheds'],
      [keptElection(rate), group('sheds')],
    ],
  ])('cannot take a property %s, on whatever policy', (_what, groupIds, elections) => {
    expect(stating(groupIds, [elections])).toThrow(refusal);
    expect(stating(groupIds, [[], elections])).toThrow(refusal);
  });

  test('of a property that is new are free', () => {
    expect(stating(['sheds'], [[keptElection(rate), group('sheds')]], { properties: [] })).not.toThrow();
  });

  test('count against the groups of their day, whatever is known for later', () => {
    const later = { effectiveFrom: date('2027-01-01'), facts: { groupIds: [] } };
    const properties = [{ ...loft, facts: [...loft.facts, later] }];
    const courses = [[group('luxury', rate)]];
    expect(stating([], courses, { properties })).toThrow(refusal);
    expect(stating([], courses, { properties, from: '2027-01-01' })).not.toThrow();
  });

  test('cannot be of days before today', () => {
    expect(stating(undefined, [], { from: '2026-11-19' })).toThrow(refusal);
  });
});
