import { lineCategories } from '@staycover/api';
import {
  type CalendarDate,
  type Currency,
  decimalsOf,
  divideHalfAwayFromZero,
  type Minor,
  numberFromRate,
  sum,
} from '@staycover/kernel';
import type { Payer } from '../db/payers.ts';
import type { InvoiceStatus, InvoiceWithLines } from '../domain/invoice.ts';
import { type InvoiceLine, isOrderLine, type OrderLine } from '../domain/line.ts';

/** One line as people read it. */
export type PrintedLine = { text: string; quantity: string; unitPrice: string; amount: string };

export type PrintedGroup = { name: string; lines: PrintedLine[]; total: string };

/** An invoice as people read it: everything is text, in the format of its currency. */
export type PrintedInvoice = {
  title: string;
  reference: string;
  /** Said where the paper is no invoice, or none any more. */
  notice: string | null;
  payer: string[];
  facts: [name: string, value: string][];
  groups: PrintedGroup[];
  subtotals: [category: string, amount: string][];
  totals: [name: string, amount: string][];
};

const NOTICES: Record<InvoiceStatus, string | null> = {
  DRAFT: 'Draft: not sent, it may still change',
  SENT: null,
  PAST_DUE: null,
  SUSPENDED: null,
  UNCOLLECTIBLE: null,
  VOID: 'Void: nothing is to be paid',
  PAID: 'Paid with thanks',
};

const rankOf = (category: string): number => lineCategories.findIndex((known) => known === category);

/** Lays out an invoice: lines by property and month, then what was adjusted by hand. */
export const printedInvoice = ({ invoice, lines }: InvoiceWithLines, payer: Payer): PrintedInvoice => {
  const money = moneyFormat(invoice.currency);
  const { dueDate, sentAt, paidDate } = invoice;
  const issued = sentAt ? sentAt.toZonedDateTimeISO('UTC').toPlainDate() : null;
  const dates: [string, CalendarDate | null][] = [
    ['Issued', issued],
    ['Due', dueDate],
    ['Paid', paidDate],
  ];
  return {
    title: 'Invoice',
    reference: invoice.invoiceReference,
    notice: NOTICES[invoice.status],
    payer: [payer.name, ...(payer.email ? [payer.email] : [])],
    facts: [
      ['Period', longDate.formatRange(invoice.periodStart, invoice.periodEnd)],
      ...dates.flatMap(([name, date]): [string, string][] => (date ? [[name, dateText(date)]] : [])),
      ['Status', words(invoice.status)],
    ],
    groups: groupsOf(lines, invoice.currency),
    subtotals: Object.entries(invoice.subtotalsByCategory)
      .toSorted(([a], [b]) => rankOf(a) - rankOf(b))
      .map(([category, minor]) => [words(category), money(BigInt(minor))]),
    totals: [
      ['Subtotal', money(invoice.subtotal)],
      ['Tax', money(invoice.tax)],
      ['Total', money(invoice.total)],
    ],
  };
};

const groupsOf = (lines: readonly InvoiceLine[], currency: Currency): PrintedGroup[] => {
  const orders = lines.filter(isOrderLine);
  const manual = lines.filter((line) => line.manual);
  const byProperty = [...Map.groupBy(orders, ({ propertyId }) => propertyId)].map(([propertyId, its]) =>
    groupOf(its[0]!.propertyName ?? propertyId, its.toSorted(byMonth), monthText, currency),
  );
  const sorted = byProperty.toSorted((a, b) => names.compare(a.name, b.name));
  if (manual.length === 0) return sorted;
  return [...sorted, groupOf('Adjustments', manual, ({ description }) => description, currency)];
};

const groupOf = <L extends InvoiceLine>(
  name: string,
  lines: readonly L[],
  textOf: (line: L) => string,
  currency: Currency,
): PrintedGroup => {
  const money = moneyFormat(currency);
  const rate = rateFormat(currency);
  return {
    name,
    total: money(sum(lines.map(({ amount }) => amount))),
    lines: lines.map((line) => ({
      text: textOf(line),
      quantity: isOrderLine(line) ? `${line.quantity} ${Math.abs(line.quantity) === 1 ? 'night' : 'nights'}` : '',
      unitPrice: isOrderLine(line)
        ? rate(numberFromRate(divideHalfAwayFromZero(line.unitPrice, BigInt(line.per))))
        : '',
      amount: money(line.amount),
    })),
  };
};

const byMonth = (a: OrderLine, b: OrderLine): number =>
  a.stayMonth === b.stayMonth ? 0 : a.stayMonth < b.stayMonth ? -1 : 1;

const monthText = ({ stayMonth, category }: OrderLine): string => {
  const month = longMonth.format(Temporal.PlainDate.from(`${stayMonth}-01`));
  return category === 'CREDIT' ? `${month}, credit` : month;
};

// To make a format costs as much as to use it a hundred times.
const names = new Intl.Collator('en');
const longMonth = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });
const longDate = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });
const dateText = (date: CalendarDate): string => longDate.format(date);

const words = (code: string): string => {
  const text = code.toLowerCase().replaceAll('_', ' ');
  return text[0]!.toUpperCase() + text.slice(1);
};

const formats = new Map<string, Intl.NumberFormat>();

const currencyFormat = (currency: Currency, maximumFractionDigits: number): Intl.NumberFormat => {
  const key = `${currency} ${maximumFractionDigits}`;
  const minimumFractionDigits = decimalsOf(currency);
  const format =
    formats.get(key) ??
    new Intl.NumberFormat('en', { style: 'currency', currency, minimumFractionDigits, maximumFractionDigits });
  formats.set(key, format);
  return format;
};

/** Formats minor units without going through a float. */
const moneyFormat = (currency: Currency): ((minor: Minor) => string) => {
  const decimals = decimalsOf(currency);
  const format = currencyFormat(currency, decimals);
  return (minor) => format.format(`${minor}e-${decimals}` as Intl.StringNumericLiteral);
};

const rateFormat = (currency: Currency): ((rate: number) => string) => {
  const format = currencyFormat(currency, 4);
  return (rate) => format.format(rate);
};
