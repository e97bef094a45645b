import { ConcurrentChange, execute, query, type Work } from '@staycover/db';
import { type Actor, type Instant, visibleOrganizations } from '@staycover/kernel';
import type { ReservationKey } from '../domain/claim.ts';
import type { Candidates, LookupKeys } from '../domain/lookup.ts';
import { emptyPolicy, emptyProperty, type Reservation } from '../domain/reservation.ts';

type SealedToken = { sealed: Buffer; digest: Buffer };

export type StoredReservation = Reservation & { sealedToken: Buffer };

type Row = {
  organization_id: string;
  reservation_reference_id: string;
  reservation_id: string | null;
  arrival_date: string;
  departure_date: string;
  number_of_nights: string;
  number_of_guests: string | null;
  property: Reservation['property'];
  property_id: string | null;
  selected_policies: Reservation['selectedPolicies'];
  claim_token: Buffer;
};

const toNumber = (text: string | null): number | null => (text === null ? null : Number(text));

// Rows from before a member was there are read whole.
const toReservation = (row: Row): StoredReservation => ({
  organizationId: row.organization_id,
  reservationReferenceId: row.reservation_reference_id,
  reservationId: toNumber(row.reservation_id),
  arrivalDate: Temporal.PlainDate.from(row.arrival_date),
  departureDate: Temporal.PlainDate.from(row.departure_date),
  numberOfNights: Number(row.number_of_nights),
  numberOfGuests: toNumber(row.number_of_guests),
  property: row.property && { ...emptyProperty, ...row.property },
  propertyId: row.property_id ?? row.property?.id?.toString() ?? null,
  selectedPolicies: row.selected_policies.map((policy) => ({ ...emptyPolicy, ...policy })),
  sealedToken: row.claim_token,
});

type Statement = {
  id: string;
  reservation: Reservation;
  token: SealedToken;
  /** Whether the sender brought the token; one made here never replaces an earlier one. */
  tokenGiven: boolean;
  statedAt: Instant;
  /** A direct call counts as the newest statement, whatever the clocks of events were. */
  isCall: boolean;
};

/** Stores a statement of a booking system, unless it stated something newer before. */
export const storeReservation = (
  tx: Work,
  { id, reservation, token, tokenGiven, statedAt, isCall }: Statement,
): Promise<number> =>
  execute(
    tx,
    `insert into reservation as r (id, organization_id, reservation_reference_id, reservation_id, arrival_date,
       departure_date, number_of_nights, number_of_guests, property, property_id, selected_policies, stated_at, claim_token,
       claim_token_digest)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11::jsonb, $12, $13, $14)
     on conflict (organization_id, reservation_reference_id) do update set
       reservation_id = excluded.reservation_id, arrival_date = excluded.arrival_date,
       departure_date = excluded.departure_date, number_of_nights = excluded.number_of_nights,
       number_of_guests = excluded.number_of_guests, property = excluded.property, property_id = excluded.property_id,
       selected_policies = excluded.selected_policies, stated_at = greatest(r.stated_at, excluded.stated_at),
       claim_token = case when $15 then excluded.claim_token else r.claim_token end,
       claim_token_digest = case when $15 then excluded.claim_token_digest else r.claim_token_digest end
     where $16 or r.stated_at <= excluded.stated_at`,
    [
      id,
      reservation.organizationId,
      reservation.reservationReferenceId,
      reservation.reservationId,
      reservation.arrivalDate.toString(),
      reservation.departureDate.toString(),
      reservation.numberOfNights,
      reservation.numberOfGuests,
      JSON.stringify(reservation.property),
      reservation.propertyId,
      JSON.stringify(reservation.selectedPolicies),
      statedAt.toString(),
      token.sealed,
      token.digest,
      tokenGiven,
      isCall,
    ],
  );

/**
 * Locks a reservation and the claims that reference it, so that concurrent statements and claims do not miss each other.
 * One lock for each of its names, always in this order.
 */
export const lockReservation = async (
  tx: Work,
  organizationId: string,
  { reservationReferenceId, reservationId }: ReservationKey,
): Promise<void> => {
  for (const name of [reservationReferenceId, reservationId]) {
    if (name === null) continue;
    await query(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 3))', [`${organizationId} ${name}`]);
  }
};

/** Whether another reservation has this token. One transaction at a time may give it to its own. */
export const isTokenTaken = async (
  tx: Work,
  { organizationId, reservationReferenceId }: Reservation,
  digest: Buffer,
): Promise<boolean> => {
  await query(tx, `select pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 5))`, [digest]);
  const rows = await query(
    tx,
    `select 1 from reservation
     where claim_token_digest = $1 and (organization_id, reservation_reference_id) <> ($2, $3)`,
    [digest, organizationId, reservationReferenceId],
  );
  return rows.length > 0;
};

/** The reservations that a lookup's keys find, by reference only those of the organizations. */
export const findCandidates = async (
  work: Work,
  { reservationReferenceId, arrivalDate }: LookupKeys,
  digest: Buffer | null,
  organizations: Actor['organizations'],
): Promise<Candidates<StoredReservation>> => {
  const rows = await query<Row & { by_token: boolean }>(
    work,
    `(select true as by_token, * from reservation
      where claim_token_digest = $1 and ($4::date is null or arrival_date = $4))
     union all
     (select false, * from reservation
      where reservation_reference_id = $2 and ($3::text[] is null or organization_id = any ($3))
        and ($4::date is null or arrival_date = $4) limit 2)`,
    [digest, reservationReferenceId ?? null, visibleOrganizations({ organizations }), arrivalDate ?? null],
  );
  const byToken = rows.find((row) => row.by_token);
  return {
    byToken: byToken ? toReservation(byToken) : null,
    byReference: rows.filter((row) => !row.by_token).map(toReservation),
  };
};

/** The one reservation that a claim of the organization is about: by reference, else by a number that only one has. */
export const findClaimedReservation = async (
  work: Work,
  organizationId: string,
  { reservationReferenceId, reservationId }: { reservationReferenceId: string | null; reservationId: bigint | null },
): Promise<StoredReservation | undefined> => {
  const by = reservationReferenceId === null ? 'reservation_id' : 'reservation_reference_id';
  const key = reservationReferenceId ?? reservationId?.toString() ?? null;
  const sql = `select * from reservation where organization_id = $1 and ${by} = $2 limit 2`;
  const [only, another] = await query<Row>(work, sql, [organizationId, key]);
  return only && !another ? toReservation(only) : undefined;
};

/** The reservation that came first, and the one that came last. */
export const findFirstAndLast = async (work: Work): Promise<StoredReservation[]> => {
  const rows = await query<Row>(
    work,
    '(select * from reservation order by id limit 1) union all (select * from reservation order by id desc limit 1)',
  );
  return rows.map(toReservation);
};

/**
 * Locks the reservation that a claim is about, by both of its names where the claim has its number alone, and reads it.
 * @throws ConcurrentChange when the number has become that of another one meanwhile.
 */
export const lockClaimedReservation = async (
  tx: Work,
  organizationId: string,
  key: ReservationKey,
): Promise<StoredReservation | undefined> => {
  const expected =
    key.reservationReferenceId ?? (await findClaimedReservation(tx, organizationId, key))?.reservationReferenceId;
  await lockReservation(tx, organizationId, { ...key, reservationReferenceId: expected ?? null });
  const found = await findClaimedReservation(tx, organizationId, key);
  if (key.reservationReferenceId === null && found?.reservationReferenceId !== expected) throw new ConcurrentChange();
  return found;
};
