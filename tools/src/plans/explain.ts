import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { type Plan, type Scan, wholeScans } from './plans.ts';

const PLANNED = /^\s*(select|insert|update|delete|with)\b/i;

export type StatementRecorder = {
  /** What every process of a platform needs to have its statements recorded. */
  env: Record<string, string>;
  /** Every statement so far with a plan that scans a whole table or index, with the scans. */
  wholeScans(databases: Record<string, string>): Promise<StatementScan[]>;
  end(): void;
};

export type StatementScan = { service: string; table: string; index?: string; statement: string };

/** Records the statements that the services of a platform send, to look at their plans. */
export const recordStatements = (): StatementRecorder => {
  const folder = mkdtempSync(join(tmpdir(), 'statements-'));
  const file = join(folder, 'statements');
  return {
    env: {
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${new URL('record-statements.ts', import.meta.url)}`,
      STATEMENTS_FILE: file,
    },
    async wholeScans(databases) {
      const found: StatementScan[] = [];
      for (const [service, statements] of Object.entries(statementsIn(file))) {
        found.push(...(await explainAll(databases[service]!, service, statements)));
      }
      return found;
    },
    end: () => rmSync(folder, { recursive: true }),
  };
};

const statementsIn = (file: string): Record<string, string[]> => {
  const lines = readFileSync(resolve(file), 'utf8').trimEnd().split('\n');
  const sent = lines.map((line) => JSON.parse(line) as { service: string; text: string });
  const planned = sent.filter(({ text }) => PLANNED.test(text));
  return Object.fromEntries(
    [...Map.groupBy(planned, ({ service }) => service)].map(([service, all]) => [
      service,
      [...new Set(all.map(({ text }) => text))],
    ]),
  );
};

/** Statistics of large tables, as far as they can be had without the rows: a million to a page. */
const AS_IF_LARGE = `update pg_class set relpages = 1, reltuples = 1000000
  where relnamespace = current_schema::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`;

/** Partial indexes hold few rows: due, open or unpublished ones. */
const PARTIAL_INDEXES = `select indexrelid::regclass::text as name from pg_index where indpred is not null`;

/** With scans of tables made dear, PostgreSQL has them where there is nothing else, however few rows there are. */
const explainAll = async (url: string, service: string, statements: readonly string[]): Promise<StatementScan[]> => {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${service} -c enable_seqscan=off` });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(PARTIAL_INDEXES);
    const partial = new Set(rows.map(({ name }) => name));
    await client.query('begin');
    await client.query(AS_IF_LARGE);
    const found: StatementScan[] = [];
    for (const text of statements) {
      const scans = (await explainScans(client, text)).filter(
        ({ index }) => index === undefined || !partial.has(index),
      );
      const statement = text.replaceAll(/\s+/g, ' ').trim();
      found.push(...scans.map((scan) => ({ service, ...scan, statement })));
    }
    return found;
  } finally {
    await client.end();
  }
};

const explainScans = async (client: pg.Client, text: string): Promise<Scan[]> => {
  const explained = `explain (generic_plan, format json) ${text}`;
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explained);
  return wholeScans(rows[0]!['QUERY PLAN'][0].Plan);
};
