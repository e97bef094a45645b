import type { Work } from '@staycover/change';
import { execute, query } from '@staycover/db';
import { type BilledNights, undo } from '../domain/billed-nights.ts';
import type { OrderLine } from '../domain/line.ts';
import { batches } from './batches.ts';
import { rangesFromSql, rangeToSql } from './ranges.ts';

export type BilledNightsRow = {
  line_id: string;
  property_id: string;
  nights: string;
  balance: 1 | -1;
  reopened: boolean;
};

export const billedNights = ({ line_id, property_id, nights, balance, reopened }: BilledNightsRow): BilledNights => ({
  lineId: line_id,
  propertyId: property_id,
  nights: rangesFromSql(nights)[0]!,
  balance,
  reopened,
});

const billedNightsOfLines = async (tx: Work, lineIds: readonly string[]): Promise<BilledNights[]> =>
  (await query<BilledNightsRow>(tx, 'select * from billed_nights where line_id = any($1::uuid[])', [lineIds])).map(
    billedNights,
  );

/** What lines of a void invoice charged is not billed any more, and what they credited is billed again. */
export const releaseNights = async (tx: Work, policyId: string, lines: readonly OrderLine[]): Promise<void> => {
  const touched = [...new Set(lines.map((line) => line.correctionOf ?? line.id))];
  if (touched.length === 0) return;
  const billed = await billedNightsOfLines(tx, touched);
  await removeBilledNights(tx, touched);
  await addBilledNights(tx, policyId, undo(billed, lines));
};

export const removeBilledNights = async (tx: Work, lineIds: readonly string[]): Promise<void> => {
  if (lineIds.length > 0) await execute(tx, 'delete from billed_nights where line_id = any($1::uuid[])', [lineIds]);
};

export const addBilledNights = async (tx: Work, policyId: string, rows: readonly BilledNights[]): Promise<void> => {
  for (const batch of batches(rows)) {
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
