import {
  businessDate,
  type CalendarDate,
  isAfter,
  isBefore,
  type Rate,
  type RateVersion,
  rateVersionOn,
} from '@staycover/kernel';
import { findContradicted } from './consistent.ts';
import type { DatedMembers, MemberChanges } from './dated-members.ts';
import { dayAfterTerm, liveStatuses, type Policy, type PolicyStatus } from './policy.ts';
import type { PolicyChange } from './policy-change.ts';
import {
  type Author,
  dated,
  nothingRecorded,
  type PolicyDecision,
  type PolicyEvent,
  record,
  showToday,
} from './policy-in-time.ts';
import { changesAhead, type DatedPolicy } from './policy-on.ts';
import { nothingAnnounced, type RenewalRequest } from './renewal.ts';

export type TermDecision = { outcome: 'renewed'; decision: PolicyDecision } | { outcome: 'rejected'; reason: string };

const renewable: Readonly<Record<PolicyStatus, boolean>> = { ...liveStatuses, EXPIRED: true };

/**
 * Gives the policy its next term, and its rate from then on when a person set one. It takes back that the policy has
 * expired with its term, not that it expired before or is to expire. `changes` are those that are ahead; all of them when
 * the policy is EXPIRED or the term began before the day that the row shows.
 */
export const renewTerm = (
  stored: Policy,
  changes: readonly PolicyChange[],
  request: RenewalRequest,
  context: Author,
): TermDecision => {
  const today = businessDate(context.now);
  const policy = showToday(stored, changes, today);
  const { newTermStart, newTermEnd, newRate, renewalId } = request;
  const then = dated(policy, changes, newTermStart, today);
  const rates = newRate === null ? {} : negotiated(then.members, newTermStart, newRate);
  const reason =
    rejection(policy, request) ??
    rejectionThen(policy, then, newTermStart) ??
    (newRate === null ? undefined : contradictionTo(newRate, rates, newTermStart, then, changes));
  if (reason) return { outcome: 'rejected', reason };
  const expiries = changes.filter(
    ({ kind, withdrawnAt, effectiveFrom }) =>
      kind === 'EXPIRE' &&
      withdrawnAt === null &&
      !isBefore(effectiveFrom, newTermStart) &&
      !isAfter(effectiveFrom, today),
  );
  const renewed = {
    ...policy,
    ...nothingAnnounced,
    renewalCount: policy.renewalCount + 1,
    termStart: newTermStart,
    termEnd: newTermEnd,
    currentRenewalId: renewalId,
    termRenewalId: renewalId,
  };
  const draft = { kind: 'RENEW' as const, effectiveFrom: newTermStart, ...rates };
  const { state, events } = record(renewed, changes, draft, context, expiries);
  return {
    outcome: 'renewed',
    decision: { state, events: events.flatMap((event) => announced(event, stored, request)) },
  };
};

/** A new term is published as such, and a status change in addition. */
const announced = (
  event: PolicyEvent,
  { termEnd: previousTermEnd }: Policy,
  { renewalId }: RenewalRequest,
): PolicyEvent[] => {
  if (!('withdrawn' in event)) return [event];
  const { change, withdrawn } = event;
  const renewed = { type: 'term-renewed' as const, renewalId, previousTermEnd, change, withdrawn };
  return event.type === 'policy-status-changed' ? [renewed, { ...event, ...nothingRecorded }] : [renewed];
};

const rejection = (policy: Policy, request: RenewalRequest): string | undefined => {
  const { expectedTermEnd, newTermStart, newTermEnd } = request;
  const { status, autoRenew, termEnd } = policy;
  if (!renewable[status]) return `The policy is ${status}.`;
  if (!autoRenew) return 'The policy is not to renew any more.';
  if (!termEnd.equals(expectedTermEnd)) return `The term ends on ${termEnd}, not on ${expectedTermEnd}.`;
  if (!newTermStart.equals(dayAfterTerm(policy))) return `The new term must start the day after ${termEnd}.`;
  if (isBefore(newTermEnd, newTermStart)) return 'The new term would end before it starts.';
  return undefined;
};

/** Why the policy has no next term by how it will be when that starts. */
const rejectionThen = (
  policy: Policy,
  { status, statusSince }: DatedPolicy,
  newTermStart: CalendarDate,
): string | undefined => {
  const willExpire = status === 'EXPIRED' && policy.status !== status;
  if (willExpire || !renewable[status]) return `The policy will be ${status}.`;
  return status === 'EXPIRED' && isBefore(statusSince, newTermStart) ? 'The policy is EXPIRED.' : undefined;
};

const lossFundBefore = (members: DatedMembers, day: CalendarDate): Rate | null =>
  rateVersionOn(members.rateTableVersions, members.planId, day)?.lossFundRatePerNight ?? members.lossFundRatePerNight;

/** Why a rate that a person set cannot hold from its day on, with what is recorded for later days. */
const contradictionTo = (
  rate: Rate,
  { members }: Negotiated,
  day: CalendarDate,
  then: DatedPolicy,
  changes: readonly PolicyChange[],
): string | undefined => {
  const lossFund = lossFundBefore(then.members, day);
  if (lossFund !== null && lossFund > rate) return 'The loss-fund rate would be above the new rate.';
  const later = members && findContradicted(then, members, day, changesAhead(changes, day));
  return later && `The loss-fund rate would be above the new rate from ${later.from} on.`;
};

/** The highest version that the interface knows: one of the same plan and day takes the place of another. */
const LAST_VERSION = 1_000_000;

type Negotiated = { members?: MemberChanges; addedRates?: RateVersion[] };

/**
 * How a rate that a person set lasts: as the newest version of the policy's plan, or without a table as the flat rate.
 * A version for all plans would also outrank older ones of single plans, so each of those is repeated.
 */
const negotiated = (members: DatedMembers, effectiveFrom: CalendarDate, rate: Rate): Negotiated => {
  const { rateTableVersions: table, planId } = members;
  if (table.length === 0) return { members: { ratePerNight: rate } };
  const version = Math.min(Math.max(...table.map((row) => row.version)) + 1, LAST_VERSION);
  const row = { version, planId, effectiveFrom, ratePerNight: rate };
  const added = { ...row, lossFundRatePerNight: lossFundBefore(members, effectiveFrom) };
  if (planId !== null) return { addedRates: [added] };
  const plans = [...new Set(table.flatMap((one) => one.planId ?? []))];
  const copies = plans.flatMap((plan) => {
    const inForce = rateVersionOn(table, plan, effectiveFrom);
    return inForce ? [{ ...inForce, version, planId: plan, effectiveFrom }] : [];
  });
  return { addedRates: [added, ...copies] };
};
