import type { Work } from '@staycover/change';
import { query } from '@staycover/db';
import { mapInSlices } from '@staycover/kernel';
import type { Charged } from '../domain/correct.ts';
import type { OrderLine } from '../domain/line.ts';
import { type LineRow, toLine } from './line-rows.ts';

type Left = Record<
  `left_${'nights' | 'amount' | 'premium' | 'loss_fund' | 'partner_fee' | 'service_fee' | 'tax'}`,
  string
>;

const toLeft = (row: Left): Charged['left'] => ({
  nights: Number(row.left_nights),
  amount: BigInt(row.left_amount),
  parts: {
    premium: BigInt(row.left_premium),
    lossFund: BigInt(row.left_loss_fund),
    partnerFee: BigInt(row.left_partner_fee),
    serviceFee: BigInt(row.left_service_fee),
  },
  tax: BigInt(row.left_tax),
});

/** Generated lines by their ids, with what invoices other than the draft, and not void, leave of them. */
export const chargedLines = async (
  tx: Work,
  ids: readonly string[],
  draftId: string | null,
): Promise<Map<string, Charged>> => {
  if (ids.length === 0) return new Map();
  const rows = await query<LineRow & Left>(
    tx,
    `with standing as (
       select l.origin_id, sum(l.quantity) as left_nights, sum(l.amount) as left_amount, sum(l.premium) as left_premium,
         sum(l.loss_fund) as left_loss_fund, sum(l.partner_fee) as left_partner_fee,
         sum(l.service_fee) as left_service_fee, sum(l.tax) as left_tax
       from invoice_line l join invoice i on i.id = l.invoice_id
       where l.origin_id = any($1::uuid[]) and i.status <> 'VOID' and i.id is distinct from $2::uuid
       group by l.origin_id)
     select l.*, coalesce(s.left_nights, 0) as left_nights, coalesce(s.left_amount, 0) as left_amount,
       coalesce(s.left_premium, 0) as left_premium, coalesce(s.left_loss_fund, 0) as left_loss_fund,
       coalesce(s.left_partner_fee, 0) as left_partner_fee, coalesce(s.left_service_fee, 0) as left_service_fee,
       coalesce(s.left_tax, 0) as left_tax
     from invoice_line l left join standing s on s.origin_id = l.id where l.id = any($1::uuid[])`,
    [ids, draftId],
  );
  const charged = await mapInSlices(rows, (row) => {
    const line = toLine(row) as OrderLine;
    return [row.id, { line, invoiceId: row.invoice_id, left: toLeft(row) }] as const;
  });
  return new Map(charged);
};
