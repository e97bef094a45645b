import pg from 'pg';

/** What is kept for days only, by table; everything else stays. */
const KEPT_DAYS: Readonly<Record<string, number>> = {
  outbox: 30,
  inbox: 61,
  handler_start: 61,
  idempotency_key: 7,
  payload: 30,
};
/** What belongs to the running platform, not to what happened. */
const LEFT = [
  'migration_history',
  'schedule',
  'schedule_run',
  'batch_run',
  'batch_item',
  'sandbox_clock',
  'webhook_endpoint',
];
const DAYS = 365;
/** Numbers of rows begin here, so that those of the past are smaller. */
const NUMBERS_FROM = 2_000_000_000;
const NUMBERS_APART = 10_000_000;

type Column = { name: string; type: string; identity: boolean; unique: boolean };
type Table = { schema: string; name: string; columns: Column[] };

const TABLES = `
  select n.nspname as schema, c.relname as name, json_agg(json_build_object('name', a.attname, 'type', a.atttypid::regtype::text,
    'identity', a.attidentity <> '', 'unique', exists (
      select 1 from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey))) order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and n.nspname = any ($1) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and c.relname <> all ($2) group by 1, 2 order by 1, 2`;

/** An id of the same kind, made some hours before. */
const EARLIER = `create or replace function public.bench_earlier(id uuid, hours float8) returns uuid language sql immutable as $$
  select (lpad(to_hex(('x' || left(hex, 12))::bit(48)::bigint - (hours * 3600000)::bigint), 12, '0') || substr(hex, 13))::uuid
  from replace(id::text, '-', '') as hex $$`;
const UUID = `'^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$'`;

/** Makes room for numbers of the past; before anything has happened. */
export const startNumbersHigh = (databaseUrl: string, schemas: readonly string[]): Promise<void> =>
  asAdministrator(databaseUrl, schemas, async (query, tables) => {
    for (const { schema, name, columns } of tables)
      for (const { name: column } of columns.filter(({ identity }) => identity))
        await query(`alter table ${schema}.${name} alter column ${column} restart with ${NUMBERS_FROM}`);
  });

/** Repeats the history so far over the year before, `times` times; daily data over its retention period. */
export const repeatOverYear = (databaseUrl: string, schemas: readonly string[], times: number): Promise<number> =>
  asAdministrator(databaseUrl, schemas, async (query, tables) => {
    let rows = 0;
    await query('set session_replication_role = replica');
    await query(EARLIER);
    for (const table of tables) rows += await query(repetition(table, times));
    await query('vacuum analyze');
    return rows;
  });

const repetition = ({ schema, name, columns }: Table, times: number): string => {
  const step = DAYS / times;
  const most = Math.floor((KEPT_DAYS[name] ?? DAYS) / step);
  const values = columns.map((column) => earlier(column, step));
  return `insert into ${schema}.${name} (${columns.map((column) => `"${column.name}"`).join(', ')}) overriding system value
    select ${values.join(', ')} from ${schema}.${name} as it, generate_series(1, ${most}) as k on conflict do nothing`;
};

const earlier = ({ name, type, identity, unique }: Column, step: number): string => {
  const it = `it."${name}"`;
  if (type === 'uuid')
    return `case when ${it}::text ~ ${UUID} then public.bench_earlier(${it}, k * ${step * 24}) else ${it} end`;
  if (type.startsWith('timestamp')) return `${it} - k * ${step} * interval '1 day'`;
  if (type === 'date') return `${it} - floor(k * ${step})::int`;
  if (type === 'bigint' && (identity || name === 'position')) return `${it} - k::bigint * ${NUMBERS_APART}`;
  if (type !== 'text') return it;
  const own = unique && /(_id|reference|key)$/.test(name) && name !== 'organization_id' ? `${it} || '-' || k` : it;
  return `case when ${it} ~ ${UUID} then public.bench_earlier(${it}::uuid, k * ${step * 24})::text else ${own} end`;
};

type Query = (sql: string) => Promise<number>;

const asAdministrator = async <T>(
  databaseUrl: string,
  schemas: readonly string[],
  work: (query: Query, tables: readonly Table[]) => Promise<T>,
): Promise<T> => {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query<Table>(TABLES, [schemas, LEFT]);
    return await work(async (sql) => (await admin.query(sql)).rowCount ?? 0, rows);
  } finally {
    await admin.end();
  }
};
