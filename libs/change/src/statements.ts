import { outboxRows } from '@staycover/messaging';
import type { Table } from './columns.ts';

/** What of a row never changes after it was added. */
const FIXED = new Set(['id', 'organization_id', 'created_by', 'created_date']);

/** Also how long locks are waited for, where whoever asked gives up earlier than the session. */
const ORIGIN = `origin as materialized (select set_config('staycover.origin', ($1::text[])[1], true),
    set_config('lock_timeout', coalesce(($1::text[])[2], current_setting('lock_timeout')), true))`;

/** $1 origin and lock timeout, $2 rows as a JSON array, $3 the row's id for each event, $4 and following the columns of the outbox. */
const outbox = `outboxed as (
    insert into outbox (event_id, organization_id, aggregate_id, aggregate_version, ordinal, subject, payload)
    select event_id, event.organization_id, aggregate_id, aggregate_version, ordinal, subject, payload from ${outboxRows(4)} with ordinality
      as event (event_id, organization_id, aggregate_id, aggregate_version, ordinal, subject, payload, n)
    join unnest($3::uuid[]) with ordinality as source (id, n) using (n)
    join stored on stored.id = source.id
    order by n)`;

/** A statement that runs with the storing one; the CTE `stored` has the ids of what was stored. */
export type Beside = { text: string; params: readonly unknown[] };

/** How many parameters a storing statement has of its own. */
const OWN = 10;

/** A storing statement with another beside it, whose parameters follow. */
export const withBeside = (storing: string, beside: string): string => {
  const renumbered = beside.replaceAll(/\$(\d+)/g, (_match, n: string) => `$${OWN + Number(n)}`);
  return storing.replace(/ select id from stored$/, `, beside as (${renumbered}) select id from stored`);
};

export type Statements = {
  select: string;
  load: string;
  add: string;
  replace: string;
  addAll: string;
  replaceAll: string;
  note: string;
};

/**
 * The statements of a table: constant texts. Each stores its rows and the events of those that it stored; what another
 * change was faster with stores nothing and tells nothing.
 * `replaceAll` takes more: $11 ids and $12 the versions that they had.
 */
export const statementsFor = (table: Table, conflict: readonly string[], notes: readonly string[] = []): Statements => {
  const names = table.columns.map(({ name }) => name);
  const one = `json_populate_record(null::${table.name}, $2::json -> 0) as r`;
  const all = `json_populate_recordset(null::${table.name}, $2::json) as r`;
  const select = `select ${names.map((name) => `t.${name}`).join(', ')} from ${table.name} as t`;
  const storing = (stored: string): string => `with ${ORIGIN}, stored as (${stored}), ${outbox} select id from stored`;
  const add = (rows: string): string =>
    storing(`insert into ${table.name} (${names.join(', ')})
      select ${names.map((name) => `r.${name}`).join(', ')} from origin, ${rows}
      on conflict (${conflict.join(', ')}) do nothing returning id`);
  const settable = names.filter((name) => !FIXED.has(name));
  const replace = (rows: string, before: string): string =>
    storing(`update ${table.name} as t set ${settable.map((name) => `${name} = r.${name}`).join(', ')}
      from origin, ${rows}
      where t.id = r.id and t.organization_id = r.organization_id and t.version = ${before} returning t.id`);
  return {
    select,
    load: `${select} where t.id = $1::uuid and ($2::text[] is null or t.organization_id = any($2::text[]))`,
    add: add(one),
    replace: replace(one, 'r.version - 1'),
    addAll: add(all),
    replaceAll: replace(`${all} join unnest($11::uuid[], $12::int[]) as b (id, version) using (id)`, 'b.version'),
    note: `update ${table.name} as t set ${notes.map((name) => `${name} = r.${name}`).join(', ')}
      from json_populate_record(null::${table.name}, $1::json) as r where t.id = r.id and t.version = r.version`,
  };
};
