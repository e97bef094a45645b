import type { Database, Tx } from '@staycover/db';
import { billingEvents } from '@staycover/events';
import {
  type Actor,
  type Clock,
  DomainError,
  decimalsOf,
  type Instant,
  type Minor,
  type NewId,
} from '@staycover/kernel';
import { appendEvents } from '@staycover/messaging';
import { assertNotFrozen } from '../db/deliveries.ts';
import { lockInvoice, saveInvoice } from '../db/invoices.ts';
import { addManualLine, linesOf, removeLine } from '../db/lines.ts';
import { loadTaxRates } from '../db/tax-rates.ts';
import { assertDraft, type Invoice } from '../domain/invoice.ts';
import type { InvoiceLine, LineCategory, ManualLine } from '../domain/line.ts';
import { totalsOf } from '../domain/totals.ts';
import type { InvoiceWithLines } from '../wire.ts';
import { invoiceEvent } from './invoice-event.ts';

const MOST_MANUAL_LINES = 200;

type Deps = { database: Database; clock: Clock; newId: NewId };

type Change = { id: string; check: (invoice: Invoice) => void };

export type AddLineItem = Change & { description: string; amount: Minor; category: LineCategory };

/**
 * Adds a manual line to a draft.
 * @throws DomainError `not-found`, `invoice-not-draft`, `invoice-frozen`, `line-limit`.
 */
export const addLineItem =
  ({ clock, newId }: Pick<Deps, 'clock' | 'newId'>) =>
  async (
    tx: Tx,
    actor: Actor,
    { id, check, description, amount, category }: AddLineItem,
  ): Promise<InvoiceWithLines> => {
    const invoice = await lockInvoice(tx, actor, id);
    check(invoice);
    assertDraft(invoice);
    await assertNotFrozen(tx, invoice);
    const unitPrice = amount * 10n ** BigInt(4 - decimalsOf(invoice.currency));
    const line: ManualLine = { manual: true, id: newId(), category, description, quantity: 1, unitPrice, amount };
    await addManualLine(tx, id, line);
    const changed = await recompute(tx, invoice, { actor, now: clock(), newId });
    assertFewManualLines(changed.lines);
    return changed;
  };

/** What would be one line too many is rolled back. */
const assertFewManualLines = (lines: readonly InvoiceLine[]): void => {
  if (lines.filter(({ manual }) => manual).length <= MOST_MANUAL_LINES) return;
  throw new DomainError('line-limit', `The invoice has ${MOST_MANUAL_LINES} manual lines, and takes no more.`);
};

/**
 * Removes the manual line at an index of the invoice's lines.
 * @throws DomainError `not-found` for the invoice or beyond its lines, `invoice-not-draft`, `invoice-frozen`, `order-line-immutable`.
 */
export const removeLineItem =
  ({ database, clock, newId }: Deps) =>
  (actor: Actor, { id, index, check }: Change & { index: number }): Promise<InvoiceWithLines> =>
    database.transaction(async (tx) => {
      const invoice = await lockInvoice(tx, actor, id);
      check(invoice);
      const line = lineAt(await linesOf(tx, id), index);
      assertDraft(invoice);
      await assertNotFrozen(tx, invoice);
      await removeLine(tx, line.id);
      return recompute(tx, invoice, { actor, now: clock(), newId });
    });

const lineAt = (lines: readonly InvoiceLine[], index: number): ManualLine => {
  const line = lines[index];
  if (!line) throw new DomainError('not-found', `The invoice has ${lines.length} lines, none at index ${index}.`);
  if (line.manual) return line;
  const detail = `Line ${index} fulfils order ${line.order.orderReference}; only manual lines can be removed.`;
  throw new DomainError('order-line-immutable', detail);
};

const recompute = async (
  tx: Tx,
  stored: Invoice,
  { actor, now, newId }: { actor: Actor; now: Instant; newId: NewId },
): Promise<InvoiceWithLines> => {
  const lines = await linesOf(tx, stored.id);
  const invoice = await saveInvoice(tx, stored, totalsOf(lines, await loadTaxRates(tx)), { actor, now });
  await appendEvents(tx, [invoiceEvent(billingEvents.invoiceChanged, invoice)], { now, newId });
  return { invoice, lines };
};
