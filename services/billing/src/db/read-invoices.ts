import { type Database, list, type Page, query, snapshot, type Work } from '@staycover/db';
import { type Actor, mapInSlices, slice } from '@staycover/kernel';
import { type InvoiceWithLines, isCreditNote } from '../domain/invoice.ts';
import { type InvoiceFilter, invoices, listInvoices } from './invoices.ts';
import { type LineRow, toLine } from './line-rows.ts';
import { readAllLines } from './lines.ts';

/** So many lines are read with their invoice, in one statement. */
const FEW_LINES = 500;

type Beside = { lines: LineRow[] };

const linesFrom = (first: string, limit: string): string =>
  list(
    `select * from invoice_line where invoice_id = t.id order by manual, position, id offset ${first} limit ${limit}`,
  );

/** @throws DomainError `not-found`. */
export const readInvoice = async (database: Database, actor: Actor, id: string): Promise<InvoiceWithLines> => {
  const few = `${linesFrom('0', `${FEW_LINES + 1}`)} as lines`;
  const [invoice, { lines }] = await invoices.loadWith<Beside>(database, actor, id, few);
  if (lines.length <= FEW_LINES) return { invoice, lines: lines.map(toLine) };
  return snapshot(database, async (tx) => {
    const [again] = await invoices.loadWith(tx, actor, id, 'null');
    return { invoice: again, lines: await readAllLines(tx, id) };
  });
};

/**
 * An invoice with those of its lines that begin at a position, as of one moment.
 * @throws DomainError `not-found`.
 */
export const readLines = async (
  database: Database,
  actor: Actor,
  id: string,
  page: { from: number; limit: number },
): Promise<InvoiceWithLines> => {
  const columns = `${linesFrom('$3', '$4')} as lines`;
  const [invoice, { lines }] = await invoices.loadWith<Beside>(database, actor, id, columns, [page.from, page.limit]);
  return { invoice, lines: await mapInSlices(lines, toLine) };
};

// A page ends early when its invoices have more lines than that.
const LISTED_LINES = 20_000;
/** So many lines of each invoice are read with the page; one with more has a statement of its own. */
const LINES_TOGETHER = 20;

type InvoicePage = { invoices: InvoiceWithLines[]; next: string | undefined };

/** A page of invoices without their lines. */
export const readHeads = async (
  database: Database,
  actor: Actor,
  filter: InvoiceFilter,
  page: Page,
): Promise<InvoicePage> => {
  const found = await listInvoices(database, actor, filter, { ...page, limit: page.limit + 1 });
  const shown = found.slice(0, page.limit).map(([invoice]) => ({ invoice, lines: [] }));
  return { invoices: shown, next: found.length > shown.length ? shown.at(-1)?.invoice.id : undefined };
};

/** A page of invoices with their lines, each as of one moment, and the cursor of the next page when there is one. */
export const readInvoices = async (
  database: Database,
  actor: Actor,
  filter: InvoiceFilter,
  page: Page,
): Promise<InvoicePage> => {
  const few = `${linesFrom('0', `${LINES_TOGETHER + 1}`)} as lines`;
  const found = await listInvoices<Beside>(database, actor, filter, { ...page, limit: page.limit + 1 }, few);
  const shown: InvoiceWithLines[] = [];
  let count = 0;
  for (const [invoice, { lines }] of found.slice(0, page.limit)) {
    await slice();
    const isWhole = lines.length <= LINES_TOGETHER;
    const read = isWhole ? { invoice, lines: lines.map(toLine) } : await readInvoice(database, actor, invoice.id);
    count += read.lines.length;
    if (shown.length > 0 && count > LISTED_LINES) break;
    shown.push(read);
  }
  return { invoices: shown, next: found.length > shown.length ? shown.at(-1)?.invoice.id : undefined };
};

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
