import { calendarDate, type DateRange } from '@staycover/kernel';

/** A range as PostgreSQL reads it: `[2026-11-01,2026-12-01)`. */
export const rangeToSql = ({ start, end }: DateRange): string => `[${start.toString()},${end.toString()})`;

export const rangesToSql = (ranges: readonly DateRange[]): string => `{${ranges.map(rangeToSql).join(',')}}`;

/** The ranges of a daterange or a datemultirange. */
export const rangesFromSql = (text: string): DateRange[] =>
  [...text.matchAll(/\[([\d-]+),([\d-]+)\)/g)].map(([, start, end]) => ({
    start: calendarDate(start!),
    end: calendarDate(end!),
  }));
