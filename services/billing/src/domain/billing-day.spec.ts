import { describe, expect, test } from '@jest/globals';
import { calendarDate as date } from '@staycover/kernel';
import { firstBillingDay, nextBillingDay } from './billing-day.ts';
import { billingPeriodOn } from './period.ts';

describe('the next billing day is the next first of a month', () => {
  test.each([
    ['2026-01-10', '2026-02-01'],
    ['2026-02-01', '2026-03-01'],
    ['2026-12-31', '2027-01-01'],
  ])('after %s: %s', (day, next) => {
    expect(nextBillingDay(date(day)).toString()).toBe(next);
  });
});

test.each([
  ['2026-01-10', '2026-01-12', '2026-01-12'],
  ['2026-02-10', '2026-01-12', '2026-02-10'],
])('a term from %s that is known on %s is billed first on %s', (termStart, today, first) => {
  expect(firstBillingDay(date(termStart), date(today)).toString()).toBe(first);
});

describe('periods have 1, 3 or 12 months, counted from the month in which the term starts', () => {
  test.each<[number, string, string, string, string]>([
    [1, '2026-11-10', '2026-11-20', '2026-11-01', '2026-11-30'],
    [3, '2026-11-10', '2026-11-20', '2026-11-01', '2027-01-31'],
    [3, '2026-11-10', '2027-01-31', '2026-11-01', '2027-01-31'],
    [3, '2026-11-10', '2027-02-01', '2027-02-01', '2027-04-30'],
    [3, '2026-11-10', '2026-10-31', '2026-08-01', '2026-10-31'],
    [12, '2026-11-01', '2027-10-31', '2026-11-01', '2027-10-31'],
    [12, '2026-11-01', '2026-10-31', '2025-11-01', '2026-10-31'],
    [12, '2024-02-29', '2026-02-01', '2026-02-01', '2027-01-31'],
  ])('of %d months from %s, the one that holds %s is %s to %s', (periodMonths, termStart, day, start, end) => {
    const period = billingPeriodOn(date(day), 'CURRENT', { periodMonths, termStart: date(termStart) });
    expect(`${period.start} ${period.end}`).toBe(`${start} ${end}`);
  });

  test.each<[number, string, string]>([
    [1, '2026-10-01', '2026-10-31'],
    [3, '2026-08-01', '2026-10-31'],
    [12, '2025-11-01', '2026-10-31'],
  ])('in arrears that of %d months before', (periodMonths, start, end) => {
    const period = billingPeriodOn(date('2026-11-20'), 'ARREARS', { periodMonths, termStart: date('2026-11-01') });
    expect(`${period.start} ${period.end}`).toBe(`${start} ${end}`);
  });
});
