import { type CalendarDate, earliest, isAfter } from '@staycover/kernel';

const LAST_DATE = Temporal.PlainDate.from('2999-12-31');

/** The last day of a term that begins on `start`. */
export const lastDayOfTerm = (start: CalendarDate, months: number): CalendarDate =>
  earliest(start.add({ months }).subtract({ days: 1 }), LAST_DATE);

type Term = { effectiveDate: CalendarDate; expirationDate: CalendarDate; renewalTermMonths: number };

/** The last day of a contract after as many renewal terms as it takes not to end before `today`. */
export const extendedPast = (term: Term, today: CalendarDate): CalendarDate => {
  const { start, months } = countedFrom(term);
  for (let all = months + term.renewalTermMonths; ; all += term.renewalTermMonths) {
    const last = lastDayOfTerm(start, all);
    if (!isAfter(today, last)) return last;
  }
};

/**
 * Where whole months from the first day lead to the last one, further terms are counted from there: a short month does
 * not shorten later terms.
 */
const countedFrom = ({ effectiveDate, expirationDate }: Term): { start: CalendarDate; months: number } => {
  const next = expirationDate.add({ days: 1 });
  const { months } = effectiveDate.until(next, { largestUnit: 'months' });
  // From the end of a month to that of a shorter one is counted as a month less.
  const whole = [months, months + 1].find((each) => lastDayOfTerm(effectiveDate, each).equals(expirationDate));
  return whole === undefined ? { start: next, months: 0 } : { start: effectiveDate, months: whole };
};
