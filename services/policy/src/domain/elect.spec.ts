import { describe, expect, test } from '@jest/globals';
import { FIRST_DAY, systemActor } from '@staycover/kernel';
import { date, stated } from '../testing/policies-in-time.ts';
import { countingElections } from './counting-elections.ts';
import { electInbound, electOwn } from './elect.ts';
import { ALL_POLICIES, type KeptElection, type StatedElection, type StatedProperty } from './election.ts';
import { electionTimeline } from './election-timeline.ts';
import { type KeptProperty, learnAll } from './learn.ts';
import { factsOn } from './property-facts.ts';

const today = date('2026-11-10');
const at = (hour: number) => Temporal.Instant.from('2026-11-10T00:00:00Z').add({ hours: hour });

const learn = (known: readonly KeptProperty[], hour: number, ...facts: StatedProperty[]): KeptProperty[] => {
  const news = learnAll(known, facts, at(hour), today).map(({ property }) => property);
  return news.length > 0 ? news : [...known];
};
const stateOn = ([property]: readonly KeptProperty[], day: string) => factsOn(property!, date(day)).state;

const named = { propertyId: 'beach' };
const described = { ...named, propertyName: 'Beach House', state: 'FL' };

test('a property that is known gets another name and reference', () => {
  const known = learn([], 9, described);
  const news = { propertyName: 'Lake House', propertyReferenceId: 'FL-2' };
  expect(learn(known, 10, { ...named, ...news })).toMatchObject([{ ...news, state: 'FL' }]);
  expect(learn(known, 10, { ...named, ...news, state: 'GA' })).toMatchObject([{ ...news, state: 'GA' }]);
  expect(learnAll(known, [{ ...named, ...news }], at(10), today)).toMatchObject([{ from: today }]);
});

describe('naming a property states nothing of it', () => {
  test('so that its first facts hold for all time, also behind its name in one statement', () => {
    expect(stateOn(learn([], 9, named, described, named), '2026-11-01')).toBe('FL');
  });

  test('so that facts of before count, which come later', () => {
    const known = learn(learn([], 10, named), 9, described);
    expect(known).toMatchObject([{ propertyName: 'Beach House', state: 'FL', statedAt: at(9) }]);
    expect(learn(learn(known, 11, named), 10, { ...named, state: 'GA' })).toMatchObject([{ state: 'GA' }]);
  });

  test('while facts that are older than those at hand change nothing', () => {
    const known = learn([], 10, described);
    expect(learn(known, 9, { ...named, state: 'GA' })).toEqual(known);
  });
});

describe('statements of different members of a property, in any order', () => {
  const state = { ...named, state: 'FL' };
  const group = { ...named, groupIds: ['lakes'] };
  const name = { ...named, propertyName: 'Lake House' };
  const print = ([one]: readonly KeptProperty[]) => [
    one!.state,
    one!.groupIds.join(),
    one!.propertyName,
    `${one!.statedAt}`,
  ];

  test('all count', () => {
    const first = learn([], 8, described);
    const inOrder = learn(learn(learn(first, 9, { ...state, state: 'GA' }), 10, group), 11, name);
    const swapped = learn(learn(learn(first, 11, name), 10, group), 9, { ...state, state: 'GA' });
    expect(print(inOrder)).toEqual(['GA', 'lakes', 'Lake House', `${at(11)}`]);
    expect(print(swapped)).toEqual(print(inOrder));
  });

  test('count member by member, also where one of them is overtaken', () => {
    const known = learn(learn([], 8, group), 10, name);
    expect(learn(known, 9, { ...state, propertyName: 'Beach House' })).toMatchObject([
      { state: 'FL', propertyName: 'Lake House', groupIds: ['lakes'], statedAt: at(10) },
    ]);
  });

  test('given a property of an earlier release, which keeps one time for all, then what is older changes nothing', () => {
    const known = learn([], 10, described).map((one) => ({ ...one, memberTimes: {} }));
    expect(learn(known, 9, group)).toEqual(known);
    const since = learn(known, 11, name).map((one) => ({ ...one, statedAt: at(12) }));
    expect(learn(since, 11, group)).toEqual(since);
    expect(learn(learn(known, 12, name), 11, group)).toMatchObject([{ groupIds: ['lakes'], statedAt: at(12) }]);
  });
});

const newId = () => crypto.randomUUID();
const noon = (day: string) => date(day).toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' }).toInstant();

test('given a deal of yesterday, its elections that state no day count from yesterday on', () => {
  const deal = {
    actor: systemActor('policy', 'acme'),
    now: noon('2026-11-10'),
    statedBefore: noon('2026-11-09'),
    newId,
  };
  const { stated: kept, from } = electOwn('p1', [], [stated('ORGANIZATION')], deal);
  expect(kept.map(({ effectiveFrom }) => `${effectiveFrom}`)).toEqual(['2026-11-09']);
  expect(`${from}`).toBe('2026-11-09');
});

test('given an election that moves to another policy and back with an earlier first day, it replaces what it was there', () => {
  const inbound = (known: KeptElection[], day: string, policyId: string, election: StatedElection): KeptElection[] => {
    const { removed, stated: news } = electInbound({ policyId, statedAt: noon(day), today: date(day), newId }, known, [
      election,
    ]);
    const ids = new Set([...removed, ...news].map(({ id }) => id));
    return [...known.filter(({ id }) => !ids.has(id)), ...news];
  };
  const here = inbound(
    [],
    '2026-11-01',
    'b',
    stated('PROPERTY:beach', { from: '2026-11-01', rateOverridePerNight: 4n }),
  );
  const away = inbound(here, '2026-11-10', 'a', stated('PROPERTY:beach', { rateOverridePerNight: 4n }));
  const back = stated('PROPERTY:beach', { from: '2026-10-25', rateOverridePerNight: 5n });
  const kept = inbound(away, '2026-11-20', 'b', back);
  expect(kept.map((one) => [one.policyId, `${one.effectiveFrom}`, one.rateOverridePerNight])).toEqual([
    ['b', '2026-10-25', 5n],
  ]);
});

describe('an election for all policies', () => {
  const own = (known: KeptElection[], day: string, ...elections: Parameters<typeof electOwn>[2]) =>
    electOwn('p1', known, elections, { actor: systemActor('policy', 'acme'), now: noon(day), newId });
  const covered = (kept: readonly KeptElection[]) =>
    electionTimeline(countingElections(kept))({
      propertyId: 'beach',
      knownFrom: date('2026-11-01'),
      facts: [{ effectiveFrom: FIRST_DAY, facts: {} }],
    }).map(({ start, end, election }) => `${start}..${end.year === 9999 ? '' : end} ${election.rateOverridePerNight}`);

  test('counts again from the day on which the one of a policy is withdrawn, also when that was over', () => {
    const inbound = { policyId: ALL_POLICIES, statedAt: noon('2026-11-01'), today: date('2026-11-01'), newId };
    const all = electInbound(inbound, [], [stated('ORGANIZATION')]).stated;
    const short = stated('ORGANIZATION', { to: '2026-11-05', rateOverridePerNight: 5n });
    const { stated: ended } = own([], '2026-11-03', short);
    expect(covered([...all, ...ended])).toEqual(['2026-11-01..2026-11-03 null', '2026-11-03..2026-11-06 5']);
    const { stated: withdrawn, from } = own(ended, '2026-11-10');
    expect(`${from}`).toBe('2026-11-10');
    const nights = ['2026-11-01..2026-11-03 null', '2026-11-03..2026-11-06 5', '2026-11-10.. null'];
    expect(covered([...all, ...withdrawn])).toEqual(nights);
  });
});
