import { type CalendarDate, changed, type Instant, isLater, type Rate, unchanged } from '@staycover/kernel';
import { isFinal, type Policy } from './policy.ts';
import { nothingRecorded, type PolicyDecision, type PolicyEvent } from './policy-in-time.ts';

/** What the renewal service asks for. */
export type RenewalRequest = {
  renewalId: string;
  expectedTermEnd: CalendarDate;
  newTermStart: CalendarDate;
  newTermEnd: CalendarDate;
  /** One that a person set; null: the rate in force then counts. */
  newRate: Rate | null;
  /** The notice that became due with the request. */
  noticeDue: DueNotice | null;
};

type DueNotice = { notice: keyof typeof NOTICE; dueAt: Instant };

const note = (policy: Policy, changes: Partial<Policy>): PolicyDecision =>
  changed<Policy, PolicyEvent>(policy, changes, { type: 'policy-changed', ...nothingRecorded });

/** The renewal that a policy shows: the open one of its coming term, else the one that made this term. */
export const currentRenewal = ({ termRenewalId }: Policy, openRenewalId: string | null): string | null =>
  openRenewalId ?? termRenewalId;

export const showRenewal = (policy: Policy, openRenewalId: string | null): PolicyDecision =>
  note(policy, { currentRenewalId: currentRenewal(policy, openRenewalId) });

const NOTICE = { 60: 'renewalNotice60SentAt', 30: 'renewalNotice30SentAt', 7: 'renewalNotice7SentAt' } as const;

const stamp = (policy: Policy, { notice, dueAt }: DueNotice): Partial<Policy> => ({
  [NOTICE[notice]]: policy[NOTICE[notice]] ?? dueAt,
});

/** No notice of the end of the term was sent and no review of its renewal asked for. */
export const nothingAnnounced = {
  renewalNotice60SentAt: null,
  renewalNotice30SentAt: null,
  renewalNotice7SentAt: null,
  renewalManualReviewFlaggedAt: null,
} as const;

/** Stamps a notice of the coming renewal; one that concerns an earlier term changes nothing. */
export const stampNotice = (policy: Policy, due: DueNotice, termEnd: CalendarDate): PolicyDecision =>
  concerns(policy, termEnd) ? note(policy, stamp(policy, due)) : unchanged(policy);

/** What a rejected request leaves on the policy: its renewal, and the notice that became due with it. */
export const showRejected = (
  policy: Policy,
  openRenewalId: string | null,
  { noticeDue, expectedTermEnd }: Pick<RenewalRequest, 'noticeDue' | 'expectedTermEnd'>,
): PolicyDecision =>
  note(policy, {
    currentRenewalId: currentRenewal(policy, openRenewalId),
    ...(noticeDue && concerns(policy, expectedTermEnd) ? stamp(policy, noticeDue) : {}),
  });

/** Flags that a person has to decide on the renewal of the term that ends so. */
export const flagManualReview = (policy: Policy, termEnd: CalendarDate, flaggedAt: Instant): PolicyDecision => {
  const known = policy.renewalManualReviewFlaggedAt;
  if (!concerns(policy, termEnd) || (known && !isLater(flaggedAt, known))) return unchanged(policy);
  return note(policy, { renewalManualReviewFlaggedAt: flaggedAt });
};

const concerns = (policy: Policy, termEnd: CalendarDate): boolean =>
  !isFinal(policy.status) && policy.termEnd.equals(termEnd);
