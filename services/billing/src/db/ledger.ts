import type { Work } from '@staycover/change';
import { query } from '@staycover/db';
import type { BilledNights } from '../domain/billed-nights.ts';
import type { CoveredNights } from '../domain/cover.ts';
import type { TaxRates } from '../domain/totals.ts';
import { type BilledNightsRow, billedNights } from './billed-nights.ts';
import { rangesToSql } from './ranges.ts';
import { type TaxRateRow, taxRatesOf } from './tax-rates.ts';

/** What an invoice of a policy is made against. */
export type Ledger = {
  /**
   * The billed nights of the policy without those that its draft charges. Where covered nights are simply billed, as
   * nearly all are, they come as one range for any number of lines (under no line's id), so that a long history costs
   * little.
   */
  billed: BilledNights[];
  /** Lines that other drafts of the policy charge. */
  drafts: Set<string>;
  taxRates: TaxRates;
};

const LEDGER = `with known as (
    select b.*, b.balance = 1 and not b.reopened and b.nights <@ coalesce(c.nights, '{}') and not exists (
      select from invoice_line l where l.invoice_id = $4 and l.origin_id = b.line_id) as settled
    from billed_nights b left join unnest($2::text[], $3::datemultirange[]) as c(property_id, nights) using (property_id)
    where b.policy_id = $1
      and not exists (select from invoice_line l where l.invoice_id = $4 and l.id = b.line_id)),
  billed as (
    select '' as line_id, property_id, unnest(range_agg(nights)) as nights, 1 as balance, false as reopened
    from known where settled group by property_id
    union all
    select line_id::text, property_id, nights, balance, reopened from known where not settled),
  drafts as (
    select l.id from invoice i join invoice_line l on l.invoice_id = i.id
    where i.organization_policy_id = $1 and i.status = 'DRAFT' and i.id is distinct from $4::uuid and l.origin_id = l.id)
  select coalesce((select json_agg(billed) from billed), '[]') as billed,
    array(select id::text from drafts) as drafts,
    coalesce((select json_agg(tax_rate) from tax_rate), '[]') as tax_rates`;

/** Reads the ledger of a policy, whose nights are `covered`, for its draft or a new invoice. */
export const readLedger = async (
  tx: Work,
  policyId: string,
  covered: readonly CoveredNights[],
  draftId: string | null,
): Promise<Ledger> => {
  const cover = Map.groupBy(covered, ({ propertyId }) => propertyId);
  const ranges = [...cover.values()].map((its) => rangesToSql(its.map(({ nights }) => nights)));
  const [row] = await query<{ billed: BilledNightsRow[]; drafts: string[]; tax_rates: TaxRateRow[] }>(tx, LEDGER, [
    policyId,
    [...cover.keys()],
    ranges,
    draftId,
  ]);
  const { billed, drafts, tax_rates } = row!;
  return { billed: billed.map(billedNights), drafts: new Set(drafts), taxRates: taxRatesOf(tax_rates) };
};
