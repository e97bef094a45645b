import type { Reservation as ReservationResource, StatedReservation } from '@staycover/api';
import { inTransaction, type Work } from '@staycover/change';
import { assertOrganization, type Context } from '@staycover/kernel';
import type { TokenVault } from '../adapters/token-vault.ts';
import { reservationFrom } from '../wire/reservation.ts';
import type { CoverQuestions } from './cover-questions.ts';
import type { LookupLimit } from './limit-lookups.ts';
import { readStated } from './lookup-reservation.ts';
import { syncReservation } from './sync-reservation.ts';
import { untilAnswered } from './until-answered.ts';

type Deps = {
  database: Work;
  vault: TokenVault;
  cover: Pick<CoverQuestions, 'ofReservation'>;
  limit: LookupLimit;
};

/**
 * Stores a booking system's statement about a reservation, and responds like a lookup. The refusal of a token shows that it
 * exists, so it counts like a lookup that finds nothing.
 * @throws DomainError `not-found` for a foreign organization, `invalid-request` when the token is another reservation's,
 *   `rate-limited`, `service-unavailable` when claims of it keep coming.
 */
export const stateReservation =
  ({ database, vault, cover, limit }: Deps) =>
  async (
    { organizationId, ...body }: StatedReservation,
    context: Context,
    network: string,
  ): Promise<ReservationResource> => {
    const { actor, now } = context;
    assertOrganization(actor, organizationId);
    const reservation = reservationFrom(organizationId, body);
    const claimToken = body.claimToken ?? undefined;
    const attempt = async () => {
      const answers = await cover.ofReservation(reservation);
      return inTransaction(database, async (tx) => {
        const statement = { reservation, claimToken, statedAt: now, isCall: true, pointer: '' };
        await syncReservation(vault)(tx, statement, context, answers);
        return readStated(tx, vault, { actor, reservation, hasToken: claimToken !== undefined });
      });
    };
    const store = () => untilAnswered(attempt);
    return claimToken === undefined ? store() : limit({ actor, network }, store);
  };
