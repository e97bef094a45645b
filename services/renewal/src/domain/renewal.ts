import { assertTransition, type CalendarDate, type Instant, type Rate, type Transitions } from '@staycover/kernel';
import type { Notice } from './policy.ts';
import type { RateReason } from './rate.ts';

export type RenewalStatus = 'SCHEDULED' | 'PROCESSING' | 'MANUAL_REVIEW' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

export const renewalTransitions: Transitions<RenewalStatus> = {
  SCHEDULED: ['PROCESSING', 'MANUAL_REVIEW', 'CANCELLED'],
  PROCESSING: ['COMPLETED', 'FAILED'],
  MANUAL_REVIEW: ['SCHEDULED', 'CANCELLED'],
  FAILED: ['SCHEDULED'],
  COMPLETED: [],
  CANCELLED: [],
};

export type ReviewReason = 'RATE_CHANGE' | 'POLICY_SUSPENDED' | 'INVOICE_UNPAID' | 'REQUESTED';

/** The renewal of a policy into one new term. */
export type Renewal = {
  id: string;
  organizationId: string;
  policyId: string;
  previousTermEnd: CalendarDate;
  newTermStart: CalendarDate;
  newTermEnd: CalendarDate;
  previousRate: Rate | null;
  newRate: Rate | null;
  rateReason: RateReason;
  status: RenewalStatus;
  failureReason: string | null;
  processedAt: Instant | null;
  processedBy: string | null;
  /** Why a person has to decide now. */
  reviewReasons: readonly ReviewReason[];
  /** What a person decided on; it is not asked again. */
  approvedReasons: readonly ReviewReason[];
  noticesSent: readonly Notice[];
  /** When the policy service was last asked for the new term, by whom and in which run. */
  requestedAt: Instant | null;
  requestedBy: string | null;
  runId: string | null;
  createdBy: string;
  createdDate: Instant;
  lastModifiedBy: string;
  lastModifiedDate: Instant;
  version: number;
};

/** What others learn of a step. */
export type RenewalEvent =
  | { type: 'scheduled' | 'requested' | 'completed' | 'failed' | 'cancelled' }
  | { type: 'manual-review'; reasons: readonly string[] }
  | { type: 'notice-due'; notice: Notice; daysBeforeTermEnd: number };

/** One stored change: the renewal after it and its event. */
export type Step = { renewal: Renewal; event: RenewalEvent };

/** Who changes a renewal, and when. */
export type Author = { actor: string; now: Instant };

/** Who acts when no person does. */
export const RENEWAL_JOB = 'renewal-job';

/** A renewal that nothing has been asked for yet. */
export const isOpen = ({ status }: Renewal): boolean => status === 'SCHEDULED' || status === 'MANUAL_REVIEW';

export const change = (
  renewal: Renewal,
  event: RenewalEvent,
  changes: Partial<Renewal>,
  { actor, now }: Author,
): Step => {
  if (changes.status !== undefined && changes.status !== renewal.status) {
    assertTransition('renewal', renewalTransitions, renewal.status, changes.status);
  }
  const audit = { version: renewal.version + 1, lastModifiedBy: actor, lastModifiedDate: now };
  return { renewal: { ...renewal, ...changes, ...audit }, event };
};
