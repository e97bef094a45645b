import { type Beside, runBeside, together, type Work } from '@staycover/change';
import { query } from '@staycover/db';
import { type CalendarDate, mapInSlices } from '@staycover/kernel';
import { type BilledNights, withLines, withoutLines } from '../domain/billed-nights.ts';
import type { OrderLine } from '../domain/line.ts';
import { rangesFromSql, rangeToSql } from './ranges.ts';
import { removing } from './removing.ts';
import { statementPortions } from './statement-portions.ts';

type Row = {
  line_id: string;
  property_id: string;
  nights: string;
  balance: 1 | -1;
  reopened: boolean;
  unit_price: string;
  per: number;
  loss_fund_rate: string;
  state_code: string | null;
  fixed: boolean;
};

const toBilledNights = (row: Row): BilledNights => ({
  lineId: row.line_id,
  propertyId: row.property_id,
  nights: rangesFromSql(row.nights)[0]!,
  balance: row.balance,
  reopened: row.reopened,
  price: {
    unitPrice: BigInt(row.unit_price),
    per: row.per,
    lossFundRate: BigInt(row.loss_fund_rate),
    stateCode: row.state_code,
    fixed: row.fixed,
  },
});

const MEMBERS = `b.line_id, b.property_id, b.nights, b.balance, b.reopened,
    l.unit_price, l.per, l.loss_fund_rate, l.state_code, l.fixed`;

type WhichNights = { from: CalendarDate | null; draftId: string | null };

type Asked = WhichNights & { tx: Work; policyId: string };
type Found = Row & { policy_id: string; place: string };

/** Rows that one statement reads: those of many properties would take longer than a statement may. */
const PAGE = 10_000;

/** Rows have no key: their place holds while the billing of their policies is locked. */
const findNights = async (tx: Work, asked: readonly Asked[], after?: Found): Promise<Found[]> => {
  const rows = await query<Found>(
    tx,
    `select w.policy_id, found.* from unnest($1::uuid[], $2::date[], $3::uuid[]) as w (policy_id, since, draft_id),
     lateral (select ${MEMBERS}, b.ctid as place from billed_nights b join invoice_line l on l.id = b.line_id
       where b.policy_id = w.policy_id and upper(b.nights) > coalesce(w.since, '-infinity') and l.invoice_id is distinct from w.draft_id
         and ($4::uuid is null or (w.policy_id, b.ctid) > ($4, $5::tid))) as found
     order by w.policy_id, found.place limit ${PAGE}`,
    [
      asked.map(({ policyId }) => policyId),
      asked.map(({ from }) => from?.toString() ?? null),
      asked.map(({ draftId }) => draftId),
      after?.policy_id ?? null,
      after?.place ?? null,
    ],
  );
  return rows.length < PAGE ? rows : [...rows, ...(await findNights(tx, asked, rows.at(-1)))];
};

const readingNights = together<Asked, BilledNights[]>(
  ({ policyId }) => policyId,
  async (tx, asked) => {
    const byPolicy = Map.groupBy(await findNights(tx, asked), ({ policy_id }) => policy_id);
    return Promise.all(asked.map(({ policyId }) => mapInSlices(byPolicy.get(policyId) ?? [], toBilledNights)));
  },
);

/** The billed nights of a policy that end after `from`, without those that a draft charges. */
export const billedNightsFrom = (tx: Work, policyId: string, which: WhichNights): Promise<BilledNights[]> =>
  readingNights({ tx, policyId, ...which });

/** Takes out the effect of lines of a draft, which nothing corrects: of charges by their ids, and of corrections. */
export const takeOutNights = async (
  tx: Work,
  policyId: string,
  { charges, corrections }: { charges: readonly string[]; corrections: readonly OrderLine[] },
): Promise<void> => {
  await removeBilledNights(tx, charges);
  for (const batch of statementPortions(corrections)) await releaseNights(tx, policyId, batch);
};

/** What puts in the effect of lines that have come; the rows of those that they correct are replaced. */
export const addingNights = async (tx: Work, policyId: string, lines: readonly OrderLine[]): Promise<Beside[]> => {
  const corrected = [...new Set(lines.flatMap(({ correctionOf }) => correctionOf ?? []))];
  return addingRows(policyId, withLines(await takeBilledNights(tx, corrected), lines));
};

/** What lines of a void invoice charged is not billed any more, and what they credited is billed again. */
export const releaseNights = async (tx: Work, policyId: string, lines: readonly OrderLine[]): Promise<void> => {
  const corrected = [...new Set(lines.map((line) => line.correctionOf ?? line.id))];
  await runBeside(tx, addingRows(policyId, withoutLines(await takeBilledNights(tx, corrected), lines)));
};

/** The billed nights of lines, which are removed. */
const takeBilledNights = async (tx: Work, lineIds: readonly string[]): Promise<BilledNights[]> => {
  const taken: BilledNights[] = [];
  for (const batch of statementPortions(lineIds)) {
    const rows = await query<Row>(
      tx,
      `delete from billed_nights b using invoice_line l where l.id = b.line_id and b.line_id = any($1::uuid[]) returning ${MEMBERS}`,
      [batch],
    );
    taken.push(...(await mapInSlices(rows, toBilledNights)));
  }
  return taken;
};

const removeBilledNights = removing('delete from billed_nights where line_id = any($1::uuid[])');

const addingRows = (policyId: string, rows: readonly BilledNights[]): Beside[] =>
  statementPortions(rows).map((batch) => ({
    text: `insert into billed_nights (policy_id, line_id, property_id, nights, balance, reopened)
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::daterange[], $5::smallint[], $6::boolean[])`,
    params: [
      batch.map(() => policyId),
      batch.map(({ lineId }) => lineId),
      batch.map(({ propertyId }) => propertyId),
      batch.map(({ nights }) => rangeToSql(nights)),
      batch.map(({ balance }) => balance),
      batch.map(({ reopened }) => reopened),
    ],
  }));
