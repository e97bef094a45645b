import { type CalendarDate, changed, type Instant, isBefore, type Rate, unchanged } from '@staycover/kernel';
import { isFinal, type Policy, type PolicyDecision, type PolicyEvent } from './policy.ts';

/** What the renewal service asks for. */
export type RenewalRequest = {
  renewalId: string;
  expectedTermEnd: CalendarDate;
  newTermStart: CalendarDate;
  newTermEnd: CalendarDate;
  /** Null: the rate stays. */
  newRate: Rate | null;
};

export type RenewalDecision =
  | { outcome: 'renewed'; decision: PolicyDecision }
  | { outcome: 'rejected'; reason: string };

const RENEWABLE: readonly string[] = ['ACTIVE', 'SUSPENDED', 'EXPIRED'];

/** Checks a request against the policy as it is now, and gives the policy its next term. */
export const decideRenewal = (policy: Policy, request: RenewalRequest): RenewalDecision => {
  const reason = rejectionOf(policy, request);
  return reason ? { outcome: 'rejected', reason } : { outcome: 'renewed', decision: renew(policy, request) };
};

const renew = (policy: Policy, { renewalId, newTermStart, newTermEnd, newRate }: RenewalRequest): PolicyDecision => {
  const { status: previousStatus, termEnd: previousTermEnd } = policy;
  const events: PolicyEvent[] = [{ type: 'term-renewed', renewalId, previousTermEnd }];
  if (previousStatus === 'EXPIRED') events.push({ type: 'policy-status-changed', previousStatus });
  const next: Partial<Policy> = {
    status: previousStatus === 'EXPIRED' ? 'ACTIVE' : previousStatus,
    termStart: newTermStart,
    termEnd: newTermEnd,
    coverageEndsOn: null,
    ratePerNight: newRate ?? policy.ratePerNight,
    renewalCount: policy.renewalCount + 1,
    currentRenewalId: renewalId,
    termRenewalId: renewalId,
    renewalNotice60SentAt: null,
    renewalNotice30SentAt: null,
    renewalNotice7SentAt: null,
    renewalManualReviewFlaggedAt: null,
  };
  return changed(policy, next, ...events);
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

const note = (policy: Policy, changes: Partial<Policy>): PolicyDecision =>
  changed<Policy, PolicyEvent>(policy, changes, { type: 'policy-changed' });

/** The renewal that a policy shows: the open one of its coming term, else the one that made this term. */
export const currentRenewal = ({ termRenewalId }: Policy, openRenewalId: string | null): string | null =>
  openRenewalId ?? termRenewalId;

export const showRenewal = (policy: Policy, openRenewalId: string | null): PolicyDecision =>
  note(policy, { currentRenewalId: currentRenewal(policy, openRenewalId) });

const NOTICE = { 60: 'renewalNotice60SentAt', 30: 'renewalNotice30SentAt', 7: 'renewalNotice7SentAt' } as const;

/** Stamps a notice of the coming renewal; one that concerns an earlier term changes nothing. */
export const stampNotice = (
  policy: Policy,
  notice: keyof typeof NOTICE,
  termEnd: CalendarDate,
  sentAt: Instant,
): PolicyDecision =>
  concerns(policy, termEnd) ? note(policy, { [NOTICE[notice]]: policy[NOTICE[notice]] ?? sentAt }) : unchanged(policy);

/** Flags that a person has to decide on the renewal of the term that ends so. */
export const flagManualReview = (policy: Policy, termEnd: CalendarDate, flaggedAt: Instant): PolicyDecision => {
  const known = policy.renewalManualReviewFlaggedAt;
  if (!concerns(policy, termEnd) || (known && !isLater(flaggedAt, known))) return unchanged(policy);
  return note(policy, { renewalManualReviewFlaggedAt: flaggedAt });
};

const concerns = (policy: Policy, termEnd: CalendarDate): boolean =>
  !isFinal(policy.status) && policy.termEnd.equals(termEnd);

const isLater = (a: Instant, b: Instant): boolean => Temporal.Instant.compare(a, b) > 0;
