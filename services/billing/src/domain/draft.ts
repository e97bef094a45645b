import {
  authored,
  type Context,
  type Currency,
  isBefore,
  isSame,
  type Minor,
  mapInSlices,
  type NewId,
} from '@staycover/kernel';
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

/**
 * The months of a draft that is generated again: it bills up to the end of the current period, which is an earlier one
 * where periods have become shorter.
 */
export const movedPeriod = (draft: Invoice, { start, end }: Period): Pick<Invoice, 'periodStart' | 'periodEnd'> => ({
  periodStart: isBefore(end, draft.periodStart) ? start : draft.periodStart,
  periodEnd: end,
});

/** A generated line that a draft has: which nights it bills or credits, and a digest of its content but for tax and order. */
export type EarlierLine = {
  id: string;
  place: string;
  digest: string;
  tax: Minor;
  order: OrderRef;
  position: number;
};

/** Which nights a line bills or credits: no two lines of a draft have the same. */
export const linePlace = ({ propertyId, correctionOf, quantity, nights }: LineDraft): string =>
  `${nights.map(({ start, end }) => `${start.toString()} ${end.toString()}`).join()} ${quantity > 0} ${correctionOf} ${propertyId}`;

type Numbering = { newId: NewId; invoiceReference: string; orderCount: number };

type Numbered = {
  lines: OrderLine[];
  orderCount: number;
  /** The lines that are as the draft has them, by their ids, with their positions. */
  unchanged: Map<string, number>;
};

/**
 * Gives lines their ids and orders. What bills the nights of an earlier line keeps its id, so that these nights stay as
 * they are; a line with the same `digestLine` keeps its order, too. Others get an order of their own unless
 * they have one.
 */
export const numberOrders = async (
  drafts: readonly LineDraft[],
  { earlier, digestLine }: { earlier: readonly EarlierLine[]; digestLine: (line: LineDraft) => string },
  { newId, invoiceReference, orderCount }: Numbering,
): Promise<Numbered> => {
  const unchanged = new Map<string, number>();
  const known = new Map(earlier.map((line) => [line.place, line]));
  const newOrder = (): OrderRef => {
    orderCount += 1;
    return { orderId: newId(), orderLineId: newId(), orderReference: `${invoiceReference}-${orderCount}` };
  };
  const lines = await mapInSlices(drafts, (line): OrderLine => {
    const before = known.size > 0 ? known.get(linePlace(line)) : undefined;
    const same = before && before.digest === digestLine(line) ? before : undefined;
    const order = line.order ?? same?.order ?? newOrder();
    if (same && same.tax === line.tax && isSame(same.order, order)) unchanged.set(same.id, same.position);
    return { ...line, id: before?.id ?? newId(), order };
  });
  return { lines, orderCount, unchanged };
};

/** Of the lines that a draft had, those that it has no more: charges by their ids, and corrections. */
export const linesChanged = (
  { earlier, corrections }: { earlier: readonly EarlierLine[]; corrections: readonly OrderLine[] },
  lines: readonly OrderLine[],
): { gone: { charges: string[]; corrections: OrderLine[] }; had: Set<string> } => {
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
