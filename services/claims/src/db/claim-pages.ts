import { MEASURED_TOGETHER, PAGE_BYTES, type Page, pageInSql, type Work } from '@staycover/db';
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

/**
 * Claims that fit the filter, by their number; a page ends early when they have more than 8 MiB together. One statement
 * measures a hundred and reads those that fit: two would wait twice for a connection.
 */
export const listClaims = async (
  work: Work,
  actor: Actor,
  filter: ClaimFilter,
  { limit, after, order }: Page<bigint>,
): Promise<ClaimPage> => {
  if (filter.organizationId !== undefined && !mayAccess(actor, filter.organizationId))
    return { page: [], next: undefined };
  const found: Claim[] = [];
  for (let bytes = 0; ; ) {
    const asked = {
      limit: Math.min(MEASURED_TOGETHER, limit + 1 - found.length),
      after: found.at(-1)?.number ?? after,
      order,
    };
    const some = await readSome(work, actor, filter, asked, PAGE_BYTES - bytes);
    const { measured, bytes: added } = some.at(-1)?.[1] ?? { measured: 0, bytes: '0' };
    found.push(...some.map(([claim]) => claim));
    bytes += Number(added);
    const isTooMuch = some.length < measured;
    const page = found.slice(0, limit);
    if (isTooMuch || found.length > limit) return { page, next: page.at(-1)!.number };
    const isLast = measured < asked.limit;
    if (isLast) return { page, next: undefined };
  }
};

/** The bytes of a claim and of those before it, and how many claims were measured. */
type Beside = { bytes: string; measured: number };

/** Claims of a page that have no more than `most` bytes together, or the first one alone. */
const readSome = (
  work: Work,
  { organizations }: Actor,
  { organizationId, reservationReferenceId, status }: ClaimFilter,
  { limit, after, order }: Page<bigint>,
  most: number,
): Promise<[Claim, Beside][]> => {
  const within = organizationId === undefined ? organizations : [organizationId];
  const { beyond, sort } = pageInSql(order);
  const params: unknown[] = [limit, most];
  const and = (sql: string, value: unknown): string =>
    value === undefined ? '' : `and ${sql.replace('%', `$${params.push(value)}`)}`;
  const organization = and('organization_id = any(%)', within === '*' ? undefined : within);
  const reference = and('reservation_reference_id = %', reservationReferenceId);
  const state = and('status = %', status);
  const rest = `join (
      select number as place, row_number() over w as nth, sum(${SIZE}) over w as bytes, (count(*) over ())::int as measured
      from (select * from claim where true ${organization} ${reference} ${state} ${and(`number ${beyond} %`, after)}
        order by number ${sort} limit $1) as few
      window w as (order by number ${sort})) as m on m.place = t.number
    where m.nth = 1 or m.bytes <= $2 order by t.number ${sort}`;
  return claims.selectWith<Beside>(work, 'm.bytes::text as bytes, m.measured', rest, params);
};
