import { lineCategories } from '@staycover/api';
import {
  type CalendarDate,
  type Currency,
  compareTexts,
  divideHalfAwayFromZero,
  type Minor,
  mapInSlices,
  numberFromRate,
  sum,
} from '@staycover/kernel';
import {
  compareNames,
  dateText,
  type Layout,
  moneyFormat,
  monthText,
  rangeText,
  rateFormat,
  words,
} from '@staycover/print';
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
import { formatNights } from '../domain/nights.ts';

type Group = Layout['tables'][number]['groups'][number] & { name: string };
type Pair = Layout['facts'][number];

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

const categoryRank = (category: string): number => lineCategories.findIndex((known) => known === category);

/**
 * Lays out an invoice or credit note: lines by property and month, then what was adjusted by hand. `corrected` are the
 * references of the invoices that it corrects. Takes its time in slices.
 */
export const printedInvoice = async (
  { invoice, lines }: InvoiceWithLines,
  payer: Payer,
  corrected: readonly string[] = [],
): Promise<Layout> => {
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
    party: toParty(payer),
    facts: [
      { name: 'Period', value: rangeText(invoice.periodStart, invoice.periodEnd) },
      ...dates.flatMap(([name, date]) => (date ? [{ name, value: dateText(date) }] : [])),
      { name: 'Status', value: wording.states[invoice.status] ?? words(invoice.status) },
      ...corrected.map((reference) => ({ name: 'Corrects', value: reference })),
    ],
    tables: [
      {
        columns: ['Cover', 'Quantity', 'Rate', 'Amount'],
        groups: await toGroups(lines, { currency: invoice.currency, sign }),
      },
    ],
    sums: [
      Object.entries(invoice.subtotalsByCategory)
        .toSorted(([a], [b]) => categoryRank(a) - categoryRank(b))
        .map(([category, minor]) => ({ name: words(category), value: money(BigInt(minor)) })),
      [
        { name: 'Subtotal', value: money(invoice.subtotal) },
        { name: 'Tax', value: money(invoice.tax) },
        { name: wording.total, value: money(invoice.total) },
        ...settlement(invoice, wording),
      ],
    ],
    remarks: [],
  };
};

/** Who pays, as documents name them. */
export const toParty = ({ name, email }: Payer): string[] => [name, ...(email ? [email] : [])];

/** What has come or was given up, and what is left, once anything has. */
const settlement = (invoice: Invoice, { sign }: Wording): Pair[] => {
  const { status, amountPaid, amountCredited, amountWrittenOff } = invoice;
  const isUntouched = amountPaid === 0n && amountCredited === 0n && amountWrittenOff === 0n;
  if (!standingStatuses[status] || isUntouched) return [];
  const money = signedFormat(invoice.currency, sign);
  const left = money(amountDue(invoice));
  if (isCreditNote(invoice))
    return [
      { name: 'Used', value: money(amountCredited) },
      { name: 'Left', value: left },
    ];
  const came: [string, bigint][] = [
    ['Paid', amountPaid],
    ['Credited', amountCredited],
    ['Written off', amountWrittenOff],
  ];
  return [
    ...came.filter(([, amount]) => amount !== 0n).map(([name, amount]) => ({ name, value: money(-amount) })),
    { name: 'Amount due', value: left },
  ];
};

type Style = { currency: Currency; sign: 1n | -1n };

const toGroups = async (lines: readonly InvoiceLine[], style: Style): Promise<Group[]> => {
  const manual = lines.filter((line) => line.manual);
  const byProperty = Map.groupBy(lines.filter(isOrderLine), ({ propertyId }) => propertyId);
  const toMonth = lineMonth(style);
  const groups = await mapInSlices([...byProperty], ([propertyId, its]) =>
    toGroup(its[0]!.propertyName ?? propertyId, its.toSorted(byMonth), toMonth, style),
  );
  const sorted = groups.toSorted((a, b) => compareNames(a.name, b.name));
  if (manual.length === 0) return sorted;
  return [...sorted, toGroup('Adjustments', manual, ({ description }) => description, style)];
};

const toGroup = <L extends InvoiceLine>(
  name: string,
  lines: readonly L[],
  toText: (line: L) => string,
  { currency, sign }: Style,
): Group => {
  const money = signedFormat(currency, sign);
  const rate = rateFormat(currency);
  return {
    name,
    total: money(sum(lines.map(({ amount }) => amount))),
    lines: lines.map((line) => [
      toText(line),
      isOrderLine(line) ? formatNights(line.quantity * Number(sign)) : '',
      isOrderLine(line) ? rate(numberFromRate(divideHalfAwayFromZero(line.unitPrice, BigInt(line.per)))) : '',
      money(line.amount),
    ]),
  };
};

const byMonth = (a: OrderLine, b: OrderLine): number => compareTexts(a.stayMonth, b.stayMonth);

/** The month of a line, and what it is where that goes against its document. */
const lineMonth =
  ({ sign }: Style) =>
  ({ stayMonth, category }: OrderLine): string => {
    const month = monthText(stayMonth);
    const isCredit = category === 'CREDIT';
    if (isCredit === sign < 0n) return month;
    return `${month}, ${isCredit ? 'credit' : 'charge'}`;
  };

const signedFormat = (currency: Currency, sign: bigint): ((minor: Minor) => string) => {
  const money = moneyFormat(currency);
  return (minor) => money(minor * sign);
};
