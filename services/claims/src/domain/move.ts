import { type Context, type Decision, DomainError, type Role } from '@staycover/kernel';
import type { Claim, ClaimStatus } from './claim.ts';
import type { ClaimEvent } from './claim-event.ts';
import { updateClaim } from './decisions.ts';

/** What claimants do themselves; everything else is an adjuster's. */
const ofClaimants: readonly ClaimStatus[] = ['SUBMITTED', 'WITHDRAWN'];

/** Who may move a claim there. */
export const neededRole = (status: ClaimStatus): Role => (ofClaimants.includes(status) ? 'write' : 'adjust');

/**
 * A person moves a claim.
 * @throws DomainError `forbidden` without the role that the move needs, `invalid-transition`.
 */
export const setClaimStatus = (claim: Claim, status: ClaimStatus, context: Context): Decision<Claim, ClaimEvent> => {
  const { actor } = context;
  const needed = neededRole(status);
  if (!actor.roles.includes(needed)) {
    const extra = { requiredRoles: [needed], members: ['/status'] };
    throw new DomainError('forbidden', `Moving a claim to ${status} needs the role ${needed}.`, extra);
  }
  return updateClaim(claim, { content: {}, status, changedBy: actor.id, at: '' }, context);
};
