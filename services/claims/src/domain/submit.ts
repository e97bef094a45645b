import {
  authored,
  businessDate,
  type Context,
  created,
  DomainError,
  type Instant,
  reference,
  timestamp,
} from '@staycover/kernel';
import { amendClaim, type Claim, initialStatus, moveClaim, type ReservationKey } from './claim.ts';
import { type ClaimDecision, type ClaimEvent, moved } from './claim-event.ts';
import { assertFits, type ClaimContent } from './content.ts';
import type { CoverMembers } from './decide.ts';
import { linked } from './link.ts';

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
  byToken?: boolean;
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
