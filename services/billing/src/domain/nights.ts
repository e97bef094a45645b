import { type CalendarDate, type DateRange, daysIn, earliest } from '@staycover/kernel';

/** How many nights the ranges have together. */
export const nightsIn = (ranges: readonly DateRange[]): number =>
  ranges.reduce((total, range) => total + daysIn(range), 0);

export const formatNights = (nights: number): string => `${nights} ${Math.abs(nights) === 1 ? 'night' : 'nights'}`;

/** The first night of ranges, if they have one. */
export const firstNight = (ranges: Iterable<DateRange>): CalendarDate | null => {
  let first: CalendarDate | null = null;
  for (const { start } of ranges) first = first === null ? start : earliest(first, start);
  return first;
};
