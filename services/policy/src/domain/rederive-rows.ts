import { type CalendarDate, isBefore, isSame } from '@staycover/kernel';
import { type EnrollmentRow, goesOn, rowKey } from './enrollment-rows.ts';

/** Whether a row need not be looked at when nothing differs before `from`. */
export const isPast = ({ unenrolledDate }: EnrollmentRow, from: CalendarDate): boolean =>
  unenrolledDate !== null && isBefore(unenrolledDate, from);

/**
 * The rows to store after something changed for the nights from `from` on. `live` are the stored rows that do not end
 * before it, `derived` the rows that follow for these nights, of the same properties. Rows are cut, extended, added, or
 * closed on their first night, never removed; only those that differ are returned.
 */
export const rederiveRows = (
  live: readonly EnrollmentRow[],
  derived: readonly EnrollmentRow[],
  from: CalendarDate,
): EnrollmentRow[] => {
  const begun = Map.groupBy(
    live.filter(({ enrolledDate }) => isBefore(enrolledDate, from)).map((row) => ({ ...row, unenrolledDate: from })),
    ({ propertyId }) => propertyId,
  );
  const following = derived.map((row) => {
    const before = begun.get(row.propertyId)?.find((one) => goesOn(one, row));
    return before ? { ...row, enrolledDate: before.enrolledDate } : row;
  });
  const made = new Map([...[...begun.values()].flat(), ...following].map((row) => [rowKey(row), row]));
  const closed = live
    .filter((row) => !made.has(rowKey(row)))
    .map((row) => ({ ...row, unenrolledDate: row.enrolledDate }));
  const stored = new Map(live.map((row) => [rowKey(row), row]));
  return [...made.values(), ...closed].filter((row) => !isSame(row, stored.get(rowKey(row))));
};
