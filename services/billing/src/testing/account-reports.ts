import type { PremiumBordereauRow, ReceivablesRow } from '@staycover/api';
import { businessDate } from '@staycover/kernel';
import type { Billing } from './billing.ts';
import type { TwinAccount } from './twin-account.ts';

export const cents = (amount: number): number => Math.round(amount * 100);
export const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
const billedIn = (row: PremiumBordereauRow): number =>
  total([row.premium, row.lossFund, row.partnerFee, row.serviceFee].map(cents));

/** The reports of an account, read as an insurer reads them: each month when it has ended, all of them at the end. */
export const openReports = (t: Billing, { organizationId, books }: TwinAccount) => {
  const asRead = new Map<string, string>();
  const today = () => businessDate(t.clock());
  const first = today().with({ day: 1 });
  const read = async <Row>(report: string): Promise<Row[]> =>
    (await t.http.get(`/api/report/${report}&organizationId=${organizationId}`)).body;
  const bordereau = (month: Temporal.PlainDate) =>
    read<PremiumBordereauRow>(`premium-bordereau?month=${month.toString().slice(0, 7)}`);
  const receivables = (day: Temporal.PlainDate) => read<ReceivablesRow>(`receivables?asOf=${day}`);
  const months = (until: Temporal.PlainDate) =>
    Array.from({ length: first.until(until, { largestUnit: 'months' }).months }, (_, i) => first.add({ months: i }));
  const monthAsItIs = async (month: Temporal.PlainDate) =>
    JSON.stringify([await bordereau(month), await receivables(month.add({ months: 1 }).subtract({ days: 1 }))]);

  return {
    /** Reads the months that have ended since the last reading. */
    async readEnded(): Promise<void> {
      for (const month of months(today())) {
        const name = month.toString();
        if (!asRead.has(name)) asRead.set(name, await monthAsItIs(month));
      }
    },
    /** What does not agree: months that were read and have changed, totals that the ledger in memory does not have. */
    async faults(): Promise<string[]> {
      const faults: string[] = [];
      for (const month of months(today()))
        if (asRead.get(month.toString()) !== (await monthAsItIs(month))) faults.push(`${month} has changed`);
      const rows: PremiumBordereauRow[] = [];
      for (const month of months(today().add({ months: 1 }))) rows.push(...(await bordereau(month)));
      const keys = rows.map(({ transactionDate, invoiceReference }) => `${transactionDate} ${invoiceReference}`);
      if (JSON.stringify(keys) !== JSON.stringify(keys.toSorted())) faults.push('rows are not in order');
      const [aged] = await receivables(today());
      const {
        held = 0,
        balance = 0,
        notDue = 0,
        days30 = 0,
        days60 = 0,
        days90 = 0,
        over90 = 0,
        openRefunds = 0,
      } = aged ?? {};
      const rules: [string, number, bigint][] = [
        ['all premium bordereaux', -total(rows.map(billedIn)), books.balance('BILLED')],
        ['their tax', -total(rows.map(({ tax }) => cents(tax))), books.balance('TAX')],
        ['receivables', cents(balance), books.balance('RECEIVABLE')],
        ['disputed', cents(aged?.disputed ?? 0), books.balance('DISPUTED')],
        [
          'receivables by age',
          total([notDue, days30, days60, days90, over90, openRefunds].map(cents)) - cents(held),
          books.balance('RECEIVABLE'),
        ],
      ];
      return [
        ...faults,
        ...rules.flatMap(([what, one, other]) => (BigInt(one) === other ? [] : [`${what}: ${one} is not ${other}`])),
        ...rows.flatMap((row) => {
          const its = billedIn(row) + cents(row.tax);
          const isWithin =
            its < 0
              ? cents(row.collected) >= its && row.collected <= 0
              : cents(row.collected) <= its && row.collected >= 0;
          return row.type === 'VOID' || isWithin ? [] : [`${row.collected} of ${its} is collected`];
        }),
      ];
    },
  };
};
