import type { Work } from '@staycover/change';
import { query } from '@staycover/db';
import { rateFromNumber } from '@staycover/kernel';
import { type TaxRates, taxKey } from '../domain/totals.ts';

export type TaxRateRow = { state_code: string; category: string; percent: string | number };

export const taxRatesOf = (rows: readonly TaxRateRow[]): TaxRates =>
  new Map(rows.map((row) => [taxKey(row.state_code, row.category), rateFromNumber(Number(row.percent))]));

export const loadTaxRates = async (work: Work): Promise<TaxRates> =>
  taxRatesOf(await query<TaxRateRow>(work, 'select * from tax_rate'));
