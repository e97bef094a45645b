import { type CalendarDate, latest, monthStart } from '@staycover/kernel';

export type BillingFrequency = 'MONTHLY' | 'QUARTERLY' | 'ANNUAL' | 'PER_RESERVATION';

/** Months of a billing period. */
export const PERIOD_MONTHS: Record<BillingFrequency, number> = {
  MONTHLY: 1,
  QUARTERLY: 3,
  ANNUAL: 12,
  PER_RESERVATION: 1,
};

/** The next first of a month after `day`, also where that is before a term that a policy was renewed for. */
export const nextBillingDay = (day: CalendarDate): CalendarDate => monthStart(day).add({ months: 1 });

/** When a policy is billed first: as soon as its term has begun. */
export const firstBillingDay = (termStart: CalendarDate, today: CalendarDate): CalendarDate => latest(termStart, today);
