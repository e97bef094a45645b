import { type CalendarDate, type Instant, isBefore, type Rate } from '@staycover/kernel';
import { isFinal, type Policy } from './policy.ts';

/** What the renewal service asks for. */
export type RenewalRequest = {
  renewalId: string;
  expectedTermEnd: CalendarDate;
  newTermStart: CalendarDate;
  newTermEnd: CalendarDate;
  /** Null: the rate stays. */
  newRate: Rate | null;
};

export type RenewalDecision = { outcome: 'renewed'; policy: Policy } | { outcome: 'rejected'; reason: string };

const RENEWABLE: readonly string[] = ['ACTIVE', 'SUSPENDED', 'EXPIRED'];

/** Checks a request against the policy as it is now, and gives the policy its next term. */
export const decideRenewal = (policy: Policy, request: RenewalRequest): RenewalDecision => {
  const reason = rejectionOf(policy, request);
  if (reason) return { outcome: 'rejected', reason };
  return {
    outcome: 'renewed',
    policy: {
      ...policy,
      status: policy.status === 'EXPIRED' ? 'ACTIVE' : policy.status,
      termStart: request.newTermStart,
      termEnd: request.newTermEnd,
      coverageEndsOn: null,
      ratePerNight: request.newRate ?? policy.ratePerNight,
      renewalCount: policy.renewalCount + 1,
      currentRenewalId: request.renewalId,
      termRenewalId: request.renewalId,
      renewalNotice60SentAt: null,
      renewalNotice30SentAt: null,
      renewalNotice7SentAt: null,
      renewalManualReviewFlaggedAt: null,
    },
  };
};

const rejectionOf = (policy: Policy, request: RenewalRequest): string | undefined => {
  const { expectedTermEnd, newTermStart, newTermEnd, newRate } = request;
  const { status, autoRenew, termEnd, lossFundRatePerNight } = policy;
  if (!RENEWABLE.includes(status)) return `The policy is ${status}.`;
  if (!autoRenew) return 'The policy is not to renew any more.';
  if (!termEnd.equals(expectedTermEnd)) return `The term ends on ${termEnd}, not on ${expectedTermEnd}.`;
  if (!newTermStart.equals(termEnd.add({ days: 1 }))) return `The new term must start the day after ${termEnd}.`;
  if (isBefore(newTermEnd, newTermStart)) return 'The new term would end before it starts.';
  if (newRate !== null && lossFundRatePerNight !== null && lossFundRatePerNight > newRate) {
    return 'The loss-fund rate would be above the new rate.';
  }
  return undefined;
};

/** The policy with the renewal that it shows: the open one of its coming term, else the one that made this term. */
export const showRenewal = (policy: Policy, openRenewalId: string | null): Policy => ({
  ...policy,
  currentRenewalId: openRenewalId ?? policy.termRenewalId,
});

const NOTICE = { 60: 'renewalNotice60SentAt', 30: 'renewalNotice30SentAt', 7: 'renewalNotice7SentAt' } as const;

/** Stamps a notice of the coming renewal; one that concerns an earlier term changes nothing. */
export const stampNotice = (
  policy: Policy,
  notice: keyof typeof NOTICE,
  termEnd: CalendarDate,
  sentAt: Instant,
): Policy => (concerns(policy, termEnd) ? { ...policy, [NOTICE[notice]]: policy[NOTICE[notice]] ?? sentAt } : policy);

/** Flags that a person has to decide on the renewal of the term that ends so. */
export const flagManualReview = (policy: Policy, termEnd: CalendarDate, flaggedAt: Instant): Policy => {
  const known = policy.renewalManualReviewFlaggedAt;
  if (!concerns(policy, termEnd) || (known && !isLater(flaggedAt, known))) return policy;
  return { ...policy, renewalManualReviewFlaggedAt: flaggedAt };
};

const concerns = (policy: Policy, termEnd: CalendarDate): boolean =>
  !isFinal(policy.status) && policy.termEnd.equals(termEnd);

const isLater = (a: Instant, b: Instant): boolean => Temporal.Instant.compare(a, b) > 0;
