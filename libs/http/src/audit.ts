import type { AuditEntry, AuditRoute } from '@staycover/api';
import { type Database, pageInSql, timestampFromSql } from '@staycover/db';
import { type Actor, majorFromMinor, numberFromRate } from '@staycover/kernel';
import { paginate } from './paging.ts';
import { handle, type Route } from './route.ts';

/** A resource with an audit trail for those who may read it. */
export type AuditedResource = {
  /** What the audit trail calls it. */
  resource: string;
  /** The visible members of the resource and its parts; others are left out. */
  members: readonly string[];
  /** Where a column has another name than its member. */
  names?: Readonly<Record<string, string>>;
  /** Members that are kept in ten thousandths. */
  rates?: readonly string[];
  /** Members that are kept in minor units of the resource's currency. */
  amounts?: readonly string[];
  /** Nested members that are kept in another form than the resource shows, with what converts them. */
  nested?: Readonly<Record<string, (kept: unknown) => unknown>>;
  /**
   * The resource itself.
   * @throws DomainError `not-found` where the actor may not see it.
   */
  find(actor: Actor, id: string): Promise<{ currency?: string | null }>;
};

/** Members that every entry or resource has from the start. */
const NO_NEWS = ['id', 'organizationId', 'createdBy', 'createdDate', 'lastModifiedBy', 'lastModifiedDate', 'version'];

type Row = Record<string, unknown> | null;
type Kept = {
  id: string;
  at: string;
  version: number | null;
  actor: string | null;
  source: string | null;
  address: string | null;
  trace_id: string | null;
  before: Row;
  after: Row;
};

/** Answers what the audit trail has of a resource, in the words of the resource. */
export const auditRoute = (database: Database, contract: AuditRoute, audited: AuditedResource): Route =>
  handle(contract, async ({ actor, params: { id }, query }) => {
    const { currency } = await audited.find(actor, id);
    const { beyond, sort } = pageInSql(query.order);
    const { rows } = await database.run<Kept>(
      `select id::text, at, version, actor, source, address, trace_id, before, after from audit
       where resource_id = $1 and resource = $2 and ($3::bigint is null or id ${beyond} $3) order by audit.id ${sort} limit $4`,
      [id, audited.resource, query.cursor ?? null, query.limit + 1],
    );
    const { page, headers } = paginate(rows, contract.path.replace('{id}', id), query, (row) => row.id);
    const toOperators = actor.roles.includes('ops');
    const entries = page.map((row) => toEntry(row, createPrinter(audited, currency ?? undefined), toOperators));
    return { body: entries.filter(({ changes }) => changes.length > 0), headers };
  });

type Printer = (column: string, value: unknown) => { member: string; value: unknown } | undefined;

const toEntry = (row: Kept, print: Printer, toOperators: boolean): AuditEntry => ({
  at: timestampFromSql(row.at),
  kind: row.before === null ? 'ADDED' : row.after === null ? 'REMOVED' : 'CHANGED',
  version: row.version,
  actor: row.actor,
  source: row.source,
  address: toOperators ? row.address : null,
  traceId: row.trace_id,
  changes: Object.keys({ ...row.before, ...row.after }).flatMap((column) => {
    const [before, after] = [row.before, row.after].map((side) => print(column, side?.[column] ?? null));
    if (!before || !after) return [];
    return { member: before.member, before: before.value, after: after.value };
  }),
});

const camel = (column: string): string => column.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

const createPrinter = (
  { members, names = {}, rates = [], amounts = [], nested = {} }: AuditedResource,
  currency: string | undefined,
): Printer => {
  const shown = new Set(members).difference(new Set(NO_NEWS));
  return (column, value) => {
    const member = names[column] ?? camel(column);
    if (!shown.has(member)) return undefined;
    const convert = nested[member];
    if (convert && value !== null) return { member, value: convert(value) };
    if (typeof value !== 'number') return { member, value };
    if (rates.includes(member)) return { member, value: numberFromRate(BigInt(value)) };
    if (amounts.includes(member) && currency !== undefined)
      return { member, value: majorFromMinor(BigInt(value), currency) };
    return { member, value };
  };
};
