import { type AccountBooks, cents, readBooks, settledAmount, sumBy } from '../audit/audit-account.ts';
import type { YearStage } from './year-stage.ts';

/** Where the books stand at the end of a month; amounts in cents, summed up since the start. */
export type Row = {
  month: string;
  policies: number;
  active: number;
  ended: number;
  /** Terms that policies got, by the policies themselves and by the events. */
  renewals: number;
  announcedRenewals: number;
  documents: number;
  creditNotes: number;
  paid: number;
  pastDue: number;
  billed: number;
  cash: number;
  due: number;
  held: number;
  openRefunds: number;
  writtenOff: number;
  disputed: number;
  /** Manual lines that are settled: no split has them. */
  settledByHand: number;
  /** Of the cash, what waits for the next invoice. */
  waiting: number;
  /** Splits less those taken back. */
  splits: number;
  /** Collected premium in the ledger, and the sum of its splits. */
  ledger: number;
  reserves: number;
};

const OVERDUE: ReadonlySet<string> = new Set(['PAST_DUE', 'SUSPENDED', 'UNCOLLECTIBLE']);

/** Reads the books, each from its own source. */
export const readRow = async (
  stage: YearStage,
  first: Temporal.PlainDate,
  monthEnd: Temporal.PlainDate,
): Promise<{ row: Row; books: AccountBooks }> => {
  const [policies, books, heard, ledger] = await Promise.all([
    stage.policies(),
    readBooks(stage.reading, stage.organizationId, { from: first, to: monthEnd }),
    stage.heard(),
    stage.ledger(),
  ]);
  const { COLLECTED_PREMIUM: collected = 0, ...reserves } = ledger;
  const { balances, due, held, openRefunds } = books;
  const documents = books.invoices.filter(({ status }) => status !== 'DRAFT' && status !== 'VOID');
  const byHand = documents.filter(({ lineItems }) => lineItems.every(({ manual }) => manual));
  const isActive = ({ status }: { status: string }) => status === 'ACTIVE';
  const row = {
    month: monthEnd.toString().slice(0, 7),
    policies: policies.length,
    active: policies.filter(isActive).length,
    ended: policies.filter(({ status }) => status === 'EXPIRED' || status === 'CANCELLED').length,
    renewals: sumBy(policies, ({ renewalCount }) => renewalCount),
    announcedRenewals: heard.renewed,
    documents: documents.length,
    creditNotes: documents.filter(({ documentType }) => documentType === 'CREDIT_NOTE').length,
    paid: documents.filter(({ status }) => status === 'PAID').length,
    pastDue: documents.filter(({ status }) => OVERDUE.has(status)).length,
    billed: -(balances.BILLED + balances.TAX + balances.ADJUSTMENT),
    cash: balances.CASH,
    due,
    held,
    openRefunds,
    writtenOff: balances.WRITTEN_OFF,
    disputed: balances.DISPUTED,
    settledByHand: sumBy(byHand, settledAmount),
    waiting: sumBy(books.payments, ({ unallocated }) => cents(unallocated)),
    splits: heard.split + heard.reversed,
    ledger: collected,
    reserves: sumBy(Object.values(reserves), (balance) => balance),
  };
  return { row, books };
};

const columns: [title: string, width: number, show: (row: Row) => string][] = [
  ['month', 7, ({ month }) => month],
  ['active', 6, ({ active }) => String(active)],
  ['ended', 5, ({ ended }) => String(ended)],
  ['renewed', 7, ({ renewals }) => String(renewals)],
  ['sent', 5, ({ documents }) => String(documents)],
  ['credits', 7, ({ creditNotes }) => String(creditNotes)],
  ['paid', 5, ({ paid }) => String(paid)],
  ['overdue', 7, ({ pastDue }) => String(pastDue)],
  ['billed', 11, ({ billed }) => money(billed)],
  ['cash', 11, ({ cash }) => money(cash)],
  ['due', 10, ({ due }) => money(due)],
  ['held', 9, ({ held }) => money(held)],
  ['refunds', 8, ({ openRefunds }) => money(openRefunds)],
  ['disputed', 8, ({ disputed }) => money(disputed)],
  ['lost', 9, ({ writtenOff }) => money(writtenOff)],
  ['splits', 11, ({ splits }) => money(splits)],
];

const money = (minor: number): string => ((minor || 0) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });

export const tableHeader = columns.map(([title, width]) => title.padStart(width)).join(' ');
export const printRow = (row: Row): string => columns.map(([, width, show]) => show(row).padStart(width)).join(' ');
