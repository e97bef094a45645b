import { type CalendarDate, compareDates, type Instant, type RateVersion } from '@staycover/kernel';
import type { MemberChanges } from './dated-members.ts';
import type { PolicyStatus } from './policy.ts';

export type ChangeKind =
  | 'ISSUE'
  | 'CHANGE'
  | 'CORRECTION'
  | 'SUSPEND'
  | 'RESUME'
  | 'CANCEL'
  | 'REINSTATE'
  | 'EXPIRE'
  | 'SUPERSEDE'
  | 'RENEW';

/** The reason of a suspension that ends automatically once the invoices are settled. */
export const INVOICE_UNPAID = 'INVOICE_UNPAID';

/** How many changes of a policy may be ahead. */
export const MOST_AHEAD = 100;

/** A dated change of a bound policy: it holds until a later-effective one of the same member. */
export type PolicyChange = {
  /** Counts the policy's changes from 1, in the order in which they were recorded. */
  sequence: number;
  kind: ChangeKind;
  effectiveFrom: CalendarDate;
  members: MemberChanges;
  /** The state that a correction brings. */
  status: PolicyStatus | null;
  /** Versions that a renewal adds to the rate table that is in force then. */
  addedRates: readonly RateVersion[];
  reason: string | null;
  note: string | null;
  /** The version of the policy that the change made. */
  policyVersion: number;
  recordedAt: Instant;
  recordedBy: string;
  withdrawnAt: Instant | null;
  /** Null for one that stands, or that a release withdrew which did not record it. */
  withdrawnBy: string | null;
};

const byEffect = (a: PolicyChange, b: PolicyChange): number =>
  compareDates(a.effectiveFrom, b.effectiveFrom) || a.sequence - b.sequence;

/** The changes that count, in the order in which they take effect. */
export const inEffectOrder = (changes: readonly PolicyChange[]): PolicyChange[] =>
  changes.filter(({ withdrawnAt }) => withdrawnAt === null).toSorted(byEffect);
