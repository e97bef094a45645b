import { query, type Work } from '@staycover/db';
import type { Elected, KeptElection, KeptProperty } from '../domain/elect.ts';
import { elections, properties } from './rows.ts';

/** What an organization keeps of what a statement is about. */
export type Kept = { elections: KeptElection[]; properties: KeptProperty[] };

type Row = { list: keyof Kept; row: object };

const keeping = (condition: string): string => `
  select 'elections' as list, to_json(e) as row from coverage_election as e where organization_id = $1 and ${condition}
  union all select 'properties', to_json(p) from property as p where organization_id = $1 and property_id = any($2)`;

const reading =
  <Named>(text: string) =>
  async (tx: Work, organizationId: string, propertyIds: readonly string[], named: Named): Promise<Kept> => {
    const lists = Map.groupBy(await query<Row>(tx, text, [organizationId, propertyIds, named]), ({ list }) => list);
    const rowsIn = (name: keyof Kept): object[] => (lists.get(name) ?? []).map(({ row }) => row);
    return {
      elections: await elections.read(tx, rowsIn('elections')),
      properties: await properties.read(tx, rowsIn('properties')),
    };
  };

/** Whether an election had begun when it was withdrawn, if it was; as constant SQL. */
export const hasStood = (election: string): string =>
  `(${election}.retired_on is null or ${election}.effective_from < ${election}.retired_on)`;

/** The elections stated for one policy, from all sources, including replaced ones, and properties. */
export const keptOnPolicy = reading<string>(keeping('policy_id = $3'));

/** An organization's elections of the given names, on whatever policy, and properties. */
export const keptUnderNames = reading<readonly string[]>(keeping('election_id = any($3)'));

/** Keeps what a statement does to the elections of an organization. */
export const keepElected = (tx: Work, organizationId: string, { removed, stated }: Elected): Promise<void> =>
  elections.exchange(tx, { organizationId }, removed, stated);
