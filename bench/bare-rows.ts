import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { Client } from 'pg';
import { ownMs, readProcessorTimes } from './processor-time.ts';
import { quantile } from './side-by-side/load.ts';
import type { Run } from './side-by-side/measure.ts';

/** What this reference is called. */
export const BARE = 'bare SQL';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** What is stored of one thing: the newest of them, and the rows of each table for it, by its id. */
type Stored = { schema: string; newest: string; tables: Readonly<Record<string, string>> };

/** A draft of an invoice. */
export const DRAFT: Stored = {
  schema: 'billing',
  newest: `select id from billing.invoice where exists (select from billing.invoice_line l where l.invoice_id = invoice.id)
    order by created_date desc limit 1`,
  tables: {
    invoice: 'select to_jsonb(r) as row from billing.invoice r where id = $1',
    invoice_line: 'select to_jsonb(r) as row from billing.invoice_line r where invoice_id = $1',
    billed_nights: `select to_jsonb(r) as row from billing.billed_nights r
      where line_id in (select id from billing.invoice_line where invoice_id = $1)`,
    outbox: `select to_jsonb(r) - 'id' as row from billing.outbox r where aggregate_id = $1::text order by id limit 1`,
  },
};

/** A policy with its properties, and the change and events that made it ACTIVE. */
export const POLICY: Stored = {
  schema: 'policy',
  newest: `select id from policy.policy where status = 'ACTIVE' order by created_date desc limit 1`,
  tables: {
    policy: 'select to_jsonb(r) as row from policy.policy r where id = $1',
    enrollment: 'select to_jsonb(r) as row from policy.enrollment r where policy_id = $1',
    coverage_election: 'select to_jsonb(r) as row from policy.coverage_election r where policy_id = $1',
    property: `select to_jsonb(r) as row from policy.property r where (organization_id, property_id) in (
      select organization_id, property_id from policy.enrollment join policy.policy p on p.id = policy_id where p.id = $1)`,
    policy_change: 'select to_jsonb(r) as row from policy.policy_change r where policy_id = $1',
    outbox: `select to_jsonb(r) - 'id' as row from policy.outbox r where aggregate_id = $1::text`,
  },
};

export type BareRows = {
  run(count: number, connections: number, postgresPid: number | undefined): Run;
  drop(): Promise<void>;
};

// Of an invoice or a policy, and what benches call their properties.
const NAME = /(INV|POL)-\d{4}-\d{6}|property-\d+-/g;

/**
 * The time of the database alone: the same rows and indexes as the platform's, one transaction each, by a bare client. The
 * tables are next to the platform's.
 */
export const bareRows = async (
  admin: pg.Client,
  url: string,
  { schema, newest, tables }: Stored,
): Promise<BareRows> => {
  const { id } = (await admin.query<{ id: string }>(newest)).rows[0]!;
  const own = `bare_${schema}`;
  const parts: { table: string; columns: string; rows: object[] }[] = [];
  await admin.query(`create schema ${own}`);
  for (const [table, select] of Object.entries(tables)) {
    const found = (await admin.query<{ row: object }>(select, [id])).rows.map(({ row }) => row);
    if (found.length === 0) continue;
    await admin.query(`create table ${own}.${table} (like ${schema}.${table} including all)`);
    parts.push({ table, columns: Object.keys(found[0]!).join(', '), rows: found });
  }
  const template = JSON.stringify(parts.map((part) => part.rows));
  const statements = parts.map(({ table, columns }) => ({
    name: table,
    text: `insert into ${own}.${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${own}.${table}, $1)`,
  }));
  const copy = (): string[] => {
    const fresh = new Map<string, string>();
    const another = (old: string): string => fresh.getOrInsertComputed(old, () => randomUUID());
    const text = template.replaceAll(UUID, another).replaceAll(NAME, another);
    return (JSON.parse(text) as object[][]).map((part) => JSON.stringify(part));
  };
  const insert = async (client: Client, values: readonly string[]): Promise<void> => {
    await client.query('begin');
    for (const [i, statement] of statements.entries()) await client.query({ ...statement, values: [values[i]] });
    await client.query('commit');
  };
  return {
    run: (count, connections, postgresPid) => ({
      processorMs: () => ownMs() + readProcessorTimes({ postgres: postgresPid })['postgres']!,
      restMs: 0,
      async work() {
        const clients = await Promise.all(Array.from({ length: connections }, () => connected(url)));
        const waiting = Array.from({ length: count }, copy);
        const taken: number[] = [];
        const began = performance.now();
        const work = async (client: Client) => {
          try {
            for (let values = waiting.pop(); values; values = waiting.pop()) {
              const started = performance.now();
              await insert(client, values);
              taken.push(performance.now() - started);
            }
          } finally {
            // One that fails ends all: a connection that is left open hides why.
            waiting.length = 0;
            await client.end();
          }
        };
        await Promise.all(clients.map(work));
        const seconds = (performance.now() - began) / 1_000;
        return { count, seconds, p50: quantile(taken, 0.5), p99: quantile(taken, 0.99) };
      },
    }),
    drop: async () => void (await admin.query(`drop schema ${own} cascade`)),
  };
};

const connected = async (connectionString: string): Promise<Client> => {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
};
