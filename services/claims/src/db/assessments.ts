import { execute, query, type Work } from '@staycover/db';
import type { Instant } from '@staycover/kernel';
import type { AssessmentOutcome, ClaimAssessment } from '../domain/assessment/result.ts';

type AssessmentRecord = {
  id: string;
  organizationId: string | null;
  claimId: string | null;
  assessedAt: Instant;
  requestedBy: string;
  /** The provider of the result. */
  provider: string;
  model: string | null;
  inputsHash: string;
  outcome: AssessmentOutcome;
  result: object;
};

/** Keeps an assessment for audit; none is ever changed. */
export const addAssessment = (work: Work, record: AssessmentRecord): Promise<number> =>
  execute(
    work,
    `insert into assessment (id, organization_id, claim_id, assessed_at, requested_by, provider, model, inputs_hash, outcome, result)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      record.id,
      record.organizationId,
      record.claimId,
      record.assessedAt.toString(),
      record.requestedBy,
      record.provider,
      record.model,
      record.inputsHash,
      record.outcome,
      JSON.stringify(record.result),
    ],
  );

type Answer = { provider: string; model: string | null; result: ClaimAssessment };

/** What a model has last answered about a claim. */
export const findAnswer = async (work: Work, claimId: string): Promise<Answer | undefined> => {
  const [answer] = await query<Answer>(
    work,
    `select provider, model, result from assessment where claim_id = $1 and outcome = 'answered'
     order by assessed_at desc, id desc limit 1`,
    [claimId],
  );
  return answer;
};
