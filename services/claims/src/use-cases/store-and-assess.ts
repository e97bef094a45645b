import type { Work } from '@staycover/change';
import { type Context, once } from '@staycover/kernel';
import { storeDecision } from '../db/claims.ts';
import { findClaimedReservation } from '../db/reservations.ts';
import type { Claim } from '../domain/claim.ts';
import type { ClaimDecision } from '../domain/claim-event.ts';
import { type CoverAnswer, coverAtIntake } from './ask-cover.ts';
import { assessClaim } from './record-assessment.ts';

/** Stores a decision about a locked claim, with the cover that was asked if it submits a draft, and assesses it again. */
export const storeAndAssess = async (
  tx: Work,
  claim: Claim,
  decision: ClaimDecision,
  context: Context,
  answer: CoverAnswer,
): Promise<Claim> => {
  const { state, events } = decision;
  const findReservation = once(() => findClaimedReservation(tx, state.organizationId, state));
  const isSubmitted = claim.status === 'DRAFT' && state.status === 'SUBMITTED';
  const covered = isSubmitted
    ? { state: { ...state, ...(await coverAtIntake(tx, state, await findReservation(), [answer])) }, events }
    : decision;
  const stored = await storeDecision(tx, context, claim, covered);
  return stored === claim ? claim : assessClaim(tx, stored, await findReservation(), context);
};
