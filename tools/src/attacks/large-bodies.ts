export const times = <T>(count: number, of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));
export const text = (i: number, length = 255): string => String(i).padEnd(length, 'é');
export const day = (i: number): string => Temporal.PlainDate.from('2026-01-01').add({ days: i }).toString();

export const election = (i: number) => ({
  electionId: text(i, 60),
  scopeType: 'PROPERTY',
  scopeId: `p-${i}`,
  action: 'INCLUDE',
  property: { propertyId: `p-${i}`, state: 'FL', groupIds: times(12, (n) => `group-${n}`) },
});

const dailyFacts = (scopeType: string, scopeId: string) => ({
  coverageElections: times(500, (i) => ({
    ...election(i),
    scopeType,
    scopeId,
    effectiveFrom: day(i),
    property: { propertyId: 'p', state: `S${i}`, groupIds: ['g', `g${i}`], effectiveFrom: day(i) },
  })),
});

const nested = (depth: number): unknown => (depth === 0 ? 'x' : { a: nested(depth - 1) });

/** Bodies of a PUT of a policy: some are taken, some refused. */
export const BODIES: [string, unknown][] = [
  [
    '500 insured',
    {
      additionalInsureds: times(500, (i) => ({ name: text(i, 100), relationship: 'MORTGAGEE', effectiveFrom: day(i) })),
    },
  ],
  ['9,000 insured', { additionalInsureds: times(9_000, (i) => ({ name: text(i, 40), effectiveFrom: '2026-11-01' })) }],
  [
    '500 insured with all that is wrong',
    {
      additionalInsureds: times(500, () => ({
        name: '',
        relationship: 0,
        effectiveFrom: '2026-13-01',
        effectiveTo: 'x',
      })),
    },
  ],
  ['500 elections', { coverageElections: times(500, election) }],
  ['500 elections with one id', { coverageElections: times(500, () => election(1)) }],
  [
    '500 elections, 38 groups each',
    {
      coverageElections: times(500, (i) => ({
        ...election(i),
        property: { propertyId: `p-${i}`, groupIds: times(30, (n) => `g${n}`) },
      })),
    },
  ],
  [
    '500 overlapping elections of one property',
    {
      coverageElections: times(500, (i) => ({
        ...election(i),
        scopeId: 'p',
        property: { propertyId: 'p' },
        effectiveFrom: day(i),
        effectiveTo: day(1_000 - i),
      })),
    },
  ],
  ['500 elections of one property, with other facts each day', dailyFacts('PROPERTY', 'p')],
  ['500 elections of a group, with other facts of a property each day', dailyFacts('GROUP', 'g')],
  [
    '500 rates',
    {
      rateTableVersions: times(500, (i) => ({
        version: i + 1,
        planId: 'p',
        effectiveFrom: day(i),
        ratePerNight: 4.5,
        lossFundRatePerNight: 1,
      })),
    },
  ],
  [
    '500 rates that repeat',
    { rateTableVersions: times(500, () => ({ version: 1, effectiveFrom: day(1), ratePerNight: 4.5 })) },
  ],
  ['19,000 states', { supportedStates: times(19_000, (i) => `S${i}`) }],
  [
    '500 states of 255 characters, repeated',
    { supportedStates: times(500, () => text(1)), supportedCountries: times(500, (i) => text(i)) },
  ],
  ['375 states of 255 characters', { supportedStates: times(375, (i) => text(i)) }],
  ['375 endorsements of 255 characters', { coverage: { endorsements: times(375, (i) => text(i)) } }],
  ['an object of 60 KiB', { eligibilityOverrides: Object.fromEntries(times(3_000, (i) => [`member-${i}`, i])) }],
  ['an object of 1 MiB', { eligibilityOverrides: { a: 'x'.repeat(1_000_000) } }],
  ['19,000 members of one object', { eligibilityOverrides: Object.fromEntries(times(19_000, (i) => [`m${i}`, null])) }],
  ['31 levels', { eligibilityOverrides: nested(30) }],
  ['3,000 levels', { eligibilityOverrides: nested(3_000) }],
  ['19,000 empty objects', { categoryExclusions: times(19_000, () => ({})) }],
  ['300 objects of 200 bytes', { categoryExclusions: times(300, (i) => ({ category: text(i, 90) })) }],
  ['a name of a million characters', { name: 'x'.repeat(1_000_000) }],
  ['a name of a million half characters', { name: '\ud800'.repeat(160_000) }],
  ['a date of a million digits', { termStart: '2'.repeat(1_000_000) }],
  ['a currency of a million spaces', { coverage: { coverageCurrency: ' '.repeat(1_000_000) } }],
  ['an id of a million dashes', { previousPolicyId: '-'.repeat(1_000_000), contractId: '0'.repeat(40_000) }],
  ['19,000 unknown members', Object.fromEntries(times(19_000, (i) => [`${i}`, 0]))],
  ['19,000 numbers in unknown lists', { unknown: times(19_000, (i) => i / 7) }],
  ['200,000 values', times(200_000, () => 0)],
  ['70,000 members', Object.fromEntries(times(70_000, (i) => [`m${i}`, i]))],
];
