import { type Context, invalidTransition, isSame, timestamp } from '@staycover/kernel';
import {
  amendClaim,
  assertOpen,
  type Claim,
  type ClaimStatus,
  hasNothingToPay,
  isOpen,
  moveClaim,
  withStatus,
} from './claim.ts';
import { type ClaimDecision, moved } from './claim-event.ts';
import { type ClaimContent } from './content.ts';
import type { FoundCover } from './cover/cover.ts';
import { decideClaim, reopened } from './decide.ts';
import { payRest } from './payout.ts';
import { alreadyPaid } from './refusals.ts';

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
  if (status === 'WITHDRAWN' && claim.paidAmount !== 0n) throw alreadyPaid(claim.paidAmount, 'reverse them first');
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
