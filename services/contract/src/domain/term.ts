import { type CalendarDate, earliest, isAfter, LAST_DATE } from '@staycover/kernel';

/** The last day of a term that begins on `start`. */
export const lastDayOfTerm = (start: CalendarDate, months: number): CalendarDate =>
  earliest(start.add({ months }).subtract({ days: 1 }), LAST_DATE);

/** The last day of a contract after as many renewal terms as it takes not to end before `today`. */
export const extendedPast = (
  expirationDate: CalendarDate,
  renewalTermMonths: number,
  today: CalendarDate,
): CalendarDate => {
  const start = expirationDate.add({ days: 1 });
  // Always counted from the same day: a short month does not shorten later terms.
  for (let months = renewalTermMonths; ; months += renewalTermMonths) {
    const last = lastDayOfTerm(start, months);
    if (!isAfter(today, last)) return last;
  }
};
