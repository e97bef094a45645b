import { execute, type Work } from '@staycover/db';
import { calendarDate } from '@staycover/kernel';
import type { Enrollment } from '../domain/enrollment.ts';

/** A row of `enrollment`, as it is read or as JSON. */
export type EnrollmentRow = {
  policy_id: string;
  property_id: string;
  property_reference_id: string | null;
  property_name: string | null;
  state: string | null;
  election_id: string | null;
  enrolled_date: string;
  unenrolled_date: string | null;
  active: boolean;
  plan_id: string | null;
  rate_override_per_night: string | number | null;
  endorsement_selections: Record<string, unknown>[];
  computed_rate_per_night: string | number | null;
};

const rate = (value: string | number | null) => (value === null ? null : BigInt(value));

export const enrollmentOfRow = (row: EnrollmentRow): Enrollment => ({
  propertyId: row.property_id,
  propertyReferenceId: row.property_reference_id,
  propertyName: row.property_name,
  state: row.state,
  electionId: row.election_id,
  enrolledDate: calendarDate(row.enrolled_date),
  unenrolledDate: row.unenrolled_date === null ? null : calendarDate(row.unenrolled_date),
  active: row.active,
  planId: row.plan_id,
  rateOverridePerNight: rate(row.rate_override_per_night),
  endorsementSelections: row.endorsement_selections,
  computedRatePerNight: rate(row.computed_rate_per_night),
});

// Keeps each statement far below its timeout.
const ROWS_A_STATEMENT = 2_500;

/** Inserts enrollments, or replaces those of the same property and first night. */
export const putEnrollments = async (tx: Work, policyId: string, rows: readonly Enrollment[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    await putSome(tx, policyId, rows.slice(from, from + ROWS_A_STATEMENT));
  }
};

const putSome = async (tx: Work, policyId: string, rows: readonly Enrollment[]): Promise<void> => {
  const column = <T>(value: (row: Enrollment) => T): T[] => rows.map(value);
  await execute(
    tx,
    `insert into enrollment (policy_id, property_id, enrolled_date, unenrolled_date, property_reference_id,
       property_name, state, election_id, active, plan_id, rate_override_per_night, endorsement_selections,
       computed_rate_per_night)
     select $1, * from unnest($2::text[], $3::date[], $4::date[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::boolean[], $10::text[], $11::bigint[], $12::jsonb[], $13::bigint[])
     on conflict (policy_id, property_id, enrolled_date) do update set
       unenrolled_date = excluded.unenrolled_date, property_reference_id = excluded.property_reference_id,
       property_name = excluded.property_name, state = excluded.state, election_id = excluded.election_id,
       active = excluded.active, plan_id = excluded.plan_id,
       rate_override_per_night = excluded.rate_override_per_night,
       endorsement_selections = excluded.endorsement_selections,
       computed_rate_per_night = excluded.computed_rate_per_night`,
    [
      policyId,
      column(({ propertyId }) => propertyId),
      column(({ enrolledDate }) => enrolledDate.toString()),
      column(({ unenrolledDate }) => unenrolledDate?.toString() ?? null),
      column(({ propertyReferenceId }) => propertyReferenceId),
      column(({ propertyName }) => propertyName),
      column(({ state }) => state),
      column(({ electionId }) => electionId),
      column(({ active }) => active),
      column(({ planId }) => planId),
      column(({ rateOverridePerNight }) => rateOverridePerNight?.toString() ?? null),
      column(({ endorsementSelections }) => JSON.stringify(endorsementSelections)),
      column(({ computedRatePerNight }) => computedRatePerNight?.toString() ?? null),
    ],
  );
};
