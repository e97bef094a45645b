import { type Aggregate, type Context, type Currency, mapInSlices, type NewId } from '@staycover/kernel';
import type { Invoice } from './invoice.ts';
import type { LineDraft, OrderLine, OrderRef } from './line.ts';
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

/** A generated line that a draft has: the digest is of its content. */
export type EarlierLine = { id: string; digest: string; order: OrderRef };

type Numbering = { newId: NewId; invoiceReference: string; orderCount: number };

/**
 * Gives lines their ids and orders. Those that a draft has already, as `digestOf` tells them, keep theirs; a new one
 * gets an order of its own unless it has one.
 */
export const numberOrders = async (
  drafts: readonly LineDraft[],
  { earlier, digestOf }: { earlier: readonly EarlierLine[]; digestOf: (line: LineDraft) => string },
  { newId, invoiceReference, orderCount }: Numbering,
): Promise<{ lines: OrderLine[]; orderCount: number }> => {
  const known = new Map(earlier.map((line) => [line.digest, line]));
  const newOrder = (): OrderRef => {
    orderCount += 1;
    return { orderId: newId(), orderLineId: newId(), orderReference: `${invoiceReference}-${orderCount}` };
  };
  const lines = await mapInSlices(drafts, (line): OrderLine => {
    const same = known.size > 0 ? known.get(digestOf(line)) : undefined;
    return { ...line, id: same?.id ?? newId(), order: line.order ?? same?.order ?? newOrder() };
  });
  return { lines, orderCount };
};

/** Of the lines that a draft had, those that it has no more: charges by their ids, and corrections. */
export const linesChanged = (
  { earlier, corrections }: { earlier: readonly EarlierLine[]; corrections: readonly OrderLine[] },
  lines: readonly OrderLine[],
): { gone: { charges: string[]; corrections: OrderLine[] }; had: ReadonlySet<string> } => {
  const now = new Set(lines.map(({ id }) => id));
  const corrected = new Set(corrections.map(({ id }) => id));
  const gone = earlier.map(({ id }) => id).filter((id) => !now.has(id));
  return {
    gone: {
      charges: gone.filter((id) => !corrected.has(id)),
      corrections: corrections.filter(({ id }) => !now.has(id)),
    },
    had: new Set(earlier.map(({ id }) => id)),
  };
};
