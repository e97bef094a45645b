import type { Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { type BilledNights, post } from '../domain/billed-nights.ts';
import { linesTouched } from '../domain/draft.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { InvoiceDecision } from '../domain/invoice-event.ts';
import type { OrderLine } from '../domain/line.ts';
import { addBilledNights, removeBilledNights } from './billed-nights.ts';
import { invoices, storeInvoice } from './invoices.ts';
import { addLines, removeGeneratedLines } from './lines.ts';

/** The generated lines of a draft, those that it had, and the policy's billed nights without those. */
export type DraftContent = {
  earlier: readonly OrderLine[];
  lines: readonly OrderLine[];
  billed: readonly BilledNights[];
};

/** Stores a new draft with its lines, and what they bill. */
export const addDraft = async (
  tx: Work,
  context: Context,
  decision: InvoiceDecision,
  content: DraftContent,
): Promise<void> => {
  await invoices.add(tx, context, decision);
  await storeLines(tx, decision.state, content);
};

type Refreshing = { draft: Invoice; decision: InvoiceDecision; content: DraftContent };

/** Puts other generated lines in the place of those that a draft has. */
export const refreshDraft = async (
  tx: Work,
  context: Context,
  { draft, decision, content }: Refreshing,
): Promise<Invoice> => {
  const invoice = await storeInvoice(tx, context, draft, decision);
  if (content.earlier.length > 0) await removeGeneratedLines(tx, invoice.id);
  await storeLines(tx, invoice, content);
  return invoice;
};

const storeLines = async (tx: Work, invoice: Invoice, { earlier, lines, billed }: DraftContent): Promise<void> => {
  const { touched, known } = linesTouched(earlier, lines);
  await addLines(tx, invoice.id, lines);
  // Out before in, for the sake of the constraint.
  await removeBilledNights(tx, known);
  const nights = post(billed, lines).filter(({ lineId }) => touched.has(lineId));
  await addBilledNights(tx, invoice.organizationPolicyId, nights);
};
