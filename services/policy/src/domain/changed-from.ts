import { type CalendarDate, earliest, isAfter, isBefore, isSame, latest, type RateVersion } from '@staycover/kernel';
import type { DatedMembers } from './dated-members.ts';
import type { EnrollmentRow } from './enrollment-rows.ts';
import type { Stretch } from './policy-on.ts';
import { FOREVER } from './property-facts.ts';

/** Rows and the first day without cover behind the last term, where those without an end stop covering. */
export type CoveredRows = { rows: readonly EnrollmentRow[]; end: CalendarDate };

type Piece = { start: CalendarDate; end: CalendarDate; price: unknown };

const piecesOf = ({ rows, end }: CoveredRows): Map<string, Piece[]> => {
  const pieces = rows.flatMap((row) => {
    const { enrolledDate: start, state, planId, rateOverridePerNight } = row;
    const last = row.unenrolledDate ?? latest(start, end);
    return isBefore(start, last)
      ? [{ propertyId: row.propertyId, start, end: last, price: { state, planId, rateOverridePerNight } }]
      : [];
  });
  return Map.groupBy(pieces, ({ propertyId }) => propertyId);
};

/** The first night that is covered, or differently enrolled, in one list only; undefined when they cover alike. */
export const rowsChangedFrom = (before: CoveredRows, after: CoveredRows): CalendarDate | undefined => {
  const [a, b] = [piecesOf(before), piecesOf(after)];
  const ids = new Set([...a.keys(), ...b.keys()]);
  return first([...ids].map((id) => firstDifference(a.get(id) ?? [], b.get(id) ?? [])));
};

const first = (days: readonly (CalendarDate | undefined)[]): CalendarDate | undefined =>
  days.filter((day) => day !== undefined).toSorted(Temporal.PlainDate.compare)[0];

const priceAt = (pieces: readonly Piece[], night: CalendarDate): unknown =>
  pieces.find(({ start, end }) => !isAfter(start, night) && isBefore(night, end))?.price;

const firstDifference = (a: readonly Piece[], b: readonly Piece[]): CalendarDate | undefined =>
  [...a, ...b]
    .flatMap(({ start, end }) => [start, end])
    .toSorted(Temporal.PlainDate.compare)
    .find((night) => !isSame(priceAt(a, night), priceAt(b, night)));

type Priced = Omit<DatedMembers, 'rateTableVersions'>;

const flatPrices = ({ ratePerNight, ratePerMonth, ratePerReservation, lossFundRatePerNight, ...others }: Priced) => {
  const { planId, billingFrequency, minNights, maxNights } = others;
  const rates = { ratePerNight, ratePerMonth, ratePerReservation, lossFundRatePerNight };
  return { ...rates, planId, billingFrequency, minNights, maxNights };
};

/** The first day from which two rate tables may price differently. */
const tablesDifferFrom = (a: readonly RateVersion[], b: readonly RateVersion[]): CalendarDate => {
  const onlyIn = (list: readonly RateVersion[], other: readonly RateVersion[]) =>
    list.filter((version) => !other.some((one) => isSame(one, version)));
  return first([...onlyIn(a, b), ...onlyIn(b, a)].map(({ effectiveFrom }) => effectiveFrom)) ?? FOREVER;
};

const membersDifferFrom = (a: DatedMembers, b: DatedMembers, from: CalendarDate): CalendarDate =>
  isSame(flatPrices(a), flatPrices(b))
    ? latest(from, tablesDifferFrom(a.rateTableVersions, b.rateTableVersions))
    : from;

const at = (stretches: readonly Stretch[], day: CalendarDate): Stretch['policy'] | undefined =>
  stretches.findLast(({ from }) => !isAfter(from, day))?.policy;

/** The first night whose price may differ between two courses of a policy; undefined when none does. */
export const pricesChangedFrom = (before: readonly Stretch[], after: readonly Stretch[]): CalendarDate | undefined => {
  const days = [...before, ...after].map(({ from }) => from).toSorted(Temporal.PlainDate.compare);
  const found = days.reduce((soonest, day, i) => {
    const [a, b] = [at(before, day), at(after, day)];
    if (!a || !b) return soonest;
    const differs = membersDifferFrom(a.members, b.members, day);
    return isBefore(differs, days[i + 1] ?? FOREVER) ? earliest(soonest, differs) : soonest;
  }, FOREVER);
  return isBefore(found, FOREVER) ? found : undefined;
};
