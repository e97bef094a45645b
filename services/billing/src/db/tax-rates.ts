import { gather, type Work } from '@staycover/change';
import { execute, query } from '@staycover/db';
import { calendarDate, numberFromRate, rateFromNumber } from '@staycover/kernel';
import type { LineCategory } from '../domain/line.ts';
import type { TaxRate } from '../domain/tax.ts';

type Row = { state_code: string; category: LineCategory; effective_from: string; percent: string };

const reading = gather<Work, TaxRate[]>({
  on: (work) => work,
  fits: () => true,
  async run(items) {
    const rates = await readTaxRates(items[0]!);
    return items.map(() => rates);
  },
});

/** Every version of every rate, by state, category and day; for several in one transaction read once. */
export const loadTaxRates = (work: Work): Promise<TaxRate[]> => reading(work);

const readTaxRates = async (work: Work): Promise<TaxRate[]> => {
  const rows = await query<Row>(work, 'select * from tax_rate order by state_code, category, effective_from');
  return rows.map(({ state_code, category, effective_from, percent }) => ({
    stateCode: state_code,
    category,
    effectiveFrom: calendarDate(effective_from),
    percent: rateFromNumber(Number(percent)),
  }));
};

/** Stores a version of a rate, in the place of one of the same day. */
export const storeTaxRate = (work: Work, { stateCode, category, effectiveFrom, percent }: TaxRate): Promise<number> =>
  execute(
    work,
    `insert into tax_rate (state_code, category, effective_from, percent) values ($1, $2, $3, $4)
     on conflict (state_code, category, effective_from) do update set percent = excluded.percent`,
    [stateCode, category, effectiveFrom.toString(), numberFromRate(percent)],
  );
