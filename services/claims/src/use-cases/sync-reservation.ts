import type { Work } from '@staycover/change';
import { type Context, DomainError, type Instant, once } from '@staycover/kernel';
import type { TokenVault } from '../adapters/token-vault.ts';
import { lockClaimsToLink, MOST_DAYS, storeDecision } from '../db/claims.ts';
import { lockPolicy } from '../db/policy-limits.ts';
import { findClaimedReservation, isTokenTaken, lockReservation, storeReservation } from '../db/reservations.ts';
import { isOpen } from '../domain/claim.ts';
import { linkClaim } from '../domain/link.ts';
import { changesCover, type Reservation, tokenOwner } from '../domain/reservation.ts';
import { reservationKey } from '../wire/reservation.ts';
import { assertAsked, type CoverAnswer, coverAtIntake } from './ask-cover.ts';
import { assessClaim } from './record-assessment.ts';

/** A reservation, its token from the booking system, if any, and the time of the statement. */
type ReservationStatement = {
  reservation: Reservation;
  claimToken: string | undefined;
  statedAt: Instant;
  /** Whether it came over HTTP. */
  isCall: boolean;
  /** JSON pointer to its members in the message, '' for a body. */
  pointer: string;
};

/**
 * Stores a booking system's statement about a reservation, and links the claims that waited for it, with the cover that
 * was asked for them. Where it changes the cover of damages, open claims are assessed again.
 * @throws DomainError `invalid-request` when the claim token is that of another reservation. AskAgain when a claim has come since.
 */
export const syncReservation =
  (vault: TokenVault) =>
  async (
    tx: Work,
    { reservation, claimToken, statedAt, isCall, pointer }: ReservationStatement,
    context: Context,
    answers: readonly CoverAnswer[],
  ): Promise<void> => {
    await lockReservation(tx, reservation.organizationId, reservationKey(reservation));
    const token = claimToken ?? vault.newToken();
    const digest = vault.digest(token);
    if (claimToken && (await isTokenTaken(tx, reservation, digest))) {
      throw DomainError.invalid([{ pointer: `${pointer}/claimToken`, detail: 'is the token of another reservation' }]);
    }
    const before = await findClaimedReservation(tx, reservation.organizationId, {
      ...reservation,
      reservationId: null,
    });
    const stored = await storeReservation(tx, {
      id: context.newId(),
      reservation,
      token: { sealed: vault.seal(token, tokenOwner(reservation)), digest },
      tokenGiven: claimToken !== undefined,
      statedAt,
      isCall,
    });
    const isNewCover = changesCover(before, reservation);
    if (stored > 0) await linkClaims(tx, { reservation, isNewCover, answers: before ? null : answers }, context);
  };

type Stored = {
  reservation: Reservation;
  isNewCover: boolean;
  /** Null: the reservation was known, and claims had its cover when they came. */
  answers: readonly CoverAnswer[] | null;
};

const linkClaims = async (tx: Work, { reservation, isNewCover, answers }: Stored, context: Context): Promise<void> => {
  // A reserve may come from their loss funds: they are locked before the claims.
  const policies = new Set((answers ?? []).flatMap((answer) => answer?.policies ?? []).map(({ policyId }) => policyId));
  for (const policyId of [...policies].toSorted()) await lockPolicy(tx, policyId);
  const { organizationId } = reservation;
  const key = reservationKey(reservation);
  const findUnique = once(() => findClaimedReservation(tx, organizationId, { ...key, reservationReferenceId: null }));
  for await (const claim of lockClaimsToLink(tx, organizationId, key, isNewCover)) {
    if (claim.reservationReferenceId === null && !(await findUnique())) continue;
    // What was paid keeps the cover that it was decided by.
    const asked = isOpen(claim) && claim.decision === null ? answers : null;
    if (asked && asked.length < MOST_DAYS) assertAsked(claim, reservation, asked);
    const answered = asked ? await coverAtIntake(tx, { ...claim, ...key }, reservation, asked) : {};
    // Without an answer, another cover than before is not known until the decision.
    const cover = isNewCover ? { cover: null, ...answered } : {};
    const linked = await storeDecision(tx, context, claim, linkClaim(claim, key, cover));
    if (isNewCover || !linked.assessment) await assessClaim(tx, linked, reservation, context);
  }
};
