import { getInvoiceSummary, type InvoiceSummary, invoiceStatuses } from '@staycover/api';
import { handle, type Route, summarized } from '@staycover/http';
import { businessDate, majorFromMinor, sum } from '@staycover/kernel';
import type { Platform } from '@staycover/service';
import { type Age, groupInvoices, type InvoiceGroup, type Owed, owedByAge } from '../db/summary.ts';
import { standingStatuses } from '../domain/invoice.ts';

/** What a dashboard shows of invoices. */
export const summaryRoutes = ({ database, clock }: Platform): Route[] => [
  handle(
    getInvoiceSummary,
    summarized(clock, async (organizations, { months }) => {
      const today = businessDate(clock());
      const first = today
        .toPlainYearMonth()
        .subtract({ months: months - 1 })
        .toString();
      const [groups, owed] = await Promise.all([
        groupInvoices(database, organizations),
        owedByAge(database, organizations, today),
      ]);
      const byCurrency = Map.groupBy(groups, ({ currency }) => currency);
      return {
        currencies: [...byCurrency].map(([currency, some]) =>
          toFigures(
            currency,
            some,
            owed.filter((one) => one.currency === currency),
            first,
          ),
        ),
      };
    }),
  ),
];

type Figures = InvoiceSummary['currencies'][number];

const toFigures = (
  currency: string,
  groups: readonly InvoiceGroup[],
  owed: readonly Owed[],
  firstMonth: string,
): Figures => {
  const major = (amounts: readonly string[]): number => majorFromMinor(sum(amounts.map(BigInt)), currency);
  const due = (some: readonly { due: string }[]): number => major(some.map((group) => group.due));
  const billed = groups.filter(({ status }) => standingStatuses[status]);
  const shown = Map.groupBy(billed, ({ month }) => month).entries();
  const aged = (age: Age): number => due(owed.filter((one) => one.age === age));
  return {
    currency,
    months: [...shown]
      .filter(([month]) => month >= firstMonth)
      .map(([month, some]) => ({ month, billed: major(some.map(({ total }) => total)), due: due(some) })),
    states: invoiceStatuses.flatMap((status) => {
      const some = groups.filter((group) => group.status === status);
      const count = some.reduce((total, group) => total + Number(group.count), 0);
      return count === 0 ? [] : [{ status, count, due: due(some) }];
    }),
    receivables: {
      notDue: aged('notDue'),
      days30: aged('days30'),
      days60: aged('days60'),
      days90: aged('days90'),
      over90: aged('over90'),
    },
  };
};
