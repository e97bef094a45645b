import { type Database, type Page, snapshot } from '@staycover/db';
import type { Actor } from '@staycover/kernel';
import type { InvoiceWithLines } from '../domain/invoice.ts';
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
