import { query, type Tx } from '@staycover/db';
import { rateFromNumber } from '@staycover/kernel';
import { type TaxRates, taxKey } from '../domain/totals.ts';

export const loadTaxRates = async (tx: Tx): Promise<TaxRates> => {
  const rows = await query<{ state_code: string; category: string; percent: string }>(tx, 'select * from tax_rate');
  return new Map(rows.map((row) => [taxKey(row.state_code, row.category), rateFromNumber(Number(row.percent))]));
};
