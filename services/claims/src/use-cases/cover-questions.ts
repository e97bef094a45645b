import type { Work } from '@staycover/change';
import type { DataOf, inboundEvents } from '@staycover/events';
import type { AskPolicies } from '../adapters/policy-cover.ts';
import { claims } from '../db/claims.ts';
import type { Submission } from '../domain/decisions.ts';
import { type AskedCover, askCover, askCoverIfThere } from './ask-cover.ts';

/** What is asked of the policy service before the transaction of an intake or a decision begins. */
export type CoverQuestions = {
  /** A silent policy service says nothing: the decision asks again. */
  ofSubmission(submission: Submission): Promise<AskedCover>;
  /** Only where an update approves a claim. It fails where the policy service is silent, and the event comes again. */
  ofDecision(update: DataOf<typeof inboundEvents.claimUpdated>): Promise<AskedCover>;
};

export const coverQuestions = (deps: { database: Work; ask: AskPolicies }): CoverQuestions => ({
  ofSubmission: ({ organizationId, content, key }) =>
    askCoverIfThere(deps)({ organizationId, damageDate: content.damageDate, ...key }),

  async ofDecision({ organizationId, claimId, statusName }) {
    if (statusName !== 'APPROVED') return null;
    const [claim] = await claims.select(deps.database, 'where t.id = $1 and t.organization_id = $2', [
      claimId,
      organizationId,
    ]);
    if (!claim) return null;
    return askCover(deps)(claim).catch((cause: unknown) => {
      // No refusal of the event: it is tried again.
      throw new Error(`The cover of claim ${claimId} cannot be asked.`, { cause });
    });
  },
});
