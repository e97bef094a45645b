import {
  type CalendarDate,
  compareDates,
  compareTexts,
  isAfter,
  isBefore,
  isSameDay,
  latest,
  monthStart,
} from '@staycover/kernel';
import { type ComputedRates, computedRates } from './computed-rates.ts';
import type { DatedMembers } from './dated-members.ts';
import type { Property } from './election.ts';
import type { EnrollmentRow } from './enrollment-rows.ts';
import { dayAfterTerm, type Policy } from './policy.ts';

/** An enrollment as it is stored: its nights, and what of it is shown as of today. */
export type Enrollment = EnrollmentRow &
  ComputedRates & {
    propertyReferenceId: string | null;
    propertyName: string | null;
    /** Whether it covers today. */
    active: boolean;
  };

const MAX_ENROLLMENTS = 10_000;
/** Characters of all endorsement selections of a policy's enrollments. */
const MAX_ENDORSEMENTS = 16_000_000;

export const byPropertyAndDate = (a: EnrollmentRow, b: EnrollmentRow): number =>
  compareTexts(a.propertyId, b.propertyId) || compareDates(a.enrolledDate, b.enrolledDate);

/** What follows from the row alone. */
export const toRow = (enrollment: Enrollment): EnrollmentRow => {
  const { propertyReferenceId: _reference, propertyName: _name, active: _active, ...rest } = enrollment;
  const { computedRatePerNight: _perNight, computedRatePerMonth: _perMonth, ...row } = rest;
  return row;
};

export type ShownOn = {
  today: CalendarDate;
  /** Those in force today. */
  members: DatedMembers;
  /** The first day after the last term: rows without an end cover until then. */
  end: CalendarDate;
};

/** Whether a row covers no night: it was closed on its first one. */
const isClosed = ({ enrolledDate, unenrolledDate }: EnrollmentRow): boolean =>
  unenrolledDate !== null && isSameDay(unenrolledDate, enrolledDate);

/** Shows rows as of today: their property's names, whether they cover, and what a night costs. */
export const showOn = ({ today, members, end }: ShownOn) => {
  const byPlan = new Map<string | null, ComputedRates>();
  const computeRates = (row: EnrollmentRow): ComputedRates =>
    row.rateOverridePerNight === null
      ? byPlan.getOrInsertComputed(row.planId, () => computedRates(row, members, today))
      : computedRates(row, members, today);
  return (row: EnrollmentRow, property: Names | undefined, before: Enrollment | undefined): Enrollment => {
    const names = property ?? before;
    const { computedRatePerNight, computedRatePerMonth } = isClosed(row) && before ? before : computeRates(row);
    return {
      ...row,
      propertyReferenceId: names?.propertyReferenceId ?? null,
      propertyName: names?.propertyName ?? null,
      active: !isAfter(row.enrolledDate, today) && isBefore(today, row.unenrolledDate ?? end),
      computedRatePerNight,
      computedRatePerMonth,
    };
  };
};

type Names = Pick<Property, 'propertyReferenceId' | 'propertyName'>;

/** Why a policy cannot have these enrollments, if so. */
export const limitBrokenBy = (rows: readonly EnrollmentRow[], today: CalendarDate): string | undefined => {
  if (rows.filter((row) => isLive(row, today)).length > MAX_ENROLLMENTS) {
    return `The elections would enroll more than ${MAX_ENROLLMENTS} properties.`;
  }
  let size = 0;
  for (const { endorsementSelections } of rows) {
    if (endorsementSelections.length > 0) size += JSON.stringify(endorsementSelections).length;
    if (size > MAX_ENDORSEMENTS) return 'The endorsement selections of all enrollments together would be too long.';
  }
  return undefined;
};

/** Rows that cover a night from today on; closed ones are history. */
const isLive = (row: EnrollmentRow, today: CalendarDate): boolean =>
  row.unenrolledDate === null || (isAfter(row.unenrolledDate, today) && !isClosed(row));

type Waiting = {
  rows: readonly EnrollmentRow[];
  policy: Pick<Policy, 'status' | 'ratePerNight' | 'ratePerMonth' | 'rateTableVersions' | 'termStart' | 'termEnd'>;
  /** When the next change of the policy takes effect. */
  nextChange: CalendarDate | null;
};

/** The next day on which time alone changes something: a row or a term begins or ends, a dated rate or change comes. */
export const sweepDay = ({ rows, policy, nextChange }: Waiting, today: CalendarDate): CalendarDate | null => {
  let next: CalendarDate | null = null;
  const consider = (date: CalendarDate | null) => {
    if (date && isAfter(date, today) && (!next || isBefore(date, next))) next = date;
  };
  for (const { enrolledDate, unenrolledDate } of rows) {
    consider(enrolledDate);
    consider(unenrolledDate);
  }
  for (const { effectiveFrom } of policy.rateTableVersions) consider(effectiveFrom);
  // A night of a month's rate costs more or less in the next one.
  if (policy.ratePerMonth !== null && policy.ratePerNight === null && !isAfter(today, policy.termEnd))
    consider(monthStart(today).add({ months: 1 }));
  consider(policy.termStart);
  const over = dayAfterTerm(policy);
  // A policy that was never bound within its term ends also when it was made after that.
  consider(policy.status === 'PENDING' ? latest(over, today.add({ days: 1 })) : over);
  consider(nextChange);
  return next;
};
