import type { Tx } from '@staycover/db';
import type { DataOf, inboundEvents } from '@staycover/events';
import { DomainError, type Instant } from '@staycover/kernel';
import type { TokenVault } from '../adapters/token-vault.ts';
import { lockClaimsToLink, storeClaim } from '../db/claims.ts';
import { findClaimed, isTokenTaken, storeReservation } from '../db/reservations.ts';
import type { Claim } from '../domain/claim.ts';
import { type Reservation, tokenOwner } from '../domain/reservation.ts';
import { reservationFrom, reservationKey } from '../wire.ts';
import { assessClaim, type Context } from './record-assessment.ts';

export type SyncReservation = Context & { data: DataOf<typeof inboundEvents.reservationSynced>; statedAt: Instant };

/**
 * Takes what a booking system says of a reservation, and links the claims that waited for it.
 * @throws DomainError `invalid-request` when the claim token is that of another reservation.
 */
export const syncReservation =
  (vault: TokenVault) =>
  async (tx: Tx, command: SyncReservation): Promise<void> => {
    const { data, statedAt, newId } = command;
    const reservation = reservationFrom(data.organizationId, data);
    const token = data.claimToken ?? vault.newToken();
    const digest = vault.digest(token);
    if (data.claimToken && (await isTokenTaken(tx, reservation, digest))) {
      throw DomainError.invalid([{ pointer: '/data/claimToken', detail: 'is the token of another reservation' }]);
    }
    const sealed = vault.seal(token, tokenOwner(reservation));
    const tokenGiven = typeof data.claimToken === 'string';
    const stored = await storeReservation(tx, {
      id: newId(),
      reservation,
      token: { sealed, digest },
      tokenGiven,
      statedAt,
    });
    if (stored > 0) await linkClaims(tx, reservation, command);
  };

const linkClaims = async (tx: Tx, reservation: Reservation, context: Context): Promise<void> => {
  const { organizationId } = reservation;
  const key = reservationKey(reservation);
  const claims = await lockClaimsToLink(tx, organizationId, key);
  const byNumber = claims.some((claim) => claim.reservationReferenceId === null)
    ? await findClaimed(tx, organizationId, { ...key, reservationReferenceId: null })
    : null;
  for (const claim of claims) {
    if (claim.reservationReferenceId === null && !byNumber) continue;
    await storeClaim(tx, claim, linked(claim, reservation), context);
    if (!claim.assessment) await assessClaim(tx, claim, reservation, context);
  }
};

/** The claim with both names of its reservation, as far as the reservation has them. */
export const linked = (claim: Claim, reservation: Reservation | null): Claim => {
  if (!reservation) return claim;
  const { reservationReferenceId, reservationId } = reservationKey(reservation);
  return { ...claim, reservationReferenceId, reservationId: reservationId ?? claim.reservationId };
};
