import type { Tx } from '@staycover/db';
import { claimsEvents, type DataOf, type inboundEvents } from '@staycover/events';
import { contentHash, DomainError, timestamp } from '@staycover/kernel';
import { appendEvents, newEvent } from '@staycover/messaging';
import { addClaim, lockSubmitted, nextNumber, storeClaim } from '../db/claims.ts';
import { findClaimed } from '../db/reservations.ts';
import { type Claim, type ClaimContent, initialStatus, moveClaim } from '../domain/claim.ts';
import type { Reservation } from '../domain/reservation.ts';
import { claimContent, reservationKey } from '../wire.ts';
import { eventData, movedEvents } from './claim-events.ts';
import { assessClaim, type Context } from './record-assessment.ts';
import { linked } from './sync-reservation.ts';
import { applyWaiting } from './update-claim.ts';

type SubmittedData = DataOf<typeof inboundEvents.claimSubmitted>;

/** `changedBy` is who sent it, as the claim's history names them. */
export type SubmitClaim = Context & { data: SubmittedData; changedBy: string };

/**
 * Takes a claim, or the draft of one, under its sender's id. A draft may be sent again, changed or for good; a
 * repetition of the same does nothing.
 * @throws DomainError `invalid-request` when the id is taken, or its claim was submitted with other content.
 */
export const submitClaim = async (tx: Tx, command: SubmitClaim): Promise<void> => {
  const { data, actor } = command;
  const submissionHash = contentHash(data);
  const earlier = await lockSubmitted(tx, actor, data.claimId);
  if (earlier?.submissionHash === submissionHash) return;
  if (earlier && earlier.status !== 'DRAFT') {
    const detail = `is claim ${earlier.claimReference}, which is ${earlier.status}: changes of it come as claim-updated`;
    throw DomainError.invalid([{ pointer: '/data/claimId', detail }]);
  }
  const reservation = await findClaimed(tx, data.organizationId, reservationKey(data));
  const claim = await (earlier
    ? resubmit(tx, earlier, submissionHash, reservation, command)
    : create(tx, submissionHash, reservation, command));
  await assessClaim(tx, claim, reservation, command);
  if (!earlier) await applyWaiting(tx, claim, command);
};

const contentOf = (data: SubmittedData): ClaimContent => ({
  damageDate: null,
  estimateAmount: null,
  documents: [],
  claimUrls: [],
  followupAnswers: {},
  damageDescription: data.damageDescription,
  ...claimContent(data),
});

const create = async (
  tx: Tx,
  submissionHash: string,
  reservation: Reservation | null,
  command: SubmitClaim,
): Promise<Claim> => {
  const { data, actor, now, newId, traceparent, changedBy } = command;
  const claim: Claim = {
    ...contentOf(data),
    ...reservationKey(data),
    ...initialStatus(data.draft ?? false, { by: changedBy, at: timestamp(now) }),
    ...(await nextNumber(tx, now)),
    id: data.claimId,
    organizationId: data.organizationId,
    assessment: null,
    submissionHash,
    createdBy: actor.id,
    createdDate: now,
    lastModifiedBy: actor.id,
    lastModifiedDate: now,
    version: 1,
  };
  const stored = await addClaim(tx, linked(claim, reservation));
  if (stored.status === 'SUBMITTED') {
    await appendEvents(tx, [newEvent(claimsEvents.claimSubmitted, stored, eventData(stored))], {
      now,
      newId,
      traceparent,
    });
  }
  return stored;
};

const resubmit = async (
  tx: Tx,
  draft: Claim,
  submissionHash: string,
  reservation: Reservation | null,
  command: SubmitClaim,
): Promise<Claim> => {
  const { data, now, newId, traceparent, changedBy } = command;
  const { followupAnswers } = draft;
  const rewritten = { ...draft, ...contentOf(data), followupAnswers, ...reservationKey(data), submissionHash };
  const status = data.draft ? 'DRAFT' : 'SUBMITTED';
  const decided = moveClaim(linked(rewritten, reservation), status, { by: changedBy, at: timestamp(now) });
  await storeClaim(tx, draft, decided, command);
  await appendEvents(tx, movedEvents(draft, 'DRAFT'), { now, newId, traceparent });
  return draft;
};
