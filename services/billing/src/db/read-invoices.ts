import { type Database, fittingCount, type Page, query, snapshot, type Work } from '@staycover/db';
import type { Actor } from '@staycover/kernel';
import { type InvoiceWithLines, isCreditNote } from '../domain/invoice.ts';
import { getInvoice, type InvoiceFilter, listInvoices } from './invoices.ts';
import { countLines, readAllLines, readLinesByInvoice, readSomeLines } from './lines.ts';

/** @throws DomainError `not-found`. */
export const readInvoice = (database: Database, actor: Actor, id: string): Promise<InvoiceWithLines> =>
  snapshot(database, async (em) => {
    const invoice = await getInvoice(em, actor, id);
    return { invoice, lines: await readAllLines(em, id) };
  });

/**
 * An invoice with those of its lines that begin at a position, as of one moment.
 * @throws DomainError `not-found`.
 */
export const readLines = (
  database: Database,
  actor: Actor,
  id: string,
  page: { from: number; limit: number },
): Promise<InvoiceWithLines> =>
  snapshot(database, async (em) => {
    const invoice = await getInvoice(em, actor, id);
    return { invoice, lines: await readSomeLines(em, id, page) };
  });

// A page ends early when its invoices have more lines than that.
const LISTED_LINES = 20_000;

type InvoicePage = { invoices: InvoiceWithLines[]; next: string | undefined };

/** A page of invoices without their lines. */
export const readHeads = (database: Database, actor: Actor, filter: InvoiceFilter, page: Page): Promise<InvoicePage> =>
  database.read(async (em) => {
    const found = await listInvoices(em, actor, filter, { ...page, limit: page.limit + 1 });
    const shown = found.slice(0, page.limit);
    const next = found.length > shown.length ? shown.at(-1)?.id : undefined;
    return { invoices: shown.map((invoice) => ({ invoice, lines: [] })), next };
  });

/** A page of invoices with their lines, and the cursor of the next page when there is one. */
export const readInvoices = (
  database: Database,
  actor: Actor,
  filter: InvoiceFilter,
  page: Page,
): Promise<InvoicePage> =>
  snapshot(database, async (em) => {
    const found = await listInvoices(em, actor, filter, { ...page, limit: page.limit + 1 });
    const counts = await countLines(
      em,
      found.map(({ id }) => id),
    );
    const sizes = found.map(({ id }) => counts.get(id) ?? 0);
    const fitting = found.slice(0, Math.min(page.limit, fittingCount(sizes, LISTED_LINES)));
    const ids = fitting.map(({ id }) => id);
    const lines = await readLinesByInvoice(em, ids);
    return {
      invoices: fitting.map((invoice) => ({ invoice, lines: lines.get(invoice.id)! })),
      next: found.length > fitting.length ? ids.at(-1) : undefined,
    };
  });

/** The references of the invoices that a credit note corrects, from the oldest. */
export const readCorrectedReferences = async (work: Work, { invoice }: InvoiceWithLines): Promise<string[]> => {
  if (!isCreditNote(invoice)) return [];
  const rows = await query<{ invoice_reference: string }>(
    work,
    `select invoice_reference from invoice
     where id in (select corrects_invoice_id from invoice_line where invoice_id = $1) order by id`,
    [invoice.id],
  );
  return rows.map((row) => row.invoice_reference);
};
