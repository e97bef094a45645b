import type { z } from 'zod';
import type { RouteAnswer } from './answer.ts';
import { preferredType } from './media-type.ts';

type Cell = string | number | null;
type Row = Record<string, Cell>;

/** A report: rows of one schema; the members are the columns. */
type Report<Source, R extends Row> = {
  schema: z.ZodObject & z.ZodType<R>;
  read: AsyncIterable<readonly Source[]>;
  show: (source: Source) => R;
};

/**
 * Spreadsheets run what begins so, in the wide forms of East Asian keyboards, too. Those that split lines at another
 * character than the comma run it behind that one, as well.
 */
const RUNS = /^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?="*[=+\-@＝＋－＠])/gu;
/** Spreadsheets in some countries split at these characters besides the comma. */
const CUTS = /[",;\t\r\n]/;

/** A cell of RFC 4180; an apostrophe keeps spreadsheets from running text. Numbers of ours stay numbers. */
const csvCell = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = cell.replaceAll(RUNS, "'");
  return CUTS.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

async function* asCsv<Source, R extends Row>({ schema, read, show }: Report<Source, R>): AsyncGenerator<string> {
  const columns = Object.keys(schema.shape);
  const line = (row: R): string => `${columns.map((name) => csvCell(row[name]!)).join(',')}\r\n`;
  let head = `${columns.join(',')}\r\n`;
  for await (const batch of read) {
    yield head + batch.map((source) => line(show(source))).join('');
    head = '';
  }
  if (head !== '') yield head;
}

async function* asJson<Source, R extends Row>({ read, show }: Report<Source, R>): AsyncGenerator<string> {
  let before = '[';
  for await (const batch of read) {
    yield before + batch.map((source) => JSON.stringify(show(source))).join(',\n');
    before = ',\n';
  }
  yield before === '[' ? '[]' : ']';
}

/** Answers a report while it is read: as CSV where the caller prefers it, else as JSON. */
export const reportAnswer = <Source, R extends Row>(report: Report<Source, R>, accept?: string): RouteAnswer => {
  const isCsv = preferredType(['application/json', 'text/csv'], accept) === 'text/csv';
  const headers = { Vary: 'Accept', 'Cache-Control': 'no-store' };
  return isCsv
    ? { headers, stream: { type: 'text/csv; charset=utf-8; header=present', chunks: asCsv(report) } }
    : { headers, stream: { type: 'application/json; charset=utf-8', chunks: asJson(report) } };
};
