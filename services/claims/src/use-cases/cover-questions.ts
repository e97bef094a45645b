import type { AwaitReservations } from '../adapters/stated-reservations.ts';
import { findClaim } from '../db/claims.ts';
import { findClaimedReservation } from '../db/reservations.ts';
import { approvalWaits, type UpdateData } from '../db/waiting-updates.ts';
import type { Reservation } from '../domain/reservation.ts';
import type { Submission } from '../domain/submit.ts';
import { claimContent } from '../wire/submission.ts';
import {
  askCover,
  askCoverIfThere,
  askLateCover,
  type Claimed,
  type CoverAnswer,
  type CoverDeps,
  NOTHING_TO_ASK,
} from './ask-cover.ts';

/** What is asked of the policy service before the transaction of an intake or a decision begins. */
export type CoverQuestions = {
  /**
   * Tolerates an unavailable policy service: the decision asks again. Fails when it submits a claim that an approval waits for,
   * also while its reservation may be on its way.
   * @throws DomainError `service-unavailable`, and what `wait` throws.
   */
  ofSubmission(submission: Submission, wait: AwaitReservations): Promise<CoverAnswer>;
  /**
   * Only where an update decides on a claim, or submits a draft; then as for a submission. A denial does without an answer.
   * @throws DomainError `service-unavailable`, and what `wait` throws.
   */
  ofUpdate(update: UpdateData, wait: AwaitReservations): Promise<CoverAnswer>;
  /** Only where claims wait for the reservation. Tolerates an unavailable policy service. */
  ofReservation(reservation: Reservation): Promise<CoverAnswer[]>;
};

type Ask = (deps: CoverDeps, claim: Claimed) => Promise<CoverAnswer>;

/** Without its reservation the cover of a claim is unknown, and an approval by event takes the estimate: it must not be on its way. */
const askToDecide = async (
  deps: CoverDeps,
  claim: Claimed,
  wait: AwaitReservations,
  ask: Ask = askCover,
): Promise<CoverAnswer> => {
  const answer = await ask(deps, claim);
  if (answer) return answer;
  const isNamed = claim.reservationReferenceId !== null || claim.reservationId !== null;
  if (isNamed && !(await findClaimedReservation(deps.database, claim.organizationId, claim)))
    await wait(claim.organizationId);
  return NOTHING_TO_ASK;
};

export const coverQuestions = (deps: CoverDeps): CoverQuestions => ({
  async ofSubmission({ claimId, organizationId, isDraft, content, key }, wait) {
    const claim = { organizationId, damageDate: content.damageDate, ...key };
    if (!(await approvalWaits(deps.database, claimId, organizationId))) return askCoverIfThere(deps, claim);
    // An approval that waits for the claim is decided with it, and no decision does without its cover.
    return askToDecide(deps, claim, wait, isDraft ? askCoverIfThere : askCover);
  },

  async ofUpdate(update, wait) {
    const { organizationId, claimId, statusName } = update;
    if (statusName !== 'APPROVED' && statusName !== 'DENIED' && statusName !== 'SUBMITTED') return null;
    const claim = await findClaim(deps.database, organizationId, claimId);
    // A decision about a draft waits until that is submitted.
    if (!claim || (statusName === 'SUBMITTED') !== (claim.status === 'DRAFT')) return null;
    const approves =
      statusName === 'SUBMITTED'
        ? await approvalWaits(deps.database, claimId, organizationId)
        : statusName === 'APPROVED';
    const amended = { ...claim, ...claimContent(update) };
    if (approves) return askToDecide(deps, amended, wait);
    const answer = await askCoverIfThere(deps, amended);
    return statusName === 'DENIED' ? (answer ?? NOTHING_TO_ASK) : answer;
  },

  ofReservation: (reservation) => askLateCover(deps, reservation),
});
