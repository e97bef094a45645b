import { execute, instantFromSql, query, type Work } from '@staycover/db';
import { calendarDate } from '@staycover/kernel';
import type { Elected, KeptElection } from '../domain/elect.ts';

/** A row of `coverage_election`, as it is read or as JSON. */
export type ElectionRow = {
  policy_id: string;
  election_id: string;
  own: boolean;
  stated_at: string;
  scope_type: KeptElection['scopeType'];
  scope_id: string | null;
  action: KeptElection['action'];
  plan_id: string | null;
  rate_override_per_night: string | number | null;
  endorsement_selections: Record<string, unknown>[];
  effective_from: string;
  effective_to: string | null;
};

export const electionOfRow = (row: ElectionRow): KeptElection => ({
  policyId: row.policy_id,
  electionId: row.election_id,
  own: row.own,
  statedAt: instantFromSql(row.stated_at),
  scopeType: row.scope_type,
  scopeId: row.scope_id,
  action: row.action,
  planId: row.plan_id,
  rateOverridePerNight: row.rate_override_per_night === null ? null : BigInt(row.rate_override_per_night),
  endorsementSelections: row.endorsement_selections,
  effectiveFrom: calendarDate(row.effective_from),
  effectiveTo: row.effective_to === null ? null : calendarDate(row.effective_to),
});

/** The elections stated for one policy, whoever stated them. */
export const electionsOfPolicy = async (
  tx: Work,
  organizationId: string,
  policyId: string,
): Promise<KeptElection[]> => {
  const rows = await query<ElectionRow>(
    tx,
    'select * from coverage_election where organization_id = $1 and policy_id = $2',
    [organizationId, policyId],
  );
  return rows.map(electionOfRow);
};

/** An organization's elections of the given names, on whatever policy. */
export const electionsNamed = async (
  tx: Work,
  organizationId: string,
  names: readonly string[],
): Promise<KeptElection[]> => {
  const rows = await query<ElectionRow>(
    tx,
    'select * from coverage_election where organization_id = $1 and election_id = any($2)',
    [organizationId, names],
  );
  return rows.map(electionOfRow);
};

const removeElections = async (tx: Work, organizationId: string, elections: readonly KeptElection[]): Promise<void> => {
  if (elections.length === 0) return;
  await execute(
    tx,
    `delete from coverage_election using unnest($2::uuid[], $3::text[]) as gone (policy_id, election_id)
     where organization_id = $1 and coverage_election.policy_id = gone.policy_id
       and coverage_election.election_id = gone.election_id`,
    [organizationId, elections.map(({ policyId }) => policyId), elections.map(({ electionId }) => electionId)],
  );
};

/** Inserts elections, or replaces those of the same policy and name. */
const putElections = async (tx: Work, organizationId: string, elections: readonly KeptElection[]): Promise<void> => {
  if (elections.length === 0) return;
  const column = <T>(value: (election: KeptElection) => T): T[] => elections.map(value);
  await execute(
    tx,
    `insert into coverage_election (organization_id, policy_id, election_id, own, stated_at, scope_type, scope_id,
       action, plan_id, rate_override_per_night, endorsement_selections, effective_from, effective_to)
     select $1, * from unnest($2::uuid[], $3::text[], $4::boolean[], $5::timestamptz[], $6::text[], $7::text[],
       $8::text[], $9::text[], $10::bigint[], $11::jsonb[], $12::date[], $13::date[])
     on conflict (organization_id, policy_id, election_id) do update set
       own = excluded.own, stated_at = excluded.stated_at, scope_type = excluded.scope_type,
       scope_id = excluded.scope_id, action = excluded.action, plan_id = excluded.plan_id,
       rate_override_per_night = excluded.rate_override_per_night,
       endorsement_selections = excluded.endorsement_selections,
       effective_from = excluded.effective_from, effective_to = excluded.effective_to`,
    [
      organizationId,
      column(({ policyId }) => policyId),
      column(({ electionId }) => electionId),
      column(({ own }) => own),
      column(({ statedAt }) => statedAt.toString()),
      column(({ scopeType }) => scopeType),
      column(({ scopeId }) => scopeId),
      column(({ action }) => action),
      column(({ planId }) => planId),
      column(({ rateOverridePerNight }) => rateOverridePerNight?.toString() ?? null),
      column(({ endorsementSelections }) => JSON.stringify(endorsementSelections)),
      column(({ effectiveFrom }) => effectiveFrom.toString()),
      column(({ effectiveTo }) => effectiveTo?.toString() ?? null),
    ],
  );
};

/** Keeps what a statement does to the elections of an organization. */
export const keepElected = async (tx: Work, organizationId: string, { removed, stated }: Elected): Promise<void> => {
  await removeElections(tx, organizationId, removed);
  await putElections(tx, organizationId, stated);
};
