import { ConcurrentChange, type Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { claims, lockSubmitted, nextNumber, storeDecision } from '../db/claims.ts';
import { findClaimed, lockReservation } from '../db/reservations.ts';
import { membersSetBy, membersSetSince, noteStatement } from '../db/statements.ts';
import type { Claim } from '../domain/claim.ts';
import { type CoverMembers, coverMembers } from '../domain/decide.ts';
import { type Linking, resubmitClaim, type Submission, submitClaim as submitNew } from '../domain/decisions.ts';
import type { Reservation } from '../domain/reservation.ts';
import { reservationKey } from '../wire.ts';
import { type AskedCover, coverNow } from './ask-cover.ts';
import { assessClaim } from './record-assessment.ts';
import { applyWaiting } from './update-claim.ts';

export type Submitted = { claim: Claim; isNew: boolean };

/**
 * Takes a claim, or the draft of one, under its sender's id. A draft may be sent again, changed or for good; a
 * repetition of the same does nothing.
 * @throws DomainError `invalid-request` when the id is taken, or its claim was submitted with other content.
 */
export const submitClaim = async (
  tx: Work,
  sent: Submission,
  context: Context,
  asked: AskedCover,
): Promise<Submitted> => {
  const { organizationId, hash, key } = sent;
  await lockReservation(tx, organizationId, key);
  const earlier = await lockSubmitted(tx, context.actor, sent);
  if (earlier?.submissionHash === hash) return { claim: earlier, isNew: false };
  const submission = await noteSubmission(tx, sent, earlier);
  const reservation = await findClaimed(tx, organizationId, key);
  const named = reservation && reservationKey(reservation);
  const cover = await coverSubmission(tx, submission, reservation, asked);
  const linking = { reservation: named, cover };
  const claim = await (earlier
    ? storeDecision(tx, context, earlier, resubmitClaim(earlier, submission, linking, context))
    : addClaim(tx, submission, linking, context));
  const assessed = await assessClaim(tx, claim, reservation, context);
  return { claim: await applyWaiting(tx, assessed, context, asked), isNew: !earlier };
};

/** Records a submission; its draft keeps the values that newer statements have set. */
const noteSubmission = async (tx: Work, sent: Submission, draft: Claim | undefined): Promise<Submission> => {
  const { claimId, statedAt } = sent;
  const { followupAnswers, ...values } = sent.content;
  const newer = draft && statedAt ? await membersSetSince(tx, claimId, statedAt) : [];
  const kept = Object.fromEntries(newer.map((member) => [member, draft![member]]));
  // What came before the claim did counts for it.
  const set = draft ? membersSetBy(values).filter((member) => !(member in kept)) : [];
  const statement = { at: statedAt ?? null, pointer: `${sent.at}/claimId` };
  await noteStatement(tx, claimId, ['submitted', ...set], statement);
  return { ...sent, content: { followupAnswers, ...values, ...kept } };
};

const addClaim = async (tx: Work, submission: Submission, linking: Linking, context: Context): Promise<Claim> => {
  const decision = submitNew(submission, linking, await nextNumber(tx), context);
  if (!(await claims.add(tx, context, decision))) throw new ConcurrentChange();
  return decision.state;
};

/** The known cover at intake; empty without the reservation, or when the policy service is unavailable. */
const coverSubmission = async (
  tx: Work,
  { claimId: id, organizationId, content, key }: Submission,
  reservation: Reservation | undefined,
  asked: AskedCover,
): Promise<Partial<CoverMembers>> => {
  if (!reservation || content.damageDate === null) return {};
  const found = await coverNow(tx, { id, organizationId, ...content, ...key }, reservation, asked);
  return found ? coverMembers(found.cover, found.used, content.estimateAmount) : {};
};
