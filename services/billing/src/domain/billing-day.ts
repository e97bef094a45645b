import { type CalendarDate, isAfter, isBefore, latest, monthStart } from '@staycover/kernel';

export type BillingFrequency = 'MONTHLY' | 'QUARTERLY' | 'ANNUAL' | 'PER_RESERVATION';

const MONTHS: Record<BillingFrequency, number> = { MONTHLY: 1, QUARTERLY: 3, ANNUAL: 12, PER_RESERVATION: 1 };

/** The first of a month, every 1, 3 or 12 months counted from the month in which the term starts; after `day`. */
export const nextBillingDay = (
  frequency: BillingFrequency,
  termStart: CalendarDate,
  day: CalendarDate,
): CalendarDate => {
  const first = monthStart(termStart);
  const step = MONTHS[frequency];
  const passed = isBefore(day, first) ? 0 : first.until(day, { largestUnit: 'months' }).months;
  const next = first.add({ months: Math.ceil(passed / step) * step });
  return isAfter(next, day) ? next : next.add({ months: step });
};

/** When a policy is billed first: as soon as its term has begun. */
export const firstBillingDay = (termStart: CalendarDate, today: CalendarDate): CalendarDate => latest(termStart, today);
