import type { RenewalRecord } from '@staycover/api';
import type { Work } from '@staycover/change';
import { policyReferences } from '../db/policies.ts';
import type { Renewal } from '../domain/renewal.ts';
import { renewalState } from '../wire.ts';

/** Renewals as the interface shows them, with the references of their policies. */
export const showRenewals = async (work: Work, renewals: readonly Renewal[]): Promise<RenewalRecord[]> => {
  const references = await policyReferences(work, [...new Set(renewals.map(({ policyId }) => policyId))]);
  return renewals.map((renewal) => {
    const { id, organizationPolicyId, ...state } = renewalState(renewal);
    return { id, organizationPolicyId, policyReference: references.get(organizationPolicyId) ?? null, ...state };
  });
};

/** A renewal as the interface shows it. */
export const showRenewal = async (work: Work, renewal: Renewal): Promise<RenewalRecord> =>
  (await showRenewals(work, [renewal]))[0]!;
