import type {
  InvoiceExplanation,
  InvoicePreview,
  Invoice as InvoiceResource,
  LineItem,
  TaxRate as TaxRateResource,
} from '@staycover/api';
import type { billingEvents } from '@staycover/events';
import {
  type DateRange,
  divideHalfAwayFromZero,
  type LazyList,
  lazyList,
  type Minor,
  magnitude,
  majorFromMinor,
  numberFromRate,
  powerOfTen,
  RATE_DECIMALS,
  timestamp,
  timestampIfAny,
} from '@staycover/kernel';
import {
  amountDue,
  type Invoice,
  type InvoiceWithLines,
  isCreditNote,
  type PreviewedInvoice,
} from './domain/invoice.ts';
import { isOrderLine, type LineDraft, type ManualLine, type OrderLine } from './domain/line.ts';
import { type Component, toComponents } from './domain/line-parts.ts';
import { nightsIn } from './domain/nights.ts';
import type { TaxRate } from './domain/tax.ts';

/** The invoice as events carry it. */
export const invoiceState = (invoice: Invoice): billingEvents.InvoiceState => {
  const major = (minor: Minor) => majorFromMinor(minor, invoice.currency);
  const byCategory = Object.entries(invoice.subtotalsByCategory);
  return {
    id: invoice.id,
    organizationId: invoice.organizationId,
    organizationPolicyId: invoice.organizationPolicyId,
    invoiceReference: invoice.invoiceReference,
    stateCode: invoice.stateCode,
    periodStart: invoice.periodStart.toString(),
    periodEnd: invoice.periodEnd.toString(),
    subtotal: major(invoice.subtotal),
    tax: major(invoice.tax),
    total: major(invoice.total),
    documentType: isCreditNote(invoice) ? 'CREDIT_NOTE' : 'INVOICE',
    amountDue: major(amountDue(invoice)),
    amountPaid: major(invoice.amountPaid),
    amountCredited: major(invoice.amountCredited),
    amountWrittenOff: major(invoice.amountWrittenOff),
    amountRefunded: major(invoice.amountRefunded),
    amountDisputed: major(invoice.amountDisputed),
    subtotalsByCategory: Object.fromEntries(byCategory.map(([category, minor]) => [category, major(BigInt(minor))])),
    currency: invoice.currency,
    status: invoice.status,
    dueDate: invoice.dueDate?.toString() ?? null,
    paidDate: invoice.paidDate?.toString() ?? null,
    paymentProviderIntentId: invoice.paymentProviderIntentId,
    paymentProviderInvoiceId: invoice.paymentProviderInvoiceId,
    sentAt: timestampIfAny(invoice.sentAt),
    retryAttempt: invoice.retryAttempt,
    lastRetryAt: timestampIfAny(invoice.lastRetryAt),
    nextRetryAt: timestampIfAny(invoice.nextRetryAt),
    lastFailureReason: invoice.lastFailureReason,
    suspendedAt: timestampIfAny(invoice.suspendedAt),
    reserveSplitsPublishedAt: timestampIfAny(invoice.reserveSplitsPublishedAt),
    createdBy: invoice.createdBy,
    createdDate: timestamp(invoice.createdDate),
    lastModifiedBy: invoice.lastModifiedBy,
    lastModifiedDate: timestamp(invoice.lastModifiedDate),
    version: invoice.version,
  };
};

/** A resource with a list that is made as it is printed: an invoice may have 50,000 lines. */
type Lazy<Resource, Name extends keyof Resource> = Omit<Resource, Name> & {
  [N in Name]: Resource[N] extends readonly (infer Entry)[] ? LazyList<Entry> : never;
};

/** The invoice as the interface shows it. */
export const invoiceResource = ({ invoice, lines }: InvoiceWithLines): Lazy<InvoiceResource, 'lineItems'> => ({
  ...invoiceState(invoice),
  lineItems: lazyList(lines, (line) => lineItem(line, invoice)),
});

const lineItem = (line: LineDraft | ManualLine, { organizationPolicyId, currency }: Invoice): LineItem => {
  const major = (minor: Minor) => majorFromMinor(minor, currency);
  const components = isGenerated(line) ? toComponents(line.parts) : [manualComponent(line)];
  return {
    description: line.description,
    organizationPolicyId,
    policyId: organizationPolicyId,
    ...(isGenerated(line) ? orderMembers(line, major) : noOrder),
    quantity: line.quantity,
    unitPrice: isGenerated(line) ? perNight(line) : numberFromRate(line.unitPrice),
    amount: major(line.amount),
    tax: isGenerated(line) ? major(line.tax) : 0,
    category: line.category,
    manual: line.manual,
    components: components.map((component) => ({ ...component, amount: major(component.amount) })),
    audiences: audiences(line.amount, components),
  };
};

const isGenerated = (line: LineDraft | ManualLine): line is LineDraft => !line.manual;

const orderMembers = (line: LineDraft, major: (minor: Minor) => number) => ({
  ...(line.order ?? { orderId: null, orderLineId: null, orderReference: null }),
  propertyName: line.propertyName,
  stayMonth: line.stayMonth,
  productLine: line.productLine,
  lossFundCharge: major(line.parts.lossFund),
  correctsInvoiceId: line.correctsInvoiceId,
});

const noOrder = {
  orderId: null,
  orderLineId: null,
  orderReference: null,
  propertyName: null,
  stayMonth: null,
  productLine: null,
  lossFundCharge: 0,
  correctsInvoiceId: null,
};

/** What a night costs, as 4 decimals show it. */
const perNight = ({ unitPrice, per }: LineDraft): number =>
  numberFromRate(divideHalfAwayFromZero(unitPrice, BigInt(per)));

const manualComponent = ({ category, amount }: ManualLine): Component => ({
  code: category,
  treatment: category,
  amount,
  taxable: false,
});

const audiences = (amount: Minor, components: readonly Component[]) => {
  const share = (wanted: Component['treatment']) =>
    Number(components.find(({ treatment }) => treatment === wanted)?.amount ?? 0n);
  return {
    customerCents: Number(amount),
    organizationCents: share('LOSS_FUND'),
    partnerCents: share('PARTNER_FEE'),
    serviceCostCents: share('SERVICE_FEE'),
  };
};

/** An invoice that is not there yet. */
export const invoicePreview = ({ invoice, lines }: PreviewedInvoice): Lazy<InvoicePreview, 'lineItems'> => ({
  ...invoiceState(invoice),
  id: null,
  invoiceReference: null,
  lineItems: lazyList(lines, (line) => lineItem(line, invoice)),
  notBilled: [...invoice.notBilled],
  waitingFrom: invoice.waitingFrom,
});

/** How each line of an invoice came about. */
export const toExplanation = ({ invoice, lines }: InvoiceWithLines): Lazy<InvoiceExplanation, 'lines'> => ({
  invoiceId: invoice.id,
  invoiceReference: invoice.invoiceReference,
  periodStart: invoice.periodStart.toString(),
  periodEnd: invoice.periodEnd.toString(),
  currency: invoice.currency,
  rounding: 'HALF_AWAY_FROM_ZERO',
  notBilled: [...invoice.notBilled],
  waitingFrom: invoice.waitingFrom,
  lines: lazyList(lines, (line, index) => ({
    index,
    description: line.description,
    manual: line.manual,
    ...(isOrderLine(line) ? nightsBehind(line) : nothingBehind),
    unroundedAmount: exactDecimal(line.unitPrice * BigInt(line.quantity), isOrderLine(line) ? line.per : 1),
    amount: majorFromMinor(line.amount, invoice.currency),
  })),
});

const nightsBehind = (line: OrderLine) => ({
  propertyId: line.propertyId,
  propertyName: line.propertyName,
  electionId: line.electionId,
  stayMonth: line.stayMonth,
  nights: nightsIn(line.nights),
  nightRanges: line.nights.map(firstAndLast),
  rateSource: line.rateSource,
  rateTableVersion: line.rateTableVersion,
  planId: line.planId,
  ratePerNight: perNight(line),
  rate: numberFromRate(line.unitPrice),
  per: line.per,
  lossFundRatePerNight: numberFromRate(line.lossFundRate),
});

const nothingBehind = {
  propertyId: null,
  propertyName: null,
  electionId: null,
  stayMonth: null,
  nights: 0,
  nightRanges: [],
  rateSource: null,
  rateTableVersion: null,
  planId: null,
  ratePerNight: null,
  rate: null,
  per: null,
  lossFundRatePerNight: null,
};

const firstAndLast = ({ start, end }: DateRange) => ({
  from: start.toString(),
  to: end.subtract({ days: 1 }).toString(),
});

const MOST_DECIMALS = 10;

/** Ten-thousandths ÷ `per` as a decimal without trailing zeros; what has no end is cut. */
const exactDecimal = (scaled: bigint, per: number): string => {
  const size = magnitude(scaled) * powerOfTen(MOST_DECIMALS - RATE_DECIMALS);
  const digits = (size / BigInt(per)).toString().padStart(MOST_DECIMALS + 1, '0');
  const decimal = `${digits.slice(0, -MOST_DECIMALS)}.${digits.slice(-MOST_DECIMALS)}`.replace(/\.?0+$/, '');
  return scaled < 0n ? `-${decimal}` : decimal;
};

export const taxRateResource = ({ stateCode, category, effectiveFrom, percent }: TaxRate): TaxRateResource => ({
  stateCode,
  category,
  effectiveFrom: effectiveFrom.toString(),
  percent: numberFromRate(percent),
});
