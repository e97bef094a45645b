import {
  type CalendarDate,
  type DateRange,
  daysIn,
  earliest,
  FIRST_DAY,
  FOREVER,
  indexesWithin,
  intersect,
  intersectAll,
  isAfter,
  isBefore,
  merge,
  overlapping,
  subtract,
} from '@staycover/kernel';
import type { BillablePolicy, Enrollment, InForce, Stay } from './policy.ts';

/** Nights of a property that are covered, by a stay where reservations are billed; those of one property do not overlap. */
export type CoveredNights = Enrollment & { stay: Stay | null };

export type NotBilledReason = 'NO_RATE' | 'NOT_ENROLLED' | 'STAY_TOO_SHORT' | 'STAY_TOO_LONG' | 'NOT_IN_FORCE';

/** Nights that might be expected on a bill, and are not. */
export type NotBilledNights = {
  propertyId: string;
  orderId: string | null;
  reason: NotBilledReason;
  nights: DateRange;
};

export type Cover = { covered: CoveredNights[]; notBilled: NotBilledNights[] };

/** The nights on which each of the price terms is in force. */
export const splitIntoFrames = ({
  inForce,
}: Pick<BillablePolicy, 'inForce'>): { nights: DateRange; terms: InForce }[] =>
  inForce.map((terms, i) => ({
    terms,
    nights: { start: i === 0 ? FIRST_DAY : terms.from, end: inForce[i + 1]?.from ?? FOREVER },
  }));

/**
 * The covered nights of a policy in a window: those of its enrollments inside its terms and before a cancellation;
 * where reservations are billed, of these the nights that orders booked. Of overlapping orders of a property the first
 * wins.
 */
export const coveredNights = (policy: BillablePolicy, stays: readonly Stay[], window: DateRange): Cover => {
  const frames = splitIntoFrames(policy);
  const within = (perReservation: boolean) =>
    merge(
      frames.flatMap(({ terms, nights }) =>
        terms.perReservation === perReservation ? (intersect(nights, window) ?? []) : [],
      ),
    );
  const insured = insuredNights(policy);
  const nightly = intersectAll(insured, within(false));
  const covered: CoveredNights[] = [];
  const taken: Taken = new Map();
  const take = (candidate: CoveredNights, ranges: readonly DateRange[]) => {
    for (const nights of takeFree(taken, candidate, ranges)) covered.push({ ...candidate, nights });
  };
  for (const one of policy.enrollments) take({ ...one, stay: null }, intersectAll(nightly, [one.nights]));
  const booked = within(true);
  const notBilled = booked.length === 0 ? [] : coverStays({ policy, stays, insured, booked, take });
  return { covered, notBilled };
};

/** Which nights of each property went to what, in order. */
type Taken = Map<string, (DateRange & { one: Enrollment })[]>;

/** Takes those of some nights that nothing has yet, and returns them. */
const takeFree = (taken: Taken, one: Enrollment, ranges: readonly DateRange[]): DateRange[] => {
  const earlier = taken.getOrInsertComputed(one.propertyId, () => []);
  const free = without(ranges, earlier);
  for (const nights of free) earlier.splice(indexesWithin(earlier, nights)[0], 0, { ...nights, one });
  return free;
};

const insuredNights = ({ terms, coverageEndsOn }: BillablePolicy): DateRange[] =>
  merge(
    terms
      .map(({ start, end }) => ({ start, end: coverageEndsOn ? earliest(end, coverageEndsOn) : end }))
      .filter(({ start, end }) => isBefore(start, end)),
  );

type Booking = {
  policy: BillablePolicy;
  stays: readonly Stay[];
  insured: readonly DateRange[];
  /** Nights on which reservations are billed. */
  booked: readonly DateRange[];
  take: (candidate: CoveredNights, ranges: readonly DateRange[]) => void;
};

/** Takes the nights of stays that are covered, and returns those that are not. */
const coverStays = ({ policy, stays, insured, booked, take }: Booking): NotBilledNights[] => {
  const enrollments: Taken = new Map();
  for (const one of policy.enrollments) takeFree(enrollments, one, [one.nights]);
  return stays.flatMap((stay) => {
    const { propertyId, order } = stay;
    const named = (reason: NotBilledReason, ranges: readonly DateRange[]): NotBilledNights[] =>
      ranges.map((nights) => ({ propertyId, orderId: order.orderId, reason, nights }));
    const wanted = intersectAll([stay.nights], booked);
    if (wanted.length === 0) return [];
    const inForce = intersectAll(wanted, insured);
    const known = enrollments.get(propertyId) ?? [];
    const enrolled = overlapping(known, stay.nights).map(({ one, ...nights }) => ({
      one,
      ranges: intersectAll([nights], inForce),
    }));
    const nights = enrolled.flatMap(({ ranges }) => ranges);
    const missing = [
      ...named('NOT_IN_FORCE', without(wanted, inForce)),
      ...named('NOT_ENROLLED', without(inForce, nights)),
    ];
    const length = wrongLength(policy, stay.nights);
    if (length) return [...missing, ...named(length, merge(nights))];
    for (const { one, ranges } of enrolled) {
      take({ ...one, propertyName: stay.propertyName ?? one.propertyName, stay }, ranges);
    }
    return missing;
  });
};

/** What others leave of ranges; the others are in their order and share no nights with each other. */
const without = (ranges: readonly DateRange[], others: readonly DateRange[]): DateRange[] =>
  ranges.flatMap((range) => subtract(range, overlapping(others, range)));

/** Whether a stay is shorter or longer than the policy takes on its first night. */
const wrongLength = ({ inForce }: BillablePolicy, nights: DateRange): NotBilledReason | undefined => {
  const { minNights, maxNights } = termsOn(inForce, nights.start);
  const length = daysIn(nights);
  if (minNights !== null && length < minNights) return 'STAY_TOO_SHORT';
  return maxNights !== null && length > maxNights ? 'STAY_TOO_LONG' : undefined;
};

/** The price terms in force on a night. */
export const termsOn = (inForce: readonly InForce[], night: CalendarDate): InForce =>
  inForce.findLast(({ from }) => !isAfter(from, night)) ?? inForce[0]!;
