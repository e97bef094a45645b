import { connect, type NatsConnection } from '@nats-io/transport-node';
import pg from 'pg';
import { findDatabase, findNatsServer } from '../platform/running.ts';
import { variable } from '../provisioning/variable.ts';

/** Where a command looks: the servers of the environment, else of what `npm start` runs. */
export type Servers = {
  databaseUrl: string | undefined;
  nats: { url: string; user?: string | undefined; password?: string | undefined } | undefined;
};

export type Context = { args: string[]; print: (line: string) => void; servers: Servers };

/** An operator's command: `run` throws a `UsageError` for arguments that it does not know. */
export type Command = { usage: string; run(context: Context): Promise<void> };

export const SERVERS_HELP = `The servers are DATABASE_URL (a user that may read every schema) and NATS_URL with NATS_USER and NATS_PASSWORD (its
administrator), else those that npm start runs. --json prints an entry a line.`;

export const findServers = (): Servers => {
  const [url, user, password] = ['NATS_URL', 'NATS_USER', 'NATS_PASSWORD'].map(variable);
  return { databaseUrl: findDatabase(), nats: url ? { url, user, password } : findNatsServer() };
};

/** Asks the database as its administrator; times are texts in UTC. */
export type Sql = <Row = Record<string, unknown>>(text: string, params?: unknown[]) => Promise<Row[]>;

export const withDatabase = async <T>({ databaseUrl }: Servers, work: (sql: Sql) => Promise<T>): Promise<T> => {
  if (!databaseUrl) throw new Error('No platform is running here, and there is no DATABASE_URL.');
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'ops',
    connectionTimeoutMillis: 3_000,
  });
  client.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text: string) => text);
  await client.connect();
  try {
    await client.query(`set timezone = 'UTC'`);
    return await work(async (text, params = []) => (await client.query(text, params)).rows);
  } finally {
    await client.end();
  }
};

/** Connects to NATS as its administrator. */
export const withNats = async <T>({ nats }: Servers, work: (connection: NatsConnection) => Promise<T>): Promise<T> => {
  if (!nats) throw new Error('No platform is running here, and there is no NATS_URL.');
  const { url, user, password } = nats;
  const login = user ? { user, pass: password ?? '' } : {};
  const connection = await connect({ servers: url.split(','), timeout: 3_000, inboxPrefix: '_INBOX_admin', ...login });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
};

/** Rows in columns, under a header. */
export const table = (header: string[], rows: string[][]): string[] => {
  const lines = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
};

/** Prints entries as a table, or as JSON an entry a line. */
export const show = <Entry>(
  { print }: Context,
  entries: readonly Entry[],
  asJson: boolean,
  columns: Record<string, (entry: Entry) => string>,
): void => {
  if (asJson) return entries.forEach((entry) => print(JSON.stringify(entry)));
  if (entries.length === 0) return print('none');
  const rows = entries.map((entry) => Object.values(columns).map((column) => column(entry)));
  for (const line of table(Object.keys(columns), rows)) print(line);
};

/** `2026-11-21 05:16:00` of a database's time; `-` for none. */
export const secondOf = (time: string | null): string => time?.slice(0, 19) ?? '-';
