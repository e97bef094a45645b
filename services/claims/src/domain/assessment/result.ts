import type { Amount } from '../amount.ts';

export type Confidence = 'LOW' | 'MEDIUM' | 'HIGH';

/** What is missing or odd about a claim. */
export type Flag =
  | 'DESCRIPTION_UNCLEAR'
  | 'DATE_MISSING'
  | 'DATE_OUTSIDE_STAY'
  | 'DATE_AHEAD'
  | 'PHOTOS_MISSING'
  | 'RECEIPT_MISSING'
  | 'AGE_UNKNOWN'
  | 'POLICE_REPORT_MISSING'
  | 'ESTIMATE_MISSING'
  | 'ESTIMATE_ABOVE_COVER'
  | 'ESTIMATE_UNUSUAL'
  | 'NO_COVER'
  | 'COVER_UNKNOWN';

/** The result of an assessment: 1 to 5 questions and 0 ≤ min ≤ max ≤ damage cover − deductible, when the cover is known. */
export type AssessmentResult = {
  questions: string[];
  min: Amount;
  max: Amount;
  confidence: Confidence;
  reasoning: string;
  flags: Flag[];
};

export type ModelFailure = 'timeout' | 'circuit-open' | 'invalid-answer' | 'failed';

/**
 * How an assessment came about: by the rules alone, by a model, by what it answered earlier, or by the rules because the model
 * failed so.
 */
export type AssessmentOutcome = 'rules' | 'answered' | 'kept' | ModelFailure;

/** An assessment as a claim carries it; amounts as the wire shows them. */
export type ClaimAssessment = {
  provider: string;
  questions: string[];
  suggestedAmount: number;
  suggestedAmountMin: number;
  suggestedAmountMax: number;
  confidence: Confidence;
  reasoning: string;
  flags: Flag[];
  assessedAt: string;
};

/** The default assessment. */
export const emptyAssessment: ClaimAssessment = {
  provider: 'rules',
  questions: [],
  suggestedAmount: 0,
  suggestedAmountMin: 0,
  suggestedAmountMax: 0,
  confidence: 'LOW',
  reasoning: '',
  flags: [],
  assessedAt: '1970-01-01T00:00:00.000Z',
};
