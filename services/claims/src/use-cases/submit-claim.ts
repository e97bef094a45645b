import { ConcurrentChange, type Work } from '@staycover/change';
import { type Context, DomainError } from '@staycover/kernel';
import { claims, countByGuests, lockSubmitted, nextNumber, storeDecision } from '../db/claims.ts';
import { lockClaimedReservation } from '../db/reservations.ts';
import { membersSetBy, membersSetSince, noteStatement, withoutMembers } from '../db/statements.ts';
import type { Claim } from '../domain/claim.ts';
import { type Linking, resubmitClaim, type Submission, submitClaim as submitNew } from '../domain/submit.ts';
import { reservationKey } from '../wire/reservation.ts';
import { assertAsked, type CoverAnswer, coverAtIntake } from './ask-cover.ts';
import { assessClaim } from './record-assessment.ts';
import { applyWaiting } from './update-claim.ts';

export type Submitted = { claim: Claim; isNew: boolean };

/**
 * Takes a claim, or the draft of one, under its sender's id. A draft may be sent again, changed or for good; a
 * repetition of the same does nothing.
 * @throws DomainError `invalid-request` when the id is taken, its claim was submitted with other content, or guests have
 *   submitted as many claims of the reservation as it takes. AskAgain when the reservation has come since its cover was asked,
 *   and for an approval that waited and has no answer.
 */
export const submitClaim = async (
  tx: Work,
  sent: Submission,
  context: Context,
  answer: CoverAnswer,
): Promise<Submitted> => {
  const { organizationId, hash, key } = sent;
  const reservation = await lockClaimedReservation(tx, organizationId, key);
  const earlier = await lockSubmitted(tx, context.actor, sent);
  if (earlier?.submissionHash === hash) return { claim: earlier, isNew: false };
  if (sent.byGuest) await (earlier ? assertChangeable(earlier, sent) : assertRoom(tx, sent));
  const about = { organizationId, damageDate: sent.content.damageDate, ...key };
  assertAsked(about, reservation, [answer]);
  const submission = await noteSubmission(tx, sent, earlier);
  const named = reservation && reservationKey(reservation);
  const damaged = { id: submission.claimId, organizationId, ...submission.content, ...key };
  const cover = await coverAtIntake(tx, damaged, reservation, [answer]);
  const linking = { reservation: named, cover };
  const claim = await (earlier
    ? storeDecision(tx, context, earlier, resubmitClaim(earlier, submission, linking, context))
    : addClaim(tx, submission, linking, context));
  const assessed = await assessClaim(tx, claim, reservation, context);
  return { claim: await applyWaiting(tx, assessed, context, { about, answer }), isNew: !earlier };
};

const MOST_OF_GUESTS = 20;

/** @throws DomainError `invalid-request` when guests have submitted as many claims as their reservation takes. */
const assertRoom = async (tx: Work, { organizationId, key, pointer }: Submission): Promise<void> => {
  if ((await countByGuests(tx, organizationId, key)) < MOST_OF_GUESTS) return;
  const detail = `is of a reservation with ${MOST_OF_GUESTS} claims by guests, and it takes no more: its host can submit others`;
  throw DomainError.invalid([{ pointer: `${pointer}/claimToken`, detail }]);
};

/** As often may a guest's draft change: each change stays in the audit trail, and no budget counts it. */
const MOST_CHANGES_BY_GUESTS = 100;

/** @throws DomainError `invalid-request` when the draft has changed as often as a guest may change it. */
const assertChangeable = ({ version }: Claim, { pointer }: Submission): void => {
  if (version <= MOST_CHANGES_BY_GUESTS) return;
  const detail = `is of a draft that has changed ${MOST_CHANGES_BY_GUESTS} times, and a guest may not change it again: its host can`;
  throw DomainError.invalid([{ pointer: `${pointer}/claimId`, detail }]);
};

/** Records a submission; its draft keeps the values that newer statements have set. */
const noteSubmission = async (tx: Work, sent: Submission, draft: Claim | undefined): Promise<Submission> => {
  const { claimId, statedAt } = sent;
  const newer = draft && statedAt ? await membersSetSince(tx, claimId, statedAt) : [];
  const counted = withoutMembers(sent.content, newer);
  // What came before the claim did counts for it.
  const set = draft ? membersSetBy(counted) : [];
  const statement = { at: statedAt ?? null, pointer: `${sent.pointer}/claimId` };
  await noteStatement(tx, claimId, ['submitted', ...set], statement);
  const members = Object.keys(sent.content) as (keyof typeof sent.content)[];
  const kept = Object.fromEntries(members.filter((name) => !(name in counted)).map((name) => [name, draft?.[name]]));
  return { ...sent, content: { ...sent.content, ...kept, followupAnswers: counted.followupAnswers ?? {} } };
};

const addClaim = async (tx: Work, submission: Submission, linking: Linking, context: Context): Promise<Claim> => {
  const decision = submitNew(submission, linking, await nextNumber(tx), context);
  if (!(await claims.add(tx, context, decision))) throw new ConcurrentChange();
  return decision.state;
};
