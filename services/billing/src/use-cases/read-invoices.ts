import { type Database, snapshot } from '@staycover/db';
import type { Actor } from '@staycover/kernel';
import { getInvoice, type InvoiceFilter, listInvoices } from '../db/invoices.ts';
import { linesOf, linesOfInvoices } from '../db/lines.ts';
import type { InvoiceWithLines } from '../wire.ts';

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
  (
    actor: Actor,
    filter: InvoiceFilter,
    page: { limit: number; after?: string | undefined },
  ): Promise<InvoiceWithLines[]> =>
    snapshot(database, async (tx) => {
      const invoices = await listInvoices(tx, actor, filter, page);
      const lines = await linesOfInvoices(
        tx,
        invoices.map(({ id }) => id),
      );
      return invoices.map((invoice) => ({ invoice, lines: lines.get(invoice.id)! }));
    });
