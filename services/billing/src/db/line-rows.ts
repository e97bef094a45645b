import { createHash, hash as digest } from 'node:crypto';
import type { Beside } from '@staycover/change';
import { mapInSlices } from '@staycover/kernel';
import type { InvoiceLine, LineCategory, LineDraft, ManualLine, OrderLine, RateSource } from '../domain/line.ts';
import { rangesFromSql, rangesToSql } from './ranges.ts';

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

/** The columns, in any order. */
const TYPES: Readonly<Record<keyof LineRow, string>> = {
  id: 'uuid',
  invoice_id: 'uuid',
  manual: 'boolean',
  position: 'int',
  category: 'text',
  description: 'text',
  quantity: 'int',
  unit_price: 'bigint',
  amount: 'bigint',
  premium: 'bigint',
  loss_fund: 'bigint',
  partner_fee: 'bigint',
  service_fee: 'bigint',
  property_id: 'text',
  property_name: 'text',
  stay_month: 'text',
  state_code: 'text',
  product_line: 'text',
  order_id: 'text',
  order_line_id: 'text',
  order_reference: 'text',
  origin_id: 'uuid',
  nights: 'datemultirange',
  election_id: 'text',
  plan_id: 'text',
  rate_source: 'text',
  rate_table_version: 'int',
  loss_fund_rate: 'bigint',
  per: 'int',
  tax: 'bigint',
  corrects_invoice_id: 'uuid',
  fixed: 'boolean',
};

export const toLine = (row: LineRow): InvoiceLine => {
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

export const chargeColumns = ({
  manual,
  category,
  description,
  quantity,
  unitPrice,
  amount,
}: LineDraft | ManualLine) => ({
  manual,
  category,
  description,
  quantity,
  unit_price: `${unitPrice}`,
  amount: `${amount}`,
});

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

/** The content of a line apart from its id, order and tax: equal for a line that is generated again. */
const lineContent = (line: LineDraft): string => JSON.stringify(draftColumns(line));

export const digestLine = (line: LineDraft): string => digest('sha256', lineContent(line), 'base64url');

/** Of generated lines as they were before they were stored. */
export const hashLines = async (lines: readonly LineDraft[]): Promise<string> => {
  const hash = createHash('sha256');
  await mapInSlices(
    lines,
    (line) => void hash.update(`${lineContent(line)} ${line.tax} ${JSON.stringify(line.order)}\n`),
  );
  return hash.digest('hex');
};

const toRow = (line: OrderLine): Omit<LineRow, 'invoice_id' | 'position'> => {
  const { correction_of, ...columns } = draftColumns(line);
  return {
    ...columns,
    id: line.id,
    order_id: line.order.orderId,
    order_line_id: line.order.orderLineId,
    order_reference: line.order.orderReference,
    origin_id: correction_of ?? line.id,
    tax: `${line.tax}`,
    corrects_invoice_id: line.correctsInvoiceId,
  };
};

const names = Object.keys(TYPES) as (keyof LineRow)[];
const ADDING = `insert into invoice_line (${names.join(', ')})
  select * from unnest(${names.map((name, i) => `$${i + 1}::${TYPES[name]}[]`).join(', ')})`;

/** A line, and where it stands among the generated ones of its invoice. */
export type PlacedLine = { line: OrderLine; position: number };

/** What adds generated lines of an invoice. */
export const addingLines = (invoiceId: string, lines: readonly PlacedLine[]): Beside => {
  const rows = lines.map(({ line, position }): LineRow => ({ ...toRow(line), invoice_id: invoiceId, position }));
  return { text: ADDING, params: names.map((name) => rows.map((row) => row[name])) };
};
