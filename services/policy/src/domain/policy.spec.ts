import { describe, expect, test } from '@jest/globals';
import { date } from '../testing/policies-in-time.ts';
import { fault } from '../testing/refusals.ts';
import { manualTransitions, newTerms, type PolicyStatus } from './policy.ts';

const today = date('2026-11-20');

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

  test.each([
    ['ends before it starts', { termStart: today, termEnd: date('2026-11-19') }, '/termEnd'],
    ['takes fewer nights at most than at least', { minNights: 3, maxNights: 2 }, '/maxNights'],
    ['feeds the loss fund more than it costs', { ratePerNight: 1n, lossFundRatePerNight: 2n }, '/lossFundRatePerNight'],
  ])('is refused when it %s', (_name, given, pointer) => {
    expect(() => newTerms(given, today)).toThrow(fault(pointer));
  });
});

test('people move a policy to every state but SUPERSEDED', () => {
  const reached = new Set(Object.values(manualTransitions).flat());
  expect([...reached].toSorted()).toEqual(['ACTIVE', 'CANCELLED', 'EXPIRED', 'SUSPENDED'] satisfies PolicyStatus[]);
});
