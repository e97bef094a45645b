import { claimsEvents } from '@staycover/events';
import { newEvent } from '@staycover/messaging';
import type { Claim } from '../domain/claim.ts';
import { claimState } from '../wire.ts';

/** What every event of a claim carries. */
export const eventData = (claim: Claim) => ({
  organizationId: claim.organizationId,
  version: claim.version,
  claimId: claim.id,
  claim: claimState(claim),
});

/** What a move says: every one its states, the first out of DRAFT also that the claim was submitted. */
export const movedEvents = (claim: Claim, previousStatus: Claim['status']) => {
  if (claim.status === previousStatus) return [];
  const data = eventData(claim);
  const moved = newEvent(claimsEvents.claimStatusChanged, claim, { ...data, previousStatus });
  return claim.status === 'SUBMITTED' ? [newEvent(claimsEvents.claimSubmitted, claim, data), moved] : [moved];
};
