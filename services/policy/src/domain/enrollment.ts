import { type CalendarDate, isAfter, isBefore, type Rate, rateVersionOn } from '@staycover/kernel';
import type { DatedMembers } from './dated-members.ts';
import type { Property } from './election.ts';
import type { EnrollmentRow } from './enrollment-rows.ts';
import type { PolicyTerms } from './policy.ts';

/** An enrollment as it is stored: its nights, and what of it is shown as of today. */
export type Enrollment = EnrollmentRow & {
  propertyReferenceId: string | null;
  propertyName: string | null;
  /** Whether it covers today. */
  active: boolean;
  computedRatePerNight: Rate | null;
};

const MAX_ENROLLMENTS = 10_000;
/** Characters of all endorsement selections of a policy's enrollments. */
const MAX_ENDORSEMENTS = 16_000_000;

/** Identifies a row within its policy. */
export const keyOf = ({ propertyId, enrolledDate }: EnrollmentRow): string => `${enrolledDate} ${propertyId}`;

export const byPropertyAndDate = (a: EnrollmentRow, b: EnrollmentRow): number =>
  a.propertyId === b.propertyId
    ? Temporal.PlainDate.compare(a.enrolledDate, b.enrolledDate)
    : a.propertyId < b.propertyId
      ? -1
      : 1;

/** What follows from the row alone. */
export const rowOf = (enrollment: Enrollment): EnrollmentRow => {
  const { propertyReferenceId: _reference, propertyName: _name, active: _active, ...rest } = enrollment;
  const { computedRatePerNight: _rate, ...row } = rest;
  return row;
};

export type ShownOn = {
  today: CalendarDate;
  /** Those in force today. */
  members: DatedMembers;
  /** The first day behind the last term: rows without an end cover up to it. */
  end: CalendarDate;
};

/** Whether a row covers no night: it was closed on its first one. */
const isClosed = ({ enrolledDate, unenrolledDate }: EnrollmentRow): boolean =>
  unenrolledDate?.equals(enrolledDate) ?? false;

/** Shows rows as of today: their property's names, whether they cover, and what a night costs. */
export const showOn = ({ today, members, end }: ShownOn) => {
  const rates = new Map<string | null, Rate | null>();
  const rateOf = (planId: string | null): Rate | null => {
    const known = rates.get(planId);
    if (known !== undefined) return known;
    const rate = rateVersionOn(members.rateTableVersions, planId, today)?.ratePerNight ?? members.ratePerNight;
    rates.set(planId, rate);
    return rate;
  };
  return (row: EnrollmentRow, property: Names | undefined, before: Enrollment | undefined): Enrollment => {
    const names = property ?? before;
    const isStale = isClosed(row) && before;
    return {
      ...row,
      propertyReferenceId: names?.propertyReferenceId ?? null,
      propertyName: names?.propertyName ?? null,
      active: !isAfter(row.enrolledDate, today) && isBefore(today, row.unenrolledDate ?? end),
      computedRatePerNight: isStale
        ? before.computedRatePerNight
        : (row.rateOverridePerNight ?? rateOf(row.planId ?? members.planId)),
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
  terms: Pick<PolicyTerms, 'rateTableVersions' | 'termStart' | 'termEnd'>;
  /** When the next change of the policy takes effect. */
  nextChangeOn: CalendarDate | null;
};

/** The next day on which time alone changes something: a row or a term begins or ends, a dated rate or change comes. */
export const sweepDay = ({ rows, terms, nextChangeOn }: Waiting, today: CalendarDate): CalendarDate | null => {
  let next: CalendarDate | null = null;
  const consider = (date: CalendarDate | null) => {
    if (date && isAfter(date, today) && (!next || isBefore(date, next))) next = date;
  };
  for (const { enrolledDate, unenrolledDate } of rows) {
    consider(enrolledDate);
    consider(unenrolledDate);
  }
  for (const { effectiveFrom } of terms.rateTableVersions) consider(effectiveFrom);
  consider(terms.termStart);
  consider(terms.termEnd.add({ days: 1 }));
  consider(nextChangeOn);
  return next;
};
