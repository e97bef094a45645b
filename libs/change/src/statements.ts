import type { Runs } from '@staycover/db';
import { outboxRows } from '@staycover/messaging';
import type { Table } from './columns.ts';
import { gather, MOST_TOGETHER } from './gather.ts';

/** What of a row never changes after it was added. */
const FIXED = new Set(['id', 'organization_id', 'created_by', 'created_date']);

/** Also sets the lock timeout when the caller gives up earlier than the session. */
const ORIGIN = `origin as materialized (select set_config('staycover.origin', ($1::text[])[1], true),
    set_config('lock_timeout', coalesce(($1::text[])[2], current_setting('lock_timeout')), true))`;

/** The parameter `$first` is the row's id for each event; the columns of the outbox follow. */
const outbox = (first: number): string => `outboxed as (
    insert into outbox (event_id, organization_id, aggregate_id, aggregate_version, ordinal, subject, payload)
    select event_id, event.organization_id, aggregate_id, aggregate_version, ordinal, subject, payload from ${outboxRows(first + 1)} with ordinality
      as event (event_id, organization_id, aggregate_id, aggregate_version, ordinal, subject, payload, n)
    join unnest($${first}::uuid[]) with ordinality as source (id, n) using (n)
    join stored on stored.id = source.id
    order by n)`;

/**
 * A statement that runs together with the storing one; the CTE `stored` has the ids of the stored rows. Its parameters
 * are arrays: when several are stored together, their entries are concatenated.
 */
export type Beside = { text: string; params: readonly (readonly unknown[])[] };

const running = gather<Beside & { work: Runs }, undefined>({
  on: ({ work }) => work,
  fits: (chosen, { text }) => chosen.length < MOST_TOGETHER && chosen.every((other) => other.text === text),
  async run(items) {
    const { work, text, params } = items[0]!;
    await work.run(
      text,
      params.map((_, i) => items.flatMap((item) => item.params[i]!)),
    );
    return items.map(() => undefined);
  },
});

/** Runs such statements where nothing is stored that they could run beside; the same of several in one transaction at once. */
export const runBeside = async (work: Runs, beside: readonly Beside[]): Promise<void> => {
  for (const statement of beside) await running({ work, ...statement });
};

/** Combines a storing statement with others; their parameters follow its own, one list after the other. */
export const withBeside = (storing: string, own: number, beside: readonly Beside[]): string => {
  const texts = beside.map(({ text }) => text);
  return composed.getOrInsertComputed([storing, ...texts].join(';'), () => {
    let before = own;
    const also = beside.map(({ text, params }, i) => {
      const renumbered = text.replaceAll(/\$(\d+)/g, (_match, n: string) => `$${before + Number(n)}`);
      before += params.length;
      return `, beside${i} as (${renumbered})`;
    });
    return storing.replace(/ select id from stored$/, `${also.join('')} select id from stored`);
  });
};

const composed = new Map<string, string>();

export type Statements = Record<'select' | 'load' | 'add' | 'replace' | 'replaceFree' | 'note', string>;

/**
 * The statements of a table, as constant texts. Each stores its rows and the events of the rows it stored; a row that a
 * concurrent change updated first is not stored and publishes nothing.
 * $1 is the origin and the lock timeout, $2 the rows as a JSON array; `replace` takes $3 ids and $4 their expected versions.
 * The last ones are those of events. `replaceFree` never waits: it skips a row that another transaction has locked.
 */
export const statementsFor = (table: Table, conflict: readonly string[], notes: readonly string[]): Statements => {
  const names = table.columns.map(({ name }) => name);
  const rows = `json_populate_recordset(null::${table.name}, $2::json) as r`;
  const select = `select ${names.map((name) => `t.${name}`).join(', ')} from ${table.name} as t`;
  const storing = (stored: string, events: string, first = ''): string =>
    `with ${first}${ORIGIN}, stored as (${stored}), ${events} select id from stored`;
  const settable = names.filter((name) => !FIXED.has(name));
  const replace = (also: string): string => `update ${table.name} as t
    set ${settable.map((name) => `${name} = r.${name}`).join(', ')}
    from origin, ${rows} join unnest($3::uuid[], $4::int[]) as b (id, version) using (id) ${also}
    where t.id = r.id and t.organization_id = r.organization_id and t.version = b.version returning t.id`;
  const free = `free as materialized (
    select id from ${table.name} where id = any($3::uuid[]) order by id for update skip locked), `;
  return {
    select,
    load: `${select} where t.id = $1::uuid and ($2::text[] is null or t.organization_id = any($2::text[]))`,
    add: storing(
      `insert into ${table.name} (${names.join(', ')})
      select ${names.map((name) => `r.${name}`).join(', ')} from origin, ${rows}
      on conflict (${conflict.join(', ')}) do nothing returning id`,
      outbox(3),
    ),
    replace: storing(replace(''), outbox(5)),
    replaceFree: storing(replace('join free using (id)'), outbox(5), free),
    note: `update ${table.name} as t set ${notes.map((name) => `${name} = r.${name}`).join(', ')}
      from json_populate_recordset(null::${table.name}, $1::json) as r where t.id = r.id and t.version = r.version`,
  };
};
