import type { Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { storeDecision } from '../db/claims.ts';
import { findClaimedReservation } from '../db/reservations.ts';
import type { Claim } from '../domain/claim.ts';
import { linkClaim } from '../domain/link.ts';
import { reservationKey } from '../wire/reservation.ts';

/**
 * Links a locked claim that has the number of its locked reservation alone: what is approved counts against the limit of the
 * stay under its reference.
 */
export const linkByNumber = async (tx: Work, claim: Claim, context: Context): Promise<Claim> => {
  if (claim.reservationReferenceId !== null) return claim;
  const reservation = await findClaimedReservation(tx, claim.organizationId, claim);
  return reservation ? storeDecision(tx, context, claim, linkClaim(claim, reservationKey(reservation))) : claim;
};
