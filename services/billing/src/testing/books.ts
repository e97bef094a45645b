import { type CalendarDate, type Currency, calendarDate, type DateRange, earliest, sum } from '@staycover/kernel';
import { type BilledNights, withLines, withoutLines } from '../domain/billed-nights.ts';
import type { Charged } from '../domain/correct.ts';
import { compareWithBilled } from '../domain/difference.ts';
import { assembleInvoice, invoicePart, type NotBilled, openAfter } from '../domain/generate-invoice.ts';
import type { InvoiceStatus } from '../domain/invoice.ts';
import type { LineMoney, ManualLine, OrderLine } from '../domain/line.ts';
import type { Fees } from '../domain/line-parts.ts';
import { firstNight } from '../domain/nights.ts';
import { billingPeriodOn, type Period } from '../domain/period.ts';
import type { BillablePolicy, Enrollment, InForce, PriceTerms, Stay } from '../domain/policy.ts';
import type { TaxRates } from '../domain/tax.ts';
import type { Totals } from '../domain/totals.ts';

export const day = calendarDate;

/** Nights from the first up to, and without, the second day. */
export const nights = (start: string, end: string): DateRange => ({ start: day(start), end: day(end) });

export const enrolled = (propertyId: string, range: DateRange, changes: Partial<Enrollment> = {}): Enrollment => ({
  propertyId,
  propertyName: propertyId,
  stateCode: 'FL',
  electionId: `el-${propertyId}`,
  planId: null,
  rateOverride: null,
  nights: range,
  ...changes,
});

export const priceTerms = (changes: Partial<PriceTerms> = {}): PriceTerms => ({
  perReservation: false,
  planId: 'plan-a',
  ratePerNight: 42_500n,
  ratePerMonth: null,
  ratePerReservation: null,
  lossFundRatePerNight: 11_000n,
  rateTable: [],
  minNights: null,
  maxNights: null,
  ...changes,
});

/** Price terms from a day on. */
export const from = (start: string, changes: Partial<PriceTerms> = {}): InForce => ({
  from: day(start),
  ...priceTerms(changes),
});

/** A policy of one property for the year from November 2026, at 4.25 a night of which 1.10 go to the loss fund. */
export const policy = (changes: Partial<BillablePolicy> & Partial<PriceTerms> = {}): BillablePolicy => ({
  id: 'policy-1',
  organizationId: 'acme',
  version: 1,
  ended: false,
  currency: 'USD',
  productLine: null,
  periodMonths: 1,
  termStart: day('2026-11-01'),
  inForce: [from('2026-11-01', changes)],
  terms: [nights('2026-11-01', '2027-11-01')],
  coverageEndsOn: null,
  enrollments: [enrolled('beach', nights('2026-11-01', '9999-12-31'))],
  ...changes,
});

export type BookedInvoice = {
  id: string;
  status: InvoiceStatus;
  period: Period;
  lines: OrderLine[];
  totals: Totals;
  notBilled: NotBilled[];
};

type Options = {
  stays?: Stay[];
  manualLines?: ManualLine[];
  taxRates?: TaxRates;
  /** The first night that changed since the policy was billed last, if any; without it all nights are looked at. */
  changedFrom?: CalendarDate | null;
  /** What is billed comes in the other order. */
  isReversed?: boolean;
};

const FEES: Fees = { partnerPercent: 5, servicePercent: 2.5 };

/** The invoices of one policy, kept as the service keeps them but in memory. */
export const openBooks = ({ currency = 'USD', fees = FEES }: { currency?: Currency; fees?: Fees } = {}) => {
  const invoices: BookedInvoice[] = [];
  let billed: BilledNights[] = [];
  let openFrom: CalendarDate | null = null;
  let ids = 0;

  const findDraft = () => invoices.find(({ status }) => status === 'DRAFT');

  const derive = (on: string, of: BillablePolicy, options: Options = {}) => {
    const draft = findDraft();
    const period = billingPeriodOn(day(on), 'CURRENT', of);
    const { changedFrom } = options;
    const soonest = changedFrom === undefined ? null : changedFrom && openFrom && earliest(changedFrom, openFrom);
    const lookedFrom = changedFrom === null ? openFrom : soonest;
    const base = withoutLines(options.isReversed ? billed.toReversed() : billed, draft?.lines ?? []);
    const difference = compareWithBilled({
      policy: of,
      stays: options.stays ?? [],
      billed: base,
      from: lookedFrom,
      periodEnd: period.end,
    });
    const part = invoicePart({ policy: of, difference, charged: chargedLines(invoices, draft), fees, currency });
    const { manualLines = [], taxRates = new Map() } = options;
    const generated = assembleInvoice(part, { manualLines, taxRates });
    return { draft, period, base, lookedFrom, generated };
  };

  const generate = (on: string, of: BillablePolicy, options: Options = {}) => {
    const { draft, period, base, lookedFrom, generated } = derive(on, of, options);
    const lines = generated.lines.map((line) => {
      const id = `line-${++ids}`;
      return { ...line, id, order: line.order ?? { orderId: id, orderLineId: id, orderReference: id } };
    });
    billed = withLines(base, lines);
    openFrom = openAfter(generated.firstNight, period.end);
    const { totals, notBilled, waitingFrom } = generated;
    const invoice = draft ?? {
      id: `invoice-${invoices.length + 1}`,
      status: 'DRAFT',
      period,
      lines,
      totals,
      notBilled,
    };
    if (!draft) invoices.push(invoice);
    const end = { start: invoice.period.start, end: period.end };
    return Object.assign(invoice, { lines, totals, period: end, notBilled, waitingFrom, lookedFrom });
  };

  const lower = (night: CalendarDate | null) => {
    if (night && openFrom) openFrom = earliest(openFrom, night);
  };

  return {
    invoices,
    billed: () => billed,
    draft: findDraft,
    derive,
    generate,
    /** Orders from this night on changed. */
    lower,
    move(invoice: BookedInvoice, status: InvoiceStatus) {
      if (status === 'VOID' && invoice.status !== 'VOID') {
        billed = withoutLines(billed, invoice.lines);
        lower(firstNight(invoice.lines.flatMap((line) => line.nights)));
      }
      invoice.status = status;
      return invoice;
    },
  };
};

/** Every line that charged nights, with what is left of it beside a draft. */
const chargedLines = (invoices: readonly BookedInvoice[], draft: BookedInvoice | undefined): Map<string, Charged> => {
  const live = invoices.filter((one) => one !== draft && one.status !== 'VOID').flatMap(({ lines }) => lines);
  const left = Map.groupBy(live, ({ id, correctionOf }) => correctionOf ?? id);
  return new Map(
    invoices
      .filter((one) => one !== draft)
      .flatMap(({ id: invoiceId, lines }) =>
        lines.map((line) => [line.id, { line, invoiceId, left: sumLeft(left.get(line.id) ?? []) }]),
      ),
  );
};

export const sumLeft = (lines: readonly (LineMoney & { quantity: number })[]): Charged['left'] => ({
  nights: lines.reduce((total, { quantity }) => total + quantity, 0),
  amount: sum(lines.map(({ amount }) => amount)),
  tax: sum(lines.map(({ tax }) => tax)),
  parts: {
    premium: sum(lines.map(({ parts }) => parts.premium)),
    lossFund: sum(lines.map(({ parts }) => parts.lossFund)),
    partnerFee: sum(lines.map(({ parts }) => parts.partnerFee)),
    serviceFee: sum(lines.map(({ parts }) => parts.serviceFee)),
  },
});
