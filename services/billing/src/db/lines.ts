import { createHash } from 'node:crypto';
import type { Beside, Work } from '@staycover/change';
import { execute, query, type Tx } from '@staycover/db';
import { mapInSlices } from '@staycover/kernel';
import {
  type InvoiceLine,
  type LineCategory,
  type LineDraft,
  type ManualLine,
  type OrderLine,
  type RateSource,
} from '../domain/line.ts';
import { rangesFromSql, rangesToSql } from './ranges.ts';
import { together } from './together.ts';

export type LineRow = {
  id: string;
  invoice_id: string;
  manual: boolean;
  position: number;
  category: LineCategory;
  description: string;
  quantity: number;
  unit_price: string;
  amount: string;
  premium: string;
  loss_fund: string;
  partner_fee: string;
  service_fee: string;
  property_id: string;
  property_name: string | null;
  stay_month: string;
  state_code: string | null;
  product_line: string | null;
  order_id: string;
  order_line_id: string;
  order_reference: string;
  origin_id: string;
  nights: string;
  election_id: string | null;
  plan_id: string | null;
  rate_source: RateSource;
  rate_table_version: number | null;
  loss_fund_rate: string;
  per: number;
  tax: string;
  corrects_invoice_id: string | null;
  fixed: boolean;
};

export const lineOf = (row: LineRow): InvoiceLine => {
  const { id, category, description, quantity } = row;
  const charge = { id, category, description, quantity, unitPrice: BigInt(row.unit_price), amount: BigInt(row.amount) };
  if (row.manual) return { ...charge, manual: true };
  return {
    ...charge,
    manual: false,
    parts: {
      premium: BigInt(row.premium),
      lossFund: BigInt(row.loss_fund),
      partnerFee: BigInt(row.partner_fee),
      serviceFee: BigInt(row.service_fee),
    },
    propertyId: row.property_id,
    propertyName: row.property_name,
    stayMonth: row.stay_month,
    stateCode: row.state_code,
    productLine: row.product_line,
    order: { orderId: row.order_id, orderLineId: row.order_line_id, orderReference: row.order_reference },
    correctionOf: row.origin_id === id ? null : row.origin_id,
    nights: rangesFromSql(row.nights),
    electionId: row.election_id,
    planId: row.plan_id,
    rateSource: row.rate_source,
    rateTableVersion: row.rate_table_version,
    lossFundRate: BigInt(row.loss_fund_rate),
    per: row.per,
    tax: BigInt(row.tax),
    correctsInvoiceId: row.corrects_invoice_id,
    fixed: row.fixed,
  };
};

const chargeColumns = ({ manual, category, description, quantity, unitPrice, amount }: LineDraft | ManualLine) => ({
  manual,
  category,
  description,
  quantity,
  unit_price: `${unitPrice}`,
  amount: `${amount}`,
});

const noParts = { premium: '0', loss_fund: '0', partner_fee: '0', service_fee: '0', tax: '0', per: 1, fixed: false };

const draftColumns = (line: LineDraft) => ({
  ...chargeColumns(line),
  premium: `${line.parts.premium}`,
  loss_fund: `${line.parts.lossFund}`,
  partner_fee: `${line.parts.partnerFee}`,
  service_fee: `${line.parts.serviceFee}`,
  property_id: line.propertyId,
  property_name: line.propertyName,
  stay_month: line.stayMonth,
  state_code: line.stateCode,
  product_line: line.productLine,
  nights: rangesToSql(line.nights),
  election_id: line.electionId,
  plan_id: line.planId,
  rate_source: line.rateSource,
  rate_table_version: line.rateTableVersion,
  loss_fund_rate: `${line.lossFundRate}`,
  per: line.per,
  fixed: line.fixed,
  correction_of: line.correctionOf,
});

/** What a line says apart from its id, order and tax: equal for a line that is generated again. */
const contentOf = (line: LineDraft): string => JSON.stringify(draftColumns(line));

export const digestOf = (line: LineDraft): string => createHash('sha256').update(contentOf(line)).digest('base64url');

/** Of generated lines as they were before they were stored. */
export const hashOfLines = async (lines: readonly LineDraft[]): Promise<string> => {
  const hash = createHash('sha256');
  await mapInSlices(
    lines,
    (line) => void hash.update(`${contentOf(line)} ${line.tax} ${JSON.stringify(line.order)}\n`),
  );
  return hash.digest('hex');
};

/** What adds generated lines of an invoice, from a position on. */
export const addingLines = async (invoiceId: string, lines: readonly OrderLine[], from: number): Promise<Beside> => {
  const rowOf = (line: OrderLine, index: number) => {
    const { orderId: order_id, orderLineId: order_line_id, orderReference: order_reference } = line.order;
    const { correction_of, ...columns } = draftColumns(line);
    const origin_id = correction_of ?? line.id;
    return {
      id: line.id,
      invoice_id: invoiceId,
      position: from + index,
      ...columns,
      order_id,
      order_line_id,
      order_reference,
      origin_id,
      tax: `${line.tax}`,
      corrects_invoice_id: line.correctsInvoiceId,
    };
  };
  const text = `insert into invoice_line
    select r.* from unnest($1::json[]) as batch, json_populate_recordset(null::invoice_line, batch) as r`;
  return { text, params: [[JSON.stringify(await mapInSlices(lines, rowOf))]] };
};

/** The lines of invoices by invoice: generated ones first, then manual ones. */
export const linesOfInvoices = async (
  tx: Work | Tx,
  invoiceIds: readonly string[],
): Promise<Map<string, InvoiceLine[]>> => {
  const rows = await query<LineRow>(
    tx,
    'select * from invoice_line where invoice_id = any($1::uuid[]) order by invoice_id, manual, position',
    [invoiceIds],
  );
  const lines = new Map<string, InvoiceLine[]>(invoiceIds.map((id) => [id, []]));
  const read = await mapInSlices(rows, lineOf);
  for (const [i, row] of rows.entries()) lines.get(row.invoice_id)!.push(read[i]!);
  return lines;
};

/** Lines of an invoice in their order, from a position on. */
export const someLinesOf = async (
  tx: Work | Tx,
  invoiceId: string,
  { from, limit }: { from: number; limit: number },
): Promise<InvoiceLine[]> => {
  const text = 'select * from invoice_line where invoice_id = $1 order by manual, position offset $2 limit $3';
  return mapInSlices(await query<LineRow>(tx, text, [invoiceId, from, limit]), lineOf);
};

export const countLines = async (tx: Work | Tx, invoiceIds: readonly string[]): Promise<Map<string, number>> => {
  const counting =
    'select invoice_id, count(*)::int as n from invoice_line where invoice_id = any($1::uuid[]) group by 1';
  const rows = await query<{ invoice_id: string; n: number }>(tx, counting, [invoiceIds]);
  return new Map(rows.map(({ invoice_id, n }) => [invoice_id, n]));
};

const LINES_A_PAGE = 2_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

const readingPage = together<{ tx: Work | Tx; invoiceId: string; after: LineRow | undefined }, LineRow[]>(
  ({ invoiceId }) => invoiceId,
  async (tx, asked) => {
    const rows = await query<LineRow>(
      tx,
      `select l.* from unnest($1::uuid[], $2::boolean[], $3::int[], $4::uuid[]) as w (invoice_id, manual, position, id),
       lateral (select * from invoice_line l where l.invoice_id = w.invoice_id
         and (l.manual, l.position, l.id) > (w.manual, w.position, w.id)
         order by l.manual, l.position, l.id limit ${LINES_A_PAGE}) as l
       order by l.invoice_id, l.manual, l.position, l.id`,
      [
        asked.map(({ invoiceId }) => invoiceId),
        asked.map(({ after }) => after?.manual ?? false),
        asked.map(({ after }) => after?.position ?? -1),
        asked.map(({ after }) => after?.id ?? BEFORE_ALL),
      ],
    );
    const pages = Map.groupBy(rows, ({ invoice_id }) => invoice_id);
    return asked.map(({ invoiceId }) => pages.get(invoiceId.toLowerCase()) ?? []);
  },
);

/** The lines of an invoice in pages, generated ones first; those of several in one transaction at once. */
export async function* pagesOf(tx: Work | Tx, invoiceId: string): AsyncGenerator<InvoiceLine[]> {
  for (let after: LineRow | undefined; ; ) {
    const rows = await readingPage({ tx, invoiceId, after });
    yield await mapInSlices(rows, lineOf);
    if (rows.length < LINES_A_PAGE) return;
    after = rows.at(-1);
  }
}

/** The lines of an invoice, generated ones first. */
export const linesOf = async (tx: Work | Tx, invoiceId: string): Promise<InvoiceLine[]> => {
  const lines: InvoiceLine[] = [];
  for await (const page of pagesOf(tx, invoiceId)) for (const line of page) lines.push(line);
  return lines;
};

export const removeLine = (tx: Work, id: string): Promise<number> =>
  execute(tx, 'delete from invoice_line where id = $1', [id]);

/** Appends a manual line after the others. */
export const addManualLine = (tx: Work, invoiceId: string, line: ManualLine): Promise<number> => {
  const row = { id: line.id, invoice_id: invoiceId, ...chargeColumns(line), ...noParts, nights: '{}' };
  return execute(
    tx,
    `insert into invoice_line
     select r.* from (select coalesce(max(position), -1) + 1 as position from invoice_line where invoice_id = $1 and manual) as next,
       jsonb_populate_record(null::invoice_line, $2::jsonb || jsonb_build_object('position', next.position)) as r`,
    [invoiceId, JSON.stringify(row)],
  );
};
