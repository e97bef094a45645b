import {
  type Aggregate,
  assertTransition,
  type CalendarDate,
  type Currency,
  changed,
  type Decision,
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
  unchanged,
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

export type Policy = Aggregate &
  PolicyTerms &
  Term & {
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
    enrollmentCount: number;
    /** The next day on which time alone may change the enrollments. */
    nextChangeOn: CalendarDate | null;
  };

/** What happens to a policy. */
export type PolicyEvent =
  | { type: 'policy-created' }
  | { type: 'policy-changed' }
  | { type: 'policy-status-changed'; previousStatus: PolicyStatus }
  | { type: 'term-renewed'; renewalId: string; previousTermEnd: CalendarDate };

export type PolicyDecision = Decision<Policy, PolicyEvent>;

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
 * Takes over what the changes say. Another end of the term shows another renewal.
 * @throws DomainError `policy-final` for a cancelled or superseded one, `invalid-request` when its members would
 *   contradict each other or the policy's earlier terms.
 */
export const changePolicy = (
  policy: Policy,
  changes: PolicyChanges,
  earlier: readonly Term[],
  currentRenewalId: string | null = policy.currentRenewalId,
): PolicyDecision => {
  const { terms, coverage } = changes;
  if (isFinal(policy.status)) {
    throw new DomainError('policy-final', `Policy ${policy.policyReference} is ${policy.status} and does not change.`);
  }
  const details = { ...policy.details, ...changes.details };
  if (coverage !== undefined) details.coverage = mergeCoverage(policy.details.coverage, coverage);
  assertConsistent({ ...policy, ...terms }, earlier);
  return changed<Policy, PolicyEvent>(policy, { ...terms, details, currentRenewalId }, { type: 'policy-changed' });
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

/** Moves the policy to the state that a caller asks for; the same state changes nothing. */
export const movePolicy = (policy: Policy, status: PolicyStatus, today: CalendarDate): PolicyDecision => {
  if (policy.status === status) return unchanged(policy);
  assertTransition('policy', manualTransitions, policy.status, status);
  if (status === 'CANCELLED') return enter(policy, { status, coverageEndsOn: today });
  if (status === 'EXPIRED') return expire(policy, today);
  return enter(policy, { status });
};

const enter = (policy: Policy, changes: Partial<Policy> & { status: PolicyStatus }): PolicyDecision =>
  changed<Policy, PolicyEvent>(policy, changes, { type: 'policy-status-changed', previousStatus: policy.status });

const expire = (policy: Policy, today: CalendarDate): PolicyDecision => {
  const coverageEndsOn = isAfter(today, policy.termEnd) ? policy.coverageEndsOn : today;
  return enter(policy, { status: 'EXPIRED', coverageEndsOn });
};

/** Whether the term is over and nobody is going to renew it. */
const isDueToExpire = ({ status, autoRenew, termEnd }: Policy, today: CalendarDate): boolean =>
  (status === 'ACTIVE' || status === 'SUSPENDED') && !autoRenew && isAfter(today, termEnd);

/** Ends a policy whose term is over and that is not to renew. */
export const expireIfDue = (policy: Policy, today: CalendarDate): PolicyDecision =>
  isDueToExpire(policy, today) ? expire(policy, today) : unchanged(policy);

/** Whether a policy has just begun to replace another. */
export const supersedes = (before: Policy, after: Policy): boolean =>
  after.status === 'ACTIVE' && before.status !== 'ACTIVE' && after.previousPolicyId !== null;

/** Ends the policy once its successor has become ACTIVE: it covers until the successor's term begins. */
export const supersede = (policy: Policy, successor: Policy, today: CalendarDate): PolicyDecision => {
  if (isFinal(policy.status)) return unchanged(policy);
  const takeOver = latest(today, successor.termStart);
  const coverageEndsOn = policy.coverageEndsOn ? earliest(policy.coverageEndsOn, takeOver) : takeOver;
  return enter(policy, { status: 'SUPERSEDED', supersededByPolicyId: successor.id, coverageEndsOn });
};
