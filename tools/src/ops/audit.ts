import { parseArgs } from 'node:util';
import { isId } from '@staycover/kernel';
import { UsageError } from '../cli/usage-error.ts';
import { manifests } from '../manifests.ts';
import { askEach, byTime, type Command, SERVERS_HELP, type Servers } from './command.ts';

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

/** What has a reference: its service and table. */
const REFERENCED: Record<string, string> = {
  contract: 'contract',
  policy: 'policy',
  billing: 'invoice',
  claims: 'claim',
};

/** The history of one resource, oldest change first. */
export const audit: Command = {
  usage: `audit <id or reference> [--json]   who changed a policy, contract, invoice, renewal, claim or dead letter, when, from where,
                                   and what
${SERVERS_HELP}`,
  async run({ args, print, servers }) {
    const { values, positionals } = parseArgs({
      args,
      options: { json: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [name, ...others] = positionals;
    if (!name || others.length > 0) throw new UsageError();
    const entries = await readEntries(servers, name);
    if (entries.length === 0) throw new Error(`The audit trail knows nothing of ${name}.`);
    for (const entry of entries) print(values.json ? JSON.stringify(entry) : formatEntry(entry).join('\n'));
  },
};

const readEntries = async (servers: Servers, name: string): Promise<Entry[]> => {
  const [found] = await askEach(servers, Object.keys(REFERENCED), (sql, service) => {
    const table = REFERENCED[service]!;
    const sought = `select id::text from ${service}.${table} where ${table}_reference in ($1, upper($1))`;
    return sql<{ id: string }>(sought, [name]);
  });
  const services = manifests.map((manifest) => manifest.name);
  const entries = await askEach(servers, services, (sql, service) =>
    sql<Entry>(`select '${service}' as service, * from ${service}.audit where resource_id = $1 order by at, id`, [
      // UUIDs are stored in small letters; other ids are as their senders wrote them.
      found?.id ?? (isId(name) ? name.toLowerCase() : name),
    ]),
  );
  return entries.toSorted(byTime(({ at }) => at));
};

const formatEntry = ({ at, resource, version, actor, source, address, before, after }: Entry): string[] => [
  [
    at.slice(0, 19),
    `${resource}${version === null ? '' : ` version ${version}`}`,
    `by ${actor ?? 'unknown'}`,
    source && `(${source}${address ? ` from ${address}` : ''})`,
  ]
    .filter(Boolean)
    .join('  '),
  ...Object.keys({ ...before, ...after }).map((column) => `    ${column}: ${formatChange(before, after, column)}`),
];

const formatChange = (before: Row | null, after: Row | null, column: string): string => {
  const [was, is] = [before, after].map((row) => row && JSON.stringify(row[column]));
  if (was === null) return String(is);
  return is === null ? `${was}, removed` : `${was} → ${is}`;
};
