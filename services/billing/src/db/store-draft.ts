import type { Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { linesChanged } from '../domain/draft.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { InvoiceDecision } from '../domain/invoice-event.ts';
import type { OrderLine } from '../domain/line.ts';
import { exchangeNights } from './billed-nights.ts';
import { invoices, storeInvoice } from './invoices.ts';
import { addLines, removeGeneratedLines } from './lines.ts';

/** The generated lines of a draft, and those that it had. */
export type DraftContent = { earlier: readonly OrderLine[]; lines: readonly OrderLine[] };

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

const storeLines = async (tx: Work, invoice: Invoice, { earlier, lines }: DraftContent): Promise<void> => {
  const changed = linesChanged(earlier, lines);
  await addLines(tx, invoice.id, lines);
  await exchangeNights(tx, invoice.organizationPolicyId, changed);
};
