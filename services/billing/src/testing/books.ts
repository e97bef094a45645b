import { type Currency, type DateRange } from '@staycover/kernel';
import { type BilledNights, post, settleNights, undo } from '../domain/billed-nights.ts';
import { type BillablePolicy, coveredNights, type Enrollment, type Stay } from '../domain/cover.ts';
import { generateInvoice } from '../domain/generate-invoice.ts';
import type { InvoiceStatus } from '../domain/invoice.ts';
import type { ManualLine, OrderLine } from '../domain/line.ts';
import { type Period, periodOf } from '../domain/period.ts';
import type { TaxRates, Totals } from '../domain/totals.ts';

export const day = (text: string) => Temporal.PlainDate.from(text);

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

/** A policy of one property for the year from November 2026, at 4.25 a night of which 1.10 go to the loss fund. */
export const policy = (changes: Partial<BillablePolicy> = {}): BillablePolicy => ({
  id: 'policy-1',
  organizationId: 'acme',
  version: 1,
  ended: false,
  perReservation: false,
  currency: 'USD',
  productLine: null,
  planId: 'plan-a',
  ratePerNight: 42_500n,
  lossFundRatePerNight: 11_000n,
  rateTable: [],
  terms: [nights('2026-11-01', '2027-11-01')],
  coverageEndsOn: null,
  enrollments: [enrolled('beach', nights('2026-11-01', '9999-12-31'))],
  ...changes,
});

export type BookedInvoice = { id: string; status: InvoiceStatus; period: Period; lines: OrderLine[]; totals: Totals };

type Options = { stays?: Stay[]; manualLines?: ManualLine[]; taxRates?: TaxRates };

/** The invoices of one policy, kept as the service keeps them but in memory. */
export const openBooks = (currency: Currency = 'USD') => {
  const invoices: BookedInvoice[] = [];
  let billed: BilledNights[] = [];
  let ids = 0;

  const generate = (on: string, of: BillablePolicy, options: Options = {}) => {
    const period = periodOf(day(on), 'CURRENT');
    const draft = invoices.find(({ status, period: its }) => status === 'DRAFT' && its.start.equals(period.start));
    const base = undo(billed, draft?.lines ?? []);
    const drafts = new Set(
      invoices
        .filter((one) => one.status === 'DRAFT' && one !== draft)
        .flatMap(({ lines }) => lines.map(({ id }) => id)),
    );
    const covered = coveredNights(of, options.stays ?? []);
    const settlement = settleNights({ covered, billed: base, periodEnd: period.end, drafts });
    const generated = generateInvoice({
      policy: of,
      settlement,
      originals: new Map(invoices.flatMap(({ lines }) => lines.map((line) => [line.id, line]))),
      manualLines: options.manualLines ?? [],
      taxRates: options.taxRates ?? new Map(),
      fees: { partnerPercent: 5, servicePercent: 2.5 },
      currency,
    });
    const lines = generated.lines.map((line) => {
      const id = `line-${++ids}`;
      return { ...line, id, order: line.order ?? { orderId: id, orderLineId: id, orderReference: id } };
    });
    billed = post(base, lines);
    const { totals } = generated;
    const invoice = draft ?? { id: `invoice-${invoices.length + 1}`, status: 'DRAFT', period, lines, totals };
    if (!draft) invoices.push(invoice);
    return Object.assign(invoice, { lines, totals });
  };

  return {
    invoices,
    billed: () => billed,
    generate,
    move(invoice: BookedInvoice, status: InvoiceStatus) {
      if (status === 'VOID' && invoice.status !== 'VOID') billed = undo(billed, invoice.lines);
      invoice.status = status;
      return invoice;
    },
  };
};
