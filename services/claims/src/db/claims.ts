import { repository } from '@staycover/change';
import { query, statesIn, type Work } from '@staycover/db';
import { type Actor, type CalendarDate, type Context, DomainError, mayAccess } from '@staycover/kernel';
import { emptyAssessment } from '../domain/assessment/result.ts';
import { type Claim, emptyPayout, openStatuses, type ReservationKey, undecidedStatuses } from '../domain/claim.ts';
import type { ClaimDecision, ClaimEvent } from '../domain/claim-event.ts';
import { emptyDocument, emptyUrl } from '../domain/content.ts';
import { emptyCover } from '../domain/cover/claim-cover.ts';
import type { Submission } from '../domain/submit.ts';
import { announcements } from '../events.ts';
import { postClaim } from './claim-postings.ts';
import { ClaimEntity } from './entities.ts';

export const claims = repository<Claim, ClaimEvent>({
  resource: 'claim',
  entity: ClaimEntity,
  announcements,
  defaults: {
    assessment: emptyAssessment,
    cover: emptyCover,
    documents: emptyDocument,
    claimUrls: emptyUrl,
    payouts: emptyPayout,
  },
});

/** The claim of this id, if the organization has it. */
export const findClaim = async (work: Work, organizationId: string, id: string): Promise<Claim | undefined> => {
  const [claim] = await claims.select(work, 'where t.id = $1 and t.organization_id = $2', [id, organizationId]);
  return claim;
};

/** The claim of a sender's id in whatever organization; one transaction at a time decides whether it is there. */
const lockById = async (tx: Work, id: string): Promise<Claim | undefined> => {
  await query(tx, 'select pg_advisory_xact_lock(hashtextextended(lower($1), 2))', [id]);
  const [claim] = await claims.select(tx, 'where t.id = $1 for update', [id]);
  return claim;
};

/**
 * Locks the claim of an update; undefined when it was not submitted yet.
 * @throws DomainError `not-found` when it belongs to another organization.
 */
export const lockUpdated = async (tx: Work, actor: Actor, id: string): Promise<Claim | undefined> => {
  const claim = await lockById(tx, id);
  if (claim && !mayAccess(actor, claim.organizationId)) throw DomainError.notFound('claim', id);
  return claim;
};

/**
 * The claim that a sender's id names, under lock; undefined when there is none yet.
 * @throws DomainError `invalid-request` when another organization has it, or the guest of another reservation.
 */
export const lockSubmitted = async (
  tx: Work,
  actor: Actor,
  { claimId, organizationId, key, byToken, pointer }: Submission,
): Promise<Claim | undefined> => {
  const claim = await lockById(tx, claimId);
  if (!claim) return undefined;
  const isOfOrganization = mayAccess(actor, claim.organizationId) && claim.organizationId === organizationId;
  if (isOfOrganization && !(byToken && claim.reservationReferenceId !== key.reservationReferenceId)) return claim;
  throw DomainError.invalid([{ pointer: `${pointer}/claimId`, detail: 'is taken, choose another UUID' }]);
};

/** How many claims of a reservation guests have submitted. */
export const countByGuests = async (
  work: Work,
  organizationId: string,
  { reservationReferenceId }: ReservationKey,
): Promise<number> => {
  const [row] = await query<{ count: string }>(
    work,
    'select count(*) from claim where organization_id = $1 and reservation_reference_id = $2 and by_guest',
    [organizationId, reservationReferenceId],
  );
  return Number(row!.count);
};

export const nextNumber = async (work: Work): Promise<bigint> => {
  const [row] = await query<{ number: string }>(work, `select nextval('claim_number') as number`);
  return BigInt(row!.number);
};

/** Stores a decision about a locked claim, with the postings that follow, and returns what the claim is then. */
export const storeDecision = async (
  tx: Work,
  context: Context,
  before: Claim,
  decision: ClaimDecision,
): Promise<Claim> => {
  const [stored = before] = await claims.replaceAll(tx, context, [{ before, decision }]);
  await postClaim(tx, before, stored, context);
  return stored;
};

const UNLINKED = `(reservation_reference_id is null and reservation_id = $3
  or reservation_reference_id = $2 and (reservation_id <> $3 or (reservation_id is null and $3 is not null)
    or assessment is null and status in ${statesIn(undecidedStatuses)} or $4 and status in ${statesIn(openStatuses)}))`;

/** More days of one reservation are not asked about. */
export const MOST_DAYS = 20;

/** The days of damage of open claims that name a reservation which is not known yet, `MOST_DAYS` at most. */
export const findDaysWaiting = async (
  work: Work,
  organizationId: string,
  { reservationReferenceId, reservationId }: ReservationKey,
): Promise<CalendarDate[]> => {
  const rows = await query<{ day: string }>(
    work,
    `select distinct damage_date::text as day from claim
     where organization_id = $1 and damage_date is not null and status in ${statesIn(openStatuses)}
       and (reservation_reference_id = $2 or reservation_reference_id is null and reservation_id = $3)
       and not exists (select from reservation where organization_id = $1 and reservation_reference_id = $2)
     order by day limit ${MOST_DAYS}`,
    [organizationId, reservationReferenceId, reservationId],
  );
  return rows.map(({ day }) => Temporal.PlainDate.from(day));
};

/** A claim has up to 1 MiB of documents, addresses and answers. */
const LOCKED_AT_ONCE = 20;

/**
 * Claims that name a reservation, by its reference or by its number alone, and are not linked or not assessed, or open when
 * it has other cover than before; under lock, in the order of their numbers, some read at a time.
 */
export async function* lockClaimsToLink(
  tx: Work,
  organizationId: string,
  key: ReservationKey,
  isNewCover: boolean,
): AsyncGenerator<Claim> {
  const where = `organization_id = $1 and ${UNLINKED}`;
  const asked = [organizationId, key.reservationReferenceId, key.reservationId, isNewCover];
  const found = await query<{ id: string }>(tx, `select id from claim where ${where} order by number`, asked);
  for (let next = 0; next < found.length; next += LOCKED_AT_ONCE) {
    const ids = found.slice(next, next + LOCKED_AT_ONCE).map(({ id }) => id);
    yield* await claims.select(tx, `where ${where} and id = any($5) order by number for update`, [...asked, ids]);
  }
}
