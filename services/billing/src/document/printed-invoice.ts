import { lineCategories } from '@staycover/api';
import {
  type CalendarDate,
  type Currency,
  decimalsOf,
  divideHalfAwayFromZero,
  type Minor,
  mapInSlices,
  numberFromRate,
  sum,
} from '@staycover/kernel';
import type { Payer } from '../db/payers.ts';
import {
  amountDue,
  type Invoice,
  type InvoiceStatus,
  type InvoiceWithLines,
  isCreditNote,
  standingStatuses,
} from '../domain/invoice.ts';
import { type InvoiceLine, isOrderLine, type OrderLine } from '../domain/line.ts';

/** One line as people read it. */
export type PrintedLine = { text: string; quantity: string; unitPrice: string; amount: string };

export type PrintedGroup = { name: string; lines: PrintedLine[]; total: string };

/** An invoice or credit note as people read it: everything is text, in the format of its currency. */
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

/** What a document calls itself and its states; a credit note shows what it gives back as amounts above 0. */
type Wording = {
  title: string;
  notices: Partial<Record<InvoiceStatus, string>>;
  states: Partial<Record<InvoiceStatus, string>>;
  settledOn: string;
  total: string;
  sign: 1n | -1n;
};

const INVOICE: Wording = {
  title: 'Invoice',
  notices: {
    DRAFT: 'Draft: not sent, it may still change',
    VOID: 'Void: nothing is to be paid',
    PAID: 'Paid with thanks',
  },
  states: {},
  settledOn: 'Paid',
  total: 'Total',
  sign: 1n,
};

const CREDIT_NOTE: Wording = {
  title: 'Credit note',
  notices: {
    DRAFT: 'Draft: not issued, it may still change',
    VOID: 'Void: nothing is credited',
    SENT: 'Nothing is to be paid: this credit goes to what you owe',
    PAID: 'Nothing is to be paid: this credit has gone to what you owed',
  },
  states: { SENT: 'Issued', PAID: 'Used in full' },
  settledOn: 'Used',
  total: 'Total credit',
  sign: -1n,
};

const rankOf = (category: string): number => lineCategories.findIndex((known) => known === category);

/**
 * Lays out an invoice or credit note: lines by property and month, then what was adjusted by hand. `corrected` are the
 * references of the invoices that it corrects. Takes its time in slices.
 */
export const printedInvoice = async (
  { invoice, lines }: InvoiceWithLines,
  payer: Payer,
  corrected: readonly string[] = [],
): Promise<PrintedInvoice> => {
  const wording = isCreditNote(invoice) ? CREDIT_NOTE : INVOICE;
  const { sign } = wording;
  const money = signedFormat(invoice.currency, sign);
  const { dueDate, sentAt, paidDate } = invoice;
  const issued = sentAt ? sentAt.toZonedDateTimeISO('UTC').toPlainDate() : null;
  const dates: [string, CalendarDate | null][] = [
    ['Issued', issued],
    ['Due', isCreditNote(invoice) ? null : dueDate],
    [wording.settledOn, paidDate],
  ];
  return {
    title: wording.title,
    reference: invoice.invoiceReference,
    notice: wording.notices[invoice.status] ?? null,
    payer: [payer.name, ...(payer.email ? [payer.email] : [])],
    facts: [
      ['Period', longDate.formatRange(invoice.periodStart, invoice.periodEnd)],
      ...dates.flatMap(([name, date]): [string, string][] => (date ? [[name, dateText(date)]] : [])),
      ['Status', wording.states[invoice.status] ?? words(invoice.status)],
      ...corrected.map((reference): [string, string] => ['Corrects', reference]),
    ],
    groups: await groupsOf(lines, { currency: invoice.currency, sign }),
    subtotals: Object.entries(invoice.subtotalsByCategory)
      .toSorted(([a], [b]) => rankOf(a) - rankOf(b))
      .map(([category, minor]) => [words(category), money(BigInt(minor))]),
    totals: [
      ['Subtotal', money(invoice.subtotal)],
      ['Tax', money(invoice.tax)],
      [wording.total, money(invoice.total)],
      ...settlement(invoice, wording),
    ],
  };
};

/** What has come, and what is left, once anything has. */
const settlement = (invoice: Invoice, { sign }: Wording): [string, string][] => {
  const { status, amountPaid, amountCredited } = invoice;
  if (!standingStatuses[status] || (amountPaid === 0n && amountCredited === 0n)) return [];
  const money = signedFormat(invoice.currency, sign);
  const left = money(amountDue(invoice));
  if (isCreditNote(invoice))
    return [
      ['Used', money(amountCredited)],
      ['Left', left],
    ];
  const came: [string, bigint][] = [
    ['Paid', amountPaid],
    ['Credited', amountCredited],
  ];
  return [
    ...came.filter(([, amount]) => amount !== 0n).map(([name, amount]): [string, string] => [name, money(-amount)]),
    ['Amount due', left],
  ];
};

type Style = { currency: Currency; sign: 1n | -1n };

const groupsOf = async (lines: readonly InvoiceLine[], style: Style): Promise<PrintedGroup[]> => {
  const manual = lines.filter((line) => line.manual);
  const byProperty = Map.groupBy(lines.filter(isOrderLine), ({ propertyId }) => propertyId);
  const monthOf = monthText(style);
  const groups = await mapInSlices([...byProperty], ([propertyId, its]) =>
    groupOf(its[0]!.propertyName ?? propertyId, its.toSorted(byMonth), monthOf, style),
  );
  const sorted = groups.toSorted((a, b) => names.compare(a.name, b.name));
  if (manual.length === 0) return sorted;
  return [...sorted, groupOf('Adjustments', manual, ({ description }) => description, style)];
};

const groupOf = <L extends InvoiceLine>(
  name: string,
  lines: readonly L[],
  textOf: (line: L) => string,
  { currency, sign }: Style,
): PrintedGroup => {
  const money = signedFormat(currency, sign);
  const rate = rateFormat(currency);
  return {
    name,
    total: money(sum(lines.map(({ amount }) => amount))),
    lines: lines.map((line) => ({
      text: textOf(line),
      quantity: isOrderLine(line) ? nightsText(line.quantity * Number(sign)) : '',
      unitPrice: isOrderLine(line)
        ? rate(numberFromRate(divideHalfAwayFromZero(line.unitPrice, BigInt(line.per))))
        : '',
      amount: money(line.amount),
    })),
  };
};

const byMonth = (a: OrderLine, b: OrderLine): number =>
  a.stayMonth === b.stayMonth ? 0 : a.stayMonth < b.stayMonth ? -1 : 1;

const nightsText = (nights: number): string => `${nights} ${Math.abs(nights) === 1 ? 'night' : 'nights'}`;

/** The month of a line, and what it is where that goes against its document. */
const monthText =
  ({ sign }: Style) =>
  ({ stayMonth, category }: OrderLine): string => {
    const month = monthNames.get(stayMonth) ?? longMonth.format(Temporal.PlainDate.from(`${stayMonth}-01`));
    monthNames.set(stayMonth, month);
    const isCredit = category === 'CREDIT';
    if (isCredit === sign < 0n) return month;
    return `${month}, ${isCredit ? 'credit' : 'charge'}`;
  };

// To make a format costs as much as to use it a hundred times.
const names = new Intl.Collator('en');
const longMonth = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });
const monthNames = new Map<string, string>();
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

const signedFormat = (currency: Currency, sign: bigint): ((minor: Minor) => string) => {
  const money = moneyFormat(currency);
  return (minor) => money(minor * sign);
};

const rateFormat = (currency: Currency): ((rate: number) => string) => {
  const format = currencyFormat(currency, 4);
  return (rate) => format.format(rate);
};
