import { remembering } from './remembering.ts';

export type CalendarDate = Temporal.PlainDate;
export type Instant = Temporal.Instant;

/** Whole days from `start` up to but without `end`. A stay's nights are such a range. */
export type DateRange = { readonly start: CalendarDate; readonly end: CalendarDate };

/** Below 0 where `a` is the earlier day, 0 where both are one, above 0 else. Takes a tenth of the time of `PlainDate.compare`. */
export const compareDates = (a: CalendarDate, b: CalendarDate): number =>
  a === b ? 0 : a.year - b.year || a.month - b.month || a.day - b.day;

/** Reads `YYYY-MM-DD`. */
export const calendarDate: (text: string) => CalendarDate = remembering((text) => Temporal.PlainDate.from(text));

/** `calendarDate`, of what may be missing. */
export const calendarDateIfAny = (text: string | null): CalendarDate | null =>
  text === null ? null : calendarDate(text);

const MS_A_DAY = 86_400_000;
const EPOCH = Temporal.PlainDate.from('1970-01-01');
const dayAfterEpoch = remembering((days: number) => EPOCH.add({ days }));

/** The calendar date of an instant in the business time zone, which is UTC. */
export const businessDate = (now: Instant): CalendarDate => dayAfterEpoch(Math.floor(now.epochMilliseconds / MS_A_DAY));

export const earliest = (a: CalendarDate, b: CalendarDate): CalendarDate => (compareDates(a, b) <= 0 ? a : b);
export const latest = (a: CalendarDate, b: CalendarDate): CalendarDate => (compareDates(a, b) >= 0 ? a : b);
export const isLater = (a: Instant, b: Instant): boolean => Temporal.Instant.compare(a, b) > 0;
/** The first of instants, of which there is one at least. */
export const firstInstant = (instants: readonly Instant[]): Instant =>
  instants.reduce((a, b) => (isLater(a, b) ? b : a));
/** The last of instants, of which there is one at least. */
export const lastInstant = (instants: readonly Instant[]): Instant =>
  instants.reduce((a, b) => (isLater(b, a) ? b : a));

/** The first of days, of which any may be missing; undefined where there is none. */
export const soonest = (days: readonly (CalendarDate | undefined)[]): CalendarDate | undefined =>
  days.filter((day) => day !== undefined).toSorted(compareDates)[0];

export const isBefore = (a: CalendarDate, b: CalendarDate): boolean => compareDates(a, b) < 0;
export const isAfter = (a: CalendarDate, b: CalendarDate): boolean => compareDates(a, b) > 0;
export const isSameDay = (a: CalendarDate, b: CalendarDate): boolean => compareDates(a, b) === 0;

/** A day as a number, for keys of maps and for many comparisons: 20261123. */
export const dayKey = ({ year, month, day }: CalendarDate): number => year * 10_000 + month * 100 + day;

/** Before any night that there is. */
export const FIRST_DAY = Temporal.PlainDate.from('0001-01-01');

/** Behind every night that there is. */
export const FOREVER = Temporal.PlainDate.from('9999-12-31');

/** The last date that the interface takes. */
export const LAST_DATE = Temporal.PlainDate.from('2999-12-31');

/** Sorts ranges by their first day. */
export const byStart = (a: DateRange, b: DateRange): number => compareDates(a.start, b.start);

/** First day of the date's month. */
export const monthStart = (date: CalendarDate): CalendarDate => date.with({ day: 1 });

/** Last day of the date's month. */
export const monthEnd = (date: CalendarDate): CalendarDate => date.with({ day: date.daysInMonth });

/** `YYYY-MM` of the date. */
export const yearMonth = (date: CalendarDate): string => date.toString().slice(0, 7);

/** Days (nights) in a range; 0 when it is empty or inverted. */
export const daysIn = ({ start, end }: DateRange): number => Math.max(0, start.until(end).days);

/** The months of a range, or undefined where it has no whole number of them. */
export const wholeMonths = ({ start, end }: DateRange): number | undefined => {
  const months = (end.year - start.year) * 12 + end.month - start.month;
  return months > 0 && start.add({ months }).equals(end) ? months : undefined;
};

/** What two ranges share, or undefined. */
export const intersect = (a: DateRange, b: DateRange): DateRange | undefined => {
  const start = latest(a.start, b.start);
  const end = earliest(a.end, b.end);
  return isBefore(start, end) ? { start, end } : undefined;
};

const overlap = (a: DateRange, b: DateRange): boolean => isBefore(a.start, b.end) && isBefore(b.start, a.end);

/** What of `range` lies in none of `others`, in order. */
export const subtract = (range: DateRange, others: readonly DateRange[]): DateRange[] => {
  const rest: DateRange[] = [];
  let { start } = range;
  const taken = others.filter((other) => overlap(range, other));
  for (const other of taken.toSorted(byStart)) {
    if (isBefore(start, other.start)) rest.push({ start, end: other.start });
    start = latest(start, other.end);
  }
  if (isBefore(start, range.end)) rest.push({ start, end: range.end });
  return rest;
};

/** The union of ranges: sorted, adjacent and overlapping ones joined. */
export const merge = (ranges: readonly DateRange[]): DateRange[] => {
  const [first] = ranges;
  if (first && ranges.length === 1) return isBefore(first.start, first.end) ? [first] : [];
  const merged: DateRange[] = [];
  for (const range of ranges.toSorted(byStart)) {
    const last = merged.at(-1);
    if (last && compareDates(range.start, last.end) <= 0) {
      merged[merged.length - 1] = { start: last.start, end: latest(last.end, range.end) };
    } else if (isBefore(range.start, range.end)) {
      merged.push(range);
    }
  }
  return merged;
};

/** The range cut at the given dates and at the first of every month, in order. */
export const cut = (range: DateRange, dates: readonly CalendarDate[] = []): DateRange[] => {
  const cuts = dates.filter((date) => isAfter(date, range.start) && isBefore(date, range.end));
  for (
    let first = monthStart(range.start).add({ months: 1 });
    isBefore(first, range.end);
    first = first.add({ months: 1 })
  ) {
    cuts.push(first);
  }
  const points = [range.start, ...cuts.toSorted(compareDates), range.end];
  return points
    .slice(1)
    .map((end, i) => ({ start: points[i]!, end }))
    .filter(({ start, end }) => isBefore(start, end));
};

/** Reads RFC 3339 as others write it: with more digits than an instant has. */
export const readInstant = (text: string): Instant => Temporal.Instant.from(text.replace(/(\.\d{9})\d+/, '$1'));

/** An instant as fine as PostgreSQL keeps it, which rounds up: what is stored must be the time that was shown and compared. */
export const toMicrosecond = (instant: Instant): Instant =>
  instant.round({ smallestUnit: 'microsecond', roundingMode: 'floor' });

/** No statement counts as earlier: PostgreSQL would write years before 1 in a form of its own. */
export const EARLIEST_STATEMENT = Temporal.Instant.from('1900-01-01T00:00:00Z');

/**
 * When a sender states that something happened, between 1900 and the time at which it came: a clock that runs ahead
 * must not keep later statements out. What came without a time happened when it came.
 */
export const statedTime = (time: string | undefined, cameAt: Instant): Instant =>
  time === undefined
    ? cameAt
    : firstInstant([lastInstant([toMicrosecond(readInstant(time)), EARLIEST_STATEMENT]), cameAt]);

/** An instant as the wire shows it: `2026-11-20T09:30:00.000Z`. */
export const timestamp = (instant: Instant): string => instant.toString({ smallestUnit: 'millisecond' });

/** `timestamp`, of what may be missing. */
export const timestampIfAny = (instant: Instant | null): string | null => instant && timestamp(instant);
