import { authored, businessDate, type Context, type Currency, created, reference } from '@staycover/kernel';
import { newTerms, type Policy, type PolicyChanges } from './policy.ts';
import { newDetails } from './policy-details.ts';
import type { PolicyDecision, PolicyEvent } from './policy-in-time.ts';
import { nothingAnnounced } from './renewal.ts';

export type NewPolicy = {
  id: string;
  organizationId: string;
  currency: Currency;
  previousPolicyId: string | null;
  changes: PolicyChanges;
};

/** Creates a policy; `number` becomes its reference. */
export const newPolicy = (given: NewPolicy, number: bigint, context: Context): PolicyDecision => {
  const { id, organizationId, currency, previousPolicyId, changes } = given;
  const today = businessDate(context.now);
  const policyReference = reference('POL', today.year, number);
  const terms = newTerms(changes.terms, today);
  const policy: Policy = {
    ...terms,
    id,
    organizationId,
    policyReference,
    status: 'PENDING',
    currency,
    coverageEndsOn: null,
    details: newDetails(policyReference, changes.details, changes.coverage),
    previousPolicyId,
    supersededByPolicyId: null,
    currentRenewalId: null,
    termRenewalId: null,
    ...nothingAnnounced,
    renewalCount: 0,
    enrollmentVersion: 1,
    enrollmentCount: 0,
    sweepOn: null,
    boundAt: null,
    firstTermStart: terms.termStart,
    statusSince: terms.termStart,
    statusReason: null,
    statusNote: null,
    cancellation: null,
    changeDueOn: null,
    changeCount: 0,
    ...authored(context),
  };
  return created<Policy, PolicyEvent>(policy, { type: 'policy-created' });
};
