import { type Aggregate, type Context, type Currency, mapInSlices, type NewId } from '@staycover/kernel';
import type { Invoice } from './invoice.ts';
import type { LineDraft, OrderLine } from './line.ts';
import type { Period } from './period.ts';

type NewInvoice = Pick<
  Invoice,
  | 'organizationId'
  | 'organizationPolicyId'
  | 'invoiceReference'
  | 'stateCode'
  | 'generatedHash'
  | 'orderCount'
  | 'notBilled'
  | 'waitingFrom'
> &
  Pick<Invoice, 'subtotal' | 'subtotalsByCategory' | 'tax' | 'total'> & { period: Period; currency: Currency };

/** A new draft. */
export const newDraft = ({ period, ...facts }: NewInvoice, context: Context): Invoice => ({
  ...facts,
  ...authored(context),
  id: context.newId(),
  periodStart: period.start,
  periodEnd: period.end,
  status: 'DRAFT',
  dueDate: null,
  paidDate: null,
  paymentProviderIntentId: null,
  paymentProviderInvoiceId: null,
  sentAt: null,
  retryAttempt: 0,
  lastRetryAt: null,
  nextRetryAt: null,
  lastFailureReason: null,
  providerOutages: 0,
  suspendedAt: null,
  reserveSplitsPublishedAt: null,
  refunded: 0n,
  amountPaid: 0n,
  amountCredited: 0n,
  amountWrittenOff: 0n,
  amountRefunded: 0n,
  amountDisputed: 0n,
  splitsPublished: 0n,
});

const authored = ({ actor, now }: Context): Omit<Aggregate, 'id' | 'organizationId'> => ({
  createdBy: actor.id,
  createdDate: now,
  lastModifiedBy: actor.id,
  lastModifiedDate: now,
  version: 1,
});

type Numbering = { newId: NewId; invoiceReference: string; orderCount: number };

/** Lines that were there before keep their id and order; new ones get an order of their own unless they have one. */
export const numberOrders = async (
  drafts: readonly LineDraft[],
  earlierOf: (index: number) => OrderLine | undefined,
  { newId, invoiceReference, orderCount }: Numbering,
): Promise<{ lines: OrderLine[]; orderCount: number }> => {
  const lines = await mapInSlices(drafts, (line, i): OrderLine => {
    const same = earlierOf(i);
    if (same) return { ...line, id: same.id, order: line.order ?? same.order };
    if (line.order) return { ...line, id: newId(), order: line.order };
    orderCount += 1;
    const orderReference = `${invoiceReference}-${orderCount}`;
    return { ...line, id: newId(), order: { orderId: newId(), orderLineId: newId(), orderReference } };
  });
  return { lines, orderCount };
};

/** Lines that a draft had and has no more, and those that it did not have. */
export const linesChanged = (
  earlier: readonly OrderLine[],
  lines: readonly OrderLine[],
): { gone: OrderLine[]; come: OrderLine[] } => {
  const [before, after] = [new Set(earlier.map(({ id }) => id)), new Set(lines.map(({ id }) => id))];
  return { gone: earlier.filter(({ id }) => !after.has(id)), come: lines.filter(({ id }) => !before.has(id)) };
};
