import { ConcurrentChange, type Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { claims, lockSubmitted, nextNumber, storeDecision } from '../db/claims.ts';
import { findClaimed, lockReservation } from '../db/reservations.ts';
import type { Claim, ReservationKey } from '../domain/claim.ts';
import { resubmitClaim, type Submission, submitClaim as submitNew } from '../domain/decisions.ts';
import { reservationKey } from '../wire.ts';
import { assessClaim } from './record-assessment.ts';
import { applyWaiting } from './update-claim.ts';

export type Submitted = { claim: Claim; isNew: boolean };

/**
 * Takes a claim, or the draft of one, under its sender's id. A draft may be sent again, changed or for good; a
 * repetition of the same does nothing.
 * @throws DomainError `invalid-request` when the id is taken, or its claim was submitted with other content.
 */
export const submitClaim = async (tx: Work, submission: Submission, context: Context): Promise<Submitted> => {
  const { organizationId, hash, key } = submission;
  await lockReservation(tx, organizationId, key);
  const earlier = await lockSubmitted(tx, context.actor, submission);
  if (earlier?.submissionHash === hash) return { claim: earlier, isNew: false };
  const reservation = await findClaimed(tx, organizationId, key);
  const named = reservation && reservationKey(reservation);
  const claim = await (earlier
    ? storeDecision(tx, context, earlier, resubmitClaim(earlier, submission, named, context))
    : addClaim(tx, submission, named, context));
  const assessed = await assessClaim(tx, claim, reservation, context);
  if (earlier) return { claim: assessed, isNew: false };
  return { claim: await applyWaiting(tx, assessed, context), isNew: true };
};

const addClaim = async (
  tx: Work,
  submission: Submission,
  reservation: ReservationKey | undefined,
  context: Context,
): Promise<Claim> => {
  const decision = submitNew(submission, reservation, await nextNumber(tx), context);
  if (!(await claims.add(tx, context, decision))) throw new ConcurrentChange();
  return decision.state;
};
