import { query, type Work } from '@staycover/db';
import type { Leftover } from '@staycover/service';
import type { Elected } from '../domain/elect.ts';
import type { KeptElection } from '../domain/election.ts';
import type { KeptProperty } from '../domain/learn.ts';
import { elections, properties } from './rows.ts';

/** What an organization keeps of what a statement is about. */
export type Kept = { elections: KeptElection[]; properties: KeptProperty[] };

type Row = { list: keyof Kept; row: object };

const keeping = (...conditions: string[]): string =>
  [
    `select 'properties' as list, to_json(p) as row from property as p where organization_id = $1 and property_id = any($2)`,
    ...conditions.map(
      (condition) =>
        `select 'elections', to_json(e) from coverage_election as e where organization_id = $1 and ${condition}`,
    ),
  ].join(' union all ');

const reading =
  <Asked extends readonly unknown[]>(text: string) =>
  async (tx: Work, organizationId: string, propertyIds: readonly string[], ...asked: Asked): Promise<Kept> => {
    const lists = Map.groupBy(await query<Row>(tx, text, [organizationId, propertyIds, ...asked]), ({ list }) => list);
    const rowsIn = (name: keyof Kept): object[] => (lists.get(name) ?? []).map(({ row }) => row);
    return {
      elections: await elections.read(tx, rowsIn('elections')),
      properties: await properties.read(tx, rowsIn('properties')),
    };
  };

/** Whether the election `e` had begun when it was withdrawn, if it was. */
export const HAS_STOOD = '(e.retired_on is null or e.effective_from < e.retired_on)';

/**
 * The elections stated for one policy, from all sources, including replaced ones, and properties. Those that were withdrawn
 * before their first day only under the given names: others may be many.
 */
export const keptOnPolicy = reading<[policyId: string, names: readonly string[]]>(
  keeping(
    `policy_id = $3 and ${HAS_STOOD}`,
    `policy_id = $3 and election_id = any($4) and e.retired_on <= e.effective_from`,
  ),
);

/** An organization's elections of the given names, on whatever policy, and properties. */
export const keptUnderNames = reading<[names: readonly string[]]>(keeping('election_id = any($3)'));

/**
 * Elections that were withdrawn before their first day. They only keep when that was, so that an older statement of their name
 * does not bring them back; none comes after as long a time.
 */
export const neverStood: Leftover = {
  table: 'coverage_election',
  since: 'stated_at',
  days: 61,
  where: 'retired_on <= effective_from',
};

/** Keeps what a statement does to the elections of an organization. */
export const keepElected = (tx: Work, organizationId: string, { removed, stated }: Elected): Promise<void> =>
  elections.exchange(tx, { organizationId }, removed, stated);
