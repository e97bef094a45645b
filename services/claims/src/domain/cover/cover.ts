import { type CalendarDate, type Currency, numberFromRate } from '@staycover/kernel';
import type { Amount } from '../assessment/result.ts';
import { settle } from './settlement.ts';

export type NoCoverReason =
  | 'NOT_ENROLLED'
  | 'NOT_ELIGIBLE'
  | 'NOT_BOUND'
  | 'SUSPENDED'
  | 'NOT_IN_FORCE'
  | 'OUTSIDE_STAY'
  | 'STAY_TOO_SHORT'
  | 'STAY_TOO_LONG'
  | 'EXCLUDED'
  | 'NO_LIMIT';

type CoverFlag = 'BOUND_AFTER_LOSS';

/** The cover of the night of a damage. */
export type Cover = {
  /** Null: no policy of the platform knows the property. */
  policyId: string | null;
  policyVersion: number | null;
  covered: boolean;
  reason: NoCoverReason | null;
  currency: Currency | null;
  /** Other currencies that parts of the cover are stated in: amounts then do not compare. */
  otherCurrencies: readonly Currency[];
  /** Of the stay and the type of cover. */
  limit: Amount | null;
  /** Of the policy and its term. */
  termLimit: Amount | null;
  termStart: CalendarDate | null;
  /** What the category is covered up to. */
  cap: Amount | null;
  deductible: Amount;
  minimumClaim: Amount;
  /** What the loss fund pays of a claim at most; null: all. */
  selfCoverage: Amount | null;
  flags: readonly CoverFlag[];
};

/** What other approved claims of the stay and type, and of the policy's term, have insured. */
export type Used = { ofStay: Amount; ofTerm: Amount };

/** A cover as a claim keeps and shows it; `covered` is null where neither a policy nor the reservation knows. */
export type KeptCover = {
  policyId: string | null;
  policyVersion: number | null;
  covered: boolean | null;
  reason: NoCoverReason | null;
  limit: number | null;
  deductible: number | null;
  minimumClaim: number | null;
  used: number | null;
  payable: number | null;
  flags: readonly CoverFlag[];
};

export const emptyCover: KeptCover = {
  policyId: null,
  policyVersion: null,
  covered: null,
  reason: null,
  limit: null,
  deductible: null,
  minimumClaim: null,
  used: null,
  payable: null,
  flags: [],
};

const shown = (amount: Amount | null): number | null => (amount === null ? null : numberFromRate(amount));

/** A cover to keep with a claim, with what it pays of the loss that is claimed. */
export const kept = (cover: Cover | null, used: Used, loss: Amount | null): KeptCover => {
  if (cover === null) return emptyCover;
  const { policyId, policyVersion, covered, reason, limit, deductible, minimumClaim, flags } = cover;
  return {
    policyId,
    policyVersion,
    covered,
    reason,
    limit: shown(limit),
    deductible: shown(deductible),
    minimumClaim: shown(minimumClaim),
    used: shown(used.ofStay),
    payable: loss === null ? null : shown(covered && loss >= minimumClaim ? settle(loss, cover, used).payable : 0n),
    flags,
  };
};
