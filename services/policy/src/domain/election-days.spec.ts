import { describe, expect, test } from '@jest/globals';
import { FIRST_DAY } from '@staycover/kernel';
import { date, newElection, stated } from '../testing/policies-in-time.ts';
import type { KeptElection, NewElection, StatedElection } from './election.ts';
import {
  correctElection,
  electionsChangedFrom,
  replaceElections,
  stateEach,
  stateElection,
  withdrawElections,
} from './election-days.ts';
import { electionTimeline } from './election-timeline.ts';

const today = date('2026-11-10');
type Stated = Parameters<typeof stated>[1];
const beach = (changes: Stated = {}): NewElection => newElection(stated('PROPERTY:beach', changes));
const stateAll = (on: string, elections: NewElection[], known: readonly KeptElection[] = []) =>
  stateEach(known, elections, (list, one) => stateElection(list, one, date(on)));
const print = (list: readonly KeptElection[]) =>
  list.map((one) => `${one.action} ${one.effectiveFrom}..${one.effectiveTo ?? ''}${one.retiredOn ? ' retired' : ''}`);

describe('a new election begins', () => {
  test.each<[string, Stated, string]>([
    ['on its first day, which may be past', { from: '2026-11-01' }, 'INCLUDE 2026-11-01..'],
    ['today when it states none', {}, 'INCLUDE 2026-11-10..'],
  ])('%s', (_name, changes, expected) => expect(print(stateElection([], beach(changes), today))).toEqual([expected]));
});

describe('an election under a known id', () => {
  const known = stateAll('2026-11-01', [beach({ from: '2026-11-01' })]);
  const ahead = stateAll('2026-11-01', [beach({ from: '2026-12-01' })]);
  const ended = stateAll('2026-11-01', [beach({ from: '2026-11-01', to: '2026-11-05' })]);
  const withdrawn = withdrawElections(known, new Set(['PROPERTY:beach']), date('2026-11-08'));

  test.each<[string, readonly KeptElection[], Stated, string[]]>([
    ['again changes nothing', known, {}, ['INCLUDE 2026-11-01..']],
    ['again with its first day changes nothing', known, { from: '2026-11-01' }, ['INCLUDE 2026-11-01..']],
    ['with a last day ends on it', known, { to: '2026-12-31' }, ['INCLUDE 2026-11-01..2026-12-31']],
    ['with a past last day ends there', known, { to: '2026-11-04' }, ['INCLUDE 2026-11-01..2026-11-04']],
    [
      'that excludes keeps the nights that have passed',
      known,
      { action: 'EXCLUDE' },
      ['INCLUDE 2026-11-01..2026-11-09 retired', 'EXCLUDE 2026-11-10..'],
    ],
    [
      'that excludes with the first day stated before keeps them too',
      known,
      { action: 'EXCLUDE', from: '2026-11-01' },
      ['INCLUDE 2026-11-01..2026-11-09 retired', 'EXCLUDE 2026-11-10..'],
    ],
    [
      'that was withdrawn begins on a past day as stated, in place of what it was',
      withdrawn,
      { from: '2026-11-04' },
      ['INCLUDE 2026-11-01..2026-11-03 retired', 'INCLUDE 2026-11-04..'],
    ],
    [
      'that was withdrawn begins today when it states no day',
      withdrawn,
      {},
      ['INCLUDE 2026-11-01..2026-11-07 retired', 'INCLUDE 2026-11-10..'],
    ],
    ['that had not begun is replaced', ahead, { action: 'EXCLUDE' }, ['EXCLUDE 2026-12-01..']],
    [
      'with another first day that is past replaces it as stated',
      known,
      { from: '2026-11-05' },
      ['INCLUDE 2026-11-05..'],
    ],
    [
      'with today as its first day keeps the nights that have passed',
      known,
      { from: '2026-11-10' },
      ['INCLUDE 2026-11-01..2026-11-09 retired', 'INCLUDE 2026-11-10..'],
    ],
    [
      'with a first day that is ahead keeps them, and begins on that day',
      known,
      { from: '2026-11-20' },
      ['INCLUDE 2026-11-01..2026-11-09 retired', 'INCLUDE 2026-11-20..'],
    ],
    [
      'that had ended starts over today, when no past day is stated',
      ended,
      {},
      ['INCLUDE 2026-11-01..2026-11-05 retired', 'INCLUDE 2026-11-10..'],
    ],
    [
      'that had ended goes on to a past day that is stated',
      ended,
      { to: '2026-11-07' },
      ['INCLUDE 2026-11-01..2026-11-07'],
    ],
  ])('%s', (_name, before, changes, expected) => {
    expect(print(stateElection(before, beach(changes), today))).toEqual(expected);
  });

  test.each<[string, Stated, string[]]>([
    [
      'that excludes from the first night on leaves none',
      { action: 'EXCLUDE', from: '2026-10-20' },
      ['EXCLUDE 2026-10-20..'],
    ],
    [
      'that excludes from a later night on leaves those before it',
      { action: 'EXCLUDE', from: '2026-11-05' },
      ['INCLUDE 2026-11-01..2026-11-04 retired', 'EXCLUDE 2026-11-05..'],
    ],
    [
      'that is to begin on a day ahead leaves those that have passed',
      { from: '2026-12-01' },
      ['INCLUDE 2026-11-01..2026-11-09 retired', 'EXCLUDE 2026-11-10..2026-11-14 retired', 'INCLUDE 2026-12-01..'],
    ],
  ])('%s, also of what another statement has replaced before', (_name, changes, expected) => {
    const excluded = stateElection(known, beach({ action: 'EXCLUDE' }), today);
    expect(print(stateElection(excluded, beach(changes), date('2026-11-15')))).toEqual(expected);
  });

  test('with a past last day ends there, also where it was another before', () => {
    const rated = stateElection(known, beach({ rateOverridePerNight: 50_000n }), today);
    const ending = stateElection(rated, beach({ rateOverridePerNight: 50_000n, to: '2026-11-04' }), today);
    expect(print(ending)).toEqual(['INCLUDE 2026-11-01..2026-11-04 retired', 'INCLUDE 2026-11-10..2026-11-04']);
  });

  test('that was changed is the same when it is stated again', () => {
    const excluded = stateElection(known, beach({ action: 'EXCLUDE', from: '2026-11-01' }), today);
    const again = stateElection(excluded, beach({ action: 'EXCLUDE', from: '2026-11-01' }), date('2026-11-20'));
    expect(again).toBe(excluded);
  });
});

describe('given repairs in December, an election of November that is stated again in them with another rate', () => {
  const repairs = beach({ electionId: 'repairs', action: 'EXCLUDE', from: '2026-12-01', to: '2026-12-31' });
  const known = stateAll('2026-11-01', [beach({ from: '2026-11-01' }), repairs]);
  const covered = (list: readonly KeptElection[]) =>
    electionTimeline(list)({
      propertyId: 'beach',
      knownFrom: date('2026-11-01'),
      facts: [{ effectiveFrom: FIRST_DAY, facts: {} }],
    }).map(({ start, end }) => `${start}..${end.year === 9999 ? '' : end}`);
  const rated = (changes: Stated = {}) => beach({ rateOverridePerNight: 50_000n, ...changes });
  const again = stateAll('2026-12-10', [rated({ from: '2026-11-01' }), repairs], known);

  test('keeps its place behind them, when it states its first day again', () => {
    expect(covered(again)).toEqual(['2026-11-01..2026-12-01', '2027-01-01..']);
  });

  test('comes before them from that day on, when it states no day, or that one', () => {
    const nights = ['2026-11-01..2026-12-01', '2026-12-10..'];
    expect(covered(stateAll('2026-12-10', [rated()], known))).toEqual(nights);
    const moved = stateAll('2026-12-10', [rated({ from: '2026-12-10' })], again);
    expect(covered(moved)).toEqual(nights);
    expect(electionsChangedFrom(again, moved)).toEqual(date('2026-12-10'));
  });
});

describe('an election that takes the place of another elsewhere', () => {
  const [known] = stateAll('2026-11-01', [beach({ from: '2026-11-01' })]);

  test.each<[string, Stated, string[]]>([
    [
      'from today on, when it states no other day',
      {},
      ['INCLUDE 2026-11-01..2026-11-09 retired', 'INCLUDE 2026-11-10..'],
    ],
    [
      'from a day that is ahead, keeps the nights that have passed',
      { from: '2026-11-20' },
      ['INCLUDE 2026-11-01..2026-11-09 retired', 'INCLUDE 2026-11-20..'],
    ],
    ['from a day that is past, replaces it as stated', { from: '2026-11-05' }, ['INCLUDE 2026-11-05..']],
  ])('%s', (_name, changes, expected) => {
    expect(print(replaceElections([known!], beach(changes), today))).toEqual(expected);
  });

  test('and of several goes on with the cover of the first, in whatever order they are known', () => {
    const [early] = stateAll('2026-11-01', [beach({ from: '2026-11-01' })]);
    const [late] = stateAll('2026-11-01', [beach({ from: '2026-12-01' })]);
    const rated = beach({ rateOverridePerNight: 50_000n });
    for (const both of [[early!, late!] as const, [late!, early!] as const])
      expect(print(replaceElections(both, rated, today)).at(-1)).toBe('INCLUDE 2026-11-10..');
  });
});

describe('a corrected election', () => {
  const known = stateAll('2026-11-01', [beach({ from: '2026-11-01' })]);
  test('counts from the day of the correction', () => {
    const corrected = correctElection(known, beach({ action: 'EXCLUDE' }), date('2026-11-05'), today);
    expect(print(corrected)).toEqual(['INCLUDE 2026-11-01..2026-11-04 retired', 'EXCLUDE 2026-11-05..']);
  });

  test('with a first day replaces everything under its id', () => {
    const excluded = stateElection(known, beach({ action: 'EXCLUDE' }), today);
    const corrected = correctElection(excluded, beach({ from: '2026-11-03' }), date('2026-11-03'), today);
    expect(print(corrected)).toEqual(['INCLUDE 2026-11-03..']);
  });
});

describe('a withdrawn election', () => {
  const withdraw = (from: string) =>
    print(withdrawElections(stateAll('2026-11-01', [beach({ from })]), new Set(['PROPERTY:beach']), today));
  test('ends with the night before today', () =>
    expect(withdraw('2026-11-01')).toEqual(['INCLUDE 2026-11-01..2026-11-09 retired']));
  test('has no night when it has not begun', () =>
    expect(withdraw('2026-11-10')).toEqual(['INCLUDE 2026-11-10..2026-11-09 retired']));
  test('that had not begun goes when it is stated again', () => {
    const known = withdrawElections(
      stateAll('2026-11-01', [beach({ from: '2026-11-20' })]),
      new Set(['PROPERTY:beach']),
      today,
    );
    expect(print(stateElection(known, beach(), today))).toEqual(['INCLUDE 2026-11-10..']);
  });

  const until = (day: string) =>
    withdrawElections(stateAll('2026-11-01', [beach({ from: '2026-11-01' })]), new Set(['PROPERTY:beach']), date(day));
  const over = ['INCLUDE 2026-11-01..2026-11-07 retired'];

  test.each<[string, string, Stated, string[]]>([
    ['starts again today', '2026-11-08', {}, [...over, 'INCLUDE 2026-11-10..']],
    ['fills no gap with its first day', '2026-11-08', { from: '2026-11-01' }, [...over, 'INCLUDE 2026-11-10..']],
    [
      'keeps its past nights, with its first day and another rate',
      '2026-11-10',
      { from: '2026-11-01', rateOverridePerNight: 70_000n },
      ['INCLUDE 2026-11-01..2026-11-09 retired', 'INCLUDE 2026-11-10..'],
    ],
    ['is as it was, on the same day', '2026-11-10', { from: '2026-11-01' }, ['INCLUDE 2026-11-01..']],
    [
      'takes another past day',
      '2026-11-08',
      { from: '2026-11-03' },
      ['INCLUDE 2026-11-01..2026-11-02 retired', 'INCLUDE 2026-11-03..'],
    ],
    [
      'ends on a past day as stated',
      '2026-11-08',
      { from: '2026-11-01', to: '2026-11-05' },
      ['INCLUDE 2026-11-01..2026-11-05'],
    ],
  ])('that is stated again %s', (_what, day, changes, expected) =>
    expect(print(stateElection(until(day), beach(changes), today))).toEqual(expected),
  );
});

describe('elections differ from', () => {
  const known = stateAll('2026-11-01', [beach({ from: '2026-11-01' })]);
  test.each<[string, StatedElection, string | undefined]>([
    ['nowhere when stated again', beach(), undefined],
    ['the night after a new last day', beach({ to: '2026-12-31' }), '2027-01-01'],
    ['today when the action changes', beach({ action: 'EXCLUDE' }), '2026-11-10'],
    ['the earlier first day', beach({ from: '2026-11-05' }), '2026-11-01'],
    ['the first day of a new one', stated('ORGANIZATION', { from: '2026-11-07' }), '2026-11-07'],
  ])('%s', (_name, election, expected) => {
    const after = stateAll('2026-11-10', [newElection(election)], known);
    expect(electionsChangedFrom(known, after)?.toString()).toBe(expected);
  });
});
