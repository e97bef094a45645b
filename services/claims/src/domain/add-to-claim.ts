import { type Context, invalidTransition, isSame } from '@staycover/kernel';
import { type Claim, isOpen } from './claim.ts';
import type { ClaimDecision } from './claim-event.ts';
import { type ClaimContent } from './content.ts';
import { updateClaim } from './update.ts';

/**
 * A person adds to a claim, or corrects it. What was decided on stays as it is, unless an adjuster corrects it.
 * @throws DomainError `invalid-transition`, and what `updateClaim` refuses.
 */
export const addToClaim = (claim: Claim, content: Partial<ClaimContent>, context: Context): ClaimDecision => {
  const { actor } = context;
  const decision = updateClaim(claim, { content, status: undefined, changedBy: actor.id, pointer: '' }, context);
  if (isOpen(claim) || actor.roles.includes('adjust') || isKept(claim, decision.state)) return decision;
  const { status, claimReference } = claim;
  const detail = `Claim ${claimReference} is ${status}: without the role adjust, documents, addresses and answers may be added, and nothing else changes.`;
  throw invalidTransition(detail, status);
};

/** Whether all that was stated about a claim is there as it was. */
const isKept = (before: Claim, after: Claim): boolean =>
  isSame(singleValues(before), singleValues(after)) &&
  areKept(before.documents, after.documents) &&
  areKept(before.claimUrls, after.claimUrls) &&
  areKept(Object.entries(before.followupAnswers), Object.entries(after.followupAnswers));

const singleValues = ({ damageDate, damageDescription, estimateAmount, category, coverageType }: Claim) => ({
  damageDate,
  damageDescription,
  estimateAmount,
  category,
  coverageType,
});

const areKept = <Entry>(before: readonly Entry[], after: readonly Entry[]): boolean =>
  before.every((entry) => after.some((other) => isSame(entry, other)));
