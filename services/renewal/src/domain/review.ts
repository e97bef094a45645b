import type { RenewablePolicy } from './policy.ts';
import { movesByMoreThan, percentHundredths } from './rate.ts';
import type { Renewal, ReviewReason } from './renewal.ts';
import type { RenewalRules } from './rules.ts';

export type ReviewFacts = { policy: RenewablePolicy; unpaid: boolean; due: boolean; rules: RenewalRules };

/**
 * Why a person has to decide, without what one has decided already. A rate is looked at as soon as it is known; a
 * suspension or an unpaid invoice may be over by the time the renewal is due.
 */
export const reviewReasons = (renewal: Renewal, { policy, unpaid, due, rules }: ReviewFacts): ReviewReason[] => {
  const reasons: ReviewReason[] = [];
  if (movesByMoreThan(rules.reviewPercent, renewal)) reasons.push('RATE_CHANGE');
  if (due && policy.status === 'SUSPENDED') reasons.push('POLICY_SUSPENDED');
  if (due && unpaid) reasons.push('INVOICE_UNPAID');
  return reasons.filter((reason) => !renewal.approvedReasons.includes(reason));
};

export const reviewText = (reason: ReviewReason, { previousRate, newRate }: Renewal): string => {
  const percent = (Number(percentHundredths(previousRate, newRate)) / 100).toFixed(2);
  const texts: Record<ReviewReason, string> = {
    RATE_CHANGE: previousRate ? `The rate moves by ${percent} %.` : 'The policy gets a rate and had none.',
    POLICY_SUSPENDED: 'The policy is SUSPENDED.',
    INVOICE_UNPAID: 'An invoice of the policy is SUSPENDED or UNCOLLECTIBLE.',
    REQUESTED: 'A person asked for a review.',
  };
  return texts[reason];
};
