import { type Context, DomainError, type Role } from '@staycover/kernel';
import type { Claim, ClaimStatus } from './claim.ts';
import type { ClaimDecision } from './claim-event.ts';
import { updateClaim } from './update.ts';

/** Who may move a claim there: claimants submit and withdraw, adjusters do everything else. */
export const neededRoles: Readonly<Record<ClaimStatus, Role>> = {
  DRAFT: 'adjust',
  SUBMITTED: 'write',
  UNDER_REVIEW: 'adjust',
  INFO_REQUESTED: 'adjust',
  APPROVED: 'adjust',
  DENIED: 'adjust',
  PAID: 'adjust',
  CLOSED: 'adjust',
  WITHDRAWN: 'write',
};

/**
 * A person moves a claim.
 * @throws DomainError `forbidden` without the role that the move needs, `invalid-transition`.
 */
export const setClaimStatus = (claim: Claim, status: ClaimStatus, context: Context): ClaimDecision => {
  const { actor } = context;
  const needed = neededRoles[status];
  if (!actor.roles.includes(needed)) {
    const extra = { requiredRoles: [needed], members: ['/status'] };
    throw new DomainError('forbidden', `Moving a claim to ${status} needs the role ${needed}.`, extra);
  }
  return updateClaim(claim, { content: {}, status, changedBy: actor.id, pointer: '' }, context);
};
