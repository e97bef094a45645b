import { type CalendarDate, monthEnd, monthStart } from '@staycover/kernel';

export type BillingPeriod = 'CURRENT' | 'ARREARS';

/** First and last day of the month that an invoice of this day bills up to. */
export type Period = { start: CalendarDate; end: CalendarDate };

export const periodOf = (day: CalendarDate, billingPeriod: BillingPeriod): Period => {
  const start = monthStart(day).subtract({ months: billingPeriod === 'ARREARS' ? 1 : 0 });
  return { start, end: monthEnd(start) };
};
