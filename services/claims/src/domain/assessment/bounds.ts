import { least } from '@staycover/kernel';
import { type Amount, downToHundredths } from '../amount.ts';
import { payable, type StayCover } from './range.ts';
import type { AssessmentResult, Confidence } from './result.ts';

const levels: readonly Confidence[] = ['LOW', 'MEDIUM', 'HIGH'];

/** What a model proposes, before the rules bound it. */
export type Proposal = { questions: string[]; min: Amount; max: Amount; confidence: Confidence; reasoning: string };

/**
 * A model's proposal within the bounds of the rules: no more than the cover pays of the estimate (without either, no more
 * than the rules suggest), and not surer than the evidence allows. Flags are facts and stay those of the rules.
 * Undefined when the proposal contradicts itself.
 */
export const withinBounds = (
  proposal: Proposal,
  rules: AssessmentResult,
  { estimate, cover }: { estimate: Amount | null; cover: StayCover },
): AssessmentResult | undefined => {
  if (proposal.min < 0n || proposal.min > proposal.max) return undefined;
  const most = payable(estimate ?? cover.cover ?? rules.max, cover);
  const within = (amount: Amount): Amount => downToHundredths(least(amount, most));
  const level = Math.min(levels.indexOf(proposal.confidence), levels.indexOf(rules.confidence));
  return {
    questions: proposal.questions,
    min: within(proposal.min),
    max: within(proposal.max),
    confidence: levels[level]!,
    reasoning: proposal.reasoning,
    flags: rules.flags,
  };
};
