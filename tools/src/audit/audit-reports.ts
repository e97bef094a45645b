import type { Resource } from '@staycover/client';
import { type AccountBooks, cents, type Reading } from './audit-account.ts';

type PremiumRow = Resource<'PremiumBordereauRow'>;
type ClaimsRow = Resource<'ClaimsBordereauRow'>;
type FundRow = Resource<'LossFundRow'>;

/** The reports of a month, as an insurer reads them. */
export type MonthReports = {
  month: string;
  premium: PremiumRow[];
  claims: ClaimsRow[];
  funds: FundRow[];
  receivables: Resource<'ReceivablesRow'>[];
};

/** What the reports of all months are to add up to, in cents: from ledgers and resources. */
export type Ledgers = {
  books: AccountBooks;
  claims: readonly Pick<Resource<'Claim'>, 'paidAmount' | 'reserveAmount'>[];
  /** Of the claims service, by account. */
  accounts: Readonly<Record<string, number>>;
};

/** Reads the reports of the month that ends on a day. */
export const readReports = async (
  { get }: Pick<Reading, 'get'>,
  organizationId: string,
  end: Temporal.PlainDate,
): Promise<MonthReports> => {
  const month = end.toString().slice(0, 7);
  const of = `organizationId=${organizationId}`;
  return {
    month,
    premium: await get(`/api/report/premium-bordereau?${of}&month=${month}`),
    claims: await get(`/api/report/claims-bordereau?${of}&month=${month}`),
    funds: await get(`/api/report/loss-fund?${of}&from=${month}-01&to=${end}`),
    receivables: await get(`/api/report/receivables?${of}&asOf=${end}`),
  };
};

const total = <T>(rows: readonly T[], amount: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + cents(amount(row)), 0);

/** What does not agree between all months until now and the ledgers. */
export const reportFaults = (months: readonly MonthReports[], { books, claims, accounts }: Ledgers): string[] => {
  const last = months.at(-1)!;
  const premium = months.flatMap((month) => month.premium);
  const funds = months.flatMap((month) => month.funds);
  const paid = total(
    months.flatMap((month) => month.claims),
    (row) => row.paidThisMonth,
  );
  const rules: [what: string, one: number, other: number][] = [
    ['premium bordereaux, and what the ledger has billed', billedIn(premium), -books.balances.BILLED],
    ['tax of premium bordereaux, and of the ledger', total(premium, ({ tax }) => tax), -books.balances.TAX],
    ['receivables, and the ledger', total(last.receivables, ({ balance }) => balance), books.balances.RECEIVABLE],
    ['claims bordereaux, and what claims have paid', paid, total(claims, ({ paidAmount }) => paidAmount)],
    ['claims bordereaux, and the ledger', paid, accounts['CLAIMS_PAID'] ?? 0],
    ['funds statements, and what claims have paid', total(funds, (row) => row.paid), paid],
    ['open claims, and their reserves', reserved(last), total(claims, ({ reserveAmount }) => reserveAmount)],
    ['open claims, and the ledger', reserved(last), accounts['CLAIM_RESERVE'] ?? 0],
    ['loss funds, and the ledger', total(last.funds, (row) => row.closing), accounts['LOSS_FUND'] ?? 0],
    ...months
      .slice(1)
      .map(({ month, funds: its }, i): [string, number, number] => [
        `what funds open ${month} with, and closed the month before with`,
        total(its, (row) => row.opening),
        total(months[i]!.funds, (row) => row.closing),
      ]),
  ];
  return [
    ...rules.flatMap(([what, one, other]) => (one === other ? [] : [`${what}: ${one} is not ${other}`])),
    ...(isInOrder(last.premium) ? [] : [`The premium bordereau of ${last.month} is not in order.`]),
  ];
};

const isInOrder = (rows: readonly PremiumRow[]): boolean => {
  const keys = rows.map(({ transactionDate, invoiceReference }) => `${transactionDate} ${invoiceReference}`);
  return keys.every((key, i) => i === 0 || keys[i - 1]! <= key);
};

const billedIn = (rows: readonly PremiumRow[]): number =>
  (['premium', 'lossFund', 'partnerFee', 'serviceFee'] as const).reduce(
    (sum, part) => sum + total(rows, (row) => row[part]),
    0,
  );
const reserved = ({ claims }: MonthReports): number => total(claims, (row) => row.reserveOutstanding);

/** The months with a report that is no longer byte for byte the same as in the first read. */
export const changedMonths = (first: readonly MonthReports[], again: readonly MonthReports[]): string[] =>
  first.filter((one, i) => JSON.stringify(one) !== JSON.stringify(again[i])).map(({ month }) => `${month} has changed`);
