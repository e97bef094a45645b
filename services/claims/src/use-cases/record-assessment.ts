import type { Work } from '@staycover/change';
import { businessDate, type Context, contentHash } from '@staycover/kernel';
import { addAssessment } from '../db/assessments.ts';
import { storeDecision } from '../db/claims.ts';
import { assessByRules, type Inputs } from '../domain/assessment/assess.ts';
import { assessedStay, chosenPolicies, withKnownCover } from '../domain/assessment/assessed-stay.ts';
import type { AssessmentOutcome, AssessmentResult, ClaimAssessment } from '../domain/assessment/result.ts';
import { type Claim, isUndecided } from '../domain/claim.ts';
import type { Reservation } from '../domain/reservation.ts';
import { showAssessment } from '../domain/show-assessment.ts';
import { claimAssessment } from '../wire/claim.ts';

export type Assessed = {
  result: AssessmentResult;
  inputs: Inputs;
  provider: string;
  model: string | null;
  outcome: AssessmentOutcome;
};

const RULES = 'rules';

export const assessedByRules = (inputs: Inputs): Assessed => ({
  result: assessByRules(inputs),
  inputs,
  provider: RULES,
  model: null,
  outcome: 'rules',
});

/** Stores an assessment, for the locked claim if there is one; returns it as it is shown. */
export const storeAssessment = async (
  work: Work,
  { result, inputs, provider, model, outcome }: Assessed,
  { actor, now, newId }: Context,
  claim?: Claim,
): Promise<ClaimAssessment> => {
  const shown = claimAssessment(result, provider, now);
  await addAssessment(work, {
    id: newId(),
    organizationId: claim?.organizationId ?? null,
    claimId: claim?.id ?? null,
    assessedAt: now,
    requestedBy: actor.id,
    provider,
    model,
    inputsHash: inputsHash(inputs),
    outcome,
    result: shown,
  });
  return shown;
};

/** Stores an assessment and shows it on its locked claim; publishes `claim-assessed` when it has changed. */
export const recordAssessment = async (
  tx: Work,
  claim: Claim,
  assessed: Assessed,
  context: Context,
): Promise<Claim> => {
  const shown = await storeAssessment(tx, assessed, context, claim);
  return storeDecision(tx, context, claim, showAssessment(claim, shown));
};

/** Amounts print themselves as text: a hash needs no arithmetic. */
const inputsHash = (inputs: Inputs): string =>
  contentHash(
    JSON.parse(
      JSON.stringify(inputs, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
    ),
  );

/**
 * Assesses a claim by the rules while it is undecided. A model's result stays until the next request for one.
 * Without its reservation the cover is unknown, and the claim waits for it.
 */
export const assessClaim = async (
  tx: Work,
  claim: Claim,
  reservation: Reservation | undefined,
  context: Context,
): Promise<Claim> => {
  if (!reservation || !isUndecided(claim) || (claim.assessment && claim.assessment.provider !== RULES)) return claim;
  const { damageDescription, damageDate, estimateAmount, documents, claimUrls, followupAnswers: answers } = claim;
  const { coverageType } = claim;
  const chosen = chosenPolicies(reservation, coverageType);
  const inputs: Inputs = {
    claim: { damageDescription, damageDate, estimateAmount, documents, claimUrls, answers },
    stay: withKnownCover(assessedStay({ ...reservation, coverageType, selectedPolicies: chosen }), claim.cover),
    today: businessDate(context.now),
  };
  return recordAssessment(tx, claim, assessedByRules(inputs), context);
};
