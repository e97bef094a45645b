import { type Measured, measurePage, type Page, pageInSql, query, type Work } from '@staycover/db';
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

const SIZE = 'octet_length(concat(documents, claim_urls, followup_answers, payouts, status_history))';

/** Claims that fit the filter, by their number: one with all that it may have takes three quarters of a MiB. */
export const listClaims = async (
  work: Work,
  actor: Actor,
  filter: ClaimFilter,
  asked: Page<bigint>,
): Promise<ClaimPage> => {
  if (filter.organizationId !== undefined && !mayAccess(actor, filter.organizationId)) return NOTHING;
  const { keys, hasMore } = await measurePage(asked, (page) => measure(work, actor, filter, page));
  const page = await claims.select(
    work,
    `where t.number = any($1::bigint[]) order by t.number ${pageInSql(asked.order).sort}`,
    [keys],
  );
  return { page, next: hasMore ? keys.at(-1) : undefined };
};

const NOTHING: ClaimPage = { page: [], next: undefined };

const measure = async (
  work: Work,
  { organizations }: Actor,
  { organizationId, reservationReferenceId, status }: ClaimFilter,
  { limit, after, order }: Page<bigint>,
): Promise<Measured<bigint>[]> => {
  const within = organizationId === undefined ? organizations : [organizationId];
  const { beyond, sort } = pageInSql(order);
  const params: unknown[] = [limit];
  const and = (sql: string, value: unknown): string =>
    value === undefined ? '' : `and ${sql.replace('%', `$${params.push(value)}`)}`;
  const organization = and('organization_id = any(%)', within === '*' ? undefined : within);
  const reference = and('reservation_reference_id = %', reservationReferenceId);
  const state = and('status = %', status);
  const rows = await query<{ number: string; bytes: number }>(
    work,
    `select t.number::text, ${SIZE} as bytes from claim t
     where true ${organization} ${reference} ${state} ${and(`t.number ${beyond} %`, after)} order by t.number ${sort} limit $1`,
    params,
  );
  return rows.map(({ number, bytes }) => ({ key: BigInt(number), bytes }));
};
