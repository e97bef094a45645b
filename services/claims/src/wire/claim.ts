import { type AiAssessment, type Claim as ClaimResource, claimStatuses, type FollowupResult } from '@staycover/api';
import type { claimsEvents } from '@staycover/events';
import { type Instant, numberFromRate, numberIfAny, timestamp } from '@staycover/kernel';
import { downToHundredths } from '../domain/amount.ts';
import type { AssessmentResult, ClaimAssessment } from '../domain/assessment/result.ts';
import type { Claim } from '../domain/claim.ts';
import type { ClaimContent } from '../domain/content.ts';

/** The claim as the interface shows it. */
export const claimResource = (claim: Claim): ClaimResource => ({
  ...claimState(claim),
  organizationId: claim.organizationId,
  documents: claim.documents,
  version: claim.version,
});

/** What follows from what the organization has changed or added, and not from what the guest sent alone. */
const unrated = {
  suggestedAmount: null,
  suggestedAmountMin: null,
  suggestedAmountMax: null,
  confidence: null,
  reasoning: null,
  flags: [],
};

/**
 * The claim as a guest sees it: what the guest sent, what was decided and paid, and the questions, without what the
 * organization keeps to itself. Where the interface has a name or an amount, it is empty.
 */
export const guestResource = (claim: Claim, guest: string, sent: ClaimContent): ClaimResource => {
  const shown = claimResource({ ...claim, ...sent });
  return {
    ...shown,
    aiAssessment: shown.aiAssessment && { ...shown.aiAssessment, ...unrated },
    cover: shown.cover && { ...shown.cover, used: null, payable: null, flags: [] },
    decision: shown.decision && { ...shown.decision, note: null, decidedBy: '' },
    reserveAmount: 0,
    payouts: shown.payouts.map((payout) => ({ ...payout, payee: null, reference: null, recordedBy: '' })),
    statusHistory: shown.statusHistory.map((entry) =>
      entry.changedBy === guest ? entry : { ...entry, changedBy: '' },
    ),
  };
};

/** The claim as events carry it. */
export const claimState = (claim: Claim): claimsEvents.ClaimState => ({
  id: claim.id,
  claimReference: claim.claimReference,
  reservationReferenceId: claim.reservationReferenceId,
  statusName: claim.status,
  damageDate: claim.damageDate?.toString() ?? null,
  damageDescription: claim.damageDescription,
  reservationId: claim.reservationId === null ? null : Number(claim.reservationId),
  statusId: claimStatuses.indexOf(claim.status) + 1,
  estimateAmount: numberIfAny(claim.estimateAmount),
  category: claim.category,
  coverageType: claim.coverageType,
  policyId: claim.policyId,
  currency: claim.currency,
  cover: claim.cover && { ...claim.cover, flags: [...claim.cover.flags] },
  decision: claim.decision,
  reserveAmount: numberFromRate(claim.reserveAmount),
  paidAmount: numberFromRate(claim.paidAmount),
  payouts: claim.payouts,
  claimUrls: claim.claimUrls,
  aiAssessment: aiAssessment(claim),
  statusHistory: claim.statusHistory,
  createdDate: timestamp(claim.createdDate),
  lastModifiedDate: timestamp(claim.lastModifiedDate),
});

const aiAssessment = ({ assessment, followupAnswers, cover }: Claim): AiAssessment | null => {
  if (!assessment && Object.keys(followupAnswers).length === 0) return null;
  return {
    followupQuestions: assessment?.questions ?? [],
    followupAnswers,
    suggestedAmount: assessment?.suggestedAmount ?? null,
    suggestedAmountMin: assessment?.suggestedAmountMin ?? null,
    suggestedAmountMax: assessment?.suggestedAmountMax ?? null,
    confidence: assessment?.confidence ?? null,
    reasoning: assessment?.reasoning ?? null,
    flags: [...(assessment?.flags ?? []), ...(assessment && cover ? cover.flags : [])],
    assessedAt: assessment?.assessedAt ?? null,
  };
};

/** An assessment as a claim keeps it; the suggested amount is the middle of the range, in whole hundredths. */
export const claimAssessment = (result: AssessmentResult, provider: string, now: Instant): ClaimAssessment => {
  const { questions, min, max, confidence, reasoning, flags } = result;
  return {
    provider,
    questions,
    suggestedAmount: numberFromRate(downToHundredths((min + max) / 2n)),
    suggestedAmountMin: numberFromRate(min),
    suggestedAmountMax: numberFromRate(max),
    confidence,
    reasoning,
    flags,
    assessedAt: timestamp(now),
  };
};

export const followupResult = ({ questions, min, max, confidence, reasoning }: AssessmentResult): FollowupResult => ({
  questions,
  suggestedAmountMin: numberFromRate(min),
  suggestedAmountMax: numberFromRate(max),
  confidence,
  reasoning,
});
