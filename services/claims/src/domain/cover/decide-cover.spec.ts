import { describe, expect, test } from '@jest/globals';
import { calendarDate as day } from '@staycover/kernel';
import {
  type Damage,
  damageNight,
  decideCover,
  type PolicyOnNight,
  type Selected,
  type Stay,
  withLimitsOfArrival,
} from './decide-cover.ts';

const none = { CONTENTS: null, DWELLING: null, LIABILITY: null };

const policy = (changes: Partial<PolicyOnNight> = {}): PolicyOnNight => ({
  policyId: 'a',
  policyReference: 'POL-2026-000123',
  policyVersion: 3,
  covered: true,
  reason: null,
  boundAt: Temporal.Instant.from('2026-11-01T08:00:00Z'),
  termStart: day('2026-11-01'),
  currency: 'USD',
  minNights: null,
  maxNights: null,
  coveredCategories: [],
  categoryExclusions: [],
  coverageCurrency: null,
  limits: { CONTENTS: 25_000n, DWELLING: 500_000n, LIABILITY: null },
  totalCoverage: null,
  deductible: 250n,
  minimumClaim: 50n,
  selectedSelfCoverage: null,
  ...changes,
});

const selected = (contents: bigint | null, changes: Partial<Selected> = {}): Selected => ({
  limits: { ...none, CONTENTS: contents },
  deductible: null,
  currency: null,
  ...changes,
});

const stay = (...chosen: Selected[]): Stay => ({
  arrivalDate: day('2026-11-12'),
  departureDate: day('2026-11-15'),
  selected: chosen,
});

const damage = (changes: Partial<Damage> = {}): Damage => ({
  damageDate: day('2026-11-13'),
  category: null,
  coverageType: 'CONTENTS',
  ...changes,
});

describe('the night of a damage', () => {
  test.each([
    ['the arrival', '2026-11-12', '2026-11-12'],
    ['the departure', '2026-11-15', '2026-11-14'],
    ['a day without a stay', '2026-11-20', '2026-11-20'],
  ])('on %s', (_what, damageDate, night) => {
    expect(damageNight(day(damageDate), stay()).toString()).toBe(night);
  });
});

describe('the limit', () => {
  test("is what the stay's policies have chosen together, else the night's", () => {
    const chosen = stay(selected(1_000n, { deductible: 100n }), selected(2_000n), selected(null));
    expect(decideCover(damage(), chosen, [policy()])).toMatchObject({ limit: 3_000n, deductible: 100n, covered: true });
    expect(decideCover(damage(), stay(selected(null)), [policy()])).toMatchObject({ limit: 25_000n, deductible: 250n });
    expect(decideCover(damage({ coverageType: 'DWELLING' }), stay(), [policy()])).toMatchObject({ limit: 500_000n });
  });

  test('of the stay applies when no policy knows the property; without either it is unknown', () => {
    expect(decideCover(damage(), stay(selected(3_000n)), [])).toMatchObject({
      policyId: null,
      covered: true,
      limit: 3_000n,
    });
    expect(decideCover(damage(), stay(), [])).toBeNull();
  });
});

describe('a damage is not covered', () => {
  test.each<[string, Partial<Damage>, Partial<PolicyOnNight>]>([
    ['OUTSIDE_STAY', { damageDate: day('2026-11-11') }, {}],
    ['OUTSIDE_STAY', { damageDate: day('2026-11-16') }, {}],
    ['SUSPENDED', {}, { covered: false, reason: 'SUSPENDED' }],
    ['NOT_BOUND', {}, { covered: false, reason: 'NOT_BOUND', boundAt: null }],
    ['STAY_TOO_SHORT', {}, { minNights: 4 }],
    ['STAY_TOO_LONG', {}, { maxNights: 2 }],
    ['EXCLUDED', { category: 'ART' }, { coveredCategories: ['FURNITURE'] }],
    ['EXCLUDED', {}, { coveredCategories: ['FURNITURE'] }],
    ['EXCLUDED', { category: 'ART' }, { categoryExclusions: [{ category: 'ART', above: null }] }],
    ['NO_LIMIT', { coverageType: 'LIABILITY' }, {}],
    ['NO_LIMIT', {}, { limits: { ...none, CONTENTS: 0n } }],
  ])('%s: %p, %p', (reason, changes, ofPolicy) => {
    expect(decideCover(damage(changes), stay(), [policy(ofPolicy)])).toMatchObject({ covered: false, reason });
  });
});

test.each<[Partial<PolicyOnNight>, string | null]>([
  [{ minNights: 3 }, null],
  [{ maxNights: 3 }, null],
  [{ minNights: 4 }, 'STAY_TOO_SHORT'],
  [{ maxNights: 2 }, 'STAY_TOO_LONG'],
])('a stay is as long as its dates, three nights, for %p', (ofPolicy, reason) => {
  expect(decideCover(damage(), stay(), [policy(ofPolicy)])).toMatchObject({ reason });
});

test('a category is covered where another one is excluded', () => {
  const exclusions = policy({ categoryExclusions: [{ category: 'ART', above: null }] });
  expect(decideCover(damage({ category: 'FURNITURE' }), stay(), [exclusions])).toMatchObject({ covered: true });
});

test('a damage outside of the stay is not covered, also when nothing else is known of its cover', () => {
  const cover = { covered: false, reason: 'OUTSIDE_STAY', policyId: null, limit: null, currency: null };
  for (const outside of ['2026-11-11', '2026-11-16']) {
    expect(decideCover(damage({ damageDate: day(outside) }), stay(), [])).toMatchObject(cover);
  }
  expect(decideCover(damage({ damageDate: day('2026-11-15') }), stay(), [])).toBeNull();
});

describe('of several policies', () => {
  const early = policy({ policyId: 'b', boundAt: Temporal.Instant.from('2026-10-01T08:00:00Z') });

  test('the one that was bound first decides, of those that cover', () => {
    expect(decideCover(damage(), stay(), [policy(), early])?.policyId).toBe('b');
    const suspended = { ...early, covered: false, reason: 'SUSPENDED' as const };
    expect(decideCover(damage(), stay(), [suspended, policy()])?.policyId).toBe('a');
    const neither = policy({ covered: false, reason: 'NOT_ENROLLED' });
    expect(decideCover(damage(), stay(), [neither, suspended])).toMatchObject({ policyId: 'b', reason: 'SUSPENDED' });
  });

  test('without cover, one that is suspended comes before one that ended, though that was bound first', () => {
    const ended = { ...early, covered: false, reason: 'NOT_IN_FORCE' as const };
    const suspended = policy({ covered: false, reason: 'SUSPENDED' });
    expect(decideCover(damage(), stay(), [ended, suspended])).toMatchObject({ policyId: 'a', reason: 'SUSPENDED' });
  });
});

test('a category is covered up to its cap', () => {
  const categoryExclusions = [{ category: 'ART', above: 5_000n }];
  expect(decideCover(damage({ category: 'ART' }), stay(), [policy({ categoryExclusions })])).toMatchObject({
    covered: true,
    cap: 5_000n,
  });
});

test('of several caps of its category the lowest counts, and none of another one', () => {
  const categoryExclusions = [
    { category: 'ART', above: 4_000n },
    { category: 'ART', above: 5_000n },
    { category: 'JEWELRY', above: 1n },
  ];
  expect(decideCover(damage({ category: 'ART' }), stay(), [policy({ categoryExclusions })])?.cap).toBe(4_000n);
});

test('a cover has the terms of its policy', () => {
  const terms = { totalCoverage: 90_000n, minimumClaim: 50n, selectedSelfCoverage: 7_000n };
  expect(decideCover(damage(), stay(), [policy(terms)])).toMatchObject({
    policyReference: 'POL-2026-000123',
    policyVersion: 3,
    termLimit: 90_000n,
    termStart: day('2026-11-01'),
    minimumClaim: 50n,
    selfCoverage: 7_000n,
  });
});

test('how long a stay may be is what each policy had on its first night, unless the policy is newer', () => {
  const arrival = day('2026-11-12');
  const onArrival = [
    policy({ policyId: 'old', minNights: 2, maxNights: 20 }),
    policy({ policyId: 'first', termStart: arrival, minNights: 3, maxNights: 30 }),
    policy({ policyId: 'new', termStart: day('2026-11-13'), minNights: 4, maxNights: 40 }),
  ];
  const then = onArrival.map((one) => ({ ...one, minNights: 1, maxNights: 9, deductible: 5n }));
  const limited = withLimitsOfArrival(then, onArrival, arrival);
  expect(limited.map((one) => [one.policyId, one.minNights, one.maxNights, one.deductible])).toEqual([
    ['old', 2, 20, 5n],
    ['first', 3, 30, 5n],
    ['new', 1, 9, 5n],
  ]);
});

test.each(['jewelry', ' Jewelry ', 'JEWELRY'])('a category counts however it is written: %p', (category) => {
  const decide = (ofPolicy: Partial<PolicyOnNight>) => decideCover(damage({ category }), stay(), [policy(ofPolicy)]);
  const excluding = (above: bigint | null) => decide({ categoryExclusions: [{ category: 'Jewelry ', above }] });
  expect(excluding(null)).toMatchObject({ covered: false, reason: 'EXCLUDED' });
  expect(excluding(5_000n)).toMatchObject({ covered: true, cap: 5_000n });
  expect(decide({ coveredCategories: ['jewelrY'] })).toMatchObject({ covered: true });
});

test('a damage from before the policy was bound is flagged', () => {
  const bound = policy({ boundAt: Temporal.Instant.from('2026-11-14T00:00:00Z') });
  expect(decideCover(damage(), stay(), [bound])?.flags).toEqual(['BOUND_AFTER_LOSS']);
  expect(decideCover(damage({ damageDate: day('2026-11-14') }), stay(), [bound])?.flags).toEqual([]);
});

test('currencies other than that of the policy are listed', () => {
  const chosen = stay(selected(1n, { currency: 'EUR' }), selected(1n, { currency: 'USD' }));
  expect(decideCover(damage(), chosen, [policy()])).toMatchObject({ currency: 'USD', otherCurrencies: ['EUR'] });
});

test.each<[string, Partial<Selected>, string[]]>([
  ['limits another type', { limits: { ...none, LIABILITY: 1n } }, []],
  ['has none of the type', { limits: { ...none, CONTENTS: 0n, LIABILITY: 1n } }, []],
  ['lowers what is paid', { limits: { ...none, LIABILITY: 1n }, deductible: 1n }, ['EUR']],
])('a choice of the stay that %s has a currency of its own: %p', (_what, changes, otherCurrencies) => {
  const chosen = stay(selected(3_000n, { currency: 'USD' }), selected(null, { currency: 'EUR', ...changes }));
  const cover = { currency: 'USD', otherCurrencies, limit: 3_000n };
  expect(decideCover(damage(), chosen, [policy()])).toMatchObject(cover);
  expect(decideCover(damage(), { ...chosen, selected: chosen.selected.toReversed() }, [policy()])).toMatchObject(cover);
});

test('without a policy, the currency is that of what covers the type', () => {
  const chosen = stay(
    selected(null, { limits: { ...none, LIABILITY: 1n }, currency: 'EUR' }),
    selected(3_000n, { currency: 'USD' }),
  );
  expect(decideCover(damage(), chosen, [])).toMatchObject({ currency: 'USD', otherCurrencies: [] });
});
