import type { Tx } from '@staycover/db';
import { claimsEvents } from '@staycover/events';
import { type Actor, businessDate, contentHash, type Instant, isSame, type NewId } from '@staycover/kernel';
import { appendEvents, newEvent } from '@staycover/messaging';
import { addAssessment, type Outcome } from '../db/assessments.ts';
import { storeClaim } from '../db/claims.ts';
import { assessByRules, type Inputs } from '../domain/assessment/assess.ts';
import type { AssessmentResult } from '../domain/assessment/result.ts';
import { type Claim, isUndecided } from '../domain/claim.ts';
import { assessedStay, type Reservation } from '../domain/reservation.ts';
import { claimAssessment, claimState } from '../wire.ts';

export type Context = { actor: Actor; now: Instant; newId: NewId; traceparent?: string | undefined };

export type Assessed = {
  result: AssessmentResult;
  inputs: Inputs;
  provider: string;
  model: string | null;
  outcome: Outcome;
};

export const RULES = 'rules';

/** Keeps an assessment, and shows it on the claim that it is about; `claim-assessed` tells when it says anything new. */
export const recordAssessment = async (
  tx: Tx,
  claim: Claim | null,
  assessed: Assessed,
  context: Context,
): Promise<void> => {
  const { actor, now, newId, traceparent } = context;
  const { result, inputs, provider, model, outcome } = assessed;
  const shown = claimAssessment(result, provider, now);
  await addAssessment(tx, {
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
  if (!claim || isSame({ ...shown, assessedAt: '' }, { ...claim.assessment, assessedAt: '' })) return;
  await storeClaim(tx, claim, { ...claim, assessment: shown }, { actor, now });
  const { organizationId, version, id: claimId } = claim;
  const event = newEvent(claimsEvents.claimAssessed, claim, {
    organizationId,
    version,
    claimId,
    claim: claimState(claim),
  });
  await appendEvents(tx, [event], { now, newId, traceparent });
};

/** Amounts print themselves as text: a hash needs no arithmetic. */
const inputsHash = (inputs: Inputs): string =>
  contentHash(
    JSON.parse(
      JSON.stringify(inputs, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
    ),
  );

/**
 * Assesses a claim by the rules as long as nobody has decided it. What a model said stays until somebody asks again.
 * Without its reservation the cover is unknown, and the claim waits for it.
 */
export const assessClaim = async (
  tx: Tx,
  claim: Claim,
  reservation: Reservation | null,
  context: Context,
): Promise<void> => {
  if (!reservation || !isUndecided(claim) || (claim.assessment && claim.assessment.provider !== RULES)) return;
  const { damageDescription, damageDate, estimateAmount, documents, claimUrls, followupAnswers: answers } = claim;
  const inputs: Inputs = {
    claim: { damageDescription, damageDate, estimateAmount, documents, claimUrls, answers },
    stay: assessedStay(reservation),
    today: businessDate(context.now),
  };
  const assessed = { result: assessByRules(inputs), inputs, provider: RULES, model: null, outcome: 'rules' } as const;
  await recordAssessment(tx, claim, assessed, context);
};
