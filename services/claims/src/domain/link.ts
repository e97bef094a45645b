import { changed, rateUnit } from '@staycover/kernel';
import { type Claim, isOpen, type ReservationKey } from './claim.ts';
import { type ClaimDecision, type ClaimEvent, reserveEvents } from './claim-event.ts';
import type { CoverMembers } from './decide.ts';

/**
 * The claim gets both names of its reservation, as far as the reservation has them, and an open one this cover. Its reserve
 * goes down to what the currency of the cover can pay.
 */
export const linkClaim = (
  claim: Claim,
  reservation: ReservationKey,
  cover: Partial<CoverMembers> = {},
): ClaimDecision => {
  const covered = { ...linked(claim, reservation), ...(isOpen(claim) && cover) };
  const { currency, reserveAmount } = covered;
  const beyond = isOpen(claim) && currency ? reserveAmount % rateUnit(currency) : 0n;
  const after = { ...covered, reserveAmount: reserveAmount - beyond };
  return changed<Claim, ClaimEvent>(claim, after, ...reserveEvents(claim, after));
};

export const linked = (claim: Claim, reservation: ReservationKey | undefined): Claim =>
  reservation
    ? {
        ...claim,
        reservationReferenceId: reservation.reservationReferenceId,
        reservationId: reservation.reservationId ?? claim.reservationId,
      }
    : claim;
