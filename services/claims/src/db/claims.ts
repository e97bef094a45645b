import { LockMode } from '@mikro-orm/postgresql';
import { query, type Tx } from '@staycover/db';
import {
  type Actor,
  businessDate,
  DomainError,
  type Instant,
  isId,
  isSame,
  mayAccess,
  reference,
} from '@staycover/kernel';
import type { Claim, ReservationKey } from '../domain/claim.ts';
import { ClaimEntity } from './entities.ts';

/** Only this file decides which organization's claims an actor reaches. */
const scope = (actor: Actor) =>
  actor.organizations === '*' ? {} : { organizationId: { $in: [...actor.organizations] } };

/** @throws DomainError `not-found` for an unknown, malformed or foreign id. */
export const getClaim = async (tx: Tx, actor: Actor, id: string, lockMode?: LockMode): Promise<Claim> => {
  const claim = isId(id) ? await tx.findOne(ClaimEntity, { id, ...scope(actor) }, lockMode ? { lockMode } : {}) : null;
  if (!claim) throw DomainError.notFound('claim', id);
  return claim;
};

/** Lets one transaction at a time decide whether the claim of a sender's id is there. */
const lockClaimId = (tx: Tx, id: string) => query(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 2))', [id]);

/**
 * The claim that an update is about, under lock; null when nobody has submitted it yet.
 * @throws DomainError `not-found` when it belongs to another organization.
 */
export const lockUpdated = async (tx: Tx, actor: Actor, id: string): Promise<Claim | null> => {
  await lockClaimId(tx, id);
  const isThere = (await query(tx, 'select 1 from claim where id = $1', [id])).length > 0;
  return isThere ? getClaim(tx, actor, id, LockMode.PESSIMISTIC_WRITE) : null;
};

/**
 * The claim that a sender's id names, under lock; null when there is none yet.
 * @throws DomainError `invalid-request` when another organization has it.
 */
export const lockSubmitted = async (tx: Tx, actor: Actor, id: string): Promise<Claim | null> => {
  await lockClaimId(tx, id);
  const claim = await tx.findOne(ClaimEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (claim && !mayAccess(actor, claim.organizationId)) {
    throw DomainError.invalid([{ pointer: '/data/claimId', detail: 'is taken, choose another UUID' }]);
  }
  return claim;
};

export const nextNumber = async (tx: Tx, now: Instant): Promise<Pick<Claim, 'number' | 'claimReference'>> => {
  const [row] = await query<{ number: string }>(tx, `select nextval('claim_number') as number`);
  const number = BigInt(row!.number);
  return { number, claimReference: reference('CLM', businessDate(now).year, number) };
};

export const addClaim = async (tx: Tx, claim: Omit<Claim, 'version'>): Promise<Claim> => {
  const stored = tx.create(ClaimEntity, { ...claim, version: 1 });
  await tx.persist(stored).flush();
  return stored;
};

/**
 * Stores what was decided about a locked claim and tells whether it is anything new: what changes nothing leaves the
 * version as it is.
 */
export const storeClaim = async (
  tx: Tx,
  stored: Claim,
  decided: Claim,
  by: { actor: Actor; now: Instant },
): Promise<boolean> => {
  if (isSame({ ...stored }, { ...decided })) return false;
  Object.assign(stored, decided, { lastModifiedBy: by.actor.id, lastModifiedDate: by.now });
  await tx.flush();
  return true;
};

/** Claims that name a reservation by its reference, or by its number alone; under lock. */
export const lockClaimsToLink = (tx: Tx, organizationId: string, key: ReservationKey): Promise<Claim[]> => {
  const { reservationReferenceId, reservationId } = key;
  const byNumber = { reservationReferenceId: null, reservationId };
  const names = reservationId === null ? [{ reservationReferenceId }] : [{ reservationReferenceId }, byNumber];
  return tx.find(
    ClaimEntity,
    { organizationId, $or: names },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { number: 'asc' } },
  );
};

export type ClaimFilter = { organizationId?: string | undefined; reservationReferenceId?: string | undefined };

/** Claims from the oldest, after the one with number `after`. */
export const listClaims = async (
  tx: Tx,
  actor: Actor,
  { organizationId, reservationReferenceId }: ClaimFilter,
  { limit, after }: { limit: number; after?: bigint | undefined },
): Promise<Claim[]> => {
  if (organizationId !== undefined && !mayAccess(actor, organizationId)) return [];
  const where = {
    ...(organizationId === undefined ? scope(actor) : { organizationId }),
    ...(reservationReferenceId === undefined ? {} : { reservationReferenceId }),
    ...(after === undefined ? {} : { number: { $gt: after } }),
  };
  return tx.find(ClaimEntity, where, { orderBy: { number: 'asc' }, limit });
};
