import { findClaim } from '../db/claims.ts';
import { approvalWaits, type UpdateData } from '../db/waiting-updates.ts';
import type { Reservation } from '../domain/reservation.ts';
import type { Submission } from '../domain/submit.ts';
import { claimContent } from '../wire/submission.ts';
import { askCover, askCoverIfThere, askLateCover, type CoverAnswer, type CoverDeps } from './ask-cover.ts';

/** What is asked of the policy service before the transaction of an intake or a decision begins. */
export type CoverQuestions = {
  /**
   * Tolerates an unavailable policy service: the decision asks again. Fails when it submits a claim that an approval waits for.
   * @throws DomainError `service-unavailable`.
   */
  ofSubmission(submission: Submission): Promise<CoverAnswer>;
  /**
   * Only where an update approves a claim, or submits a draft; then as for a submission.
   * @throws DomainError `service-unavailable`.
   */
  ofUpdate(update: UpdateData): Promise<CoverAnswer>;
  /** Only where claims wait for the reservation. Tolerates an unavailable policy service. */
  ofReservation(reservation: Reservation): Promise<CoverAnswer[]>;
};

export const coverQuestions = (deps: CoverDeps): CoverQuestions => ({
  async ofSubmission({ claimId, organizationId, isDraft, content, key }) {
    // An approval that waits for the claim is decided with it, and no decision does without its cover.
    const isDecided = !isDraft && (await approvalWaits(deps.database, claimId, organizationId));
    const ask = isDecided ? askCover : askCoverIfThere;
    return ask(deps, { organizationId, damageDate: content.damageDate, ...key });
  },

  async ofUpdate(update) {
    const { organizationId, claimId, statusName } = update;
    if (statusName !== 'APPROVED' && statusName !== 'SUBMITTED') return null;
    const claim = await findClaim(deps.database, organizationId, claimId);
    if (!claim || (statusName === 'SUBMITTED' && claim.status !== 'DRAFT')) return null;
    const isDecided = statusName === 'APPROVED' || (await approvalWaits(deps.database, claimId, organizationId));
    const ask = isDecided ? askCover : askCoverIfThere;
    return ask(deps, { ...claim, ...claimContent(update) });
  },

  ofReservation: (reservation) => askLateCover(deps, reservation),
});
