import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { Client } from 'pg';
import { ownMs, readProcessorTimes } from './processor-time.ts';
import { quantile } from './side-by-side/load.ts';
import type { Run } from './side-by-side/measure.ts';

/** What this reference is called. */
export const BARE = 'bare SQL';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** What a draft is made of. */
const TABLES = {
  invoice: 'select to_jsonb(r) as row from billing.invoice r where id = $1',
  invoice_line: 'select to_jsonb(r) as row from billing.invoice_line r where invoice_id = $1',
  billed_nights: `select to_jsonb(r) as row from billing.billed_nights r
    where line_id in (select id from billing.invoice_line where invoice_id = $1)`,
  outbox: `select to_jsonb(r) - 'id' as row from billing.outbox r where aggregate_id = $1::text order by id limit 1`,
};

export type BareInvoices = {
  run(count: number, connections: number, postgresPid: number | undefined): Run;
  drop(): Promise<void>;
};

/**
 * The time of the database alone for invoices: the same rows and indexes as the platform, one transaction each, by a bare
 * client. The tables are next to the platform's.
 */
export const bareInvoices = async (admin: pg.Client, url: string): Promise<BareInvoices> => {
  const { rows } = await admin.query<{ id: string }>(
    `select id from billing.invoice where exists (select from billing.invoice_line l where l.invoice_id = invoice.id)
     order by created_date desc limit 1`,
  );
  const id = rows[0]!.id;
  const parts: { table: string; columns: string; rows: object[] }[] = [];
  await admin.query('create schema bare');
  for (const [table, select] of Object.entries(TABLES)) {
    const found = (await admin.query<{ row: object }>(select, [id])).rows.map(({ row }) => row);
    await admin.query(`create table bare.${table} (like billing.${table} including all)`);
    parts.push({ table, columns: Object.keys(found[0]!).join(', '), rows: found });
  }
  const template = JSON.stringify(parts.map((part) => part.rows));
  const reference = /"invoice_reference":"([^"]+)"/.exec(template)![1]!;
  const statements = parts.map(({ table, columns }) => ({
    name: table,
    text: `insert into bare.${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::bare.${table}, $1)`,
  }));
  const another = (): string[] => {
    const fresh = new Map<string, string>();
    const text = template
      .replaceAll(UUID, (old) => fresh.get(old) ?? fresh.set(old, randomUUID()).get(old)!)
      .replaceAll(reference, randomUUID());
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
        const waiting = Array.from({ length: count }, another);
        const taken: number[] = [];
        const began = performance.now();
        const work = async (client: Client) => {
          for (let values = waiting.pop(); values; values = waiting.pop()) {
            const started = performance.now();
            await insert(client, values);
            taken.push(performance.now() - started);
          }
          await client.end();
        };
        await Promise.all(clients.map(work));
        const seconds = (performance.now() - began) / 1_000;
        return { count, seconds, p50: quantile(taken, 0.5), p99: quantile(taken, 0.99) };
      },
    }),
    drop: async () => void (await admin.query('drop schema bare cascade')),
  };
};

const connected = async (connectionString: string): Promise<Client> => {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
};
