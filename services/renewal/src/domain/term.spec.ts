import { describe, expect, test } from '@jest/globals';
import { calendarDate as date, wholeMonths } from '@staycover/kernel';
import fc from 'fast-check';
import { nextTerm, type Term } from './term.ts';

const term = (text: string) => {
  const [termStart, termEnd] = text.split('..').map(date);
  return { termStart: termStart!, termEnd: termEnd! };
};
const monthsIn = ({ termStart, termEnd }: Term) => wholeMonths({ start: termStart, end: termEnd.add({ days: 1 }) });
const text = ({ termStart, termEnd }: ReturnType<typeof term>) => `${termStart}..${termEnd}`;

describe('the term after a term', () => {
  test.each([
    ['a year', '2026-11-01..2027-10-31', '2027-11-01..2028-10-31'],
    ['a year across a leap day', '2027-03-01..2028-02-29', '2028-03-01..2029-02-28'],
    ['a year from a leap day', '2024-02-29..2025-02-27', '2025-02-28..2026-02-27'],
    ['a month from the first', '2026-02-01..2026-02-28', '2026-03-01..2026-03-31'],
    ['a month from the last day of January', '2026-01-31..2026-02-27', '2026-02-28..2026-03-27'],
    ['half a year', '2026-11-15..2027-05-14', '2027-05-15..2027-11-14'],
    ['90 days', '2026-01-01..2026-03-31', '2026-04-01..2026-06-30'],
    ['ten days', '2026-12-25..2027-01-03', '2027-01-04..2027-01-13'],
    ['one day', '2028-02-28..2028-02-28', '2028-02-29..2028-02-29'],
  ])('of %s, %s, is %s', (_length, old, next) => {
    expect(text(nextTerm(term(old)))).toBe(next);
  });

  const start = fc.integer({ min: 0, max: 20_000 }).map((days) => date('2000-01-01').add({ days }));

  test('starts the day after and has the same number of months', () => {
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 36 }), (termStart, months) => {
        const old = { termStart, termEnd: termStart.add({ months }).subtract({ days: 1 }) };
        const next = nextTerm(old);
        expect(next.termStart).toEqual(old.termEnd.add({ days: 1 }));
        expect(monthsIn(next)).toBe(monthsIn(old));
      }),
    );
  });

  test('starts the day after and has the same number of days when months do not fit', () => {
    fc.assert(
      fc.property(start, fc.integer({ min: 0, max: 1_200 }), (termStart, days) => {
        const old = { termStart, termEnd: termStart.add({ days }) };
        fc.pre(monthsIn(old) === undefined);
        const next = nextTerm(old);
        expect(next.termStart).toEqual(old.termEnd.add({ days: 1 }));
        expect(next.termStart.until(next.termEnd).days).toBe(days);
      }),
    );
  });
});
