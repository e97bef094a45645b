import { type Database, type Page, query, snapshot, type Work } from '@staycover/db';
import type { Actor } from '@staycover/kernel';
import { type InvoiceWithLines, isCreditNote } from '../domain/invoice.ts';
import { getInvoice, type InvoiceFilter, listInvoices } from './invoices.ts';
import { linesOf, linesOfInvoices } from './lines.ts';

/** @throws DomainError `not-found`. */
export const readInvoice =
  (database: Database) =>
  (actor: Actor, id: string): Promise<InvoiceWithLines> =>
    snapshot(database, async (tx) => {
      const invoice = await getInvoice(tx, actor, id);
      return { invoice, lines: await linesOf(tx, id) };
    });

export const readInvoices =
  (database: Database) =>
  (actor: Actor, filter: InvoiceFilter, page: Page): Promise<InvoiceWithLines[]> =>
    snapshot(database, async (tx) => {
      const invoices = await listInvoices(tx, actor, filter, page);
      const lines = await linesOfInvoices(
        tx,
        invoices.map(({ id }) => id),
      );
      return invoices.map((invoice) => ({ invoice, lines: lines.get(invoice.id)! }));
    });

/** The references of the invoices that a credit note corrects, from the oldest. */
export const referencesOfCorrected = async (work: Work, { invoice }: InvoiceWithLines): Promise<string[]> => {
  if (!isCreditNote(invoice)) return [];
  const rows = await query<{ invoice_reference: string }>(
    work,
    `select invoice_reference from invoice
     where id in (select corrects_invoice_id from invoice_line where invoice_id = $1) order by id`,
    [invoice.id],
  );
  return rows.map((row) => row.invoice_reference);
};
