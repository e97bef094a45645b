import {
  authored,
  businessDate,
  type Context,
  changed,
  created,
  DomainError,
  type Instant,
  invalidTransition,
  isSame,
  reference,
  timestamp,
  unchanged,
} from '@staycover/kernel';
import type { ClaimAssessment } from './assessment/result.ts';
import {
  amendClaim,
  assertFits,
  assertOpen,
  type Claim,
  type ClaimContent,
  type ClaimStatus,
  hasNothingToPay,
  initialStatus,
  isOpen,
  moveClaim,
  type ReservationKey,
  withStatus,
} from './claim.ts';
import type { ClaimDecision, ClaimEvent } from './claim-event.ts';
import type { FoundCover } from './cover/cover.ts';
import { type CoverMembers, decideClaim, reopened } from './decide.ts';
import { payRest } from './payout.ts';
import { hasPayouts } from './refusals.ts';
import { reserveEvents } from './reserve.ts';

/** What a claim is before it is decided. */
const undecided = {
  cover: null,
  policyId: null,
  policyReference: null,
  currency: null,
  termStart: null,
  selfCoverage: null,
  decision: null,
  insuredAmount: 0n,
  approvedAmount: 0n,
  reserveAmount: 0n,
  paidAmount: 0n,
  payouts: [],
};

/** A claim, or the draft of one, as its sender states it. */
export type Submission = {
  claimId: string;
  organizationId: string;
  isDraft: boolean;
  content: ClaimContent;
  key: ReservationKey;
  /** Of all that was sent: a repetition has the same. */
  hash: string;
  /** Who sent it, as the claim's history names them. */
  changedBy: string;
  /** JSON pointer to its members in the message, '' for a body. */
  pointer: string;
  /** Whether a claim token let it in: then for claims of its reservation only. */
  isGuest?: boolean;
  /** Whether its sender could not submit it without the token: a reservation takes so many of them. */
  byGuest?: boolean;
  /** When its stream got it; now by default. */
  statedAt?: Instant;
};

/** The reservation that a claim references, and its cover, as far as known. */
export type Linking = { reservation: ReservationKey | undefined; cover: Partial<CoverMembers> };

/**
 * The claim that a first submission makes; `number` becomes its reference.
 * @throws DomainError `payload-too-large`.
 */
export const submitClaim = (
  { claimId, organizationId, isDraft, content, key, hash, changedBy, byGuest = false, pointer }: Submission,
  { reservation, cover }: Linking,
  number: bigint,
  { actor, now }: Context,
): ClaimDecision => {
  assertFits(content, pointer);
  const claim: Claim = {
    ...content,
    ...key,
    ...initialStatus(isDraft, { by: changedBy, at: timestamp(now) }),
    id: claimId,
    organizationId,
    number,
    claimReference: reference('CLM', businessDate(now).year, number),
    assessment: null,
    submissionHash: hash,
    byGuest,
    ...undecided,
    ...cover,
    ...authored({ actor, now }),
  };
  const events: ClaimEvent[] = isDraft ? [] : [{ type: 'claim-submitted' }];
  return created(linked(claim, reservation), ...events);
};

/**
 * Submits a draft again, changed or as final. As by an update, single values are replaced, and documents, addresses and answers
 * are added: they may have come from others.
 * @throws DomainError `invalid-request` for a claim that is no longer a draft, `payload-too-large`.
 */
export const resubmitClaim = (
  draft: Claim,
  { isDraft, content, key, hash, changedBy, pointer }: Submission,
  { reservation, cover }: Linking,
  { now }: Context,
): ClaimDecision => {
  const { status, claimReference } = draft;
  if (status !== 'DRAFT') {
    const detail = `is claim ${claimReference}, which is ${status}: changes of it come as claim-updated`;
    throw DomainError.invalid([{ pointer: `${pointer}/claimId`, detail }]);
  }
  const rewritten = linked(
    { ...amendClaim(draft, content, pointer), ...key, ...undecided, ...cover, submissionHash: hash },
    reservation,
  );
  const by = { by: changedBy, at: timestamp(now) };
  return moved(draft, moveClaim(rewritten, isDraft ? 'DRAFT' : 'SUBMITTED', by));
};

/** What an update adds to a claim, and where it moves it. */
export type ClaimUpdate = {
  content: Partial<ClaimContent>;
  status: ClaimStatus | undefined;
  changedBy: string;
  /** JSON pointer to its members in the message, '' for a body. */
  pointer: string;
};

/**
 * Adds to a claim and moves it. A move into APPROVED or DENIED is a decision, one out of them takes it back.
 * @throws DomainError `invalid-transition`, `claim-has-payouts`, `invalid-request` and `payload-too-large` when the claim would
 *   carry too much, and what decisions refuse.
 */
export const updateClaim = (
  claim: Claim,
  { content, status = claim.status, changedBy, pointer }: ClaimUpdate,
  context: Context,
  found: Partial<FoundCover> = {},
): ClaimDecision => {
  if (Object.keys(content).length > 0) assertOpen(claim);
  const isMove = status !== claim.status;
  const amended = withoutStaleCover(claim, amendClaim(claim, content, pointer));
  if (isMove && (status === 'APPROVED' || status === 'DENIED')) {
    const outcome = status === 'APPROVED' ? 'APPROVE' : 'DENY';
    const decided = decideClaim(amended, { outcome }, { ...found, decidedBy: changedBy, isStatusOnly: true }, context);
    // A PAID claim is approved already: only what is amended changes.
    return decided.state === amended ? moved(claim, keepingCoverageType(claim, amended)) : decided;
  }
  if (status === 'WITHDRAWN' && claim.paidAmount !== 0n) throw hasPayouts(claim.paidAmount, 'reverse them first');
  const change = { by: changedBy, at: timestamp(context.now) };
  if (status === 'CLOSED' && hasNothingToPay(claim)) {
    const approved = withStatus(keepingCoverageType(claim, amended), 'APPROVED', change);
    const paid = moved(claim, withStatus(approved, 'PAID', change));
    const closed = updateClaim(paid.state, { content: {}, status, changedBy, pointer }, context);
    return { state: closed.state, events: [...paid.events, ...closed.events] };
  }
  if (isMove && status === 'PAID') return payRest(keepingCoverageType(claim, amended), changedBy, context);
  const after = moveClaim(amended, status, change);
  const isReopened = isMove && status === 'UNDER_REVIEW' && claim.decision !== null;
  return moved(claim, keepingCoverageType(claim, isReopened ? { ...after, ...reopened(claim) } : after));
};

/**
 * What is approved counts against the limit of its type of cover until that is taken back.
 * @throws DomainError `invalid-transition`.
 */
const keepingCoverageType = (before: Claim, after: Claim): Claim => {
  const { claimReference, status, coverageType, insuredAmount } = after;
  if (insuredAmount === 0n || coverageType === before.coverageType) return after;
  const detail = `Claim ${claimReference} is ${before.status} for ${before.coverageType}: take that back to make it ${coverageType}.`;
  throw invalidTransition(detail, before.status, status);
};

/** The cover that an open claim keeps is that of the damage as it was; of another one it is not known before the decision. */
const withoutStaleCover = (before: Claim, after: Claim): Claim => {
  const { cover } = after;
  if (cover === null || !isOpen(after)) return after;
  if (!isSame(claimedDamage(before), claimedDamage(after))) return { ...after, cover: null };
  return cover.covered && before.estimateAmount !== after.estimateAmount
    ? { ...after, cover: { ...cover, payable: null } }
    : after;
};

const claimedDamage = ({ damageDate, category, coverageType }: Claim) => ({ damageDate, category, coverageType });

/**
 * The claim gets both names of its reservation, as far as the reservation has them. When that has other cover than before, the
 * cover that an open claim keeps is not known before the decision, unless it was asked.
 */
export const linkClaim = (
  claim: Claim,
  reservation: ReservationKey,
  hasOtherCover = false,
  cover: Partial<CoverMembers> = {},
): ClaimDecision => {
  const named = linked(claim, reservation);
  return changed(claim, hasOtherCover && isOpen(claim) ? { ...named, cover: null, ...cover } : named);
};

/** Shows an assessment on an open claim, unless a later one is there; a result equal to the last one changes nothing. */
export const showAssessment = (claim: Claim, assessment: ClaimAssessment): ClaimDecision =>
  !isOpen(claim) ||
  assessment.assessedAt < (claim.assessment?.assessedAt ?? '') ||
  isSame({ ...assessment, assessedAt: '' }, { ...claim.assessment, assessedAt: '' })
    ? unchanged(claim)
    : changed<Claim, ClaimEvent>(claim, { assessment }, { type: 'claim-assessed' });

const linked = (claim: Claim, reservation: ReservationKey | undefined): Claim =>
  reservation
    ? {
        ...claim,
        reservationReferenceId: reservation.reservationReferenceId,
        reservationId: reservation.reservationId ?? claim.reservationId,
      }
    : claim;

/** Every move publishes its states; the first one out of DRAFT also publishes the submission. */
const moved = (before: Claim, after: Claim): ClaimDecision => {
  const events: ClaimEvent[] = [];
  if (after.status !== before.status) {
    if (after.status === 'SUBMITTED') events.push({ type: 'claim-submitted' });
    events.push({ type: 'claim-status-changed', previousStatus: before.status });
  }
  return changed(before, after, ...events, ...reserveEvents(before, after));
};
