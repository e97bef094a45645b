import type { Reservation as ReservationResource } from '@staycover/api';
import type { Work } from '@staycover/change';
import { type Actor, DomainError, mayAccess } from '@staycover/kernel';
import type { TokenVault } from '../adapters/token-vault.ts';
import { findCandidates, findClaimedReservation, type StoredReservation } from '../db/reservations.ts';
import { type LookupKeys, resolveLookup } from '../domain/lookup.ts';
import { type Reservation, tokenOwner } from '../domain/reservation.ts';
import { reservationResource } from '../wire/reservation.ts';
import type { Caller, LookupLimit } from './limit-lookups.ts';

/**
 * Finds the one reservation that the keys name; a reference finds those of `organizations` only.
 * @throws DomainError `not-found`, `invalid-request` when the keys contradict one another, `rate-limited`.
 */
export type FindReservation = (
  caller: Caller,
  keys: LookupKeys,
  organizations: Actor['organizations'],
) => Promise<StoredReservation>;

export const findReservation =
  ({ database, vault, limit }: { database: Work; vault: TokenVault; limit: LookupLimit }): FindReservation =>
  (caller, keys, organizations) =>
    limit(caller, async () => {
      const digest = keys.claimToken ? vault.digest(keys.claimToken) : null;
      const candidates = await findCandidates(database, keys, digest, organizations);
      const outcome = resolveLookup(keys, candidates);
      if ('found' in outcome) return outcome.found;
      if (outcome.refused === 'unknown') throw new DomainError('not-found', 'There is no such reservation.');
      throw DomainError.invalid([
        { pointer: '', detail: 'names different reservations by claimToken and reservationReferenceId' },
      ]);
    });

const mayRead = ({ roles }: Actor): boolean => roles.includes('read');

/**
 * The organizations with reservations that a caller can find: one with a role its own; a guest all. Who may not read needs a
 * fact that only the stay's guests know.
 */
const reachableOrganizations = (actor: Actor, { arrivalDate }: LookupKeys): Actor['organizations'] => {
  if (!mayRead(actor) && !arrivalDate) return [];
  return actor.roles.length > 0 ? actor.organizations : '*';
};

/** Looks a reservation up. Its token is shown to who sent it and to readers of its organization. */
export const lookupReservation =
  ({ find, vault }: { find: FindReservation; vault: TokenVault }) =>
  async (caller: Caller, keys: LookupKeys): Promise<ReservationResource> => {
    const { actor } = caller;
    const reservation = await find(caller, keys, reachableOrganizations(actor, keys));
    return shown(vault, actor, reservation, Boolean(keys.claimToken));
  };

/** A reservation as the interface shows it: its token to who sent it and to readers of its organization. */
const shown = (vault: TokenVault, actor: Actor, reservation: StoredReservation, hasToken: boolean) => {
  const isShown = hasToken || (mayRead(actor) && mayAccess(actor, reservation.organizationId));
  return reservationResource(reservation, isShown ? openToken(vault, reservation) : null);
};

/** Null where it was sealed with a key that is lost: the reservation is there without it. */
export const openToken = (vault: TokenVault, reservation: StoredReservation): string | null => {
  try {
    return vault.open(reservation.sealedToken, tokenOwner(reservation));
  } catch {
    return null;
  }
};

/** The reservation that was just stated, as a lookup shows it. */
export const readStated = async (
  tx: Work,
  vault: TokenVault,
  { actor, reservation, hasToken }: { actor: Actor; reservation: Reservation; hasToken: boolean },
): Promise<ReservationResource> => {
  const { organizationId, reservationReferenceId } = reservation;
  const stored = await findClaimedReservation(tx, organizationId, { reservationReferenceId, reservationId: null });
  return shown(vault, actor, stored!, hasToken);
};
