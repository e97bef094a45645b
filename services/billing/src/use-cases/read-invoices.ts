import { IsolationLevel } from '@mikro-orm/core';
import type { Database, Tx } from '@staycover/db';
import type { Actor } from '@staycover/kernel';
import { getInvoice, type InvoiceFilter, listInvoices } from '../db/invoices.ts';
import { linesOf, linesOfInvoices } from '../db/lines.ts';
import type { InvoiceWithLines } from '../wire.ts';

/** @throws DomainError `not-found`. */
export const readInvoice =
  (database: Database) =>
  (actor: Actor, id: string): Promise<InvoiceWithLines> =>
    asOfOneMoment(database, async (tx) => {
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
    asOfOneMoment(database, async (tx) => {
      const invoices = await listInvoices(tx, actor, filter, page);
      const lines = await linesOfInvoices(
        tx,
        invoices.map(({ id }) => id),
      );
      return invoices.map((invoice) => ({ invoice, lines: lines.get(invoice.id)! }));
    });

/** Invoices and their lines are read by two queries: what is committed between them must not mix. */
const asOfOneMoment = <T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.read((em) => em.transactional(work, { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true }));
