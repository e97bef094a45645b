import { calendarDate, type Instant } from '@staycover/kernel';
import type { RenewablePolicy } from '../domain/policy.ts';
import type { Renewal } from '../domain/renewal.ts';
import type { RenewalRules } from '../domain/rules.ts';

export const date = calendarDate;

export const now: Instant = Temporal.Instant.from('2027-10-31T02:00:00Z');

export const rules = (changes: Partial<RenewalRules> = {}): RenewalRules => ({
  leadDays: 0,
  reviewPercent: 10,
  noticeDays: [60, 30, 7],
  noticeDaysByState: {},
  repeatMinutes: 10,
  undecidedDays: 30,
  ...changes,
});

/** An active policy over the year to 2027-10-31, at 4.25 a night. */
export const policy = (changes: Partial<RenewablePolicy> = {}): RenewablePolicy => ({
  id: 'p1',
  organizationId: 'acme',
  contractId: null,
  policyReference: 'POL-2026-000001',
  name: 'Acme',
  currency: 'USD',
  status: 'ACTIVE',
  autoRenew: true,
  termStart: date('2026-11-01'),
  termEnd: date('2027-10-31'),
  ratePerNight: 42_500n,
  lossFundRatePerNight: null,
  planId: null,
  rateTable: [],
  ratesAhead: [],
  supportedStates: [],
  noticesStamped: [],
  currentRenewalId: null,
  cancelledFrom: null,
  handOverOn: null,
  renewalCount: 0,
  version: 1,
  ...changes,
});

/** The renewal of that policy, scheduled. */
export const renewal = (changes: Partial<Renewal> = {}): Renewal => ({
  id: 'r1',
  organizationId: 'acme',
  policyId: 'p1',
  previousTermEnd: date('2027-10-31'),
  newTermStart: date('2027-11-01'),
  newTermEnd: date('2028-10-31'),
  previousRate: 42_500n,
  newRate: 42_500n,
  rateReason: 'UNCHANGED',
  status: 'SCHEDULED',
  failureReason: null,
  processedAt: null,
  processedBy: null,
  reviewReasons: [],
  approvedReasons: [],
  noticesSent: [60, 30, 7],
  cancelledWithPolicy: false,
  requestedAt: null,
  requestedBy: null,
  runId: null,
  createdBy: 'renewal-job',
  createdDate: now,
  lastModifiedBy: 'renewal-job',
  lastModifiedDate: now,
  version: 1,
  ...changes,
});
