import { isAfter, unchanged } from '@staycover/kernel';
import type { Circumstances, ContractStatus, ContractTerms } from './circumstances.ts';
import type { RenewablePolicy } from './policy.ts';
import { movesByMoreThan, percentHundredths } from './rate.ts';
import { type Renewal, type RenewalEvent, type ReviewReason, type Step, step } from './renewal.ts';
import type { RenewalRules } from './rules.ts';

/** What temporary reasons follow from. */
type Facts = Circumstances & { policy: RenewablePolicy };

type ReviewFacts = Facts & { due: boolean; rules: RenewalRules };

/**
 * Why a person has to decide, without what one has decided already. A rate is looked at as soon as it is known; a
 * suspension or an unpaid invoice may be over by the time the renewal is due.
 */
export const reviewReasons = (renewal: Renewal, { due, rules, ...facts }: ReviewFacts): ReviewReason[] => {
  const reasons: ReviewReason[] = [];
  if (movesByMoreThan(rules.reviewPercent, renewal)) reasons.push('RATE_CHANGE');
  if (due) reasons.push(...temporaryReasons(facts));
  const open = reasons.filter((reason) => !renewal.approvedReasons.includes(reason));
  return [...open, ...requestedReview(renewal)];
};

/** The review that a person asked for, if it is still to come. */
export const requestedReview = ({ reviewReasons: reasons }: Pick<Renewal, 'reviewReasons'>): ReviewReason[] =>
  reasons.filter((reason) => reason === 'REQUESTED');

/** Reasons that pass by themselves. */
const temporary = ['POLICY_SUSPENDED', 'INVOICE_UNPAID', 'CONTRACT_NOT_ACTIVE'] as const;

/** Under which contracts a policy is not renewed without a person, besides those that end with its term. */
const inactive: Readonly<Record<ContractStatus, boolean>> = {
  DRAFT: false,
  ACTIVE: false,
  SUSPENDED: true,
  EXPIRED: true,
  TERMINATED: true,
};

const endsWithTerm = ({ status, endsOn }: ContractTerms, { termEnd }: RenewablePolicy): boolean =>
  status === 'ACTIVE' && endsOn !== null && !isAfter(endsOn, termEnd);

/** When they hold. */
const holds: Record<(typeof temporary)[number], (facts: Facts) => boolean> = {
  POLICY_SUSPENDED: ({ policy }) => policy.status === 'SUSPENDED',
  INVOICE_UNPAID: ({ unpaid }) => unpaid,
  CONTRACT_NOT_ACTIVE: ({ contract, policy }) =>
    contract !== null && (inactive[contract.status] || endsWithTerm(contract, policy)),
};

/** Which of them hold. */
export const temporaryReasons = (facts: Facts): ReviewReason[] => temporary.filter((reason) => holds[reason](facts));

const isOver = (reason: ReviewReason, facts: Facts): boolean =>
  temporary.some((one) => one === reason && !holds[one](facts));

/** Drops resolved review reasons, and ends the review with the last one; this is not an approval. */
export const endReview = (renewal: Renewal, facts: Facts): Step => {
  if (renewal.status !== 'MANUAL_REVIEW') return unchanged(renewal);
  const left = renewal.reviewReasons.filter((reason) => !isOver(reason, facts));
  if (left.length === renewal.reviewReasons.length) return unchanged(renewal);
  if (left.length === 0) return step(renewal, { status: 'SCHEDULED', reviewReasons: left }, { type: 'scheduled' });
  return step(renewal, { reviewReasons: left }, reviewEvent({ ...renewal, reviewReasons: left }));
};

/** Ends the approval of what has passed: what comes after that is for a person again. */
export const endApprovals = (renewal: Renewal, facts: Facts): Step => {
  if (renewal.status !== 'SCHEDULED') return unchanged(renewal);
  const approvedReasons = renewal.approvedReasons.filter((reason) => !isOver(reason, facts));
  if (approvedReasons.length === renewal.approvedReasons.length) return unchanged(renewal);
  return step(renewal, { approvedReasons }, { type: 'scheduled' });
};

/** That a person has to decide on the renewal, and why. */
export const reviewEvent = (renewal: Renewal): RenewalEvent => ({
  type: 'manual-review',
  reasons: renewal.reviewReasons.map((reason) => reviewText(reason, renewal)),
});

export const reviewText = (reason: ReviewReason, { previousRate, newRate }: Renewal): string => {
  const percent = (Number(percentHundredths(previousRate, newRate)) / 100).toFixed(2);
  const texts: Record<ReviewReason, string> = {
    RATE_CHANGE: previousRate ? `The rate moves by ${percent} %.` : 'The policy gets a rate and had none.',
    POLICY_SUSPENDED: 'The policy is SUSPENDED.',
    INVOICE_UNPAID: 'An invoice of the policy is SUSPENDED or UNCOLLECTIBLE.',
    CONTRACT_NOT_ACTIVE: 'The contract of the policy is SUSPENDED, EXPIRED or TERMINATED, or ends with the term.',
    REQUESTED: 'A person asked for a review.',
  };
  return texts[reason];
};
