import {
  assertTransition,
  DomainError,
  numberFromRate,
  type Rate,
  type Transitions,
  unchanged,
} from '@staycover/kernel';
import { type Renewal, type RenewalStatus, renewalTransitions, type Step, step } from './renewal.ts';
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

/**
 * A move by a person. Scheduling approves a renewal in review. `lossFund` is what of a night's rate goes to the loss fund.
 * @throws DomainError `invalid-transition`, `invalid-request` for a rate below that.
 */
export const move = (renewal: Renewal, { status, newRate }: Move, lossFund: Rate | null = null): Step => {
  if (newRate !== undefined && lossFund !== null && newRate < lossFund) {
    const detail = `must be at least ${numberFromRate(lossFund)}, the loss-fund rate`;
    throw DomainError.invalid([{ pointer: '/newRate', detail }]);
  }
  const setsRate = newRate !== undefined && (newRate !== renewal.newRate || renewal.rateReason !== 'MANUAL');
  const repricesSchedule = renewal.status === 'SCHEDULED' && setsRate;
  if (status === renewal.status && !repricesSchedule) return unchanged(renewal);
  if (status !== renewal.status) assertTransition('renewal', humanMoves, renewal.status, status);
  if (status === 'CANCELLED') return step(renewal, { status }, { type: 'cancelled' });
  if (status === 'MANUAL_REVIEW') {
    const changes = { status, reviewReasons: ['REQUESTED'] } as const;
    return step(renewal, changes, reviewEvent({ ...renewal, ...changes }));
  }
  return step(renewal, { ...scheduledAgain(renewal), ...manualRate(renewal, newRate) }, { type: 'scheduled' });
};

const approved = (renewal: Renewal) => [...new Set([...renewal.approvedReasons, ...renewal.reviewReasons])];

const scheduledAgain = (renewal: Renewal): Partial<Renewal> => ({
  status: 'SCHEDULED',
  cancelledWithPolicy: false,
  approvedReasons: approved(renewal),
  reviewReasons: [],
  failureReason: null,
  processedAt: null,
  processedBy: null,
  requestedAt: null,
  requestedBy: null,
  runId: null,
});

const manualRate = (renewal: Renewal, newRate: Rate | undefined): Partial<Renewal> =>
  newRate === undefined
    ? {}
    : { newRate, rateReason: 'MANUAL', approvedReasons: [...new Set([...approved(renewal), 'RATE_CHANGE' as const])] };
