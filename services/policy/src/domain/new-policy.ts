import { businessDate, type Context, type Currency, created, reference } from '@staycover/kernel';
import { newTerms, type PolicyChanges } from './policy.ts';
import { newDetails } from './policy-details.ts';
import type { PolicyDecision, PolicyEvent, PolicyInTime } from './policy-in-time.ts';

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
  const terms = newTerms(changes.terms, businessDate(now));
  const policy: PolicyInTime = {
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
    renewalNotice60SentAt: null,
    renewalNotice30SentAt: null,
    renewalNotice7SentAt: null,
    renewalManualReviewFlaggedAt: null,
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
    nextChangeOn: null,
    changeCount: 0,
    createdBy: actor.id,
    createdDate: now,
    lastModifiedBy: actor.id,
    lastModifiedDate: now,
    version: 1,
  };
  return created<PolicyInTime, PolicyEvent>(policy, { type: 'policy-created' });
};
