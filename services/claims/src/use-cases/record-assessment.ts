import type { Work } from '@staycover/change';
import { businessDate, type Context, contentHash, rateFromNumber } from '@staycover/kernel';
import { addAssessment, findAnswer } from '../db/assessments.ts';
import { storeDecision } from '../db/claims.ts';
import { assessByRules, type Inputs } from '../domain/assessment/assess.ts';
import { assessedStay, chosenPolicies, withKnownCover } from '../domain/assessment/assessed-stay.ts';
import { type Proposal, withinBounds } from '../domain/assessment/bounds.ts';
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

/** The result of a model's proposal, in place of that of the rules and within its bounds. */
export const boundedBy = ({ result, inputs }: Assessed, proposal: Proposal): AssessmentResult | undefined =>
  withinBounds(proposal, result, { estimate: inputs.claim.estimateAmount, cover: inputs.stay });

/** What a model has answered about a claim stays until the next request for an answer, within the bounds of the claim as it is now. */
const keepAnswer = async (tx: Work, claim: Claim, byRules: Assessed): Promise<Assessed> => {
  const answer = await findAnswer(tx, claim.id);
  if (!answer) return byRules;
  const { suggestedAmountMin, suggestedAmountMax, ...proposed } = answer.result;
  const [min, max] = [rateFromNumber(suggestedAmountMin), rateFromNumber(suggestedAmountMax)];
  const result = boundedBy(byRules, { ...proposed, min, max });
  return result ? { ...byRules, ...answer, result, outcome: 'kept' } : byRules;
};

/**
 * Assesses a claim by the rules while it is undecided, or holds what a model has answered within their bounds.
 * Without its reservation the cover is unknown, and the claim waits for it.
 */
export const assessClaim = async (
  tx: Work,
  claim: Claim,
  reservation: Reservation | undefined,
  context: Context,
): Promise<Claim> => {
  if (!reservation || !isUndecided(claim)) return claim;
  const { damageDescription, damageDate, estimateAmount, documents, claimUrls, followupAnswers: answers } = claim;
  const { coverageType } = claim;
  const chosen = chosenPolicies(reservation, coverageType);
  const byRules = assessedByRules({
    claim: { damageDescription, damageDate, estimateAmount, documents, claimUrls, answers },
    stay: withKnownCover(assessedStay({ ...reservation, coverageType, selectedPolicies: chosen }), claim),
    today: businessDate(context.now),
  });
  const isByModel = claim.assessment !== null && claim.assessment.provider !== RULES;
  return recordAssessment(tx, claim, isByModel ? await keepAnswer(tx, claim, byRules) : byRules, context);
};
