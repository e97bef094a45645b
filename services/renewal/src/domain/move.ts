import { assertTransition, type Rate, type Transitions } from '@staycover/kernel';
import { type Author, change, type Renewal, type RenewalStatus, renewalTransitions, type Step } from './renewal.ts';
import { reviewText } from './review.ts';

const forPersons: readonly RenewalStatus[] = ['SCHEDULED', 'MANUAL_REVIEW', 'CANCELLED'];

/** The moves that persons make; the others belong to the job and to the policy service's answers. */
export const humanMoves = Object.fromEntries(
  Object.entries(renewalTransitions).map(([from, targets]) => [from, targets.filter((to) => forPersons.includes(to))]),
) as unknown as Transitions<RenewalStatus>;

export type Move = { status: RenewalStatus; newRate?: Rate | undefined };

/** A person's move; undefined when it changes nothing. Scheduling approves what was to be reviewed. */
export const move = (renewal: Renewal, { status, newRate }: Move, by: Author): Step | undefined => {
  const setsRate = newRate !== undefined && (newRate !== renewal.newRate || renewal.rateReason !== 'MANUAL');
  const repricesSchedule = renewal.status === 'SCHEDULED' && setsRate;
  if (status === renewal.status && !repricesSchedule) return undefined;
  if (status !== renewal.status) assertTransition('renewal', humanMoves, renewal.status, status);
  if (status === 'CANCELLED') return change(renewal, { type: 'cancelled' }, { status, reviewReasons: [] }, by);
  if (status === 'MANUAL_REVIEW') {
    const event = { type: 'manual-review', reasons: [reviewText('REQUESTED', renewal)] } as const;
    return change(renewal, event, { status, reviewReasons: ['REQUESTED'] }, by);
  }
  return change(renewal, { type: 'scheduled' }, { ...scheduledAgain(renewal), ...manualRate(renewal, newRate) }, by);
};

const approved = (renewal: Renewal) => [...new Set([...renewal.approvedReasons, ...renewal.reviewReasons])];

const scheduledAgain = (renewal: Renewal): Partial<Renewal> => ({
  status: 'SCHEDULED',
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
