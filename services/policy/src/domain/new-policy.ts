import { businessDate, type Context, type Currency, created, reference } from '@staycover/kernel';
import { newTerms, type Policy, type PolicyChanges, type PolicyDecision, type PolicyEvent } from './policy.ts';
import { newDetails } from './policy-details.ts';

export type NewPolicy = {
  id: string;
  organizationId: string;
  currency: Currency;
  previousPolicyId: string | null;
  changes: PolicyChanges;
};

/** Creates a policy; `number` becomes its reference. */
export const newPolicy = (given: NewPolicy, number: bigint, { actor, now }: Context): PolicyDecision => {
  const { id, organizationId, currency, previousPolicyId, changes } = given;
  const policyReference = reference('POL', businessDate(now).year, number);
  const policy: Policy = {
    ...newTerms(changes.terms, businessDate(now)),
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
    renewalNotice60SentAt: null,
    renewalNotice30SentAt: null,
    renewalNotice7SentAt: null,
    renewalManualReviewFlaggedAt: null,
    renewalCount: 0,
    enrollmentVersion: 1,
    enrollmentCount: 0,
    nextChangeOn: null,
    createdBy: actor.id,
    createdDate: now,
    lastModifiedBy: actor.id,
    lastModifiedDate: now,
    version: 1,
  };
  return created<Policy, PolicyEvent>(policy, { type: 'policy-created' });
};
