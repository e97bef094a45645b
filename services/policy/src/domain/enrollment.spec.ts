import { describe, expect, test } from '@jest/globals';
import type { RateVersion } from '@staycover/kernel';
import fc from 'fast-check';
import type { Election, Property } from './election.ts';
import {
  type Cover,
  coverOf,
  deriveEnrollments,
  type Enrollment,
  type Facts,
  keyOf,
  nextChangeOn,
} from './enrollment.ts';
import { newTerms, type Policy } from './policy.ts';

const date = (text: string) => Temporal.PlainDate.from(text);
const today = date('2026-11-20');
const term = { termStart: date('2026-11-01'), termEnd: date('2027-10-31') };

const property = (propertyId: string, facts: Partial<Property> = {}): Property => ({
  propertyId,
  propertyReferenceId: null,
  propertyName: null,
  state: null,
  country: null,
  propertyType: null,
  groupIds: [],
  ...facts,
});

const election = (scope: string, changes: Partial<Election> & { from?: string; to?: string } = {}): Election => {
  const { from = '2026-11-01', to, ...rest } = changes;
  const [scopeType, scopeId = null] = scope.split(':') as [Election['scopeType'], string | undefined];
  return {
    electionId: scope,
    scopeType,
    scopeId,
    action: 'INCLUDE',
    planId: null,
    rateOverridePerNight: null,
    endorsementSelections: [],
    effectiveFrom: date(from),
    effectiveTo: to ? date(to) : null,
    ...rest,
  };
};

const exclude = { action: 'EXCLUDE' } as const;
const wholeTerm: Cover = { ranges: [{ start: term.termStart, end: date('2027-11-01') }], open: true };

const facts = (changes: Partial<Facts> & { rules?: Partial<Policy> } = {}): Facts => ({
  terms: { ...newTerms(term, today), ...changes.rules },
  cover: wholeTerm,
  flatRate: 42_500n,
  termStarts: [term.termStart],
  elections: [],
  properties: [property('p1')],
  enrolled: [],
  today,
  ...changes,
});

const print = (row: Enrollment) =>
  `${row.propertyId} ${row.enrolledDate}..${row.unenrolledDate ?? ''}${row.active ? ' active' : ''}`;
const rows = (changes: Parameters<typeof facts>[0]) => deriveEnrollments(facts(changes)).map(print);

describe('which properties are enrolled, and when', () => {
  test.each<[string, Election[], string[]]>([
    ['nothing elected', [], []],
    ['the property included', [election('PROPERTY:p1')], ['p1 2026-11-01.. active']],
    ['another property included', [election('PROPERTY:p2')], []],
    ['its group included', [election('GROUP:g1')], ['p1 2026-11-01.. active']],
    ['another group included', [election('GROUP:g2')], []],
    ['the organization included', [election('ORGANIZATION')], ['p1 2026-11-01.. active']],
    ['a last night', [election('ORGANIZATION', { to: '2026-11-30' })], ['p1 2026-11-01..2026-12-01 active']],
    ['a last night gone by', [election('ORGANIZATION', { to: '2026-11-10' })], ['p1 2026-11-01..2026-11-11']],
    ['a first night to come', [election('ORGANIZATION', { from: '2026-12-01' })], ['p1 2026-12-01..']],
    ['an end before its beginning', [election('ORGANIZATION', { from: '2026-12-01', to: '2026-11-01' })], []],
    [
      'the organization included, the property excluded',
      [election('ORGANIZATION'), election('PROPERTY:p1', exclude)],
      [],
    ],
    [
      'the organization excluded, its group included',
      [election('ORGANIZATION', exclude), election('GROUP:g1')],
      ['p1 2026-11-01.. active'],
    ],
    [
      'the property excluded for a while',
      [election('GROUP:g1'), election('PROPERTY:p1', { ...exclude, from: '2026-12-01', to: '2026-12-31' })],
      ['p1 2026-11-01..2026-12-01 active', 'p1 2027-01-01..'],
    ],
    [
      'of two of the same scope the later one',
      [election('ORGANIZATION'), election('ORGANIZATION', { ...exclude, electionId: 'later', from: '2026-11-15' })],
      ['p1 2026-11-01..2026-11-15'],
    ],
    [
      'of two of the same scope and day the exclusion',
      [election('ORGANIZATION', { ...exclude, electionId: 'a' }), election('ORGANIZATION', { electionId: 'b' })],
      [],
    ],
  ])('%s', (_name, elections, expected) => {
    expect(rows({ elections, properties: [property('p1', { groupIds: ['g1'] })] })).toEqual(expected);
  });

  test('an election takes over in a row of its own', () => {
    const override = election('PROPERTY:p1', { from: '2026-12-01', rateOverridePerNight: 60_000n });
    const derived = deriveEnrollments(facts({ elections: [election('ORGANIZATION'), override] }));
    expect(derived).toMatchObject([
      { electionId: 'ORGANIZATION', unenrolledDate: date('2026-12-01'), computedRatePerNight: 42_500n },
      { electionId: 'PROPERTY:p1', enrolledDate: date('2026-12-01'), computedRatePerNight: 60_000n },
    ]);
  });
});

describe('eligibility', () => {
  const florida = property('p1', { state: 'FL', country: 'US', propertyType: 'HOUSE' });
  test.each<[string, Partial<Policy>, boolean]>([
    ['no rules', {}, true],
    ['its state among the supported', { supportedStates: ['GA', 'fl'] }, true],
    ['its state not among them', { supportedStates: ['GA'] }, false],
    ['its country not among the supported', { supportedCountries: ['CA'] }, false],
    ['its type excluded', { excludedPropertyTypes: ['house'] }, false],
    ['another type excluded', { excludedPropertyTypes: ['BOAT'] }, true],
    ['allowed all the same', { supportedStates: ['GA'], eligibilityOverrides: { p1: 'ALLOW' } }, true],
    ['denied all the same', { eligibilityOverrides: { p1: 'DENY' } }, false],
    ['an override of another kind', { eligibilityOverrides: { p1: { reason: 'x' } } }, true],
    ['an override of another property', { eligibilityOverrides: { p2: 'DENY' } }, true],
  ])('%s', (_name, rules, eligible) => {
    expect(rows({ rules, properties: [florida], elections: [election('ORGANIZATION')] })).toHaveLength(
      eligible ? 1 : 0,
    );
  });

  test('a property of unknown state is not in a supported one', () => {
    expect(rows({ rules: { supportedStates: ['FL'] }, elections: [election('ORGANIZATION')] })).toEqual([]);
  });
});

describe('the rate of a night', () => {
  const version = (effectiveFrom: string, ratePerNight: bigint, changes: Partial<RateVersion> = {}): RateVersion => ({
    version: 1,
    planId: null,
    effectiveFrom: date(effectiveFrom),
    ratePerNight,
    lossFundRatePerNight: null,
    ...changes,
  });
  test.each<[string, RateVersion[], Partial<Election>, bigint | null]>([
    ['flat without a table', [], {}, 42_500n],
    ['of the table', [version('2026-01-01', 50_000n)], {}, 50_000n],
    ['flat before the table begins', [version('2026-11-21', 50_000n)], {}, 42_500n],
    ['of the newest version by today', [version('2026-01-01', 50_000n), version('2026-11-20', 51_000n)], {}, 51_000n],
    [
      'of the highest version of a day',
      [version('2026-01-01', 50_000n, { version: 2 }), version('2026-01-01', 51_000n)],
      {},
      50_000n,
    ],
    [
      "of the plan's own version of a day",
      [version('2026-01-01', 50_000n, { planId: 'gold' }), version('2026-01-01', 51_000n, { version: 2 })],
      { planId: 'gold' },
      50_000n,
    ],
    ['of the election plan', [version('2026-01-01', 50_000n, { planId: 'gold' })], { planId: 'gold' }, 50_000n],
    ['flat for another plan', [version('2026-01-01', 50_000n, { planId: 'gold' })], { planId: 'silver' }, 42_500n],
    ['of the override', [version('2026-01-01', 50_000n)], { rateOverridePerNight: 0n }, 0n],
  ])('%s', (_name, rateTableVersions, changes, expected) => {
    const [row] = deriveEnrollments(
      facts({ rules: { rateTableVersions }, elections: [election('ORGANIZATION', changes)] }),
    );
    expect(row!.computedRatePerNight).toBe(expected);
  });
});

describe('the terms', () => {
  const policy = (changes: Partial<Policy>) =>
    ({ ...newTerms(term, today), status: 'ACTIVE', coverageEndsOn: null, ...changes }) as Policy;
  const covered = (changes: Partial<Policy>, earlier: Parameters<typeof coverOf>[1] = []) =>
    rows({ cover: coverOf(policy(changes), earlier), elections: [election('ORGANIZATION', { from: '2026-01-01' })] });

  test.each<[string, Partial<Policy>, string]>([
    ['an open enrollment runs on into the next term', {}, 'p1 2026-11-01.. active'],
    [
      'a cancellation ends it',
      { status: 'CANCELLED', coverageEndsOn: date('2026-11-15') },
      'p1 2026-11-01..2026-11-15',
    ],
    ['the end of an expired term ends it', { status: 'EXPIRED' }, 'p1 2026-11-01..2027-11-01 active'],
  ])('%s', (_name, changes, expected) => expect(covered(changes)).toEqual([expected]));

  test('that follow one another make one row, the nights between two terms none', () => {
    const earlier = (termEnd: string) => [{ ...policy({}), termStart: date('2025-11-01'), termEnd: date(termEnd) }];
    expect(covered({}, earlier('2026-10-31'))).toEqual(['p1 2026-01-01.. active']);
    expect(covered({}, earlier('2026-09-30'))).toEqual(['p1 2026-01-01..2026-10-01', 'p1 2026-11-01.. active']);
  });
});

test('rows that nothing makes any more are closed, not removed', () => {
  const enrolled = deriveEnrollments(facts({ elections: [election('PROPERTY:p1')] }));
  expect(rows({ enrolled })).toEqual(['p1 2026-11-01..2026-11-01']);
  expect(rows({ enrolled, elections: [election('PROPERTY:p1', { from: '2026-11-10' })] })).toEqual([
    'p1 2026-11-01..2026-11-01',
    'p1 2026-11-10.. active',
  ]);
});

test('time alone next changes a row when it begins, ends or gets a new rate', () => {
  const rateTableVersions = [
    { version: 1, planId: null, effectiveFrom: date('2026-12-24'), ratePerNight: 1n, lossFundRatePerNight: null },
  ];
  const next = (changes: Parameters<typeof facts>[0]) =>
    nextChangeOn(deriveEnrollments(facts(changes)), facts(changes))?.toString();
  expect(next({ elections: [election('ORGANIZATION', { to: '2026-11-30' })] })).toBe('2026-12-01');
  expect(next({ elections: [election('ORGANIZATION')], rules: { rateTableVersions } })).toBe('2026-12-24');
  expect(next({ elections: [election('ORGANIZATION')] })).toBe('2027-11-01');
  expect(next({ elections: [election('ORGANIZATION')], termStarts: [term.termStart, date('2027-05-01')] })).toBe(
    '2027-05-01',
  );
});

describe('whatever is elected', () => {
  const day = fc.integer({ min: -400, max: 400 }).map((days) => today.add({ days }));
  const scope = fc.constantFrom('ORGANIZATION', 'GROUP:g1', 'GROUP:g2', 'PROPERTY:p1', 'PROPERTY:p2', 'PROPERTY:p3');
  const elections = fc
    .array(fc.tuple(scope, fc.constantFrom('INCLUDE' as const, 'EXCLUDE' as const), day, fc.option(day)), {
      maxLength: 12,
    })
    .map((list) =>
      list.map(([scoped, action, effectiveFrom, effectiveTo], i) => ({
        ...election(scoped, { action, electionId: `e${i}` }),
        effectiveFrom,
        effectiveTo,
      })),
    );
  const properties = [property('p1', { groupIds: ['g1'] }), property('p2', { groupIds: ['g2', 'g1'] }), property('p3')];
  const derive = (list: Election[], enrolled: Enrollment[] = []) =>
    deriveEnrollments(facts({ elections: list, properties, enrolled }));

  test('a property has at most one open enrollment, and none that overlap', () => {
    fc.assert(
      fc.property(elections, elections, (first, second) => {
        const all = derive(second, derive(first)).filter(
          ({ enrolledDate, unenrolledDate }) => !unenrolledDate?.equals(enrolledDate),
        );
        const overlapping = all.filter((row, i) => {
          const next = all[i + 1];
          return (
            next?.propertyId === row.propertyId &&
            !(row.unenrolledDate && `${row.unenrolledDate}` <= `${next.enrolledDate}`)
          );
        });
        expect(overlapping).toEqual([]);
      }),
    );
  });

  test('its dates lie inside the terms', () => {
    fc.assert(
      fc.property(elections, (list) => {
        for (const { enrolledDate, unenrolledDate } of derive(list)) {
          expect(`${enrolledDate}` >= '2026-11-01' && `${unenrolledDate ?? ''}` <= '2027-11-01').toBe(true);
        }
      }),
    );
  });

  test('neither the order of elections nor deriving again makes a difference', () => {
    fc.assert(
      fc.property(elections, fc.infiniteStream(fc.nat()), (list, keys) => {
        const shuffled = list
          .map((e) => ({ e, key: keys.next().value as number }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ e }) => e);
        const derived = derive(list);
        expect(derive(shuffled)).toEqual(derived);
        expect(derive(list, derived)).toEqual(derived);
        expect(new Set(derived.map(keyOf)).size).toBe(derived.length);
      }),
    );
  });

  test('a night is covered as the plain reading of the rule says', () => {
    const rank = { ORGANIZATION: 0, GROUP: 1, PROPERTY: 2 };
    const reaches = ({ scopeType, scopeId }: Election, { propertyId, groupIds }: Property) =>
      scopeType === 'ORGANIZATION' || (scopeType === 'GROUP' ? groupIds.includes(scopeId!) : scopeId === propertyId);
    const isWithin = (start: string, end: string | undefined, night: string) =>
      start <= night && (end === undefined || night <= end);
    const winner = (list: Election[], of: Property, night: string) =>
      list
        .filter((e) => reaches(e, of) && isWithin(`${e.effectiveFrom}`, e.effectiveTo?.toString(), night))
        .toSorted(
          (a, b) =>
            rank[b.scopeType] - rank[a.scopeType] ||
            Temporal.PlainDate.compare(b.effectiveFrom, a.effectiveFrom) ||
            (a.action === b.action ? (a.electionId < b.electionId ? 1 : -1) : a.action === 'EXCLUDE' ? -1 : 1),
        )[0];
    const nights = fc.integer({ min: 0, max: 364 }).map((days) => term.termStart.add({ days }).toString());
    fc.assert(
      fc.property(elections, nights, fc.constantFrom(...properties), (list, night, of) => {
        const row = derive(list).find(
          (r) =>
            r.propertyId === of.propertyId &&
            `${r.enrolledDate}` <= night &&
            (!r.unenrolledDate || night < `${r.unenrolledDate}`),
        );
        const expected = winner(list, of, night);
        expect(row?.electionId).toBe(expected?.action === 'INCLUDE' ? expected.electionId : undefined);
      }),
    );
  });
});
