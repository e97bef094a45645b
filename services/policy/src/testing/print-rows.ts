type Printed = {
  propertyId: string;
  enrolledDate: { toString(): string };
  unenrolledDate?: { toString(): string } | null;
};

/** Enrollments in short: `beach 2026-11-01..2026-11-10`; one without an end, `beach 2026-11-01..`. */
export const printRows = (rows: readonly Printed[]): string[] =>
  rows.map((row) => `${row.propertyId} ${row.enrolledDate}..${row.unenrolledDate ?? ''}`);
