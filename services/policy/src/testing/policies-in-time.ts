import { type CalendarDate, calendarDate, newId } from '@staycover/kernel';
import type { NewElection, StatedElection } from '../domain/election.ts';
import { newPolicy } from '../domain/new-policy.ts';
import type { Policy } from '../domain/policy.ts';
import type { Author } from '../domain/policy-in-time.ts';

export const date = calendarDate;

/** Somebody acts in the morning of a day. */
export const on = (day: CalendarDate): Author => ({
  actor: { id: 'anna', organizations: '*', roles: [] },
  now: Temporal.Instant.from(`${day}T09:00:00Z`),
});

/** A PENDING policy from November on, at 4.25 a night of which 1.10 feed the loss fund. */
export const pendingPolicy = (changes: Partial<Policy> = {}): Policy => {
  const termStart = changes.termStart ?? date('2026-11-01');
  const given = { terms: { termStart, ratePerNight: 42_500n, lossFundRatePerNight: 11_000n }, details: {} };
  const named = { id: 'p1', organizationId: 'acme', currency: 'USD', previousPolicyId: null };
  const { state } = newPolicy({ ...named, changes: given }, 1n, { ...on(date('2026-10-20')), newId });
  return { ...state, ...changes };
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

/** An election of the body of a policy, as it is stored when stated. */
export const newElection = (election: StatedElection): NewElection => ({
  ...election,
  id: election.electionId,
  policyId: 'p1',
  own: true,
  statedAt: Temporal.Instant.from('2026-10-20T09:00:00Z'),
});
