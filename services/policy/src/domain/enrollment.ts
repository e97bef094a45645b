import {
  type CalendarDate,
  type DateRange,
  earliest,
  intersect,
  isAfter,
  isBefore,
  merge,
  type Rate,
  rateVersionOn,
  subtract,
} from '@staycover/kernel';
import type { Election, Property } from './election.ts';
import { isEligible } from './eligibility.ts';
import { LAST_DATE, type Policy, type PolicyTerms, type Term } from './policy.ts';

/** The nights from `enrolledDate` up to, without, `unenrolledDate`; an equal pair is a row that was closed unused. */
export type Enrollment = {
  propertyId: string;
  propertyReferenceId: string | null;
  propertyName: string | null;
  state: string | null;
  electionId: string | null;
  enrolledDate: CalendarDate;
  unenrolledDate: CalendarDate | null;
  active: boolean;
  planId: string | null;
  rateOverridePerNight: Rate | null;
  endorsementSelections: Record<string, unknown>[];
  computedRatePerNight: Rate | null;
};

const MAX_ENROLLMENTS = 10_000;
/** Characters of all endorsement selections of a policy's enrollments. */
const MAX_ENDORSEMENTS = 16_000_000;

const FOREVER = Temporal.PlainDate.from('9999-12-31');

/** When a policy covers; `open` when its last term may be followed by another. */
export type Cover = { ranges: DateRange[]; open: boolean };

/** The cover of all terms of a policy, the current one last. */
export const coverOf = (policy: Policy, earlier: readonly Term[]): Cover => ({
  ranges: merge([...earlier, policy].map(rangeOf)),
  open: policy.coverageEndsOn === null && ['PENDING', 'ACTIVE', 'SUSPENDED'].includes(policy.status),
});

const rangeOf = ({ termStart, termEnd, coverageEndsOn }: Term): DateRange => {
  const end = earliest(termEnd.add({ days: 1 }), LAST_DATE);
  return { start: termStart, end: coverageEndsOn && isBefore(coverageEndsOn, end) ? coverageEndsOn : end };
};

/** The flat rate of the term that a day lies in; days beside all terms count for the current one. */
export const flatRateOn = (policy: Policy, earlier: readonly Term[], day: CalendarDate): Rate | null => {
  const past = earlier.find(({ termStart, termEnd }) => !isBefore(day, termStart) && !isAfter(day, termEnd));
  return (past ?? policy).ratePerNight;
};

export type Facts = {
  terms: Omit<PolicyTerms, 'ratePerNight'>;
  cover: Cover;
  /** What a night costs today where no rate table and no override says. */
  flatRate: Rate | null;
  /** When each term begins, and with it its flat rate. */
  termStarts: readonly CalendarDate[];
  elections: readonly Election[];
  properties: readonly Property[];
  /** The rows so far; those that no election makes any more are closed, never removed. */
  enrolled: readonly Enrollment[];
  today: CalendarDate;
};

/** Every enrollment of a policy, by property and first night: a function of what was elected, where, and the date. */
export const deriveEnrollments = (facts: Facts): Enrollment[] => {
  const { terms, cover, elections, properties, enrolled, today } = facts;
  const timelineOf = timelines(elections);
  const context = { cover, today, planId: terms.planId, rateOf: ratesOn(facts) };
  const rows = properties
    .filter((property) => isEligible(property, terms))
    .flatMap((property) => timelineOf(property).flatMap((segment) => enroll(property, segment, context)));
  const made = new Set(rows.map(keyOf));
  const closed = enrolled.filter((row) => !made.has(keyOf(row))).map(close);
  return [...rows, ...closed].toSorted(byPropertyAndDate);
};

/** Identifies a row within its policy. */
export const keyOf = ({ propertyId, enrolledDate }: Enrollment): string => `${enrolledDate} ${propertyId}`;

export const byPropertyAndDate = (a: Enrollment, b: Enrollment): number =>
  a.propertyId === b.propertyId
    ? Temporal.PlainDate.compare(a.enrolledDate, b.enrolledDate)
    : a.propertyId < b.propertyId
      ? -1
      : 1;

const close = (row: Enrollment): Enrollment => ({ ...row, unenrolledDate: row.enrolledDate, active: false });

type Segment = DateRange & { election: Election };

const SPECIFICITY = { ORGANIZATION: 0, GROUP: 1, PROPERTY: 2 } as const;

/** Whether `a` gives way to `b`: less specific, then effective earlier, then INCLUDE, then the smaller name. */
const byPrecedence = (a: Election, b: Election): number =>
  SPECIFICITY[a.scopeType] - SPECIFICITY[b.scopeType] ||
  Temporal.PlainDate.compare(a.effectiveFrom, b.effectiveFrom) ||
  Number(a.action === 'EXCLUDE') - Number(b.action === 'EXCLUDE') ||
  (a.electionId < b.electionId ? -1 : 1);

/** Lays an election over segments; what it covers of them is gone. */
const paint = (segments: readonly Segment[], election: Election): Segment[] => {
  const range = { start: election.effectiveFrom, end: election.effectiveTo?.add({ days: 1 }) ?? FOREVER };
  if (!isBefore(range.start, range.end)) return [...segments];
  const rest = segments.flatMap((segment) => subtract(segment, [range]).map((part) => ({ ...segment, ...part })));
  return [...rest, { ...range, election }];
};

/** Gives each property its included segments; what properties of the same groups share is worked out once. */
const timelines = (elections: readonly Election[]): ((property: Property) => Segment[]) => {
  const ordered = elections.toSorted(byPrecedence);
  const organization = ordered.filter(({ scopeType }) => scopeType === 'ORGANIZATION').reduce(paint, []);
  const byGroup = ordered.filter(({ scopeType }) => scopeType === 'GROUP');
  const byProperty = Map.groupBy(
    ordered.filter(({ scopeType }) => scopeType === 'PROPERTY'),
    ({ scopeId }) => scopeId,
  );
  const ofGroups = memoize((groupIds) =>
    byGroup.filter(({ scopeId }) => groupIds.includes(scopeId!)).reduce(paint, organization),
  );
  return ({ propertyId, groupIds }) => {
    const segments = (byProperty.get(propertyId) ?? []).reduce(paint, ofGroups(groupIds));
    return segments.filter(({ election }) => election.action === 'INCLUDE');
  };
};

const memoize = (work: (groupIds: readonly string[]) => Segment[]): typeof work => {
  const known = new Map<string, Segment[]>();
  return (groupIds) => {
    const key = JSON.stringify(groupIds.toSorted());
    const segments = known.get(key) ?? work(groupIds);
    known.set(key, segments);
    return segments;
  };
};

type RateOf = (planId: string | null) => Rate | null;

const ratesOn = ({ terms, flatRate, today }: Facts): RateOf => {
  const byPlan = new Map<string | null, Rate | null>();
  return (planId) => {
    if (!byPlan.has(planId)) {
      byPlan.set(planId, rateVersionOn(terms.rateTableVersions, planId, today)?.ratePerNight ?? flatRate);
    }
    return byPlan.get(planId)!;
  };
};

type Context = { cover: Cover; today: CalendarDate; planId: string | null; rateOf: RateOf };

/** The rows of one segment, clipped to the cover; one that may run on into a next term has no end. */
const enroll = (property: Property, segment: Segment, { cover, today, ...context }: Context): Enrollment[] =>
  cover.ranges.flatMap((range) => {
    const covered = intersect(segment, range);
    if (!covered) return [];
    const { electionId, rateOverridePerNight, endorsementSelections, planId } = segment.election;
    const plan = planId ?? context.planId;
    const runsOn = cover.open && range === cover.ranges.at(-1) && segment.end === FOREVER;
    return {
      propertyId: property.propertyId,
      propertyReferenceId: property.propertyReferenceId,
      propertyName: property.propertyName,
      state: property.state,
      electionId,
      enrolledDate: covered.start,
      unenrolledDate: runsOn ? null : covered.end,
      active: !isAfter(covered.start, today) && isBefore(today, covered.end),
      planId: plan,
      rateOverridePerNight,
      endorsementSelections,
      computedRatePerNight: rateOverridePerNight ?? context.rateOf(plan),
    };
  });

/** Why a policy cannot have these enrollments, if so. */
export const limitBrokenBy = (rows: readonly Enrollment[], today: CalendarDate): string | undefined => {
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
const isLive = ({ enrolledDate, unenrolledDate }: Enrollment, today: CalendarDate): boolean =>
  unenrolledDate === null || (isAfter(unenrolledDate, today) && isBefore(enrolledDate, unenrolledDate));

/** The next day on which time alone changes a row: one begins or ends, or a dated rate comes into force. */
export const nextChangeOn = (rows: readonly Enrollment[], facts: Facts): CalendarDate | null => {
  const { terms, cover, termStarts, today } = facts;
  let next: CalendarDate | null = null;
  const consider = (date: CalendarDate | null) => {
    if (date && isAfter(date, today) && (!next || isBefore(date, next))) next = date;
  };
  for (const { enrolledDate, unenrolledDate } of rows) {
    consider(enrolledDate);
    consider(unenrolledDate);
  }
  for (const { effectiveFrom } of terms.rateTableVersions) consider(effectiveFrom);
  for (const { end } of cover.ranges) consider(end);
  termStarts.forEach(consider);
  return next;
};
