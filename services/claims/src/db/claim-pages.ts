import { fittingCount, type Page, pageInSql, query, type Work } from '@staycover/db';
import { type Actor, mayAccess } from '@staycover/kernel';
import type { Claim, ClaimStatus } from '../domain/claim.ts';
import { claims } from './claims.ts';

export type ClaimFilter = {
  organizationId?: string | undefined;
  reservationReferenceId?: string | undefined;
  status?: ClaimStatus | undefined;
};

/** Some claims, and the number of the last one when there are more. */
export type ClaimPage = { page: Claim[]; next: bigint | undefined };

/** A page ends early when its claims have more than that: a claim with all that it may have takes three quarters of a MiB. */
const PAGE_BYTES = 16 * 1024 * 1024;
const MEASURED_TOGETHER = 250;
const SIZE = 'octet_length(concat(documents, claim_urls, followup_answers, payouts, status_history))';

type Measured = { number: string; bytes: number };

/** Claims that fit the filter, by their number. */
export const listClaims = async (
  work: Work,
  actor: Actor,
  filter: ClaimFilter,
  { limit, after, order }: Page<bigint>,
): Promise<ClaimPage> => {
  if (filter.organizationId !== undefined && !mayAccess(actor, filter.organizationId)) return NOTHING;
  const found: Measured[] = [];
  for (let size = 0; found.length <= limit && size <= PAGE_BYTES; ) {
    const last = found.at(-1)?.number ?? after;
    const asked = Math.min(MEASURED_TOGETHER, limit + 1 - found.length);
    const rows = await measure(work, actor, filter, { limit: asked, after: last, order });
    found.push(...rows);
    size += rows.reduce((sum, { bytes }) => sum + bytes, 0);
    if (rows.length < asked) break;
  }
  const sizes = found.map(({ bytes }) => bytes);
  const fitting = found.slice(0, Math.min(limit, fittingCount(sizes, PAGE_BYTES))).map(({ number }) => number);
  const page = await claims.select(
    work,
    `where t.number = any($1::bigint[]) order by t.number ${pageInSql(order).sort}`,
    [fitting],
  );
  return { page, next: found.length > fitting.length ? page.at(-1)?.number : undefined };
};

const NOTHING: ClaimPage = { page: [], next: undefined };

const measure = (
  work: Work,
  { organizations }: Actor,
  { organizationId, reservationReferenceId, status }: ClaimFilter,
  { limit, after, order }: Page<bigint | string>,
): Promise<Measured[]> => {
  const within = organizationId === undefined ? organizations : [organizationId];
  const { beyond, sort } = pageInSql(order);
  const params: unknown[] = [limit];
  const and = (sql: string, value: unknown): string =>
    value === undefined ? '' : `and ${sql.replace('%', `$${params.push(value)}`)}`;
  const organization = and('organization_id = any(%)', within === '*' ? undefined : within);
  const reference = and('reservation_reference_id = %', reservationReferenceId);
  const state = and('status = %', status);
  return query<Measured>(
    work,
    `select t.number::text, ${SIZE} as bytes from claim t
     where true ${organization} ${reference} ${state} ${and(`t.number ${beyond} %`, after)} order by t.number ${sort} limit $1`,
    params,
  );
};
