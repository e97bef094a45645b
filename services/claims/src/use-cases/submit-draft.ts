import { inTransaction, type Target, type Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import type { AwaitReservations } from '../adapters/stated-reservations.ts';
import { claims } from '../db/claims.ts';
import type { Claim } from '../domain/claim.ts';
import { setClaimStatus } from '../domain/move.ts';
import { changeClaim } from './change-claim.ts';
import type { CoverQuestions } from './cover-questions.ts';
import { untilAnswered } from './until-answered.ts';
import { applyWaiting, lockForDecision } from './update-claim.ts';

type Deps = { database: Work; cover: Pick<CoverQuestions, 'ofUpdate'>; wait: AwaitReservations };

/**
 * A person submits a draft; then the updates that waited for that apply, however old they are.
 * @throws DomainError `not-found`, `version-mismatch`, `service-unavailable` for an approval without an answer or while its
 *   reservation may be on its way, and errors of the move.
 */
export const submitDraft = ({ database, cover, wait }: Deps, context: Context, target: Target): Promise<Claim> =>
  untilAnswered(async () => {
    const draft = await claims.load(database, context.actor, target.id);
    const { organizationId, id: claimId } = draft;
    const submission = { organizationId, claimId, statusName: 'SUBMITTED' as const, changedBy: context.actor.id };
    const answer = await cover.ofUpdate(submission, wait);
    return inTransaction(database, async (tx) => {
      await lockForDecision(tx, draft, answer);
      const submit = (claim: Claim) => setClaimStatus(claim, 'SUBMITTED', context);
      const submitted = await changeClaim(tx, context, target, ['submitted'], submit, answer);
      return applyWaiting(tx, submitted, context, { about: submitted, answer });
    });
  });
