import { type CalendarDate, isAfter, type Rate } from '@staycover/kernel';

type PolicyStatus = 'PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED' | 'SUPERSEDED';

/** Rate of a plan (`null`: of every plan) from a day on. */
export type RateVersion = {
  version: number;
  planId: string | null;
  effectiveFrom: CalendarDate;
  ratePerNight: Rate;
  /** Absent in rows from before it was there. */
  lossFundRatePerNight?: Rate | null;
};

/** Rates of a policy from a day on; absent members stay. */
export type RateChange = {
  effectiveFrom: CalendarDate;
  ratePerNight?: Rate | null;
  lossFundRatePerNight?: Rate | null;
  planId?: string | null;
  rateTable?: readonly RateVersion[];
};

/** Which of a policy's three notice timestamps a notice fills. */
export type Notice = 60 | 30 | 7;

/** What this service knows of a policy, from the policy service's events. */
export type RenewablePolicy = {
  id: string;
  organizationId: string;
  contractId: string | null;
  policyReference: string;
  name: string;
  currency: string;
  status: PolicyStatus;
  autoRenew: boolean;
  termStart: CalendarDate;
  /** Last day of the term. */
  termEnd: CalendarDate;
  ratePerNight: Rate | null;
  /** What of it goes to the loss fund; null: nothing, or not known. */
  lossFundRatePerNight: Rate | null;
  planId: string | null;
  rateTable: readonly RateVersion[];
  /** What its rates are going to be, in order of effect. */
  ratesAhead: readonly RateChange[];
  supportedStates: readonly string[];
  noticesStamped: readonly Notice[];
  currentRenewalId: string | null;
  /** The day from which a cancellation ends its cover, also while that is ahead, or a person lets it expire. */
  cancelledFrom: CalendarDate | null;
  /** The day on which its successor takes over. */
  handOverOn: CalendarDate | null;
  renewalCount: number;
  version: number;
};

/** A policy that renews automatically at the end of its term. */
export const renewingStatuses: Readonly<Record<PolicyStatus, boolean>> = {
  PENDING: false,
  ACTIVE: true,
  SUSPENDED: true,
  CANCELLED: false,
  EXPIRED: false,
  SUPERSEDED: false,
};

/** A policy with its next term still ahead. */
export const livingStatuses: Readonly<Record<PolicyStatus, boolean>> = { ...renewingStatuses, PENDING: true };

/** A policy that has ended takes no next term. */
export const hasEnded = ({ status }: RenewablePolicy): boolean => !livingStatuses[status];

/** Whether the policy takes no next term: it is not to renew, or its cover ends by the day on which that term would start. */
export const isNonRenewing = (policy: RenewablePolicy): boolean => {
  if (!policy.autoRenew || hasEnded(policy)) return true;
  const newTermStart = policy.termEnd.add({ days: 1 });
  return [policy.cancelledFrom, policy.handOverOn].some((day) => day !== null && !isAfter(day, newTermStart));
};

/** Whether the policy's renewal is to be decided on `asOf`. */
export const isDue = (policy: RenewablePolicy, asOf: CalendarDate, leadDays: number): boolean =>
  policy.autoRenew && renewingStatuses[policy.status] && !isAfter(policy.termEnd, asOf.add({ days: leadDays }));
