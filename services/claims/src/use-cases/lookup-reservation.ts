import type { Reservation as ReservationResource } from '@staycover/api';
import type { Database } from '@staycover/db';
import { type Actor, DomainError, mayAccess } from '@staycover/kernel';
import type { FailureLimit } from '../adapters/failure-limit.ts';
import type { TokenVault } from '../adapters/token-vault.ts';
import { findCandidates, type StoredReservation } from '../db/reservations.ts';
import { type LookupKeys, resolveLookup } from '../domain/lookup.ts';
import { tokenOwner } from '../domain/reservation.ts';
import { reservationResource } from '../wire.ts';

type Deps = { database: Database; vault: TokenVault; limit: FailureLimit };

/** Who looks up: the actor, and the address that failures count for. */
export type Caller = { actor: Actor; address: string };

/**
 * Finds the one reservation that the keys name.
 * @throws DomainError `not-found`, `invalid-request` when the keys contradict one another, `rate-limited`.
 */
export const findReservation =
  ({ database, vault, limit }: Deps) =>
  async ({ actor, address }: Caller, keys: LookupKeys): Promise<StoredReservation> => {
    limit.assertAllowed(address);
    const digest = keys.claimToken ? vault.digest(keys.claimToken) : null;
    const candidates = await database.read((em) => findCandidates(em, keys, digest, confines(actor)));
    // Guesses that ran at the same time count too, or a burst would get past the limit.
    limit.assertAllowed(address);
    const outcome = resolveLookup(keys, candidates);
    if ('found' in outcome) return outcome.found;
    limit.recordFailure(address);
    if (outcome.refused === 'unknown') throw new DomainError('not-found', 'There is no such reservation.');
    throw DomainError.invalid([
      { pointer: '', detail: 'names different reservations by claimToken and reservationReferenceId' },
    ]);
  };

/** Callers of organizations stay inside them; a guest belongs to none and staff to all. */
const confines = ({ organizations }: Actor): readonly string[] | null =>
  organizations === '*' || organizations.length === 0 ? null : organizations;

/** Looks a reservation up. Its token is shown to who sent it and to callers of its organization. */
export const lookupReservation =
  (deps: Deps) =>
  async (caller: Caller, keys: LookupKeys): Promise<ReservationResource> => {
    const reservation = await findReservation(deps)(caller, keys);
    const mayTell = keys.claimToken || mayAccess(caller.actor, reservation.organizationId);
    const token = mayTell ? deps.vault.open(reservation.sealedToken, tokenOwner(reservation)) : null;
    return reservationResource(reservation, token);
  };
