import { numberIfAny } from '@staycover/kernel';
import type { Amount } from '../amount.ts';
import type { Cover, CoverFlag, NoCoverReason, Used } from './cover.ts';
import { settle } from './settlement.ts';

/** A cover as a claim keeps and shows it; `covered` is null where neither a policy nor the reservation knows. */
export type ClaimCover = {
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

export const emptyCover: ClaimCover = {
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

/** The payable part of a loss; null where it is not known, or amounts in several currencies do not compare. */
const computePayable = (loss: Amount | null, cover: Cover, used: Used): Amount | null => {
  if (loss === null) return null;
  if (!cover.covered) return 0n;
  if (cover.otherCurrencies.length > 0) return null;
  return loss < cover.minimumClaim ? 0n : settle(loss, cover, used).payable;
};

/** The cover to store with a claim, with the payable part of the claimed loss. */
export const claimCover = (cover: Cover | null, used: Used, loss: Amount | null): ClaimCover => {
  if (cover === null) return emptyCover;
  const { policyId, policyVersion, covered, reason, limit, deductible, minimumClaim, flags } = cover;
  return {
    policyId,
    policyVersion,
    covered,
    reason,
    limit: numberIfAny(limit),
    deductible: numberIfAny(deductible),
    minimumClaim: numberIfAny(minimumClaim),
    used: numberIfAny(used.ofStay),
    payable: numberIfAny(computePayable(loss, cover, used)),
    flags,
  };
};
