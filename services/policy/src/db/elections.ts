import { execute, type Work } from '@staycover/db';
import type { Elected, KeptElection } from '../domain/elect.ts';
import { elections } from './rows.ts';

/** The elections stated for one policy, from all sources, including replaced ones. */
export const readPolicyElections = (tx: Work, organizationId: string, policyId: string): Promise<KeptElection[]> =>
  elections.select(tx, 'where t.organization_id = $1 and t.policy_id = $2', [organizationId, policyId]);

/** An organization's elections of the given names, on whatever policy. */
export const electionsNamed = (tx: Work, organizationId: string, names: readonly string[]): Promise<KeptElection[]> =>
  elections.select(tx, 'where t.organization_id = $1 and t.election_id = any($2)', [organizationId, names]);

/** Keeps what a statement does to the elections of an organization. */
export const keepElected = async (tx: Work, organizationId: string, { removed, stated }: Elected): Promise<void> => {
  if (removed.length > 0) await removeElections(tx, organizationId, removed);
  await elections.put(tx, { organizationId }, stated);
};

const removeElections = (tx: Work, organizationId: string, removed: readonly KeptElection[]): Promise<number> =>
  execute(tx, 'delete from coverage_election where organization_id = $1 and id = any($2::uuid[])', [
    organizationId,
    removed.map(({ id }) => id),
  ]);
