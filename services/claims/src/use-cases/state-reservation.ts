import type { Reservation as ReservationResource, StatedReservation } from '@staycover/api';
import { inTransaction, type Work } from '@staycover/change';
import { assertOrganization, type Context } from '@staycover/kernel';
import type { TokenVault } from '../adapters/token-vault.ts';
import { reservationFrom } from '../wire.ts';
import { readStated } from './lookup-reservation.ts';
import { syncReservation } from './sync-reservation.ts';

/**
 * Stores a booking system's statement about a reservation, and responds like a lookup.
 * @throws DomainError `not-found` for a foreign organization, `invalid-request` when the token is another reservation's.
 */
export const stateReservation =
  ({ database, vault }: { database: Work; vault: TokenVault }) =>
  async ({ organizationId, ...body }: StatedReservation, context: Context): Promise<ReservationResource> => {
    const { actor, now } = context;
    assertOrganization(actor, organizationId);
    const reservation = reservationFrom(organizationId, body);
    const claimToken = body.claimToken ?? undefined;
    return inTransaction(database, async (tx) => {
      await syncReservation(vault)(tx, { reservation, claimToken, statedAt: now, at: '' }, context);
      return readStated(tx, vault, { actor, reservation, hasToken: claimToken !== undefined });
    });
  };
