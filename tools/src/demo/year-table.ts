import type { Invoice, YearStage } from './year-stage.ts';

/** Where the books stand at the end of a month; amounts in cents, summed up since the start. */
export type Row = {
  month: string;
  active: number;
  ended: number;
  /** Terms that policies got, by the policies themselves and by the events. */
  renewals: number;
  announcedRenewals: number;
  generated: number;
  sent: number;
  settled: number;
  pastDue: number;
  invoiced: number;
  paid: number;
  open: number;
  /** Order lines of paid invoices. */
  collected: number;
  split: number;
  reversed: number;
  /** Collected premium in the books, and what it was divided into. */
  ledger: number;
  reserves: number;
};

const centsOf = (amount: number): number => Math.round(amount * 100);
const sumOf = <T>(items: readonly T[], amount: (item: T) => number): number =>
  items.reduce((sum, item) => sum + amount(item), 0);
const orderLines = ({ lineItems }: Invoice): number =>
  sumOf(
    lineItems.filter(({ orderId }) => orderId !== null),
    ({ amount }) => centsOf(amount),
  );

/** Reads the books, each from its own source. */
export const rowOf = async (stage: YearStage, monthEnd: Temporal.PlainDate): Promise<Row> => {
  const [policies, invoices, heard, ledger] = await Promise.all([
    stage.policies(),
    stage.invoices(),
    stage.heard(),
    stage.ledger(),
  ]);
  const alive = invoices.filter(({ status }) => status !== 'VOID');
  const paid = alive.filter(({ status }) => status === 'PAID');
  const { COLLECTED_PREMIUM: collectedPremium = 0, ...reserves } = ledger;
  const invoiced = sumOf(alive, ({ total }) => centsOf(total));
  return {
    month: monthEnd.toString().slice(0, 7),
    active: policies.filter(({ status }) => status === 'ACTIVE').length,
    ended: policies.filter(({ status }) => status === 'EXPIRED').length,
    renewals: sumOf(policies, ({ renewalCount }) => renewalCount),
    announcedRenewals: heard.renewed,
    generated: invoices.length,
    sent: invoices.filter(({ sentAt }) => sentAt !== null).length,
    settled: paid.length,
    pastDue: alive.filter(({ status }) => ['PAST_DUE', 'SUSPENDED', 'UNCOLLECTIBLE'].includes(status)).length,
    invoiced,
    paid: sumOf(paid, ({ total }) => centsOf(total)),
    open: sumOf(
      alive.filter(({ status }) => status !== 'PAID'),
      ({ total }) => centsOf(total),
    ),
    collected: sumOf(paid, orderLines),
    split: heard.split,
    reversed: heard.reversed,
    ledger: collectedPremium,
    reserves: sumOf(Object.values(reserves), (cents) => cents),
  };
};

const columns: [title: string, width: number, show: (row: Row) => string][] = [
  ['month', 7, ({ month }) => month],
  ['active', 7, ({ active }) => String(active)],
  ['ended', 6, ({ ended }) => String(ended)],
  ['renewed', 8, ({ renewals }) => String(renewals)],
  ['invoices', 9, ({ generated }) => String(generated)],
  ['sent', 6, ({ sent }) => String(sent)],
  ['paid', 6, ({ settled }) => String(settled)],
  ['overdue', 8, ({ pastDue }) => String(pastDue)],
  ['premium', 13, ({ invoiced }) => money(invoiced)],
  ['collected', 13, ({ paid }) => money(paid)],
  ['open', 12, ({ open }) => money(open)],
  ['splits', 13, ({ split, reversed }) => money(split - reversed)],
  ['ledger', 13, ({ ledger }) => money(ledger)],
];

const money = (cents: number): string => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });

export const tableHeader = columns.map(([title, width]) => title.padStart(width)).join(' ');
export const printRow = (row: Row): string => columns.map(([, width, show]) => show(row).padStart(width)).join(' ');
