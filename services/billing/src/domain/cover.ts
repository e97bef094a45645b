import type { CalendarDate, Currency, DateRange, Rate, RateVersion } from '@staycover/kernel';
import { cut, earliest, intersect, isBefore, merge, rateVersionOn, subtract } from '@staycover/kernel';
import type { OrderRef, RateSource } from './line.ts';

/** What enrolls a property, and at which rate, on the given nights. */
export type Enrollment = {
  propertyId: string;
  propertyName: string | null;
  stateCode: string | null;
  electionId: string | null;
  planId: string | null;
  rateOverride: Rate | null;
  nights: DateRange;
};

/** Nights of one term, with the flat rates that were in force in it; absent ones are the policy's. */
export type Term = DateRange & { ratePerNight?: Rate | null; lossFundRatePerNight?: Rate | null };

/** A policy as billing needs it, of one version. */
export type BillablePolicy = {
  id: string;
  organizationId: string;
  version: number;
  /** No more cover will come: what is billed is all there is. */
  ended: boolean;
  perReservation: boolean;
  currency: Currency;
  productLine: string | null;
  planId: string | null;
  ratePerNight: Rate | null;
  lossFundRatePerNight: Rate | null;
  rateTable: readonly RateVersion[];
  terms: readonly Term[];
  /** First day without cover after a cancellation. */
  coverageEndsOn: CalendarDate | null;
  enrollments: readonly Enrollment[];
};

/** Nights of a property that an order booked. */
export type Stay = {
  order: OrderRef;
  propertyId: string;
  propertyName: string | null;
  nights: DateRange;
  ratePerNight: Rate | null;
};

/** Nights of a property that are covered; those of one property do not overlap. */
export type CoveredNights = Enrollment & { order: OrderRef | null; orderRate: Rate | null };

type RateInForce = {
  rate: Rate;
  lossFundRate: Rate;
  rateSource: RateSource;
  rateTableVersion: number | null;
  planId: string | null;
};

export type PricedNights = CoveredNights & RateInForce;

/**
 * The covered nights of a policy, whenever they are: those of its enrollments, or with PER_RESERVATION of its orders,
 * inside its terms and before a cancellation. Of overlapping ones of a property the first wins.
 */
export const coveredNights = (policy: BillablePolicy, stays: readonly Stay[]): CoveredNights[] => {
  const insured = insuredRanges(policy);
  const taken = new Map<string, DateRange[]>();
  return candidates(policy, stays).flatMap((candidate) => {
    const earlier = taken.get(candidate.propertyId) ?? [];
    const ranges = insured
      .flatMap((range) => intersect(range, candidate.nights) ?? [])
      .flatMap((range) => (earlier.length ? subtract(range, earlier) : [range]));
    taken.set(candidate.propertyId, [...earlier, ...ranges]);
    return ranges.map((nights) => ({ ...candidate, nights }));
  });
};

const insuredRanges = ({ terms, coverageEndsOn }: BillablePolicy): DateRange[] =>
  merge(
    terms
      .map(({ start, end }) => ({ start, end: coverageEndsOn ? earliest(end, coverageEndsOn) : end }))
      .filter(({ start, end }) => isBefore(start, end)),
  );

const candidates = (policy: BillablePolicy, stays: readonly Stay[]): CoveredNights[] => {
  if (!policy.perReservation) return policy.enrollments.map((one) => ({ ...one, order: null, orderRate: null }));
  const enrollments = Map.groupBy(policy.enrollments, ({ propertyId }) => propertyId);
  return stays.map(({ order, propertyId, propertyName, nights, ratePerNight }) => {
    const known = enrollments.get(propertyId) ?? [];
    const enrollment = known.find((one) => intersect(one.nights, nights)) ?? known.at(-1);
    return {
      propertyId,
      propertyName: propertyName ?? enrollment?.propertyName ?? null,
      stateCode: enrollment?.stateCode ?? null,
      electionId: enrollment?.electionId ?? null,
      planId: enrollment?.planId ?? null,
      rateOverride: enrollment?.rateOverride ?? null,
      nights,
      order,
      orderRate: ratePerNight,
    };
  });
};

/** Covered nights cut by stay month and rate in force. Nights without any rate are left out until they have one. */
export const pricedNights = (policy: BillablePolicy, covered: readonly CoveredNights[]): PricedNights[] => {
  const changes = [
    ...policy.rateTable.map(({ effectiveFrom }) => effectiveFrom),
    ...policy.terms.map(({ start }) => start),
  ];
  return covered.flatMap((nights) =>
    cut(nights.nights, changes).flatMap((range) => {
      const rate = rateInForce(policy, nights, range.start);
      return rate ? [{ ...nights, ...rate, nights: range }] : [];
    }),
  );
};

/** The rate of a night: the order's own, the enrollment's override, the plan's table, the policy's flat rate. */
const rateInForce = (
  policy: BillablePolicy,
  { planId: ownPlan, rateOverride, orderRate }: Pick<CoveredNights, 'planId' | 'rateOverride' | 'orderRate'>,
  night: CalendarDate,
): RateInForce | undefined => {
  const planId = ownPlan ?? policy.planId;
  const row = rateVersionOn(policy.rateTable, planId, night);
  const flat = { ...policy, ...policy.terms.find((term) => contains(term, night)) };
  const given = orderRate ?? rateOverride;
  const rate = given ?? row?.ratePerNight ?? flat.ratePerNight;
  if (rate === null) return undefined;
  const lossFundRate = row?.lossFundRatePerNight ?? flat.lossFundRatePerNight ?? 0n;
  return {
    rate,
    lossFundRate: lossFundRate < rate ? lossFundRate : rate,
    rateSource: orderRate !== null ? 'ORDER' : rateOverride !== null ? 'OVERRIDE' : row ? 'RATE_TABLE' : 'POLICY',
    rateTableVersion: given === null && row ? row.version : null,
    planId,
  };
};

const contains = ({ start, end }: DateRange, night: CalendarDate): boolean =>
  !isBefore(night, start) && isBefore(night, end);

/** What of `range` lies before the day. */
export const before = (range: DateRange, day: CalendarDate): DateRange | undefined =>
  isBefore(range.start, day) ? { start: range.start, end: earliest(range.end, day) } : undefined;
