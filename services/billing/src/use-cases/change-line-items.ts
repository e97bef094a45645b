import type { Target, Work } from '@staycover/change';
import { assertVersion, type Context } from '@staycover/kernel';
import { assertNotFrozen } from '../db/deliveries.ts';
import { lockInvoice, storeInvoice } from '../db/invoices.ts';
import { addManualLine, readAllLines, removeLine } from '../db/lines.ts';
import { assertDraft, type Invoice, type InvoiceWithLines } from '../domain/invoice.ts';
import type { InvoiceLine } from '../domain/line.ts';
import { manualLine, manualLineAt, type NewLine, withLines } from '../domain/manual-lines.ts';

/**
 * Adds a manual line to a draft, in a transaction.
 * @throws DomainError `not-found`, `invoice-not-draft`, `invoice-frozen`, `line-limit`.
 */
export const addLineItem = async (
  tx: Work,
  context: Context,
  { line, ...target }: Target & { line: NewLine },
): Promise<InvoiceWithLines> => {
  const invoice = await lockAt(tx, context, target);
  assertDraft(invoice);
  await assertNotFrozen(tx, invoice);
  const lines = await readAllLines(tx, invoice.id);
  const added = manualLine(invoice, lines, line, context.newId);
  await addManualLine(tx, invoice.id, added);
  return storeTotals(tx, context, invoice, [...lines, added]);
};

/**
 * Removes the manual line at an index of the invoice's lines, in a transaction.
 * @throws DomainError `not-found` for the invoice or beyond its lines, `invoice-not-draft`, `invoice-frozen`, `order-line-immutable`.
 */
export const removeLineItem = async (
  tx: Work,
  context: Context,
  { index, ...target }: Target & { index: number },
): Promise<InvoiceWithLines> => {
  const invoice = await lockAt(tx, context, target);
  const lines = await readAllLines(tx, invoice.id);
  const removed = manualLineAt(lines, index);
  assertDraft(invoice);
  await assertNotFrozen(tx, invoice);
  await removeLine(tx, removed.id);
  return storeTotals(
    tx,
    context,
    invoice,
    lines.filter((line) => line !== removed),
  );
};

const lockAt = async (tx: Work, { actor }: Context, { id, ifMatch }: Target): Promise<Invoice> => {
  const invoice = await lockInvoice(tx, actor, id);
  assertVersion('invoice', invoice.version, ifMatch);
  return invoice;
};

const storeTotals = async (
  tx: Work,
  context: Context,
  before: Invoice,
  lines: readonly InvoiceLine[],
): Promise<InvoiceWithLines> => {
  const decision = withLines(before, lines);
  return { invoice: await storeInvoice(tx, context, before, decision), lines };
};
