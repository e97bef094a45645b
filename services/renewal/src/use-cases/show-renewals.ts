import type { RenewalRecord } from '@staycover/api';
import type { Work } from '@staycover/change';
import { policyReferences } from '../db/policies.ts';
import type { Renewal } from '../domain/renewal.ts';
import { reviewText } from '../domain/review.ts';
import { renewalState } from '../wire.ts';

/** Renewals as the interface shows them, with the references of their policies. */
export const showRenewals = async (work: Work, renewals: readonly Renewal[]): Promise<RenewalRecord[]> => {
  const references = await policyReferences(work, [...new Set(renewals.map(({ policyId }) => policyId))]);
  return renewals.map((renewal) => {
    const { id, organizationPolicyId, ...state } = renewalState(renewal);
    const policyReference = references.get(organizationPolicyId) ?? null;
    // Those that a renewal keeps for later are not of a review that is under way.
    const reasons = renewal.status === 'MANUAL_REVIEW' ? renewal.reviewReasons : [];
    const reviewReasons = reasons.map((reason) => reviewText(reason, renewal));
    return { id, organizationPolicyId, policyReference, ...state, reviewReasons };
  });
};

/** A renewal as the interface shows it. */
export const showRenewal = async (work: Work, renewal: Renewal): Promise<RenewalRecord> =>
  (await showRenewals(work, [renewal]))[0]!;
