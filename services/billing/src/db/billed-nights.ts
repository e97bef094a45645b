import { execute, query, type Tx } from '@staycover/db';
import type { BilledNights } from '../domain/billed-nights.ts';
import type { CoveredNights } from '../domain/cover.ts';
import { batches } from './batches.ts';
import { rangesFromSql, rangesToSql, rangeToSql } from './ranges.ts';

type Row = { line_id: string; property_id: string; nights: string; balance: 1 | -1; reopened: boolean };

const billedNights = ({ line_id, property_id, nights, balance, reopened }: Row): BilledNights => ({
  lineId: line_id,
  propertyId: property_id,
  nights: rangesFromSql(nights)[0]!,
  balance,
  reopened,
});

/**
 * The billed nights of a policy without those that a draft charges. Where covered nights are simply billed, as nearly
 * all are, they come as one range for any number of lines (under no line's id), so that a long history costs little.
 */
export const loadBilledNights = async (
  tx: Tx,
  policyId: string,
  covered: readonly CoveredNights[],
  draftId: string | null,
): Promise<BilledNights[]> => {
  const cover = Map.groupBy(covered, ({ propertyId }) => propertyId);
  const ranges = [...cover.values()].map((its) => rangesToSql(its.map(({ nights }) => nights)));
  const rows = await query<Row>(
    tx,
    `with billed as (
       select b.*, b.balance = 1 and not b.reopened and b.nights <@ coalesce(c.nights, '{}') and not exists (
         select from invoice_line l where l.invoice_id = $4 and l.origin_id = b.line_id) as settled
       from billed_nights b left join unnest($2::text[], $3::datemultirange[]) as c(property_id, nights) using (property_id)
       where b.policy_id = $1
         and not exists (select from invoice_line l where l.invoice_id = $4 and l.id = b.line_id))
     select '' as line_id, property_id, unnest(range_agg(nights)) as nights, 1 as balance, false as reopened
     from billed where settled group by property_id
     union all
     select line_id::text, property_id, nights, balance, reopened from billed where not settled`,
    [policyId, [...cover.keys()], ranges, draftId],
  );
  return rows.map(billedNights);
};

export const billedNightsOfLines = async (tx: Tx, lineIds: readonly string[]): Promise<BilledNights[]> =>
  (await query<Row>(tx, 'select * from billed_nights where line_id = any($1::uuid[])', [lineIds])).map(billedNights);

/** Puts the rows in the place of those that the lines have; the delete first, for the constraint's sake. */
export const replaceBilledNights = async (
  tx: Tx,
  policyId: string,
  lineIds: ReadonlySet<string>,
  rows: readonly BilledNights[],
): Promise<void> => {
  await execute(tx, 'delete from billed_nights where line_id = any($1::uuid[])', [[...lineIds]]);
  for (const batch of batches(rows.filter(({ lineId }) => lineIds.has(lineId)))) {
    await execute(
      tx,
      `insert into billed_nights (policy_id, line_id, property_id, nights, balance, reopened)
       select $1, * from unnest($2::uuid[], $3::text[], $4::daterange[], $5::smallint[], $6::boolean[])`,
      [
        policyId,
        batch.map(({ lineId }) => lineId),
        batch.map(({ propertyId }) => propertyId),
        batch.map(({ nights }) => rangeToSql(nights)),
        batch.map(({ balance }) => balance),
        batch.map(({ reopened }) => reopened),
      ],
    );
  }
};
