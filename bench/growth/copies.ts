import type pg from 'pg';
import { manifests } from '../../tools/src/manifests.ts';
import { ORGANIZATION } from './template.ts';

/** Of the platform's own work, and kept for weeks only: what the template has is enough. */
const LEFT_OUT = new Set([
  'account_to_allocate',
  'batch_item',
  'batch_run',
  'dead_letter',
  'handler_start',
  'idempotency_key',
  'inbox',
  'outbox',
  'payload',
  'renewal_run',
  'schedule_run',
]);
/** One of each organization, whatever it has. */
const OF_ORGANIZATION = new Set(['billing.receivable_account', 'insight.organization']);

/** The varying part of a UUID is after its time and counter, and before its cell. */
const UUID = '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{2})[0-9a-f]{7}([0-9a-f]{3})';
const REFERENCE = '\\y(POL|INV|CON|CLM|PAY|REN)-(\\d{4})-(\\d{6})\\y';
const ANY_NAME = `${UUID}|${REFERENCE}|copied-`;
/** Where a copy puts its own parts of ids and references: found once, in the template. */
const [HEX, NUMBER] = ['<hex>', '<number>'];

type Column = { name: string; type: string; identity: boolean; numbered: boolean };
export type Copies = {
  /** Adds the copies `first` to `last`, spread over this number of organizations. */
  add(first: number, last: number, organizations: number): Promise<void>;
};

/**
 * Uses all data that the services have stored as a template; a copy has new ids, references and names, with the same
 * relations as the template.
 */
export const startCopies = async (admin: pg.Client): Promise<Copies> => {
  const inserts: string[] = [];
  await admin.query('create schema growth');
  for (const { name: schema } of manifests) {
    for (const table of await listTables(admin, schema)) {
      const insert = await buildInsert(admin, schema, table);
      if (insert) inserts.push(insert);
    }
  }
  return {
    async add(first, last, organizations) {
      // The rows that triggers write exist in the template, and are copied like all others.
      await admin.query('begin');
      await admin.query('set local session_replication_role = replica');
      // Events since the last copies have the next positions: numbers go on after them, and those that come meanwhile wait.
      await admin.query('lock insight.event in share row exclusive mode');
      const { rows } = await admin.query<{ taken: number }>(
        `select ceil((select max(position) from insight.event)::numeric / max(position))::int as taken from growth.insight_event`,
      );
      for (const insert of inserts)
        await admin.query(insert.replaceAll(':organizations', String(organizations)), [first, last, rows[0]!.taken]);
      await admin.query(
        `select setval(pg_get_serial_sequence('insight.event', 'position'), (select max(position) from insight.event))`,
      );
      await admin.query('commit');
    },
  };
};

const listTables = async (admin: pg.Client, schema: string): Promise<string[]> => {
  const { rows } = await admin.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind = 'r' order by oid`,
    [schema],
  );
  return rows.map(({ name }) => name).filter((name) => !LEFT_OUT.has(name));
};

/** The statement that copies a table; undefined when it has no rows of the template. */
const buildInsert = async (admin: pg.Client, schema: string, table: string): Promise<string | undefined> => {
  const kept = `growth.${schema}_${table}`;
  await admin.query(`create table ${kept} as table ${schema}.${table}`);
  // Rows that reference nothing of the template belong to the platform.
  if ((await admin.query(`select from ${kept} t where t::text ~ $1 limit 1`, [ANY_NAME])).rowCount === 0)
    return undefined;
  const columns = await listColumns(admin, schema, table);
  const values: string[] = [];
  for (const column of columns) values.push(await copiedValue(admin, kept, column));
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const conflict = OF_ORGANIZATION.has(`${schema}.${table}`) ? 'on conflict do nothing' : '';
  return `insert into ${schema}.${table} (${names}) overriding system value
    select ${values.join(', ')}
    from (select i, i - $1::int + $3::int as n, lpad(to_hex(i), 7, '0') as hex, 'organization-' || i % :organizations as organization
      from generate_series($1::int, $2::int) as i) as copy, ${kept} as t ${conflict}`;
};

/** Columns without generated numbers, except numbers that other tables reference. */
const listColumns = async (admin: pg.Client, schema: string, table: string): Promise<Column[]> => {
  const { rows } = await admin.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type, attidentity <> '' as identity,
       atttypid in ('int'::regtype, 'bigint'::regtype) and (nspname = 'insight' and attname = 'position' or exists (
         select from pg_index where indrelid = attrelid and indisunique and indkey::text = attnum::text)) as numbered
     from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
     where nspname = $1 and relname = $2 and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [schema, table],
  );
  return rows.filter(({ identity, name }) => !identity || (schema === 'insight' && name === 'position'));
};

/** What a column has in a copy. */
const copiedValue = async (admin: pg.Client, kept: string, { name, type, numbered }: Column): Promise<string> => {
  const column = `t."${name}"`;
  if (type === 'uuid') return `(left(${column}::text, 26) || hex || right(${column}::text, 3))::uuid`;
  if (numbered) {
    const { rows } = await admin.query<{ span: string }>(
      `select coalesce(max(${column}), 0)::text as span from ${kept} t`,
    );
    return `${column} + n::bigint * ${rows[0]!.span}`;
  }
  const named = `select from ${kept} t where ${column}::text ~ $1 limit 1`;
  if (!/^(text|jsonb?)/.test(type) || (await admin.query(named, [ANY_NAME])).rowCount === 0) return column;
  const ids = `regexp_replace("${name}"::text, '${UUID}', '\\1${HEX}\\2', 'g')`;
  const references = `regexp_replace(${ids}, '${REFERENCE}', '\\1-\\2-${NUMBER}\\3', 'g')`;
  await admin.query(`alter table ${kept} alter column "${name}" type text using ${references}`);
  const own = `replace(replace(${column}, '${HEX}', hex), '${NUMBER}', i::text)`;
  return `replace(replace(${own}, '${ORGANIZATION}', organization), 'copied-item', 'item-' || i)::${type}`;
};
