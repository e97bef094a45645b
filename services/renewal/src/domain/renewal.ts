import {
  type Actor,
  type Aggregate,
  assertTransition,
  type CalendarDate,
  changed,
  type Decision,
  type Instant,
  type Rate,
  type Transitions,
} from '@staycover/kernel';
import type { Notice, RenewablePolicy } from './policy.ts';
import type { RateReason } from './rate.ts';

export type RenewalStatus = 'SCHEDULED' | 'PROCESSING' | 'MANUAL_REVIEW' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

export const renewalTransitions: Transitions<RenewalStatus> = {
  SCHEDULED: ['PROCESSING', 'MANUAL_REVIEW', 'CANCELLED'],
  PROCESSING: ['COMPLETED', 'FAILED'],
  MANUAL_REVIEW: ['SCHEDULED', 'CANCELLED'],
  FAILED: ['SCHEDULED', 'CANCELLED'],
  COMPLETED: [],
  CANCELLED: ['SCHEDULED'],
};

export type ReviewReason = 'RATE_CHANGE' | 'POLICY_SUSPENDED' | 'INVOICE_UNPAID' | 'CONTRACT_NOT_ACTIVE' | 'REQUESTED';

/** The renewal of a policy into one new term. */
export type Renewal = Aggregate & {
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
  /** CANCELLED as its policy was not to go on: the job takes it up again when that is over. */
  cancelledWithPolicy: boolean;
  /** The last request to the policy service for the new term: when, by whom and in which run. */
  requestedAt: Instant | null;
  requestedBy: string | null;
  runId: string | null;
};

/** The new term is requested together with it. */
type WithRequest = { withRequest?: true };

/** What happens to a renewal. */
export type RenewalEvent =
  | ({ type: 'scheduled' } & WithRequest)
  | { type: 'manual-review'; reasons: readonly string[] }
  | ({ type: 'notice-due'; notice: Notice; daysBeforeTermEnd: number } & WithRequest)
  | { type: 'requested'; noticeDue?: Notice | undefined }
  | { type: 'completed' }
  | { type: 'failed' }
  | { type: 'cancelled' };

/** One step of a renewal: the renewal after it and its event, or the same renewal and none. */
export type Step = Decision<Renewal, RenewalEvent>;

/** Who acts when no person does. */
export const renewalJob: Actor = { id: 'renewal-job', organizations: '*', roles: ['read', 'write'] };

/** No new term was requested yet. */
export const openStatuses: Readonly<Record<RenewalStatus, boolean>> = {
  SCHEDULED: true,
  MANUAL_REVIEW: true,
  PROCESSING: false,
  COMPLETED: false,
  FAILED: false,
  CANCELLED: false,
};

export const isOpen = ({ status }: Renewal): boolean => openStatuses[status];

/** Whether it ends with its policy: it is open, or has failed and waits for a person. */
export const endsWithPolicy = (renewal: Renewal): boolean => isOpen(renewal) || renewal.status === 'FAILED';

/** What a renewal has before its new term is asked for, and answered. */
export const unasked = {
  failureReason: null,
  processedAt: null,
  processedBy: null,
  requestedAt: null,
  requestedBy: null,
} as const;

/** It ended with its policy, and is taken up again when the policy goes on after all. */
export const isCancelledWithPolicy = ({ status, cancelledWithPolicy }: Renewal): boolean =>
  status === 'CANCELLED' && cancelledWithPolicy;

/** Whether the renewal is the one into the policy's next term. */
export const isOfTerm = ({ previousTermEnd }: Renewal, { termEnd }: Pick<RenewablePolicy, 'termEnd'>): boolean =>
  previousTermEnd.equals(termEnd);

/** It ended without a new term; a person may take it up again. */
export const isResumable = ({ status }: Renewal): boolean => status === 'CANCELLED' || status === 'FAILED';

/** The step that changes some members; a status goes only where it may. */
export const step = (renewal: Renewal, changes: Partial<Renewal>, event: RenewalEvent): Step => {
  if (changes.status !== undefined && changes.status !== renewal.status) {
    assertTransition('renewal', renewalTransitions, renewal.status, changes.status);
  }
  return changed(renewal, changes, event);
};
