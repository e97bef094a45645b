import { changed } from '@staycover/kernel';
import { type Claim, isOpen, type ReservationKey } from './claim.ts';
import type { ClaimDecision } from './claim-event.ts';
import type { CoverMembers } from './decide.ts';

/** The claim gets both names of its reservation, as far as the reservation has them, and an open one this cover. */
export const linkClaim = (
  claim: Claim,
  reservation: ReservationKey,
  cover: Partial<CoverMembers> = {},
): ClaimDecision => changed(claim, { ...linked(claim, reservation), ...(isOpen(claim) && cover) });

export const linked = (claim: Claim, reservation: ReservationKey | undefined): Claim =>
  reservation
    ? {
        ...claim,
        reservationReferenceId: reservation.reservationReferenceId,
        reservationId: reservation.reservationId ?? claim.reservationId,
      }
    : claim;
