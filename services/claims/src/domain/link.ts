import { downToUnit } from './amount.ts';
import { type Claim, isOpen, type ReservationKey } from './claim.ts';
import { type ClaimDecision, moved } from './claim-event.ts';
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
  const isTrimmed = isOpen(claim) && currency !== null;
  return moved(claim, { ...covered, reserveAmount: isTrimmed ? downToUnit(reserveAmount, currency) : reserveAmount });
};

export const linked = (claim: Claim, reservation: ReservationKey | undefined): Claim =>
  reservation
    ? {
        ...claim,
        reservationReferenceId: reservation.reservationReferenceId,
        reservationId: reservation.reservationId ?? claim.reservationId,
      }
    : claim;
