import { type CalendarDate, isAfter, latest, monthStart } from '@staycover/kernel';

export type BillingFrequency = 'MONTHLY' | 'QUARTERLY' | 'ANNUAL' | 'PER_RESERVATION';

/** Months of a billing period. */
export const PERIOD_MONTHS: Record<BillingFrequency, number> = {
  MONTHLY: 1,
  QUARTERLY: 3,
  ANNUAL: 12,
  PER_RESERVATION: 1,
};

/** The next first of a month after `day` on which there may be something to bill, so not before the term starts. */
export const nextBillingDay = (termStart: CalendarDate, day: CalendarDate): CalendarDate => {
  const first = monthStart(termStart);
  return isAfter(first, day) ? first : monthStart(day).add({ months: 1 });
};

/** When a policy is billed first: as soon as its term has begun. */
export const firstBillingDay = (termStart: CalendarDate, today: CalendarDate): CalendarDate => latest(termStart, today);
