// The same cells as those of the platform's reports (`csvCell` of libs/http), which browsers cannot import.
/**
 * Spreadsheets run what begins so, in the wide forms of East Asian keyboards, too; an apostrophe keeps them from it.
 * Those that split lines at another character than the comma run it behind that one, as well.
 */
const RUNS = /^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?="*[=+\-@＝＋－＠])/gu;
/** Spreadsheets in some countries split at these characters besides the comma. */
const CUTS = /[",;\t\r\n]/;

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = value.replaceAll(RUNS, "'");
  return CUTS.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Rows as CSV (RFC 4180), with these of their members as columns. */
export const toCsv = (rows: readonly object[], columns: readonly string[]): string => {
  const line = (cells: readonly unknown[]): string => `${cells.map(cell).join(',')}\r\n`;
  return line(columns) + rows.map((row) => line(columns.map((name) => row[name as keyof typeof row]))).join('');
};

type Page<Row> = { data: Row[]; next: string | undefined };

const MOST = 10_000;

/** All rows of a list, page by page, 10,000 at most; whether there are more. */
export const allRows = async <Row>(
  load: (cursor: string | undefined) => Promise<Page<Row>>,
): Promise<{ rows: Row[]; isCut: boolean }> => {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const { data, next } = await load(cursor);
    rows.push(...data);
    cursor = next;
  } while (cursor !== undefined && rows.length < MOST);
  return { rows: rows.slice(0, MOST), isCut: cursor !== undefined || rows.length > MOST };
};
