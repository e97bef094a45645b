import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  businessDate,
  compareDates,
  cut,
  type DateRange,
  dayKey,
  daysIn,
  intersect,
  isSameDay,
  merge,
  readInstant,
  statedTime,
  subtract,
  timestamp,
  wholeMonths,
  yearMonth,
} from './dates.ts';

const date = (text: string) => Temporal.PlainDate.from(text);
const range = (text: string): DateRange => {
  const [start, end] = text.split('..');
  return { start: date(start!), end: date(end!) };
};
const shown = (ranges: readonly DateRange[]) => ranges.map(({ start, end }) => `${start}..${end}`);
const listDays = ({ start, end }: DateRange) =>
  Array.from({ length: daysIn({ start, end }) }, (_, i) => start.add({ days: i }).toString());

const ranges = fc.tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 60 })).map(([from, days]) => ({
  start: date('2026-01-15').add({ days: from }),
  end: date('2026-01-15').add({ days: from + days }),
}));

test('the business date is the one of UTC', () => {
  expect(businessDate(Temporal.Instant.from('2026-11-20T23:59:59.999Z')).toString()).toBe('2026-11-20');
  expect(businessDate(Temporal.Instant.from('2026-11-20T19:30:00-05:00')).toString()).toBe('2026-11-21');
});

test('the business date is what the calendar shows, also before 1970', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 13), max: 10 ** 13 }), (ms) => {
      const now = Temporal.Instant.fromEpochMilliseconds(ms);
      expect(businessDate(now).toString()).toBe(now.toZonedDateTimeISO('UTC').toPlainDate().toString());
    }),
  );
});

test('days are in the order of the calendar, and so are their keys', () => {
  const days = fc.integer({ min: -700_000, max: 2_900_000 }).map((offset) => date('1970-01-01').add({ days: offset }));
  const close = fc
    .tuple(days, fc.integer({ min: -40, max: 40 }))
    .map(([day, apart]) => [day, day.add({ days: apart })] as const);
  fc.assert(
    fc.property(fc.oneof(close, fc.tuple(days, days)), ([a, b]) => {
      const order = Temporal.PlainDate.compare(a, b);
      expect(Math.sign(compareDates(a, b))).toBe(order);
      expect(isSameDay(a, b)).toBe(a.equals(b));
      expect(Math.sign(dayKey(a) - dayKey(b))).toBe(order);
    }),
  );
});

test.each([
  ['2026-11-20T09:30:00Z', '2026-11-20T09:30:00Z'],
  ['2026-11-20T10:30:00.123+01:00', '2026-11-20T09:30:00.123Z'],
  [`2026-11-20T09:30:00.123456789${'9'.repeat(1_000)}Z`, '2026-11-20T09:30:00.123456789Z'],
])('an instant is read in whatever precision it is written: %s', (text, instant) => {
  expect(readInstant(text).toString()).toBe(instant);
});

test.each([
  ['2027-06-01..2028-01-01', 7],
  ['2026-01-31..2026-02-28', 1],
  ['2024-02-29..2025-02-28', 12],
  ['2026-02-28..2026-03-31', undefined],
  ['2026-06-01..2026-06-01', undefined],
  ['2026-06-01..2026-05-01', undefined],
])('in %s there are %s whole months', (text, months) => {
  expect(wholeMonths(range(text))).toBe(months);
});

test('timestamps have milliseconds', () => {
  expect(timestamp(Temporal.Instant.from('2026-11-20T09:30:00Z'))).toBe('2026-11-20T09:30:00.000Z');
});

describe('ranges of nights', () => {
  test('share what lies in both', () => {
    expect(intersect(range('2026-01-01..2026-01-10'), range('2026-01-05..2026-02-01'))).toEqual(
      range('2026-01-05..2026-01-10'),
    );
    expect(intersect(range('2026-01-01..2026-01-10'), range('2026-01-10..2026-02-01'))).toBeUndefined();
  });

  test('can be subtracted', () => {
    const rest = subtract(range('2026-01-01..2026-01-31'), [
      range('2026-01-20..2026-02-05'),
      range('2026-01-05..2026-01-10'),
    ]);
    expect(shown(rest)).toEqual(['2026-01-01..2026-01-05', '2026-01-10..2026-01-20']);
  });

  test('are cut at months and at given dates', () => {
    expect(shown(cut(range('2026-01-20..2026-03-02'), [date('2026-02-10')]))).toEqual([
      '2026-01-20..2026-02-01',
      '2026-02-01..2026-02-10',
      '2026-02-10..2026-03-01',
      '2026-03-01..2026-03-02',
    ]);
  });

  test('subtracting and intersecting part the days of a range', () => {
    fc.assert(
      fc.property(ranges, fc.array(ranges, { maxLength: 6 }), (whole, others) => {
        const rest = subtract(whole, others).flatMap(listDays);
        const taken = merge(others)
          .flatMap((other) => intersect(whole, other) ?? [])
          .flatMap(listDays);
        expect([...rest, ...taken].toSorted()).toEqual(listDays(whole));
      }),
    );
  });

  test('cutting keeps every day, each part within one month', () => {
    fc.assert(
      fc.property(ranges, (whole) => {
        const parts = cut(whole);
        expect(parts.flatMap(listDays)).toEqual(listDays(whole));
        for (const part of parts) expect(new Set(listDays(part).map((day) => yearMonth(date(day)))).size).toBe(1);
      }),
    );
  });
});

test.each([
  ['as stated', '2026-11-20T10:00:00+02:00', '2026-11-20T08:00:00Z'],
  ['when it came, without a time', undefined, '2026-11-20T09:30:00Z'],
  ['when it came, by a clock that runs ahead', '2026-11-20T09:31:00Z', '2026-11-20T09:30:00Z'],
  ['as finely as it is kept', '2026-11-20T08:00:00.123456789Z', '2026-11-20T08:00:00.123456Z'],
  ['in 1900 at the earliest', '0000-01-01T00:00:00Z', '1900-01-01T00:00:00Z'],
])('a sender states when something happened: %s', (_, time, expected) => {
  const cameAt = Temporal.Instant.from('2026-11-20T09:30:00Z');
  expect(statedTime(time, cameAt)).toEqual(Temporal.Instant.from(expected));
});
