import { type Beside, gather, type Work } from '@staycover/change';
import { execute } from '@staycover/db';
import type { Context } from '@staycover/kernel';
import { linesChanged } from '../domain/draft.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { InvoiceDecision } from '../domain/invoice-event.ts';
import type { OrderLine } from '../domain/line.ts';
import { exchangingNights } from './billed-nights.ts';
import { invoices, storeInvoice } from './invoices.ts';
import { addingLines, removeGeneratedLines } from './lines.ts';

/** The generated lines of a draft, and those that it had. */
export type DraftContent = { earlier: readonly OrderLine[]; lines: readonly OrderLine[] };

/** Stores a new draft with its lines, what they bill, and what is `beside` them; one of few lines by one statement. */
export const addDraft = async (
  tx: Work,
  context: Context,
  decision: InvoiceDecision,
  content: DraftContent,
  ...beside: Beside[]
): Promise<void> => {
  const adding = await addingContent(tx, decision.state, content);
  const isShort = adding.length <= ONE_OF_EACH;
  await invoices.add(tx, context, decision, ...beside, ...(isShort ? adding : []));
  if (!isShort) await run(tx, adding);
};

type Refreshing = { draft: Invoice; decision: InvoiceDecision; content: DraftContent; beside: readonly Beside[] };

/** Puts other generated lines in the place of those that a draft has. */
export const refreshDraft = async (
  tx: Work,
  context: Context,
  { draft, decision, content, beside }: Refreshing,
): Promise<Invoice> => {
  const invoice = await storeInvoice(tx, context, draft, decision, ...beside);
  if (content.earlier.length > 0) await removeGeneratedLines(tx, invoice.id);
  await run(tx, await addingContent(tx, invoice, content));
  return invoice;
};

/** A batch of lines and one of nights. */
const ONE_OF_EACH = 2;
const MOST_TOGETHER = 100;

const addingContent = async (tx: Work, invoice: Invoice, { earlier, lines }: DraftContent): Promise<Beside[]> => [
  ...(await addingLines(invoice.id, lines)),
  ...(await exchangingNights(tx, invoice.organizationPolicyId, linesChanged(earlier, lines))),
];

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
