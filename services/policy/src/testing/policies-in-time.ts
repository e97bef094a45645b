import type { CalendarDate } from '@staycover/kernel';
import type { StatedElection } from '../domain/election.ts';
import { newTerms } from '../domain/policy.ts';
import { newDetails } from '../domain/policy-details.ts';
import type { Context, PolicyInTime } from '../domain/policy-in-time.ts';

export const date = (text: string): CalendarDate => Temporal.PlainDate.from(text);

/** Somebody acts in the morning of a day. */
export const on = (day: CalendarDate): Context => ({
  actor: { id: 'anna' },
  now: Temporal.Instant.from(`${day}T09:00:00Z`),
});

/** A PENDING policy from November on, at 4.25 a night of which 1.10 feed the loss fund. */
export const pendingPolicy = (changes: Partial<PolicyInTime> = {}): PolicyInTime => {
  const termStart = changes.termStart ?? date('2026-11-01');
  const rates = { ratePerNight: 42_500n, lossFundRatePerNight: 11_000n };
  const madeAt = Temporal.Instant.from('2026-10-20T09:00:00Z');
  return {
    ...newTerms({ termStart, ...rates }, termStart),
    id: 'p1',
    organizationId: 'acme',
    policyReference: 'POL-2026-000001',
    status: 'PENDING',
    currency: 'USD',
    coverageEndsOn: null,
    details: newDetails('POL-2026-000001', {}),
    previousPolicyId: null,
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
    createdBy: 'anna',
    createdDate: madeAt,
    lastModifiedBy: 'anna',
    lastModifiedDate: madeAt,
    version: 1,
    boundAt: null,
    firstTermStart: termStart,
    statusSince: termStart,
    statusReason: null,
    statusNote: null,
    cancellation: null,
    nextChangeOn: null,
    changeCount: 0,
    ...changes,
  };
};

/** An election as a body states it: `PROPERTY:beach`, `GROUP:florida` or `ORGANIZATION`, with the scope as its id. */
export const stated = (
  scope: string,
  { from, to, ...changes }: Partial<StatedElection> & { from?: string; to?: string } = {},
): StatedElection => {
  const [scopeType, scopeId = null] = scope.split(':') as [StatedElection['scopeType'], string | undefined];
  return {
    electionId: scope,
    scopeType,
    scopeId,
    action: 'INCLUDE',
    planId: null,
    rateOverridePerNight: null,
    endorsementSelections: [],
    effectiveFrom: from ? date(from) : null,
    effectiveTo: to ? date(to) : null,
    ...changes,
  };
};
