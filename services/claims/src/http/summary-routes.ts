import { type ClaimSummary, getClaimSummary, getLedger, type ReserveLedger, reserveAccounts } from '@staycover/api';
import { handle, type Route, summarized } from '@staycover/http';
import { businessDate, type Clock, majorFromMinor, sum } from '@staycover/kernel';
import type { Platform } from '@staycover/service';
import { type AccountBalance, accountBalances, countClaims, type FundMonth, fundMonths } from '../db/summary.ts';

/** What a dashboard shows of claims and loss funds. */
export const summaryRoutes = ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Route[] => [
  handle(
    getClaimSummary,
    summarized(clock, async (organizations, { months }) => {
      const [states, funds] = await Promise.all([
        countClaims(database, organizations),
        fundMonths(database, organizations),
      ]);
      const shown = lastMonths(clock, months);
      const byCurrency = Map.groupBy(funds, ({ currency }) => currency);
      const currencies = [...byCurrency].map(([currency, some]) => ({ currency, months: toMonths(some, shown) }));
      return { states, currencies };
    }),
  ),
  handle(
    getLedger,
    summarized(clock, async (organizations, { months }) => {
      const [balances, funds] = await Promise.all([
        accountBalances(database, organizations),
        fundMonths(database, organizations),
      ]);
      return { currencies: toReserveLedger(balances, funds, lastMonths(clock, months)) };
    }),
  ),
];

const lastMonths = (clock: Clock, count: number): string[] => {
  const last = businessDate(clock()).toPlainYearMonth();
  return Array.from({ length: count }, (_, index) => last.subtract({ months: count - 1 - index }).toString());
};

const toReserveLedger = (
  balances: readonly AccountBalance[],
  funds: readonly FundMonth[],
  months: readonly string[],
): ReserveLedger['currencies'] =>
  [...Map.groupBy(balances, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    accounts: reserveAccounts.flatMap((account) => {
      const found = some.find((one) => one.account === account);
      return found ? [{ account, balance: majorFromMinor(BigInt(found.balance), currency) }] : [];
    }),
    months: toMonths(
      funds.filter((row) => row.currency === currency),
      months,
    ),
  }));

/** The funds of one currency as they stood at the end of each month: what every month up to it brought. */
const toMonths = (
  funds: readonly FundMonth[],
  months: readonly string[],
): ClaimSummary['currencies'][number]['months'] =>
  months.map((month) => ({
    month,
    lossFund: total(
      funds.filter((row) => row.month <= month),
      'fund',
    ),
    paid: total(
      funds.filter((row) => row.month === month),
      'paid',
    ),
  }));

const total = (funds: readonly FundMonth[], amount: 'fund' | 'paid'): number => {
  const [first] = funds;
  return first ? majorFromMinor(sum(funds.map((row) => BigInt(row[amount]))), first.currency) : 0;
};
