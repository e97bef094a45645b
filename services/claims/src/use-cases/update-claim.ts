import { AskAgain, publish, type Work } from '@staycover/change';
import { type Context, DomainError, type Fault, isDomainError } from '@staycover/kernel';
import { findClaim, lockUpdated } from '../db/claims.ts';
import { lockPolicy } from '../db/policy-limits.ts';
import { findClaimedReservation, lockClaimedReservation } from '../db/reservations.ts';
import {
  membersSetBy,
  membersSetSince,
  NOW,
  noteStatement,
  type StatementPart,
  withoutMembers,
} from '../db/statements.ts';
import {
  addWaiting,
  type TakenUpdate,
  takeWaiting,
  type UpdateData,
  type WaitingUpdate,
} from '../db/waiting-updates.ts';
import { type Claim, claimTransitions } from '../domain/claim.ts';
import type { ClaimDecision } from '../domain/claim-event.ts';
import { type ClaimUpdate, updateClaim as decideUpdate } from '../domain/update.ts';
import { updateRejected } from '../events.ts';
import { updateFrom } from '../wire/submission.ts';
import { type CoverAnswer, coverNow, type Inquiry, isAnswered } from './ask-cover.ts';
import { linkByNumber } from './link-claim.ts';
import { storeAndAssess } from './store-and-assess.ts';

/**
 * Applies an update to a claim; nothing is stored without a change. An update that arrives before its claim, or before the draft
 * of it is submitted, waits for that. It replaces no value that a newer statement has set; one that also moves the claim is
 * refused as a whole then.
 * @throws DomainError `not-found`, `invalid-transition`, `invalid-request`; AskAgain for an approval without an answer.
 */
export const updateClaim = async (
  tx: Work,
  update: WaitingUpdate,
  context: Context,
  answer: CoverAnswer,
): Promise<void> => {
  const { statusName } = update.data;
  // A decision may wait for the draft to be submitted.
  const mayDecide = isDecision(update.data) || statusName === 'SUBMITTED';
  const isLocked = mayDecide && (await lockForUpdate(tx, update, answer));
  const locked = await lockUpdated(tx, context.actor, update.claimId);
  if (!locked || isEarly(locked, update.data)) return addWaiting(tx, update, context.now);
  const decides = isLocked && isDecision(update.data);
  const claim = decides ? await linkByNumber(tx, locked, context) : locked;
  // The claim may have come, or changed, while its lock was awaited.
  const known = decides ? await lockCover(tx, amended(claim, update.data), answer) : undefined;
  const mustKnow = statusName === 'APPROVED' || (isDecision(update.data) && answer?.policies);
  if (mustKnow && !known) throw new AskAgain(`The cover of claim ${claim.id} was asked for another night.`);
  const counted = await readUpdate(tx, update);
  await noteUpdate(tx, update, counted, claim);
  const decision = decideUpdate(claim, counted, context, known);
  const stored = await storeAndAssess(tx, claim, decision, context, answer);
  if (claim.status !== 'DRAFT' || stored.status !== 'SUBMITTED') return;
  await applyWaiting(tx, stored, context, { about: amended(claim, update.data), answer });
};

const isDecision = ({ statusName }: UpdateData): boolean => statusName === 'APPROVED' || statusName === 'DENIED';

/** What counts of an update: without a move, all that no newer statement has set. */
const readUpdate = async (tx: Work, { claimId, data, statedAt }: WaitingUpdate): Promise<ClaimUpdate> => {
  const update = updateFrom(data);
  if (update.status) return update;
  return { ...update, content: withoutMembers(update.content, await membersSetSince(tx, claimId, statedAt)) };
};

/** To submit a draft is no move: what waits for it was sent before, also when it waits for the draft itself. */
const noteUpdate = async (
  tx: Work,
  { claimId, statedAt, since }: WaitingUpdate & Partial<TakenUpdate>,
  { content, status }: ClaimUpdate,
  before: Pick<Claim, 'status'>,
): Promise<void> => {
  const when = { at: statedAt, pointer: '/data' };
  const isSubmission = before.status === 'DRAFT' && status === 'SUBMITTED';
  if (isSubmission) await noteStatement(tx, claimId, ['submitted'], since ? NOW : when);
  const moves: StatementPart[] = status && !isSubmission ? ['moved'] : [];
  await noteStatement(tx, claimId, [...moves, ...membersSetBy(content)], when);
};

/** Locks for the decision that an update may make; false when there is nothing to decide on yet. */
const lockForUpdate = async (
  tx: Work,
  { organizationId, claimId, data }: WaitingUpdate,
  answer: CoverAnswer,
): Promise<boolean> => {
  const claim = await findClaim(tx, organizationId, claimId);
  return claim !== undefined && lockForDecision(tx, amended(claim, data), answer);
};

/** Locks reservation and policy before the claim, as decisions do; false when the question was about another night. */
export const lockForDecision = async (tx: Work, claim: Claim, answer: CoverAnswer): Promise<boolean> => {
  await lockClaimedReservation(tx, claim.organizationId, claim);
  return (await lockCover(tx, claim, answer)) !== undefined;
};

/** The claim as an update describes its damage: that decides its cover. */
const amended = (claim: Claim, data: UpdateData): Claim => ({ ...claim, ...updateFrom(data).content });

/** The cover of a claim with its policy locked; undefined when the question was about another night, or not put. */
const lockCover = async (tx: Work, claim: Claim, answer: CoverAnswer): ReturnType<typeof coverNow> => {
  if (!answer) return undefined;
  const reservation = await findClaimedReservation(tx, claim.organizationId, claim);
  const expected = await coverNow(tx, claim, reservation, answer);
  if (!expected) return undefined;
  await lockPolicy(tx, expected.cover?.policyId ?? null);
  // Who held the lock may have used some of the policy's limit.
  return coverNow(tx, claim, reservation, answer);
};

/** Whether an update moves a draft to a state that only a submitted claim can reach: it waits until the draft is submitted. */
const isEarly = ({ status }: Claim, { statusName }: UpdateData): boolean =>
  status === 'DRAFT' && statusName !== undefined && !['DRAFT', ...claimTransitions.DRAFT].includes(statusName);

/**
 * Applies the updates that waited for a claim, in order of arrival; invalid ones are rejected one by one. One that submits a
 * draft comes before those that wait for that.
 * @throws AskAgain when one approves the claim and the question about its cover has no answer.
 */
export const applyWaiting = async (tx: Work, submitted: Claim, context: Context, inquiry: Inquiry): Promise<Claim> => {
  let claim = submitted;
  const isNowSubmitted = () => submitted.status === 'DRAFT' && claim.status === 'SUBMITTED';
  for (const waiting of await takeWaiting(tx, claim)) {
    if (isNowSubmitted()) await addWaiting(tx, waiting, waiting.since);
    else claim = await applyOne(tx, claim, waiting, context, inquiry);
  }
  return isNowSubmitted() ? applyWaiting(tx, claim, context, inquiry) : claim;
};

const applyOne = async (
  tx: Work,
  before: Claim,
  waiting: TakenUpdate,
  context: Context,
  inquiry: Inquiry,
): Promise<Claim> => {
  if (isEarly(before, waiting.data)) {
    await addWaiting(tx, waiting, waiting.since);
    return before;
  }
  const claim = isDecision(waiting.data) ? await linkByNumber(tx, before, context) : before;
  const decided = await attempt(async () => {
    const cover = await coverOfWaiting(tx, claim, waiting, inquiry);
    const counted = await readUpdate(tx, waiting);
    const decision = decideUpdate(claim, counted, context, cover);
    await noteUpdate(tx, waiting, counted, claim);
    return decision;
  });
  if (!(decided instanceof Error)) return storeAndAssess(tx, claim, decided, context, inquiry.answer);
  await reject(tx, waiting, toFaults(decided), context);
  return claim;
};

/**
 * A denial keeps the last cover where it has no answer.
 * @throws DomainError `invalid-request` for an approval of another night than that of the question.
 */
const coverOfWaiting = async (tx: Work, claim: Claim, { data }: WaitingUpdate, inquiry: Inquiry) => {
  if (!isDecision(data)) return undefined;
  const known = await lockCover(tx, amended(claim, data), inquiry.answer);
  if (known || data.statusName === 'DENIED') return known;
  if (!(await isAnswered(tx, inquiry))) throw new AskAgain(`The cover of claim ${claim.id} was not answered.`);
  const detail = 'came before the night of the damage was known';
  throw DomainError.invalid([{ pointer: '/data/statusName', detail }]);
};

const attempt = async (decide: () => Promise<ClaimDecision>): Promise<ClaimDecision | DomainError> => {
  try {
    return await decide();
  } catch (error) {
    if (isDomainError(error)) return error;
    throw error;
  }
};

const toFaults = ({ message, extra }: DomainError): Fault[] =>
  (extra['errors'] as Fault[] | undefined) ?? [{ pointer: '', detail: message }];

/** Informs the sender that an update had no effect after all. */
const reject = (tx: Work, update: WaitingUpdate, errors: Fault[], context: Context): Promise<void> =>
  publish(tx, context, updateRejected(update, errors, context.newId()));
