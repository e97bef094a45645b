import { type CalendarDate, wholeMonths } from '@staycover/kernel';

/** A term by its first and its last day. */
export type Term = { readonly termStart: CalendarDate; readonly termEnd: CalendarDate };

const ONE_DAY = { days: 1 };

/**
 * The next term: it starts the day after and has this many months, else the same length: in whole months if possible, else
 * in days.
 */
export const nextTerm = (term: Term, renewalMonths?: number): Term => {
  const termStart = term.termEnd.add(ONE_DAY);
  const months = renewalMonths ?? wholeMonths({ start: term.termStart, end: termStart });
  const length = months === undefined ? { days: term.termStart.until(termStart).days } : { months };
  return { termStart, termEnd: termStart.add(length).subtract(ONE_DAY) };
};
