import { type CalendarDate, monthStart } from '@staycover/kernel';

type BillingPeriod = 'CURRENT' | 'ARREARS';

/** First and last day of the months that an invoice bills up to. */
export type Period = { start: CalendarDate; end: CalendarDate };

type PeriodRule = {
  /** Periods have so many months, counted both ways from the month in which the term starts. */
  periodMonths: number;
  termStart: CalendarDate;
};

/** The period that holds a day, or in arrears the one before. */
export const billingPeriodOn = (
  day: CalendarDate,
  billingPeriod: BillingPeriod,
  { periodMonths, termStart }: PeriodRule,
): Period => {
  const first = monthStart(termStart);
  const { months } = first.until(monthStart(day), { largestUnit: 'months' });
  const passed = Math.floor(months / periodMonths) - (billingPeriod === 'ARREARS' ? 1 : 0);
  const start = first.add({ months: passed * periodMonths });
  return { start, end: start.add({ months: periodMonths }).subtract({ days: 1 }) };
};
