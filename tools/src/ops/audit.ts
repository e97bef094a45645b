import pg from 'pg';
import { manifests } from '../manifests.ts';
import { findDatabase } from '../platform/running.ts';

const USAGE = `Usage:
  audit <id or reference>            who changed a policy, contract, invoice, renewal or claim, when, from where, and what
  audit <id or reference> --json     the same, an entry a line
The database is DATABASE_URL (a user that may read every schema), else that of the platform that npm start runs.`;

/** A change of a resource; `before` is null where it began, `after` where it ended. */
type Entry = {
  service: string;
  at: string;
  resource: string;
  resource_id: string;
  version: number | null;
  actor: string | null;
  source: string | null;
  address: string | null;
  trace_id: string | null;
  before: Row | null;
  after: Row | null;
};
type Row = Record<string, unknown>;

const REFERENCED = ['contract', 'policy', 'billing.invoice', 'claims.claim'].map((name) => {
  const [schema = '', table = schema] = name.split('.');
  return `select id::text from ${schema}.${table} where ${table}_reference = $1`;
});

/** Prints the history of one resource, oldest change first. */
export const audit = async (args: string[], print: (line: string) => void = console.log, url = findDatabase()): Promise<void> => {
  const [name, ...others] = args.filter((arg) => !arg.startsWith('--'));
  const flags = args.filter((arg) => arg.startsWith('--'));
  if (!name || !url || others.length > 0 || flags.some((flag) => flag !== '--json')) throw new Error(USAGE);
  const entries = await readEntries(url, name);
  if (entries.length === 0) throw new Error(`The audit trail knows nothing of ${name}.`);
  for (const entry of entries) print(flags.length > 0 ? JSON.stringify(entry) : linesOf(entry).join('\n'));
};

const readEntries = async (url: string, name: string): Promise<Entry[]> => {
  const client = new pg.Client({ connectionString: url, application_name: 'ops' });
  // Times as the database prints them: it runs in UTC.
  client.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text: string) => text);
  await client.connect();
  try {
    await client.query(`set timezone = 'UTC'`);
    const { rows } = await client.query<{ id: string }>(REFERENCED.join(' union all '), [name]);
    const trails = manifests.map((manifest) => `select '${manifest.name}' as service, * from ${manifest.name}.audit where resource_id = $1`);
    return (await client.query<Entry>(`${trails.join(' union all ')} order by at, id`, [rows[0]?.id ?? name])).rows;
  } finally {
    await client.end();
  }
};

const linesOf = ({ at, resource, version, actor, source, address, before, after }: Entry): string[] => [
  [
    at.slice(0, 19),
    `${resource}${version === null ? '' : ` version ${version}`}`,
    `by ${actor ?? 'unknown'}`,
    source && `(${source}${address ? ` from ${address}` : ''})`,
  ]
    .filter(Boolean)
    .join('  '),
  ...Object.keys({ ...before, ...after }).map((column) => `    ${column}: ${changeOf(before, after, column)}`),
];

const changeOf = (before: Row | null, after: Row | null, column: string): string => {
  const [was, is] = [before, after].map((row) => row && JSON.stringify(row[column]));
  if (was === null) return String(is);
  return is === null ? `${was}, removed` : `${was} → ${is}`;
};
