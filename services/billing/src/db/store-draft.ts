import { type Beside, runBeside, type Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { linesChanged } from '../domain/draft.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { InvoiceDecision } from '../domain/invoice-event.ts';
import type { OrderLine } from '../domain/line.ts';
import { placeLines } from '../domain/positions.ts';
import { addingNights, takeOutNights } from './billed-nights.ts';
import { type DraftLines, removeLines } from './draft-lines.ts';
import { invoices, storeInvoice } from './invoices.ts';
import { addingLines, type PlacedLine } from './line-rows.ts';
import { statementPortions } from './statement-portions.ts';

/** Stores a new draft with its lines, what they bill, and what is `beside` them; one of few lines by one statement. */
export const addDraft = async (
  tx: Work,
  context: Context,
  decision: InvoiceDecision,
  lines: readonly OrderLine[],
  ...beside: Beside[]
): Promise<void> => {
  const [first, ...rest] = inStoringOrder(placed(lines));
  const adding = first ? await addingBatch(tx, decision.state, first) : [];
  await invoices.add(tx, context, decision, ...beside, ...adding);
  await addBatches(tx, decision.state, rest);
};

type Refreshing = {
  draft: Invoice;
  decision: InvoiceDecision;
  before: DraftLines;
  lines: readonly OrderLine[];
  /** The lines that are as they are stored, and their positions. */
  unchanged: ReadonlyMap<string, number>;
  beside: readonly Beside[];
};

/** Puts other generated lines in the place of those that a draft has; what stays as it is, where it is, is not stored again. */
export const refreshDraft = async (
  tx: Work,
  context: Context,
  { draft, decision, before, lines, unchanged, beside }: Refreshing,
): Promise<Invoice> => {
  const invoice = await storeInvoice(tx, context, draft, decision, ...beside);
  const come = placed(lines, unchanged).filter(({ line, position }) => unchanged.get(line.id) !== position);
  const { gone, had } = linesChanged(before, lines);
  const kept = new Set(lines.map(({ id }) => id)).difference(new Set(come.map(({ line }) => line.id)));
  await removeLines(tx, [...had.difference(kept)]);
  await takeOutNights(tx, invoice.organizationPolicyId, gone);
  await addBatches(tx, invoice, inStoringOrder(come), had);
  return invoice;
};

const placed = (lines: readonly OrderLine[], known: ReadonlyMap<string, number> = new Map()): PlacedLine[] => {
  const positions = placeLines(
    lines.map(({ id }) => id),
    known,
  );
  return lines.map((line, i) => ({ line, position: positions[i]! }));
};

/** Credits come last on an invoice, and are stored first: what they give back may be charged again on the same invoice. */
const inStoringOrder = (lines: readonly PlacedLine[]): PlacedLine[][] => statementPortions(lines).toReversed();

/** The ids of lines that the draft had before: their nights are there already. */
type Had = ReadonlySet<string>;

const addBatches = async (
  tx: Work,
  invoice: Invoice,
  all: readonly (readonly PlacedLine[])[],
  had?: Had,
): Promise<void> => {
  for (const batch of all) await runBeside(tx, await addingBatch(tx, invoice, batch, had));
};

const addingBatch = async (
  tx: Work,
  { id, organizationPolicyId }: Invoice,
  lines: readonly PlacedLine[],
  had: Had = new Set(),
): Promise<Beside[]> => {
  const come = lines.flatMap(({ line }) => (had.has(line.id) ? [] : [line]));
  return [addingLines(id, lines), ...(await addingNights(tx, organizationPolicyId, come))];
};
