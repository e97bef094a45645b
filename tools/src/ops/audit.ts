import { parseArgs } from 'node:util';
import { isId } from '@staycover/kernel';
import { UsageError } from '../cli/usage-error.ts';
import { manifests } from '../manifests.ts';
import { shownValue } from './audit-values.ts';
import { askEach, byTime, type Command, JSON_FLAG, SERVERS_HELP, type Servers } from './command.ts';

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

/** What has a reference: the tables, by their service. */
const REFERENCED: Record<string, readonly string[]> = {
  contract: ['contract'],
  policy: ['policy'],
  billing: ['invoice', 'payment'],
  claims: ['claim'],
};

/** The history of one resource, oldest change first. */
export const audit: Command = {
  usage: `audit <id or reference> [--json]   who changed a policy, contract, invoice, payment, renewal, claim or dead letter, when, from
                                   where, and what; as JSON with money as it is recorded: amounts of billing in minor
                                   units, every other one, and rates, in ten thousandths
${SERVERS_HELP}`,
  async run({ args, print, servers }) {
    const { values, positionals } = parseArgs({
      args,
      options: JSON_FLAG,
      allowPositionals: true,
    });
    const [name, ...others] = positionals;
    if (!name || others.length > 0) throw new UsageError();
    const entries = await readEntries(servers, name);
    if (entries.length === 0) throw new Error(`The audit trail knows nothing of ${name}.`);
    const format = (entry: Entry): string => formatEntry(entry, currencyIn(entries, entry)).join('\n');
    for (const entry of entries) print(values.json ? JSON.stringify(entry) : format(entry));
  },
};

const readEntries = async (servers: Servers, name: string): Promise<Entry[]> => {
  const [found] = await askEach(servers, Object.keys(REFERENCED), (sql, service) => {
    const sought = REFERENCED[service]!.map(
      (table) => `select id::text from ${service}.${table} where ${table}_reference in ($1, upper($1))`,
    );
    return sql<{ id: string }>(sought.join(' union all '), [name]);
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

/** The currency of a resource, of which only some entries have it. */
const currencyIn = (entries: readonly Entry[], of: Entry): string | undefined => {
  const own = entries.filter(({ service, resource }) => service === of.service && resource === of.resource);
  const [currency] = own.flatMap(({ before, after }) => [after, before].flatMap((row) => row?.['currency'] ?? []));
  return typeof currency === 'string' ? currency : undefined;
};

const formatEntry = (entry: Entry, currency: string | undefined): string[] => {
  const { service, at, resource, version, actor, source, address, before, after } = entry;
  const head = [
    at.slice(0, 19),
    `${service} ${resource}${version === null ? '' : ` version ${version}`}`,
    `by ${actor ?? 'unknown'}`,
    source && `(${source}${address ? ` from ${address}` : ''})`,
  ];
  const changes = Object.keys({ ...before, ...after }).map((column) => {
    const [was, is] = [before, after].map(
      (row) => row && shownValue({ service, column, currency }, row[column] ?? null),
    );
    return `    ${column}: ${formatChange(was!, is!)}`;
  });
  return [head.filter(Boolean).join('  '), ...changes];
};

const formatChange = (was: string | null, is: string | null): string => {
  if (was === null) return String(is);
  return is === null ? `${was}, removed` : `${was} → ${is}`;
};
