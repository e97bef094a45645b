import { connect, type NatsConnection } from '@nats-io/transport-node';
import { fields } from '@staycover/api';
import type { Runs } from '@staycover/db';
import { compareTexts } from '@staycover/kernel';
import { natsAddress } from '@staycover/messaging';
import pg from 'pg';
import { UsageError } from '../cli/usage-error.ts';
import { dataDirectory, findNoted, unreadableNote } from '../platform/running.ts';
import { cannotConnect } from '../provisioning/connecting.ts';
import {
  assertDatabaseNamed,
  byDatabase,
  type Databases,
  hasEveryService,
  namedDatabases,
} from '../provisioning/databases.ts';
import { variable } from '../provisioning/variable.ts';

/** Where a command looks: the servers of the environment, else of what `npm start` runs. */
export type Servers = {
  databases: Databases | undefined;
  nats: { url: string; user?: string | undefined; password?: string | undefined } | undefined;
};

export type Context = {
  args: string[];
  print: (line: string) => void;
  servers: Servers;
  /** How long a service may take to answer. */
  patienceMs?: number;
};

/**
 * An operator's command: `run` throws a `UsageError` for arguments that it does not know. One that is `endless` goes on until it is
 * stopped, or nothing reads what it prints.
 */
export type Command = { usage: string; endless?: boolean; run(context: Context): Promise<void> };

export const SERVERS_HELP = `The servers are DATABASE_URL (a user that may read every schema; <SERVICE>_DATABASE_URL for one) and NATS_URL with NATS_USER and NATS_PASSWORD (its
administrator), else those that npm start runs. DATABASE_NAME is the database on DATABASE_URL, staycover by default. --json prints an entry a line.`;

/** The flag of commands that print an entry a line. */
export const JSON_FLAG = { json: { type: 'boolean', default: false } } as const;

/**
 * The servers of the environment, else those of what `npm start` runs. Where the environment names other servers, none of the
 * latter are used: reconciling would delete the streams of one platform for the databases of another.
 */
export const findServers = (): Servers => {
  assertDatabaseNamed();
  const [url, user, password] = ['NATS_URL', 'NATS_USER', 'NATS_PASSWORD'].map(variable);
  const named = namedDatabases();
  const noted = findNoted();
  const isOfNamed =
    (!url || url === noted?.natsUrl) &&
    Object.entries(named).every(([service, database]) => database === noted?.databases[service]);
  const running = isOfNamed ? noted : undefined;
  return {
    databases: hasEveryService(named) ? named : running?.databases,
    nats: url ? { url, user, password } : running && { url: running.natsUrl, ...running.natsAdmin },
  };
};

/** Asks the database as its administrator; times are texts in UTC. */
export type Sql = <Row = Record<string, unknown>>(text: string, params?: unknown[]) => Promise<Row[]>;

/** Works on the database of one service. */
export const withDatabase = <T>(servers: Servers, service: string, work: (sql: Sql) => Promise<T>): Promise<T> =>
  connectedTo(requireDatabases(servers)[service]!, work);

/** Queries every service; services in one database share a connection. */
export const askEach = async <Row>(
  servers: Servers,
  services: readonly string[],
  ask: (sql: Sql, service: string) => Promise<Row[]>,
): Promise<Row[]> => {
  const found: Row[][] = [];
  for (const [url, inIt] of byDatabase(requireDatabases(servers))) {
    const asked = services.filter((service) => inIt.includes(service));
    if (asked.length === 0) continue;
    await connectedTo(url, async (sql) => {
      for (const service of asked) found.push(await ask(sql, service));
    });
  }
  return found.flat();
};

const noServers = (variableName: string): Error => {
  const unreadable = unreadableNote();
  return new Error(
    unreadable
      ? `There is no ${variableName}, and ${unreadable} cannot be read: only the user who runs npm start may.`
      : `There is no ${variableName}, and ${dataDirectory()} (DATA_DIR) names no platform that npm start runs on these servers.`,
  );
};

/** The databases of the services. */
export const requireDatabases = ({ databases }: Servers): Databases => {
  if (databases) return databases;
  throw noServers('DATABASE_URL');
};

/** Works on the database of a URL. */
export const connectedTo = async <T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'ops',
    connectionTimeoutMillis: 3_000,
  });
  client.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text: string) => text);
  // What is asked then fails with it.
  client.on('error', () => undefined);
  await client.connect().catch((cause: unknown) => {
    throw cannotConnect('PostgreSQL', 'DATABASE_URL', url, cause);
  });
  try {
    await client.query(`set timezone = 'UTC'`);
    return await work(async (text, params = []) => (await client.query(text, params)).rows);
  } finally {
    await client.end();
  }
};

/** Reads and writes in the schema of one service, as that service does. */
export const inSchema = async <T>(sql: Sql, service: string, work: (on: Runs) => Promise<T>): Promise<T> => {
  await sql(`set search_path = ${service}, public`);
  return work({
    async run<Row>(text: string, params: readonly unknown[] = []) {
      const rows = await sql<Row>(text, [...params]);
      return { rows, count: rows.length };
    },
  });
};

/** The same in the schemas of several, one after the other; each entry has the name of its service. */
export const inSchemas = async <Entry>(
  sql: Sql,
  services: readonly string[],
  read: (on: Runs) => Promise<readonly Entry[]>,
): Promise<({ service: string } & Entry)[]> => {
  const found: ({ service: string } & Entry)[] = [];
  for (const service of services) {
    const entries = await inSchema(sql, service, read);
    found.push(...entries.map((entry) => ({ service, ...entry })));
  }
  return found;
};

/** Connects to NATS as its administrator. */
export const withNats = async <T>({ nats }: Servers, work: (connection: NatsConnection) => Promise<T>): Promise<T> => {
  if (!nats) throw noServers('NATS_URL');
  const { url, user, password } = nats;
  const options = { ...natsAddress(url, { user, password }), timeout: 3_000, inboxPrefix: '_INBOX_admin' };
  const connection = await connect(options).catch((cause: unknown) => {
    throw cannotConnect('NATS', 'NATS_URL', url, cause);
  });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
};

/** @throws UsageError for what is no id of an organization. */
export const assertOrganizationId = (text: string): void => {
  if (!fields.organizationId.safeParse(text).success)
    throw new UsageError(`--org must be the id of an organization, not "${text}".`);
};

/**
 * The instant of an operator's flag.
 * @throws UsageError for another text.
 */
export const readInstant = (flag: string, text: string): Temporal.Instant => {
  try {
    return Temporal.Instant.from(text);
  } catch {
    throw new UsageError(`--${flag} must be an instant such as 2026-11-21T05:16:00Z, not "${text}".`);
  }
};

/**
 * The instant of a flag that names the past.
 * @throws UsageError for another text, and for a time to come.
 */
export const readPastInstant = (flag: string, text: string): Temporal.Instant => {
  const instant = readInstant(flag, text);
  if (Temporal.Instant.compare(instant, Temporal.Now.instant()) <= 0) return instant;
  throw new UsageError(`--${flag} must be in the past, not ${text}.`);
};

/** Rows in columns, under a header. */
export const table = (header: string[], rows: string[][]): string[] => {
  const lines = [header, ...rows];
  const widths = header.map((_, column) => lines.reduce((most, line) => Math.max(most, line[column]!.length), 0));
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

/** Sorts what several databases gave, by a time in UTC as they print it. */
export const byTime =
  <Entry>(getTime: (entry: Entry) => string) =>
  (a: Entry, b: Entry): number =>
    compareTexts(getTime(a), getTime(b));

/** `2026-11-21 05:16:00` of a database's time; `-` for none. */
export const formatSecond = (time: string | null): string => time?.slice(0, 19) ?? '-';
