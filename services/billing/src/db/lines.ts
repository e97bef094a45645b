import { together, type Work } from '@staycover/change';
import { execute, opaque, query } from '@staycover/db';
import { chunks, mapInSlices } from '@staycover/kernel';
import type { InvoiceLine, ManualLine } from '../domain/line.ts';
import { chargeColumns, type LineRow, toLine } from './line-rows.ts';

/** The lines of invoices by invoice: generated ones first, then manual ones. */
export const readLinesByInvoice = async (
  tx: Work,
  invoiceIds: readonly string[],
): Promise<Map<string, InvoiceLine[]>> => {
  const rows = await query<LineRow>(
    tx,
    `select * from invoice_line where invoice_id = any(${opaque('$1', 'uuid[]')}) order by invoice_id, manual, position`,
    [invoiceIds],
  );
  const lines = new Map<string, InvoiceLine[]>(invoiceIds.map((id) => [id, []]));
  const read = await mapInSlices(rows, toLine);
  for (const [i, row] of rows.entries()) lines.get(row.invoice_id)!.push(read[i]!);
  return lines;
};

const countLines = async (tx: Work, invoiceIds: readonly string[]): Promise<Map<string, number>> => {
  const counting =
    'select invoice_id, count(*)::int as n from invoice_line where invoice_id = any($1::uuid[]) group by 1';
  const rows = await query<{ invoice_id: string; n: number }>(tx, counting, [invoiceIds]);
  return new Map(rows.map(({ invoice_id, n }) => [invoice_id, n]));
};

const LINES_A_PAGE = 2_000;
const MOST_INVOICES = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

const readingPage = together<{ tx: Work; invoiceId: string; after: LineRow | undefined }, LineRow[]>(
  ({ invoiceId }) => invoiceId,
  async (tx, asked) => {
    const rows = await query<LineRow>(
      tx,
      `select l.* from unnest(${opaque('$1', 'uuid[]')}, $2::boolean[], $3::int[], $4::uuid[]) as w (invoice_id, manual, position, id),
       lateral (select * from invoice_line l where l.invoice_id = w.invoice_id
         and (l.manual, l.position, l.id) > (w.manual, w.position, w.id)
         order by l.manual, l.position, l.id limit ${LINES_A_PAGE}) as l
       order by l.invoice_id, l.manual, l.position, l.id`,
      [
        asked.map(({ invoiceId }) => invoiceId),
        asked.map(({ after }) => after?.manual ?? false),
        asked.map(({ after }) => after?.position ?? -1),
        asked.map(({ after }) => after?.id ?? BEFORE_ALL),
      ],
    );
    const pages = Map.groupBy(rows, ({ invoice_id }) => invoice_id);
    return asked.map(({ invoiceId }) => pages.get(invoiceId.toLowerCase()) ?? []);
  },
);

/** The lines of an invoice in pages, with their positions, generated ones first; those of several in one transaction at once. */
export async function* readLinePages(
  tx: Work,
  invoiceId: string,
): AsyncGenerator<{ line: InvoiceLine; position: number }[]> {
  for (let after: LineRow | undefined; ; ) {
    const rows = await readingPage({ tx, invoiceId, after });
    yield await mapInSlices(rows, (row) => ({ line: toLine(row), position: row.position }));
    if (rows.length < LINES_A_PAGE) return;
    after = rows.at(-1);
  }
}

/** The lines of an invoice, generated ones first. */
export const readAllLines = async (tx: Work, invoiceId: string): Promise<InvoiceLine[]> => {
  const lines: InvoiceLine[] = [];
  for await (const page of readLinePages(tx, invoiceId)) for (const { line } of page) lines.push(line);
  return lines;
};

/** The lines of invoices by invoice: of many small ones in one statement, of a large one in pages. */
export const readAllLinesByInvoice = async (
  tx: Work,
  invoiceIds: readonly string[],
): Promise<Map<string, InvoiceLine[]>> => {
  const counts = invoiceIds.length > 1 ? await countLines(tx, invoiceIds) : new Map<string, number>();
  const getSize = (id: string): number => counts.get(id) ?? 0;
  const lines = new Map<string, InvoiceLine[]>();
  for (const some of chunks(invoiceIds, { maxCount: MOST_INVOICES, maxSize: LINES_A_PAGE, getSize })) {
    const [first, ...others] = some;
    if (others.length === 0) lines.set(first!, await readAllLines(tx, first!));
    else for (const [id, its] of await readLinesByInvoice(tx, some)) lines.set(id, its);
  }
  return lines;
};

export const removeLine = (tx: Work, id: string): Promise<number> =>
  execute(tx, 'delete from invoice_line where id = $1', [id]);

const noParts = { premium: '0', loss_fund: '0', partner_fee: '0', service_fee: '0', tax: '0', per: 1, fixed: false };

/** Appends a manual line after the others. */
export const addManualLine = (tx: Work, invoiceId: string, line: ManualLine): Promise<number> => {
  const row = { id: line.id, invoice_id: invoiceId, ...chargeColumns(line), ...noParts, nights: '{}' };
  return execute(
    tx,
    `insert into invoice_line
     select r.* from (select coalesce(max(position), -1) + 1 as position from invoice_line where invoice_id = $1 and manual) as next,
       jsonb_populate_record(null::invoice_line, $2::jsonb || jsonb_build_object('position', next.position)) as r`,
    [invoiceId, JSON.stringify(row)],
  );
};
