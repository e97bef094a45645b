import { type CalendarDate, isBefore, isSame } from '@staycover/kernel';
import { type CoverInput, type EnrollmentRow, enrollmentRows, goesOn } from './enrollment-rows.ts';

const keyOf = ({ propertyId, enrolledDate }: EnrollmentRow): string => `${enrolledDate} ${propertyId}`;

/** Whether a row need not be looked at when nothing differs before `from`. */
export const isPast = ({ unenrolledDate }: EnrollmentRow, from: CalendarDate): boolean =>
  unenrolledDate !== null && isBefore(unenrolledDate, from);

/**
 * The rows to store after something changed for the nights from `from` on. `live` are the stored rows that do not end
 * before it; the input need only know what holds from then on. Rows are cut, extended, added, or closed on their first
 * night, never removed; only those that differ are returned.
 */
export const rederiveRows = (
  live: readonly EnrollmentRow[],
  input: CoverInput,
  from: CalendarDate,
): EnrollmentRow[] => {
  const begun = Map.groupBy(
    live.filter(({ enrolledDate }) => isBefore(enrolledDate, from)).map((row) => ({ ...row, unenrolledDate: from })),
    ({ propertyId }) => propertyId,
  );
  const derived = enrollmentRows(input, from).map((row) => {
    const before = begun.get(row.propertyId)?.find((one) => goesOn(one, row));
    return before ? { ...row, enrolledDate: before.enrolledDate } : row;
  });
  const made = new Map([...[...begun.values()].flat(), ...derived].map((row) => [keyOf(row), row]));
  const closed = live
    .filter((row) => !made.has(keyOf(row)))
    .map((row) => ({ ...row, unenrolledDate: row.enrolledDate }));
  const stored = new Map(live.map((row) => [keyOf(row), row]));
  return [...made.values(), ...closed].filter((row) => !isSame(row, stored.get(keyOf(row))));
};
