import type { PrintedDocument } from '@staycover/api';
import { slice } from '@staycover/kernel';
import { INK, openSheet, PALE, RULE, type Sheet, type Style } from './sheet.ts';

type Table = PrintedDocument['tables'][number];
type Group = Table['groups'][number];
type Pair = PrintedDocument['facts'][number];

/** The document on A4 pages. The font is embedded; it has Latin, Greek, Cyrillic, Hebrew, Arabic and all currency signs. */
export const documentPdf = async (document: PrintedDocument): Promise<Buffer> => {
  const sheet = openSheet(document);
  for (const bold of [false, true]) {
    await slice();
    sheet.readFont(bold);
  }
  await slice();
  // Each page shows the number of pages: a first layout counts them.
  await layOut(sheet, document);
  sheet.printNow();
  await layOut(sheet, document);
  await slice();
  return sheet.finish();
};

const layOut = async (sheet: Sheet, document: PrintedDocument): Promise<void> => {
  await printHead(sheet, document);
  await slice();
  for (const table of document.tables) await printTable(sheet, table);
  printSums(sheet, document.sums);
  for (const remark of document.remarks) printRemark(sheet, remark);
};

const TITLE = { size: 18, bold: true };
const NOTICE = { size: 10, bold: true, color: '#8a4b00' };

const printHeading = (sheet: Sheet, text: string, style: Style, space: number): void => {
  sheet.print(text, sheet.left, sheet.width, style);
  sheet.down(sheet.measureHeight(text, sheet.width, style) + space);
};

const printHead = async (
  sheet: Sheet,
  { title, reference, notice, issuer, party, facts }: PrintedDocument,
): Promise<void> => {
  const { left, width } = sheet;
  printIssuer(sheet, issuer);
  printHeading(sheet, `${title} ${reference}`, TITLE, 7);
  if (notice) printHeading(sheet, notice, NOTICE, 14);
  else sheet.down(10);
  const top = sheet.top();
  for (const text of party) {
    sheet.print(text, left, width / 2);
    sheet.down(sheet.measureHeight(text, width / 2) + 3);
  }
  const afterParty = sheet.top();
  sheet.up(top);
  let isOnNewPage = false;
  for (const fact of facts) if (await printFact(sheet, fact)) isOnNewPage = true;
  sheet.up((isOnNewPage ? sheet.top() : Math.max(afterParty, sheet.top())) + 22);
};

const FACT_NAME = 80;

/** Returns whether it needed a new page. */
const printFact = async (sheet: Sheet, { name, value }: Pair): Promise<boolean> => {
  const x = sheet.left + sheet.width / 2;
  const width = sheet.width / 2 - FACT_NAME;
  let isOnNewPage = false;
  for (const [i, piece] of (await inPieces(sheet, value, width)).entries()) {
    await slice();
    const height = Math.max(sheet.measureHeight(piece, width), i === 0 ? sheet.measureHeight(name, FACT_NAME) : 0);
    if (sheet.need(height)) isOnNewPage = true;
    if (i === 0) sheet.print(name, x, FACT_NAME, { color: PALE });
    sheet.print(piece, x + FACT_NAME, width, { align: 'right' });
    sheet.down(height);
  }
  sheet.down(3);
  return isOnNewPage;
};

/** What a page has room for in any case. */
const HIGHEST = 200;
/** A text of more characters is higher than that, and halved before it is measured: measuring takes longer the longer a text is. */
const LONGEST = 2_000;

/** A long text in parts that pages have room for. */
const inPieces = async (sheet: Sheet, text: string, width: number): Promise<string[]> => {
  const end = text.indexOf(' ', text.length / 2);
  if (end < 0) return [text];
  await slice();
  if (text.length <= LONGEST && sheet.measureHeight(text, width) <= HIGHEST) return [text];
  return [
    ...(await inPieces(sheet, text.slice(0, end), width)),
    ...(await inPieces(sheet, text.slice(end + 1), width)),
  ];
};

const printIssuer = (sheet: Sheet, issuer: PrintedDocument['issuer']): void => {
  if (issuer.length === 0) return;
  for (const [i, text] of issuer.entries()) {
    const style = i === 0 ? { bold: true } : { size: 8, color: PALE };
    sheet.print(text, sheet.left, sheet.width, style);
    sheet.down(sheet.measureHeight(text, sheet.width, style) + 2);
  }
  sheet.down(18);
};

type Column = { x: number; width: number; align: 'left' | 'right' };

/** Of the width that each column has but the first. */
const SHARE = 0.2;
const INDENT = 10;

const layOutColumns = ({ left, width }: Sheet, { columns }: Table): Column[] =>
  columns.map((_name, i) => {
    const others = (columns.length - i) * SHARE * width;
    if (i > 0) return { x: left + width - others, width: SHARE * width, align: 'right' };
    return { x: left + INDENT, width: width - others + SHARE * width - INDENT, align: 'left' };
  });

const TABLE_HEAD = 19;

const printTableHead = (sheet: Sheet, table: Table): void => {
  for (const [i, { x, width, align }] of layOutColumns(sheet, table).entries()) {
    const style = { color: PALE, size: 8, align };
    if (i === 0) sheet.print(table.columns[i]!, sheet.left, width, style);
    else sheet.print(table.columns[i]!, x, width, style);
  }
  sheet.down(TABLE_HEAD - 6);
  sheet.rule(INK);
  sheet.down(6);
};

/** Of the width that the name of a group has; its total has the rest. */
const NAME_SHARE = 0.75;

const measureGroupHead = ({ width, measureHeight }: Sheet, name: string, total: string | null): number =>
  Math.max(
    measureHeight(name, width * NAME_SHARE, { bold: true }),
    measureHeight(total ?? '', width * (1 - NAME_SHARE), { bold: true }),
  );

const printGroupHead = (sheet: Sheet, name: string, total: string | null): void => {
  const width = sheet.width * NAME_SHARE;
  const height = measureGroupHead(sheet, name, total);
  sheet.print(name, sheet.left, width, { bold: true });
  if (total !== null) sheet.print(total, sheet.left + width, sheet.width - width, { bold: true, align: 'right' });
  sheet.down(height + 3);
  sheet.rule(RULE);
  sheet.down(4);
};

const measureLine = (sheet: Sheet, columns: readonly Column[], cells: readonly string[]): number =>
  Math.max(...columns.map(({ width }, i) => sheet.measureHeight(cells[i]!, width))) + 4;

/** The height of what stays on one page: the head of a group, and its first line. */
const measureStart = (sheet: Sheet, table: Table, { name, total, lines: [first] }: Group): number =>
  (name === null ? 0 : measureGroupHead(sheet, name, total) + 7) +
  (first ? measureLine(sheet, layOutColumns(sheet, table), first) : 0);

const printTable = async (sheet: Sheet, table: Table): Promise<void> => {
  const [first] = table.groups;
  sheet.need(Math.max(60, TABLE_HEAD + (first ? measureStart(sheet, table, first) : 0)));
  printTableHead(sheet, table);
  for (const group of table.groups) {
    await slice();
    await printGroup(sheet, table, group);
    sheet.down(8);
  }
  sheet.down(8);
};

const printGroup = async (sheet: Sheet, table: Table, group: Group): Promise<void> => {
  const { name, total, lines } = group;
  const columns = layOutColumns(sheet, table);
  if (sheet.need(measureStart(sheet, table, group))) printTableHead(sheet, table);
  if (name !== null) printGroupHead(sheet, name, total);
  for (const [i, cells] of lines.entries()) {
    const height = measureLine(sheet, columns, cells);
    if (i > 0 && sheet.need(height)) {
      printTableHead(sheet, table);
      if (name !== null) printGroupHead(sheet, `${name}, continued`, null);
    }
    for (const [column, { x, width, align }] of columns.entries()) sheet.print(cells[column]!, x, width, { align });
    sheet.down(height);
    await slice();
  }
};

const printSums = (sheet: Sheet, sums: PrintedDocument['sums']): void => {
  if (sums.length === 0) return;
  const [totals, subtotals] = [sums.at(-1)!, sums.slice(0, -1).flat()];
  const x = sheet.left + sheet.width * 0.5;
  const width = sheet.right - x;
  const print = ({ name, value }: Pair, style: Style, height: number) => {
    sheet.print(name, x, width * 0.6, style);
    sheet.print(value, x, width, { ...style, align: 'right' });
    sheet.down(height);
  };
  sheet.need(13 * subtotals.length + 16 * totals.length + 20);
  for (const subtotal of subtotals) print(subtotal, { color: PALE, size: 8 }, 13);
  sheet.down(5);
  sheet.rule(INK, x);
  sheet.down(7);
  for (const [i, total] of totals.entries()) {
    print(total, i === totals.length - 1 ? { bold: true, size: 12 } : {}, 16);
  }
};

const printRemark = (sheet: Sheet, remark: string): void => {
  const style = { color: PALE, size: 8 };
  const height = sheet.measureHeight(remark, sheet.width, style);
  sheet.need(height + 12);
  sheet.down(12);
  sheet.print(remark, sheet.left, sheet.width, style);
  sheet.down(height);
};
