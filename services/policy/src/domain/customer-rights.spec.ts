import { describe, expect, test } from '@jest/globals';
import { type ElectionChanges, keptElection } from '../testing/kept-election.ts';
import { date } from '../testing/policies-in-time.ts';
import { customersElections, electedElsewhere, keepRates, underwritersPart } from './customer-rights.ts';
import { ALL_POLICIES, type KeptElection, type StatedElection } from './election.ts';

const today = date('2026-11-20');

const election = (changes: ElectionChanges = {}) =>
  keptElection({ scopeType: 'PROPERTY', scopeId: 'beach', ...changes });
const rated = (changes: ElectionChanges = {}) => election({ rateOverridePerNight: 90_000n, ...changes });
const pricing = (changes: ElectionChanges = {}) =>
  rated({ electionId: 'pricing', from: '2026-11-10', own: false, ...changes });
const planned = (changes: ElectionChanges = {}) => election({ planId: 'premium', ...changes });
const group = (scopeId: string) => ({ scopeType: 'GROUP', scopeId }) as const;
const cheap = (changes: ElectionChanges = {}) =>
  rated({ electionId: 'cheap', ...group('town'), rateOverridePerNight: 50_000n, ...changes });
const dear = (changes: ElectionChanges = {}) =>
  rated({ electionId: 'dear', ...group('beach'), from: '2026-11-10', ...changes });
const organization = { scopeType: 'ORGANIZATION', scopeId: null } as const;
const nothing = { forAll: [], decidingTogether: [], takesByName: () => false };

describe('without the role underwrite', () => {
  test.each<[string, KeptElection[], StatedElection[]]>([
    ['the same elections', [rated()], [rated()]],
    ['an election from today', [], [election({ from: '2026-11-20' })]],
    ['an election that has begun, to begin again today', [election()], [election({ from: '2026-11-20' })]],
    ['an end from yesterday on', [election()], [election({ to: '2026-11-19' })]],
    ['no election, where none has a rate', [election()], []],
    ['an election of days to come that moves', [election({ from: '2026-12-01' })], [election({ from: '2026-12-24' })]],
    ['a rate under another name', [rated()], [rated({ electionId: 'f', from: '2026-11-20' })]],
    ['an exclusion in its place', [rated()], [rated({ electionId: 'f', from: '2026-11-20', action: 'EXCLUDE' })]],
    [
      'an exclusion under a rate',
      [rated(organization)],
      [rated(organization), election({ electionId: 'f', from: '2026-11-20', action: 'EXCLUDE' })],
    ],
    ['an exclusion under its name, from today', [election()], [election({ action: 'EXCLUDE' })]],
    ['another property under its name, from today', [election()], [election({ scopeId: 'lake' })]],
    ['past elections left out', [rated({ to: '2026-11-10' })], []],
    ['a plan under another name', [planned()], [planned({ electionId: 'f', from: '2026-11-20' })]],
    ['past elections with a plan left out', [planned({ to: '2026-11-10' })], []],
    [
      'a plan below a broader rate, as before',
      [rated(organization), planned({ electionId: 'f' })],
      [rated(organization), planned({ electionId: 'g', from: '2026-11-20' })],
    ],
    ['no election of another system that has a rate', [rated({ own: false })], []],
    [
      'a group without a rate, as before, beside one that has a rate',
      [rated(group('luxury')), election({ electionId: 'f', ...group('all') })],
      [rated(group('luxury')), election({ electionId: 'f', ...group('all') })],
    ],
    ['no rate, as before, under a later one of its scope that has a rate', [election(), pricing()], [election()]],
    [
      'an earlier end of no rate under a later one of its scope that has a rate',
      [election(), pricing()],
      [election({ to: '2026-11-30' })],
    ],
    [
      'no rate, as before, below a broader one',
      [rated(organization), election({ electionId: 'f', to: '2026-11-30' })],
      [rated(organization), election({ electionId: 'f', to: '2026-11-30' })],
    ],
    [
      'other endorsements of one without a rate, on its nights, below a broader one',
      [rated(organization), election({ electionId: 'f' })],
      [rated(organization), election({ electionId: 'f', endorsementSelections: [{ name: 'theft' }] })],
    ],
    [
      'an earlier end of no rate below a broader one',
      [rated(organization), election({ electionId: 'f', to: '2026-11-30' })],
      [rated(organization), election({ electionId: 'f', to: '2026-11-25' })],
    ],
    [
      'other endorsements of a group with a rate, which keeps its place beside a later one with a rate',
      [cheap(), dear()],
      [cheap({ endorsementSelections: [{ name: 'theft' }] }), dear()],
    ],
    [
      'a group with a rate that begins again today, where it came before the other one with a rate',
      [cheap(), dear()],
      [cheap(), dear({ electionId: 'f', from: '2026-11-20' })],
    ],
    [
      'a rate of days to come, from today, where no other one is',
      [rated({ from: '2026-12-01' })],
      [rated({ from: '2026-11-20' })],
    ],
    [
      'an exclusion over one of its scope that has a rate',
      [election(), pricing()],
      [election({ from: '2026-11-20', action: 'EXCLUDE' })],
    ],
  ])('%s is stated', (_what, own, stated) => expect(underwritersPart(stated, own, nothing, today)).toEqual([]));

  test.each<[string, KeptElection[], StatedElection[], string]>([
    ['a first night before today', [], [election({ from: '2026-11-19' })], '/coverageElections/0/effectiveFrom'],
    [
      'a first night that was before today, moved to another such night',
      [election()],
      [election({ from: '2026-11-19' })],
      '/coverageElections/0/effectiveFrom',
    ],
    [
      'a last night before yesterday',
      [election()],
      [election({ to: '2026-11-18' })],
      '/coverageElections/0/effectiveTo',
    ],
    [
      'a last night before yesterday, where the nights before today are another election of that name',
      [election({ from: '2026-11-20' })],
      [election({ from: '2026-11-20', to: '2026-11-18' })],
      '/coverageElections/0/effectiveTo',
    ],
    [
      'a last night in the past, taken back',
      [election({ to: '2026-11-10' })],
      [election()],
      '/coverageElections/0/effectiveTo',
    ],
    ['a rate dropped', [rated()], [], '/coverageElections'],
    [
      'a rate replaced by a broader election',
      [rated()],
      [election({ ...organization, electionId: 'f', from: '2026-11-20' })],
      '/coverageElections',
    ],
    ['a rate ended early', [rated()], [rated({ to: '2026-11-30' })], '/coverageElections'],
    [
      'a rate that begins later',
      [rated({ from: '2026-12-01' })],
      [rated({ from: '2027-01-01' })],
      '/coverageElections',
    ],
    [
      'no rate below a broader one',
      [rated(organization)],
      [rated(organization), election({ electionId: 'f', from: '2026-11-20' })],
      '/coverageElections/1/scopeType',
    ],
    [
      'a later end of no rate below a broader one',
      [rated(organization), election({ electionId: 'f', to: '2026-11-30' })],
      [rated(organization), election({ electionId: 'f' })],
      '/coverageElections/1/scopeType',
    ],
    [
      'no rate below a broader one, as until yesterday',
      [rated(organization), election({ electionId: 'f', to: '2026-11-19' })],
      [rated(organization), election({ electionId: 'f' })],
      '/coverageElections/1/scopeType',
    ],
    [
      'an earlier beginning of no rate below a broader one',
      [rated(organization), election({ electionId: 'f', from: '2026-12-01' })],
      [rated(organization), election({ electionId: 'f', from: '2026-11-20' })],
      '/coverageElections/1/scopeType',
    ],
    ['a plan dropped', [planned()], [], '/coverageElections'],
    [
      'a plan replaced by a broader election',
      [planned()],
      [election({ ...organization, electionId: 'f', from: '2026-11-20' })],
      '/coverageElections',
    ],
    [
      'no rate and no plan below a broader plan',
      [planned(organization)],
      [planned(organization), election({ electionId: 'f', from: '2026-11-20' })],
      '/coverageElections/1/scopeType',
    ],
    [
      'no rate for another group than one that has a rate',
      [rated(group('luxury'))],
      [rated(group('luxury')), election({ electionId: 'f', from: '2026-11-20', ...group('mine') })],
      '/coverageElections/1/scopeType',
    ],
    [
      "another property under the name of another system's election with a rate",
      [rated({ own: false })],
      [election({ scopeId: 'lake', from: '2026-11-20' })],
      '/coverageElections',
    ],
    [
      "no rate below a broader one of another system's election",
      [rated({ ...organization, own: false })],
      [election({ electionId: 'f', from: '2026-11-20' })],
      '/coverageElections/0/scopeType',
    ],
    [
      'no rate that begins again later than one of its scope that has a rate',
      [election(), pricing()],
      [election({ from: '2026-11-20' })],
      '/coverageElections/0/scopeType',
    ],
    [
      'no rate with a later end than before, over one of its scope that has a rate',
      [election({ from: '2026-12-10', to: '2026-12-12' }), pricing()],
      [election({ from: '2026-12-10' })],
      '/coverageElections/0/scopeType',
    ],
    [
      'no rate with other endorsements, which begins later than one of its scope that has a rate',
      [election(), pricing()],
      [election({ endorsementSelections: [{ name: 'theft' }] })],
      '/coverageElections/0/scopeType',
    ],
    [
      'no rate under a new name, where the last one of its scope has none',
      [pricing(), election({ from: '2026-12-10', to: '2026-12-12' })],
      [election({ electionId: 'f', from: '2026-11-20' })],
      '/coverageElections/0/scopeType',
    ],
    [
      'no rate for another group that begins again later than one that has a rate',
      [rated(group('luxury')), election({ electionId: 'f', ...group('all') })],
      [rated(group('luxury')), election({ electionId: 'f', from: '2026-11-20', ...group('all') })],
      '/coverageElections/1/scopeType',
    ],
    [
      'a group with a rate that begins again later than another one with a rate',
      [cheap(), dear()],
      [cheap({ from: '2026-11-20' }), dear()],
      '/coverageElections/0/scopeType',
    ],
    [
      'a group with a rate under a new name, later than another one with a rate',
      [cheap(), dear()],
      [cheap({ electionId: 'f', from: '2026-11-20' }), dear()],
      '/coverageElections/0/scopeType',
    ],
    [
      'other endorsements of a group with a rate, from today, later than another one with a rate',
      [cheap(), dear()],
      [{ ...cheap({ endorsementSelections: [{ name: 'theft' }] }), effectiveFrom: null }, dear()],
      '/coverageElections/0/scopeType',
    ],
    [
      'a rate of days to come, from today, over another one of its scope',
      [rated(organization), cheap({ ...organization, from: '2027-01-29' })],
      [rated(organization), cheap({ ...organization, from: '2026-11-20' })],
      '/coverageElections/1/scopeType',
    ],
    [
      'a rate that is over, below a broader one',
      [rated(organization), rated({ electionId: 'f', from: '2026-11-15', to: '2026-11-18' })],
      [rated(organization), rated({ electionId: 'f', from: '2026-11-20' })],
      '/coverageElections/1/scopeType',
    ],
    [
      'a rate that is over, below a broader one, under a new name',
      [rated(organization), rated({ electionId: 'f', from: '2026-11-15', to: '2026-11-18' })],
      [rated(organization), { ...rated({ electionId: 'g' }), effectiveFrom: null }],
      '/coverageElections/1/scopeType',
    ],
    [
      'no rate alone, where another election of its scope had a rate',
      [election(), pricing({ own: true })],
      [election()],
      '/coverageElections',
    ],
  ])('%s is refused', (_what, own, stated, member) =>
    expect(underwritersPart(stated, own, nothing, today)).toEqual([member]),
  );
});

test('an election is stated again as it is, also after an earlier one of its name was withdrawn', () => {
  const current = election({ from: '2026-11-18' });
  const withdrawn = election({ id: 'f', retiredOn: date('2026-11-18') });
  expect(customersElections([current], [current, withdrawn], nothing, today)).toEqual([current]);
});

describe('without the role underwrite, beside elections of all policies', () => {
  const forAll = [pricing({ ...organization, electionId: 'all' })];

  test.each<[string, KeptElection[], string[]]>([
    ['no rate below theirs is refused', [election({ from: '2026-11-20' })], ['/coverageElections/0/scopeType']],
    ['a rate of their scope is stated', [rated({ ...organization, from: '2026-11-20' })], []],
    [
      'no rate of their scope is refused',
      [election({ ...organization, from: '2026-11-20' })],
      ['/coverageElections/0/scopeType'],
    ],
    [
      'another scope under their name is refused',
      [rated({ electionId: 'all', from: '2026-11-20' })],
      ['/coverageElections/0/scopeType', '/coverageElections'],
    ],
    ['an exclusion is stated', [election({ from: '2026-11-20', action: 'EXCLUDE' })], []],
  ])('%s', (_what, stated, members) =>
    expect(underwritersPart(stated, [], { ...nothing, forAll }, today)).toEqual(members),
  );
});

describe('without the role underwrite, where another policy has a rate for the beach house', () => {
  const beside = { ...nothing, takesByName: (propertyId: string) => propertyId === 'beach' };

  test.each<[string, KeptElection[], KeptElection[], string[]]>([
    ['no rate by name is refused', [], [election({ from: '2026-11-20' })], ['/coverageElections/0/scopeType']],
    ['a rate by name, as before, is stated', [rated()], [rated({ electionId: 'f', from: '2026-11-20' })], []],
    [
      'a rate by name that is over is refused',
      [rated({ to: '2026-11-18' })],
      [rated({ electionId: 'f', from: '2026-11-20' })],
      ['/coverageElections/0/scopeType'],
    ],
    [
      'a rate by name that was withdrawn is refused',
      [],
      [rated({ from: '2026-11-20' })],
      ['/coverageElections/0/scopeType'],
    ],
    ['no rate by name, as before, is stated', [election()], [election()], []],
    ['another property is stated', [], [election({ scopeId: 'lake', from: '2026-11-20' })], []],
    ['a broad election is stated', [], [election({ ...organization, from: '2026-11-20' })], []],
    ['an exclusion is stated', [], [election({ from: '2026-11-20', action: 'EXCLUDE' })], []],
  ])('%s', (_what, own, stated, members) => expect(underwritersPart(stated, own, beside, today)).toEqual(members));
});

describe('an election of a caller that cannot set rates', () => {
  const stated = election({ ...organization, from: '2026-11-20' });
  const atRate = (rateOverridePerNight: bigint | null, from: string, electionId: string) =>
    election({ ...organization, from, electionId, rateOverridePerNight });
  const onPlan = (planId: string | null, from: string, electionId: string) =>
    election({ ...organization, from, electionId, planId });

  test.each<[string, KeptElection[], bigint | null]>([
    ['keeps the rate of its name', [atRate(90_000n, '2026-01-01', 'e'), atRate(1n, '2026-05-01', 'other')], 90_000n],
    ['keeps to no rate of its own', [atRate(null, '2026-01-01', 'e'), atRate(1n, '2026-05-01', 'other')], null],
    [
      'under a new name keeps the last rate of its scope',
      [atRate(2n, '2026-05-01', 'b'), atRate(1n, '2026-01-01', 'a')],
      2n,
    ],
    [
      'keeps the current rate of its name, not one that was replaced',
      [
        {
          ...atRate(2n, '2026-01-01', 'e'),
          effectiveTo: date('2026-11-09'),
          retiredOn: date('2026-11-10'),
        },
        atRate(9n, '2026-11-10', 'e'),
      ],
      9n,
    ],
    [
      'takes none of its name that was about another scope',
      [{ ...atRate(1n, '2026-01-01', 'e'), scopeType: 'PROPERTY' as const, scopeId: 'beach' }],
      null,
    ],
    [
      'takes none from another scope',
      [{ ...atRate(2n, '2026-05-01', 'b'), scopeType: 'PROPERTY' as const, scopeId: 'p-1' }],
      null,
    ],
  ])('%s', (_name, known, expected) => {
    expect(keepRates([stated], known)[0]!.rateOverridePerNight).toBe(expected);
  });

  test.each<[string, KeptElection[], string | null]>([
    ['keeps the plan of its name', [onPlan('premium', '2026-01-01', 'e'), onPlan('b', '2026-05-01', 'f')], 'premium'],
    ['keeps to no plan of its own', [onPlan(null, '2026-01-01', 'e'), onPlan('b', '2026-05-01', 'f')], null],
    ['under a new name keeps the last plan of its scope', [onPlan('b', '2026-05-01', 'f')], 'b'],
    [
      'takes no plan from another scope',
      [{ ...onPlan('b', '2026-05-01', 'f'), scopeType: 'PROPERTY' as const, scopeId: 'p-1' }],
      null,
    ],
  ])('%s', (_name, known, expected) => {
    expect(keepRates([stated], known)[0]!.planId).toBe(expected);
  });
});

describe('what is elected elsewhere', () => {
  const since = (day: string, ...groupIds: string[]) => ({
    effectiveFrom: date(day),
    facts: { state: 'FL', country: 'US', propertyType: null, groupIds },
  });
  const moving = [since('2026-01-01', 'valley'), since('2026-11-20', 'town'), since('2026-12-01', 'hill')];
  const property = { propertyId: 'beach', knownFrom: date('2026-01-01'), facts: moving };
  const known = { elections: [], properties: [property] };
  const elsewhere = (changes: ElectionChanges) => rated({ policyId: 'other', ...changes });

  test.each<[string, boolean, ElectionChanges]>([
    ['the property', true, {}],
    ['another property', false, { scopeId: 'lake' }],
    ['everything', true, organization],
    ['the group that the property is in today', true, group('town')],
    ['a group that it joins later', true, group('hill')],
    ['a group that it left before today', false, group('valley')],
    ['the property, but no rate', false, { rateOverridePerNight: null }],
    ['the property, on a policy that does not give way', false, { policyId: 'third' }],
  ])('naming a property takes it from an election for %s: %s', (_name, takes, changes) => {
    const { takesByName } = electedElsewhere(known, [elsewhere(changes)], ['other'], today);
    expect(takesByName('beach')).toBe(takes);
  });

  test('an own election stands in place of one for all policies of its name; broad ones of a policy decide together', () => {
    const own = election();
    const replaced = rated({ policyId: ALL_POLICIES });
    const forAll = rated({ policyId: ALL_POLICIES, electionId: 'all' });
    const broad = elsewhere({ ...organization, electionId: 'broad' });
    const found = [replaced, forAll, broad, elsewhere({ electionId: 'named' })];
    expect(electedElsewhere({ elections: [own], properties: [] }, found, [], today)).toMatchObject({
      forAll: [forAll],
      decidingTogether: [
        [own, forAll],
        [replaced, forAll],
        [broad, replaced, forAll],
      ],
    });
  });
});
