import { fileURLToPath } from 'node:url';
import { slice } from '@staycover/kernel';
import { PDFDocument } from 'pdfkit';
import type { PrintedInvoice } from './printed-invoice.ts';

const fontFile = (name: string) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

const MARGIN = 50;
const SIZE = 9;
/** Of the font's size. */
const LINE_HEIGHT = 1.165;
const INK = '#1c2430';
const PALE = '#5a6675';
const RULE = '#d6dbe1';

type Style = { size?: number; bold?: boolean; color?: string; align?: 'left' | 'right' };

/** The invoice on A4 pages. The font is embedded; it has Latin, Greek, Cyrillic, Hebrew, Arabic and all currency signs. */
export const invoicePdf = async (invoice: PrintedInvoice): Promise<Buffer> => {
  const sheet = openSheet(invoice);
  await slice();
  // Each page says how many there are, and leaves when it is full: they are laid out once before, to be counted.
  await layOut(sheet, invoice);
  sheet.printNow();
  await layOut(sheet, invoice);
  await slice();
  return sheet.finish();
};

const layOut = async (sheet: Sheet, invoice: PrintedInvoice): Promise<void> => {
  printHead(sheet, invoice);
  await slice();
  await printLines(sheet, invoice);
  printSums(sheet, invoice);
};

type Sheet = ReturnType<typeof openSheet>;

const openSheet = ({ title, reference }: PrintedInvoice) => {
  const margins = { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN };
  const doc = new PDFDocument({ size: 'A4', margins, info: { Title: `${title} ${reference}` } });
  const finished = collect(doc);
  doc.registerFont('regular', fontFile('DejaVuSans')).registerFont('bold', fontFile('DejaVuSans-Bold'));
  const right = doc.page.width - MARGIN;
  const bottom = doc.page.height - MARGIN - 20;
  let y = MARGIN;
  let page = 1;
  /** How many pages there are; unknown while they are laid out only to be counted. */
  let pages: number | undefined;

  const styled = ({ size = SIZE, bold = false, color = INK }: Style) =>
    doc
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(color);
  const print = (text: string, x: number, width: number, style: Style = {}) => {
    if (pages) styled(style).text(inVisualOrder(text), x, y, { width, align: style.align ?? 'left' });
  };
  const printFooter = () => {
    y = bottom + 8;
    print(`${reference}, page ${page} of ${pages}`, MARGIN, right - MARGIN, { size: 7, color: PALE, align: 'right' });
  };
  return {
    width: right - MARGIN,
    left: MARGIN,
    right,
    print,
    heightOf(text: string, width: number, style: Style = {}): number {
      const { size = SIZE } = style;
      // Measuring costs as much as printing; what is this short has one line.
      return text.length * size < width ? size * LINE_HEIGHT : styled(style).heightOfString(text, { width });
    },
    down: (by: number) => void (y += by),
    top: () => y,
    up: (to: number) => void (y = to),
    rule(color: string, from = MARGIN) {
      if (pages) doc.strokeColor(color).lineWidth(0.7).moveTo(from, y).lineTo(right, y).stroke();
    },
    /** Starts a page unless so much still fits on this one. Returns whether it did. */
    need(height: number): boolean {
      if (y + height <= bottom) return false;
      if (pages) {
        printFooter();
        doc.addPage();
      }
      page++;
      y = MARGIN;
      return true;
    },
    /** Begins anew, on paper, what was laid out before. */
    printNow() {
      pages = page;
      page = 1;
      y = MARGIN;
    },
    finish(): Promise<Buffer> {
      printFooter();
      doc.end();
      return finished;
    },
  };
};

const FROM_THE_RIGHT = '[\\p{Script=Arabic}\\p{Script=Hebrew}]';
const BETWEEN = new RegExp(`(?<=${FROM_THE_RIGHT}) (?=${FROM_THE_RIGHT})`, 'gu');
const AFTER = new RegExp(`(?<=${FROM_THE_RIGHT}) `, 'gu');

/** pdfkit shapes word by word, and puts the words from left to right: those written from the right stay one for it. */
const inVisualOrder = (text: string): string => text.replaceAll(BETWEEN, '\u00a0').replaceAll(AFTER, '  ');

const collect = (doc: PDFDocument): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk) => void chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });

const printHead = (sheet: Sheet, { title, reference, notice, payer, facts }: PrintedInvoice): void => {
  const { left, width } = sheet;
  sheet.print(`${title} ${reference}`, left, width, { size: 18, bold: true });
  sheet.down(28);
  if (notice) sheet.print(notice, left, width, { size: 10, bold: true, color: '#8a4b00' });
  sheet.down(notice ? 26 : 10);
  const top = sheet.top();
  for (const text of payer) {
    sheet.print(text, left, width / 2);
    sheet.down(sheet.heightOf(text, width / 2) + 3);
  }
  const afterPayer = sheet.top();
  sheet.up(top);
  for (const [name, value] of facts) {
    sheet.print(name, left + width / 2, 60, { color: PALE });
    sheet.print(value, left + width / 2 + 60, width / 2 - 60, { align: 'right' });
    sheet.down(sheet.heightOf(value, width / 2 - 60) + 3);
  }
  sheet.up(Math.max(afterPayer, sheet.top()) + 22);
};

const columnsOf = ({ left, width }: Sheet) => ({
  text: { x: left + 10, width: width * 0.46 - 10 },
  quantity: { x: left + width * 0.46, width: width * 0.16 },
  unitPrice: { x: left + width * 0.62, width: width * 0.17 },
  amount: { x: left + width * 0.79, width: width * 0.21 },
});

const printTableHead = (sheet: Sheet): void => {
  const { quantity, unitPrice, amount } = columnsOf(sheet);
  const style = { color: PALE, size: 8, align: 'right' } as const;
  sheet.print('Cover', sheet.left, 200, { color: PALE, size: 8 });
  sheet.print('Quantity', quantity.x, quantity.width, style);
  sheet.print('Rate', unitPrice.x, unitPrice.width, style);
  sheet.print('Amount', amount.x, amount.width, style);
  sheet.down(13);
  sheet.rule(INK);
  sheet.down(6);
};

const printGroupHead = (sheet: Sheet, name: string, total = ''): void => {
  const { amount } = columnsOf(sheet);
  const width = sheet.width * 0.75;
  const height = sheet.heightOf(name, width, { bold: true });
  if (sheet.need(height + 34)) printTableHead(sheet);
  sheet.print(name, sheet.left, width, { bold: true });
  sheet.print(total, amount.x, amount.width, { bold: true, align: 'right' });
  sheet.down(height + 3);
  sheet.rule(RULE);
  sheet.down(4);
};

const printLines = async (sheet: Sheet, { groups }: PrintedInvoice): Promise<void> => {
  const columns = columnsOf(sheet);
  printTableHead(sheet);
  for (const { name, total, lines } of groups) {
    await slice();
    printGroupHead(sheet, name, total);
    for (const line of lines) {
      const lineHeight = sheet.heightOf(line.text, columns.text.width);
      if (sheet.need(lineHeight + 4)) {
        printTableHead(sheet);
        printGroupHead(sheet, `${name}, continued`);
      }
      sheet.print(line.text, columns.text.x, columns.text.width);
      for (const cell of ['quantity', 'unitPrice', 'amount'] as const) {
        sheet.print(line[cell], columns[cell].x, columns[cell].width, { align: 'right' });
      }
      sheet.down(lineHeight + 4);
      await slice();
    }
    sheet.down(8);
  }
};

const printSums = (sheet: Sheet, { subtotals, totals }: PrintedInvoice): void => {
  const x = sheet.left + sheet.width * 0.5;
  const width = sheet.right - x;
  const print = ([name, amount]: [string, string], style: Style, height: number) => {
    sheet.print(name, x, width / 2, style);
    sheet.print(amount, x, width, { ...style, align: 'right' });
    sheet.down(height);
  };
  sheet.need(13 * subtotals.length + 68);
  sheet.down(8);
  for (const subtotal of subtotals) print(subtotal, { color: PALE, size: 8 }, 13);
  sheet.down(5);
  sheet.rule(INK, x);
  sheet.down(7);
  for (const [i, total] of totals.entries()) {
    print(total, i === totals.length - 1 ? { bold: true, size: 12 } : {}, 16);
  }
};
