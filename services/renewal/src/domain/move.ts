import {
  assertTransition,
  DomainError,
  numberFromRate,
  type Rate,
  type Transitions,
  unchanged,
} from '@staycover/kernel';
import {
  isCancelledWithPolicy,
  isResumable,
  type Renewal,
  type RenewalStatus,
  type ReviewReason,
  renewalTransitions,
  type Step,
  step,
  unasked,
} from './renewal.ts';
import { reviewEvent } from './review.ts';

const forPersons: Readonly<Record<RenewalStatus, boolean>> = {
  SCHEDULED: true,
  PROCESSING: false,
  MANUAL_REVIEW: true,
  COMPLETED: false,
  FAILED: false,
  CANCELLED: true,
};

/** The moves that persons make; the others belong to the job and to the policy service's answers. */
export const humanMoves = Object.fromEntries(
  Object.entries(renewalTransitions).map(([from, targets]) => [from, targets.filter((to) => forPersons[to])]),
) as unknown as Transitions<RenewalStatus>;

export type Move = { status: RenewalStatus; newRate?: Rate | undefined };

/** What a move depends on besides the renewal. */
type Known = {
  /** What of a night's rate goes to the loss fund. */
  lossFund?: Rate | null | undefined;
  /** Temporary reasons that hold now. */
  holding?: readonly ReviewReason[];
};

/**
 * A move by a person. Scheduling approves a renewal in review, and of one that has ended what holds now.
 * @throws DomainError `invalid-transition`, `invalid-request` for a rate below what goes to the loss fund.
 */
export const move = (
  renewal: Renewal,
  { status, newRate }: Move,
  { lossFund = null, holding = [] }: Known = {},
): Step => {
  if (newRate !== undefined) assertFeedsLossFund(newRate, lossFund);
  // It would be taken up again with its policy.
  if (status === 'CANCELLED' && isCancelledWithPolicy(renewal))
    return step(renewal, { cancelledWithPolicy: false }, { type: 'cancelled' });
  if (status !== renewal.status) assertTransition('renewal', humanMoves, renewal.status, status);
  else if (!isRepriced(renewal, newRate)) return unchanged(renewal);
  if (status === 'CANCELLED') return step(renewal, { status }, { type: 'cancelled' });
  if (status === 'MANUAL_REVIEW') {
    const changes = { status, reviewReasons: ['REQUESTED'] } as const;
    return step(renewal, changes, reviewEvent({ ...renewal, ...changes }));
  }
  const approved = [...renewal.approvedReasons, ...renewal.reviewReasons, ...(isResumable(renewal) ? holding : [])];
  if (newRate === undefined) return step(renewal, scheduledAgain(approved), { type: 'scheduled' });
  const manual = { ...scheduledAgain([...approved, 'RATE_CHANGE']), newRate, rateReason: 'MANUAL' } as const;
  return step(renewal, manual, { type: 'scheduled' });
};

const assertFeedsLossFund = (newRate: Rate, lossFund: Rate | null): void => {
  if (lossFund === null || newRate >= lossFund) return;
  const detail = `must be at least ${numberFromRate(lossFund)}, the loss-fund rate`;
  throw DomainError.invalid([{ pointer: '/newRate', detail }]);
};

/** Whether a renewal that stays SCHEDULED gets another rate, or one that a person has set. */
const isRepriced = ({ status, newRate: before, rateReason }: Renewal, newRate: Rate | undefined): boolean =>
  status === 'SCHEDULED' && newRate !== undefined && (newRate !== before || rateReason !== 'MANUAL');

const scheduledAgain = (approved: readonly ReviewReason[]): Partial<Renewal> => ({
  status: 'SCHEDULED',
  cancelledWithPolicy: false,
  approvedReasons: [...new Set(approved)],
  reviewReasons: [],
  ...unasked,
  runId: null,
});
