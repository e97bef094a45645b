import type { CalendarDate } from '@staycover/kernel';

/** A term by its first and its last day. */
export type Term = { readonly termStart: CalendarDate; readonly termEnd: CalendarDate };

const ONE_DAY = { days: 1 };

/** Whole months of a term, or undefined when its length is not one of whole months. */
export const wholeMonths = ({ termStart, termEnd }: Term): number | undefined => {
  const end = termEnd.add(ONE_DAY);
  const months = (end.year - termStart.year) * 12 + end.month - termStart.month;
  return months > 0 && termStart.add({ months }).equals(end) ? months : undefined;
};

/**
 * The next term: it starts the day after and has this many months, else the same length: in whole months if possible, else
 * in days.
 */
export const nextTerm = (term: Term, renewalMonths?: number): Term => {
  const termStart = term.termEnd.add(ONE_DAY);
  const months = renewalMonths ?? wholeMonths(term);
  const length = months === undefined ? { days: term.termStart.until(termStart).days } : { months };
  return { termStart, termEnd: termStart.add(length).subtract(ONE_DAY) };
};
