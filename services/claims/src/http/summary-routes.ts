import { type ClaimSummary, getClaimSummary } from '@staycover/api';
import { handle, type Route, summarized } from '@staycover/http';
import { businessDate, majorFromMinor } from '@staycover/kernel';
import type { Platform } from '@staycover/service';
import { countClaims, type FundMonth, fundMonths } from '../db/summary.ts';

/** What a dashboard shows of claims and loss funds. */
export const summaryRoutes = ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Route[] => [
  handle(
    getClaimSummary,
    summarized(clock, async (organizations, query) => {
      const last = businessDate(clock()).toPlainYearMonth();
      const months = Array.from({ length: query.months }, (_, index) =>
        last.subtract({ months: query.months - 1 - index }).toString(),
      );
      const [states, funds] = await Promise.all([
        countClaims(database, organizations),
        fundMonths(database, organizations),
      ]);
      const byCurrency = Map.groupBy(funds, ({ currency }) => currency);
      return { states, currencies: [...byCurrency].map(([currency, some]) => figuresOf(currency, some, months)) };
    }),
  ),
];

/** The funds as they stood at the end of each month: what every month up to it brought. */
const figuresOf = (
  currency: string,
  funds: readonly FundMonth[],
  months: readonly string[],
): ClaimSummary['currencies'][number] => {
  const total = (some: readonly FundMonth[], amount: 'fund' | 'paid'): number =>
    majorFromMinor(
      some.reduce((sum, row) => sum + BigInt(row[amount]), 0n),
      currency,
    );
  return {
    currency,
    months: months.map((month) => ({
      month,
      lossFund: total(
        funds.filter((row) => row.month <= month),
        'fund',
      ),
      paid: total(
        funds.filter((row) => row.month === month),
        'paid',
      ),
    })),
  };
};
