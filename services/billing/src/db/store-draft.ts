import { type Beside, gather, type Work } from '@staycover/change';
import { execute } from '@staycover/db';
import type { Context } from '@staycover/kernel';
import { linesChanged } from '../domain/draft.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { InvoiceDecision } from '../domain/invoice-event.ts';
import type { OrderLine } from '../domain/line.ts';
import { batches } from './batches.ts';
import { addingNights, takeOutNights } from './billed-nights.ts';
import { type DraftLines, removeGeneratedLines } from './draft-lines.ts';
import { invoices, storeInvoice } from './invoices.ts';
import { addingLines } from './line-rows.ts';

/** Stores a new draft with its lines, what they bill, and what is `beside` them; one of few lines by one statement. */
export const addDraft = async (
  tx: Work,
  context: Context,
  decision: InvoiceDecision,
  lines: readonly OrderLine[],
  ...beside: Beside[]
): Promise<void> => {
  const [first, ...rest] = inStoringOrder(lines);
  const adding = first ? await addingBatch(tx, decision.state, first) : [];
  await invoices.add(tx, context, decision, ...beside, ...adding);
  await addBatches(tx, decision.state, rest);
};

type Refreshing = {
  draft: Invoice;
  decision: InvoiceDecision;
  before: DraftLines;
  lines: readonly OrderLine[];
  beside: readonly Beside[];
};

/** Puts other generated lines in the place of those that a draft has. */
export const refreshDraft = async (
  tx: Work,
  context: Context,
  { draft, decision, before, lines, beside }: Refreshing,
): Promise<Invoice> => {
  const invoice = await storeInvoice(tx, context, draft, decision, ...beside);
  if (before.earlier.length > 0) await removeGeneratedLines(tx, invoice.id);
  const { gone, had } = linesChanged(before, lines);
  await takeOutNights(tx, invoice.organizationPolicyId, gone);
  await addBatches(tx, invoice, inStoringOrder(lines), had);
  return invoice;
};

/** Lines that follow one another, from a position on. */
type Batch = { lines: readonly OrderLine[]; from: number };

/** Credits come last on an invoice, and are stored first: what they give back may be charged again on the same invoice. */
const inStoringOrder = (lines: readonly OrderLine[]): Batch[] => {
  let from = 0;
  return batches(lines)
    .map((batch) => {
      const positioned = { lines: batch, from };
      from += batch.length;
      return positioned;
    })
    .toReversed();
};

/** Whoever had lines already, had their nights, too. */
type Had = ReadonlySet<string>;

const addBatches = async (tx: Work, invoice: Invoice, all: readonly Batch[], had?: Had): Promise<void> => {
  for (const batch of all) await run(tx, await addingBatch(tx, invoice, batch, had));
};

const addingBatch = async (
  tx: Work,
  { id, organizationPolicyId }: Invoice,
  { lines, from }: Batch,
  had: Had = new Set(),
): Promise<Beside[]> => {
  const come = lines.filter((line) => !had.has(line.id));
  return [addingLines(id, lines, from), ...(await addingNights(tx, organizationPolicyId, come))];
};

const MOST_TOGETHER = 100;

const running = gather<Beside & { tx: Work }, undefined>({
  on: ({ tx }) => tx,
  fits: (chosen, { text }) => chosen.length < MOST_TOGETHER && chosen.every((other) => other.text === text),
  async run(items) {
    const [{ tx, text, params }] = items as [Beside & { tx: Work }];
    await execute(
      tx,
      text,
      params.map((_, i) => items.flatMap((item) => item.params[i]!)),
    );
    return items.map(() => undefined);
  },
});

/** Runs by themselves what would go beside something that is stored; the same of several in one transaction at once. */
export const run = async (tx: Work, statements: readonly Beside[]): Promise<void> => {
  for (const statement of statements) await running({ tx, ...statement });
};
