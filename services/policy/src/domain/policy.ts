import {
  assertTransition,
  type CalendarDate,
  type Currency,
  DomainError,
  earliest,
  type Fault,
  type Instant,
  isAfter,
  isBefore,
  latest,
  type Rate,
  type RateVersion,
  type Transitions,
} from '@staycover/kernel';
import { type Coverage, mergeCoverage, type PolicyDetails } from './policy-details.ts';

export type PolicyStatus = 'PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED' | 'SUPERSEDED';

/** Where a caller may move a policy. */
export const manualTransitions: Transitions<PolicyStatus> = {
  PENDING: ['ACTIVE', 'CANCELLED'],
  ACTIVE: ['SUSPENDED', 'CANCELLED', 'EXPIRED'],
  SUSPENDED: ['ACTIVE', 'CANCELLED', 'EXPIRED'],
  EXPIRED: [],
  CANCELLED: [],
  SUPERSEDED: [],
};

/** All moves: a renewal revives an expired policy, and a successor that becomes ACTIVE supersedes. */
export const policyTransitions: Transitions<PolicyStatus> = {
  PENDING: [...manualTransitions.PENDING, 'SUPERSEDED'],
  ACTIVE: [...manualTransitions.ACTIVE, 'SUPERSEDED'],
  SUSPENDED: [...manualTransitions.SUSPENDED, 'SUPERSEDED'],
  EXPIRED: ['ACTIVE', 'SUPERSEDED'],
  CANCELLED: [],
  SUPERSEDED: [],
};

export const isFinal = (status: PolicyStatus): boolean => policyTransitions[status].length === 0;

/** The last date that the interface knows. */
export const LAST_DATE = Temporal.PlainDate.from('2999-12-31');

/** A term of cover and its flat rates. */
export type Term = {
  termStart: CalendarDate;
  /** Last day of the term. */
  termEnd: CalendarDate;
  /** First day without cover, when that ended early. */
  coverageEndsOn: CalendarDate | null;
  ratePerNight: Rate | null;
  lossFundRatePerNight: Rate | null;
};

/** What callers write and rules look at. */
export type PolicyTerms = {
  contractId: string | null;
  termStart: CalendarDate;
  termEnd: CalendarDate;
  autoRenew: boolean;
  ratePerNight: Rate | null;
  ratePerMonth: Rate | null;
  ratePerReservation: Rate | null;
  lossFundRatePerNight: Rate | null;
  rateTableVersions: RateVersion[];
  planId: string | null;
  supportedStates: string[];
  supportedCountries: string[];
  excludedPropertyTypes: string[];
  eligibilityOverrides: Record<string, unknown>;
  minNights: number | null;
  maxNights: number | null;
};

export type Policy = PolicyTerms &
  Term & {
    id: string;
    organizationId: string;
    policyReference: string;
    status: PolicyStatus;
    currency: Currency;
    details: PolicyDetails;
    previousPolicyId: string | null;
    supersededByPolicyId: string | null;
    /** The open renewal of the coming term, else the one that made this term. */
    currentRenewalId: string | null;
    /** The renewal that made this term. */
    termRenewalId: string | null;
    renewalNotice60SentAt: Instant | null;
    renewalNotice30SentAt: Instant | null;
    renewalNotice7SentAt: Instant | null;
    renewalManualReviewFlaggedAt: Instant | null;
    renewalCount: number;
    /** The version in which the enrollments last changed. */
    enrollmentVersion: number;
    createdBy: string;
    createdDate: Instant;
    lastModifiedBy: string;
    lastModifiedDate: Instant;
    version: number;
  };

/** What a body says: absent members are left to defaults or kept. */
export type PolicyChanges = {
  terms: Partial<PolicyTerms>;
  details: Partial<Omit<PolicyDetails, 'coverage'>>;
  coverage?: Partial<Coverage> | null | undefined;
};

/** The terms of a new policy: what the body says, the usual for the rest. */
export const newTerms = (given: Partial<PolicyTerms>, today: CalendarDate): PolicyTerms => {
  const termStart = given.termStart ?? today;
  const terms = {
    contractId: null,
    termStart,
    termEnd: earliest(termStart.add({ months: 12 }).subtract({ days: 1 }), LAST_DATE),
    autoRenew: true,
    ratePerNight: null,
    ratePerMonth: null,
    ratePerReservation: null,
    lossFundRatePerNight: null,
    rateTableVersions: [],
    planId: null,
    supportedStates: [],
    supportedCountries: [],
    excludedPropertyTypes: [],
    eligibilityOverrides: {},
    minNights: null,
    maxNights: null,
    ...given,
  };
  assertConsistent(terms, []);
  return terms;
};

/**
 * The policy with what the change says.
 * @throws DomainError `policy-final` for a cancelled or superseded one, `invalid-request` when its members would
 *   contradict each other or the policy's earlier terms.
 */
export const changePolicy = (policy: Policy, changes: PolicyChanges, earlier: readonly Term[]): Policy => {
  const { terms, details, coverage } = changes;
  if (isFinal(policy.status)) {
    throw new DomainError('policy-final', `Policy ${policy.policyReference} is ${policy.status} and does not change.`);
  }
  const changed = { ...policy, ...terms, details: { ...policy.details, ...details } };
  if (coverage !== undefined) changed.details.coverage = mergeCoverage(policy.details.coverage, coverage);
  assertConsistent(changed, earlier);
  return changed;
};

const assertConsistent = (terms: PolicyTerms, earlier: readonly Term[]): void => {
  const { termStart, termEnd, minNights, maxNights, ratePerNight, lossFundRatePerNight } = terms;
  const faults: Fault[] = [];
  const before = earlier.at(-1);
  if (before && !isAfter(termStart, before.termEnd)) {
    faults.push({ pointer: '/termStart', detail: `must be after ${before.termEnd}, the end of the term before` });
  }
  if (isBefore(termEnd, termStart)) faults.push({ pointer: '/termEnd', detail: 'must not be below termStart' });
  if (minNights !== null && maxNights !== null && minNights > maxNights) {
    faults.push({ pointer: '/maxNights', detail: 'must not be below minNights' });
  }
  if (lossFundRatePerNight !== null && ratePerNight !== null && lossFundRatePerNight > ratePerNight) {
    faults.push({ pointer: '/lossFundRatePerNight', detail: 'must not be above ratePerNight' });
  }
  if (faults.length > 0) throw DomainError.invalid(faults);
};

/** The policy in the state that a caller asks for; the same state changes nothing. */
export const movePolicy = (policy: Policy, status: PolicyStatus, today: CalendarDate): Policy => {
  if (policy.status === status) return policy;
  assertTransition('policy', manualTransitions, policy.status, status);
  if (status === 'CANCELLED') return { ...policy, status, coverageEndsOn: today };
  if (status === 'EXPIRED') return expired(policy, today);
  return { ...policy, status };
};

const expired = (policy: Policy, today: CalendarDate): Policy => ({
  ...policy,
  status: 'EXPIRED',
  coverageEndsOn: isAfter(today, policy.termEnd) ? policy.coverageEndsOn : today,
});

/** Whether the term is over and nobody is going to renew it. */
const isDueToExpire = ({ status, autoRenew, termEnd }: Policy, today: CalendarDate): boolean =>
  (status === 'ACTIVE' || status === 'SUSPENDED') && !autoRenew && isAfter(today, termEnd);

/** The policy at the end of its term: EXPIRED when it is not to renew. */
export const expireIfDue = (policy: Policy, today: CalendarDate): Policy =>
  isDueToExpire(policy, today) ? expired(policy, today) : policy;

/** The policy once its successor has become ACTIVE: it covers until the successor's term begins. */
export const supersede = (policy: Policy, successor: Policy, today: CalendarDate): Policy => {
  if (isFinal(policy.status)) return policy;
  const takeOver = latest(today, successor.termStart);
  const coverageEndsOn = policy.coverageEndsOn ? earliest(policy.coverageEndsOn, takeOver) : takeOver;
  return { ...policy, status: 'SUPERSEDED', supersededByPolicyId: successor.id, coverageEndsOn };
};
