import {
  byStart,
  type CalendarDate,
  compareDates,
  isAfter,
  isBefore,
  isSame,
  latest,
  soonest,
} from '@staycover/kernel';
import type { EnrollmentRow } from './enrollment-rows.ts';

/** Rows, and the first day without cover after the last term, where rows without an end stop. */
export type CoveredRows = { rows: readonly EnrollmentRow[]; end: CalendarDate };

type Piece = { start: CalendarDate; end: CalendarDate; price: unknown };

const toPieces = ({ rows, end }: CoveredRows): Map<string, Piece[]> => {
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
  const [a, b] = [toPieces(before), toPieces(after)];
  const ids = new Set([...a.keys(), ...b.keys()]);
  return soonest([...ids].map((id) => firstDifference(a.get(id) ?? [], b.get(id) ?? [])));
};

/** The price by night of pieces that do not overlap; nights must be requested in order. */
const prices = (pieces: readonly Piece[]): ((night: CalendarDate) => unknown) => {
  const ordered = pieces.toSorted(byStart);
  let next = 0;
  return (night) => {
    while (next < ordered.length && !isBefore(night, ordered[next]!.end)) next += 1;
    const piece = ordered[next];
    return piece && !isAfter(piece.start, night) ? piece.price : undefined;
  };
};

const firstDifference = (a: readonly Piece[], b: readonly Piece[]): CalendarDate | undefined => {
  const [before, after] = [prices(a), prices(b)];
  return [...a, ...b]
    .flatMap(({ start, end }) => [start, end])
    .toSorted(compareDates)
    .find((night) => !isSame(before(night), after(night)));
};
