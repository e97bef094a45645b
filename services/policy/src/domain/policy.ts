import {
  type Aggregate,
  type CalendarDate,
  type Currency,
  DomainError,
  earliest,
  type Fault,
  type Instant,
  isAfter,
  isBefore,
  LAST_DATE,
  type Rate,
  type RateVersion,
  type Transitions,
} from '@staycover/kernel';
import { findFaults } from './contradictions.ts';
import type { Coverage, KeptDetails, PolicyDetails } from './policy-details.ts';

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

/** In force, or only paused. */
export const liveStatuses: Readonly<Record<PolicyStatus, boolean>> = {
  PENDING: false,
  ACTIVE: true,
  SUSPENDED: true,
  EXPIRED: false,
  CANCELLED: false,
  SUPERSEDED: false,
};

/** What ends when its contract is terminated. */
export const openStatuses: Readonly<Record<PolicyStatus, boolean>> = { ...liveStatuses, PENDING: true };

export const isFinal = (status: PolicyStatus): boolean => policyTransitions[status].length === 0;

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

/** The first day after a term. */
export const dayAfterTerm = ({ termEnd }: Pick<Term, 'termEnd'>): CalendarDate => termEnd.add({ days: 1 });

/** The term that has a day, if one has. */
export const termOn = <T extends Pick<Term, 'termStart' | 'termEnd'>>(
  terms: readonly T[],
  day: CalendarDate,
): T | undefined => terms.find(({ termStart, termEnd }) => !isBefore(day, termStart) && !isAfter(day, termEnd));

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

/** Why and when cover ends or ended before its time. */
export type Cancellation = { effectiveDate: CalendarDate; reason: string | null; note: string | null };

/**
 * A policy's row: it shows the day that `shownDay` names, or the last one before `changeDueOn`. A term that was renewed
 * early does not bring the end of the one before forward: while the policy is in force its state is that of today.
 */
export type Policy = Aggregate &
  PolicyTerms &
  Term & {
    policyReference: string;
    status: PolicyStatus;
    currency: Currency;
    details: KeptDetails;
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
    /** The next day on which time alone may change something: the sweep looks at it then. */
    sweepOn: CalendarDate | null;
    /** When it first became ACTIVE; without it the policy has no list of changes. */
    boundAt: Instant | null;
    firstTermStart: CalendarDate;
    statusSince: CalendarDate;
    statusReason: string | null;
    statusNote: string | null;
    /** The one that holds or is ahead. */
    cancellation: Cancellation | null;
    /** The next day on which a change takes effect. Null: there are no future changes, and today's decisions need no list. */
    changeDueOn: CalendarDate | null;
    /** How many changes are recorded: the last one's sequence. */
    changeCount: number;
  };

/** The members of a body: absent ones get defaults or are kept. */
export type PolicyChanges = {
  terms: Partial<PolicyTerms>;
  details: Partial<Omit<PolicyDetails, 'coverage'>>;
  coverage?: Partial<Coverage> | null | undefined;
};

/** The terms of a new policy: from the body, with defaults for the rest. */
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
  assertNewTerms(terms);
  return terms;
};

const assertNewTerms = (terms: PolicyTerms): void => {
  const faults: Fault[] = [];
  if (isBefore(terms.termEnd, terms.termStart))
    faults.push({ pointer: '/termEnd', detail: 'must not be below termStart' });
  faults.push(...findFaults(terms, {}));
  if (faults.length > 0) throw DomainError.invalid(faults);
};
