import {
  type CalendarDate,
  calendarDate,
  earliest,
  latest,
  type Minor,
  magnitude,
  mapInSlices,
  sum,
} from '@staycover/kernel';
import { dateText, type Layout, moneyFormat, rangeText } from '@staycover/print';
import type { AccountKey } from '../db/accounts.ts';
import type { Payer } from '../db/payers.ts';
import type { LedgerItem, PostingRow } from '../db/statements.ts';
import { toParty } from './printed-invoice.ts';

type Days = AccountKey & { from: string; to: string };

type Found = {
  payer: Payer;
  opening: Minor;
  postings: readonly PostingRow[];
  items: ReadonlyMap<string, LedgerItem>;
  today: CalendarDate;
};

/** Lays out what changed what an organization owes over some days, and what it owes now. Takes its time in slices. */
export const printedStatement = async (days: Days, found: Found): Promise<Layout> => {
  const { organizationId, currency, from, to } = days;
  const { payer, opening, postings, items, today } = found;
  const first = calendarDate(from);
  // Nothing is posted ahead.
  const last = latest(first, earliest(calendarDate(to), today));
  const money = moneyFormat(currency);
  const entries = [...Map.groupBy(postings, ({ entry_id }) => entry_id).values()]
    .map((its) => ({ its, amount: owedBy(its) }))
    .filter(({ amount }) => amount !== 0n);
  let balance = opening;
  const lines = await mapInSlices(entries, ({ its, amount }) => {
    balance += amount;
    return [
      describePosting(its, amount, items),
      dateText(calendarDate(its[0]!.posted_on)),
      money(amount),
      money(balance),
    ];
  });
  const amounts = entries.map(({ amount }) => amount);
  return {
    title: 'Account statement',
    reference: `${organizationId} ${currency}`,
    notice: null,
    party: toParty(payer),
    facts: [
      { name: 'Period', value: rangeText(first, last) },
      { name: 'Currency', value: currency },
    ],
    tables: [{ columns: ['What', 'Day', 'Amount', 'Balance'], groups: [{ name: null, total: null, lines }] }],
    sums: [
      [
        { name: 'Owed before', value: money(opening) },
        { name: 'Charges', value: money(sum(amounts.filter((amount) => amount > 0n))) },
        { name: 'Payments and credits', value: money(sum(amounts.filter((amount) => amount < 0n))) },
        { name: balance < 0n ? 'In your favor' : 'You owe', value: money(magnitude(balance)) },
      ],
    ],
    remarks: [`As of the end of ${dateText(last)}. What is held for the next invoice counts as paid.`],
  };
};

/** By how much an entry changes what is owed; where a credit meets an invoice, it does not. */
const owedBy = (postings: readonly PostingRow[]): Minor =>
  sum(postings.filter(({ account }) => account === 'RECEIVABLE').map(({ amount }) => BigInt(amount)));

const describePosting = (
  postings: readonly PostingRow[],
  amount: Minor,
  items: ReadonlyMap<string, LedgerItem>,
): string => {
  const item = items.get(postings[0]!.item_id);
  if (!item) return 'Adjustment';
  const { kind, reference } = item;
  const accounts = new Set(postings.map(({ account }) => account));
  const isCharge = amount > 0n;
  if (accounts.has('WRITTEN_OFF')) return `Invoice ${reference}, ${isCharge ? 'write-off taken back' : 'written off'}`;
  if (accounts.has('DISPUTED')) return `Payment ${reference}, taken back by the bank`;
  if (kind === 'PAYMENT') return `Payment ${reference}${isCharge ? ', reversed' : ''}`;
  if (kind === 'REFUND') return `Refund of payment ${reference}${isCharge ? '' : ', failed'}`;
  const [name, isVoid] = kind === 'INVOICE' ? ['Invoice', !isCharge] : ['Credit note', isCharge];
  return `${name} ${reference}${isVoid ? ', void' : ''}`;
};
