import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type BillingFrequency, firstBillingDay, nextBillingDay } from './billing-day.ts';

const date = (text: string) => Temporal.PlainDate.from(text);

describe('the next billing day', () => {
  test.each<[BillingFrequency, string, string, string]>([
    ['MONTHLY', '2026-01-10', '2026-01-10', '2026-02-01'],
    ['MONTHLY', '2026-01-10', '2026-02-01', '2026-03-01'],
    ['MONTHLY', '2026-01-31', '2026-12-31', '2027-01-01'],
    ['MONTHLY', '2026-05-10', '2026-01-10', '2026-05-01'],
    ['QUARTERLY', '2026-02-15', '2026-02-15', '2026-05-01'],
    ['QUARTERLY', '2026-02-15', '2026-05-01', '2026-08-01'],
    ['QUARTERLY', '2026-02-15', '2026-12-24', '2027-02-01'],
    ['ANNUAL', '2026-03-01', '2026-03-01', '2027-03-01'],
    ['ANNUAL', '2026-03-20', '2027-02-28', '2027-03-01'],
    ['ANNUAL', '2024-02-29', '2025-02-01', '2026-02-01'],
    ['PER_RESERVATION', '2026-01-10', '2026-06-30', '2026-07-01'],
  ])('of a %s policy from %s, after %s, is %s', (frequency, termStart, day, next) => {
    expect(nextBillingDay(frequency, date(termStart), date(day)).toString()).toBe(next);
  });

  test('is a first of a month, later, and not more than its step away', () => {
    const days = fc.integer({ min: 0, max: 3_000 }).map((n) => date('2024-01-01').add({ days: n }));
    const steps = { MONTHLY: 1, QUARTERLY: 3, ANNUAL: 12 } as const;
    fc.assert(
      fc.property(
        days,
        days,
        fc.constantFrom<keyof typeof steps>('MONTHLY', 'QUARTERLY', 'ANNUAL'),
        (termStart, day, frequency) => {
          const next = nextBillingDay(frequency, termStart, day);
          const from = Temporal.PlainDate.compare(termStart, day) > 0 ? termStart.with({ day: 1 }) : day;
          expect(next.day).toBe(1);
          expect(Temporal.PlainDate.compare(next, day)).toBe(1);
          expect(from.until(next, { largestUnit: 'months' }).months).toBeLessThanOrEqual(steps[frequency]);
        },
      ),
    );
  });
});

test.each([
  ['2026-01-10', '2026-01-12', '2026-01-12'],
  ['2026-02-10', '2026-01-12', '2026-02-10'],
])('a term from %s that is known on %s is billed first on %s', (termStart, today, first) => {
  expect(firstBillingDay(date(termStart), date(today)).toString()).toBe(first);
});
