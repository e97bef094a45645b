import { execute, instantFromSql, query, type Tx } from '@staycover/db';
import type { Instant } from '@staycover/kernel';
import type { Election } from '../domain/election.ts';

/** Stands in place of a policy's id for elections of all the organization's policies. */
export const ALL_POLICIES = '00000000-0000-0000-0000-000000000000';

export type StoredElection = Election & {
  policyId: string;
  /** Stated in the policy's own body, not by an inbound event. */
  own: boolean;
  statedAt: Instant;
};

type Row = {
  policy_id: string;
  election_id: string;
  own: boolean;
  stated_at: string;
  scope_type: Election['scopeType'];
  scope_id: string | null;
  action: Election['action'];
  plan_id: string | null;
  rate_override_per_night: string | null;
  endorsement_selections: Record<string, unknown>[];
  effective_from: string;
  effective_to: string | null;
};

const date = Temporal.PlainDate.from;

const fromRow = (row: Row): StoredElection => ({
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
  effectiveFrom: date(row.effective_from),
  effectiveTo: row.effective_to === null ? null : date(row.effective_to),
});

/** The elections that hold for a policy; its own statement of an election stands before one for all policies. */
export const electionsFor = async (tx: Tx, organizationId: string, policyId: string): Promise<StoredElection[]> => {
  const rows = await query<Row>(
    tx,
    `select distinct on (election_id) * from coverage_election
     where organization_id = $1 and policy_id in ($2, $3) order by election_id, policy_id = $3`,
    [organizationId, policyId, ALL_POLICIES],
  );
  return rows.map(fromRow);
};

/** The elections stated for one policy, whoever stated them. */
export const electionsOfPolicy = async (
  tx: Tx,
  organizationId: string,
  policyId: string,
): Promise<StoredElection[]> => {
  const rows = await query<Row>(tx, 'select * from coverage_election where organization_id = $1 and policy_id = $2', [
    organizationId,
    policyId,
  ]);
  return rows.map(fromRow);
};

/** An organization's elections of the given names, on whatever policy. */
export const electionsNamed = async (
  tx: Tx,
  organizationId: string,
  names: readonly string[],
): Promise<StoredElection[]> => {
  const rows = await query<Row>(
    tx,
    'select * from coverage_election where organization_id = $1 and election_id = any($2)',
    [organizationId, names],
  );
  return rows.map(fromRow);
};

export const removeElections = (
  tx: Tx,
  organizationId: string,
  elections: readonly StoredElection[],
): Promise<number> =>
  execute(
    tx,
    `delete from coverage_election using unnest($2::uuid[], $3::text[]) as gone (policy_id, election_id)
     where organization_id = $1 and coverage_election.policy_id = gone.policy_id
       and coverage_election.election_id = gone.election_id`,
    [organizationId, elections.map(({ policyId }) => policyId), elections.map(({ electionId }) => electionId)],
  );

/** Inserts elections, or replaces those of the same policy and name. */
export const putElections = (tx: Tx, organizationId: string, elections: readonly StoredElection[]): Promise<number> => {
  const column = <T>(value: (election: StoredElection) => T): T[] => elections.map(value);
  return execute(
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
