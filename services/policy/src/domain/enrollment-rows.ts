import {
  type CalendarDate,
  compareDates,
  type DateRange,
  dayKey,
  earliest,
  FOREVER,
  intersect,
  isSame,
  isSameDay,
  overlapping,
  type Rate,
  subtract,
} from '@staycover/kernel';
import type { CoverPeriods } from './cover-periods.ts';
import type { Election } from './election.ts';
import { electionTimeline, type Segment } from './election-timeline.ts';
import { eligibleNights, type RuleStretch } from './eligible-nights.ts';
import type { DatedProperty } from './property-facts.ts';

/** Nights of a property that one election enrolls: from `enrolledDate` up to, without, `unenrolledDate`. */
export type EnrollmentRow = {
  propertyId: string;
  enrolledDate: CalendarDate;
  /** Null: it runs on into the next term. An equal pair is a row that was closed unused. */
  unenrolledDate: CalendarDate | null;
  electionId: string | null;
  state: string | null;
  /** The plan that the election brings; null: the policy's of each night. */
  planId: string | null;
  rateOverridePerNight: Rate | null;
  endorsementSelections: Record<string, unknown>[];
};

/** Identifies a row within its policy. */
export const rowKey = ({ propertyId, enrolledDate }: EnrollmentRow): string => `${dayKey(enrolledDate)} ${propertyId}`;

/** All that enrollments follow from. Today is not among it: time alone changes no row. */
export type CoverInput = {
  periods: CoverPeriods;
  rules: readonly RuleStretch[];
  elections: readonly Election[];
  /** Nights of properties that no broad election enrolls, since other policies name them. */
  named: ReadonlyMap<string, DateRange[]>;
};

/** Gives each property its rows for the nights from a day on. */
export const propertyRows = (input: CoverInput, from: CalendarDate): ((property: DatedProperty) => EnrollmentRow[]) => {
  const timeline = electionTimeline(input.elections, from);
  return (property) => deriveRows(property, timeline(property), input);
};

const deriveRows = (property: DatedProperty, segments: Segment[], input: CoverInput): EnrollmentRow[] => {
  if (segments.length === 0) return [];
  const eligible = eligibleNights(property, input.rules);
  const rows = segments
    .flatMap((segment) => unnamed(segment, input.named.get(property.propertyId) ?? []))
    .flatMap((segment) =>
      overlapping(eligible, segment).flatMap((range) => enroll(property.propertyId, segment, range, input.periods)),
    );
  return joined(rows.toSorted(byFirstNight));
};

const unnamed = (segment: Segment, named: DateRange[]): Segment[] =>
  segment.election.scopeType === 'PROPERTY' || named.length === 0
    ? [segment]
    : subtract(segment, named).map((part) => ({ ...segment, ...part }));

const enroll = (
  propertyId: string,
  segment: Segment,
  eligible: DateRange & { state: string | null },
  { ranges, isOpen }: CoverPeriods,
): EnrollmentRow[] => {
  const shared = intersect(segment, eligible);
  const runsOn = isOpen && isSameDay(earliest(segment.end, eligible.end), FOREVER);
  return ranges.flatMap((range, i) => {
    const nights = shared && intersect(shared, range);
    if (!nights) return [];
    const { electionId, planId, rateOverridePerNight, endorsementSelections } = segment.election;
    return {
      propertyId,
      enrolledDate: nights.start,
      unenrolledDate: runsOn && i === ranges.length - 1 ? null : nights.end,
      electionId,
      state: eligible.state,
      planId,
      rateOverridePerNight,
      endorsementSelections,
    };
  });
};

const byFirstNight = (a: EnrollmentRow, b: EnrollmentRow): number => compareDates(a.enrolledDate, b.enrolledDate);

const rowContent = ({ enrolledDate: _from, unenrolledDate: _to, ...content }: EnrollmentRow) => content;

/** Whether `next` goes on where `row` ends, with nothing different. */
export const goesOn = (row: EnrollmentRow, next: EnrollmentRow): boolean =>
  row.unenrolledDate !== null &&
  isSameDay(row.unenrolledDate, next.enrolledDate) &&
  isSame(rowContent(row), rowContent(next));

const joined = (rows: readonly EnrollmentRow[]): EnrollmentRow[] => {
  const found: EnrollmentRow[] = [];
  for (const row of rows) {
    const last = found.at(-1);
    if (last && goesOn(last, row)) found[found.length - 1] = { ...row, enrolledDate: last.enrolledDate };
    else found.push(row);
  }
  return found;
};
