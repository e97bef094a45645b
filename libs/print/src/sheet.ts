import { fileURLToPath } from 'node:url';
import type { PrintedDocument } from '@staycover/api';
import { PDFDocument } from 'pdfkit';
import { breakLines, isRightToLeft, printable, visualRuns } from './right-to-left.ts';

const fontFile = (name: string) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

const MARGIN = 50;
const SIZE = 9;
/** Of the box for what the fonts have no sign for, in thousandths of the size. */
const BOX_WIDTH = 600;
/** Of the font's size. */
const LINE_HEIGHT = 1.165;
export const INK = '#1c2430';
export const PALE = '#5a6675';
export const RULE = '#d6dbe1';

export type Style = { size?: number; bold?: boolean; color?: string; align?: 'left' | 'right' };

/** A4 pages that text is printed on, from top to bottom. */
export type Sheet = ReturnType<typeof openSheet>;

/** Begins a document. What is printed before `printNow` is laid out only to be counted. */
export const openSheet = ({ title, reference }: Pick<PrintedDocument, 'title' | 'reference'>) => {
  const doc = openDocument(`${title} ${reference}`);
  const finished = collect(doc);
  const right = doc.page.width - MARGIN;
  const bottom = doc.page.height - MARGIN - 20;
  let y = MARGIN;
  let page = 1;
  /** How many pages there are; unknown while they are laid out only to be counted. */
  let pages: number | undefined;

  const print = (text: string, x: number, width: number, style: Style = {}) => {
    if (pages) printText(inStyle(doc, style), text, { x, y, width, ...style });
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
    /** Takes tens of milliseconds. */
    readFont: (bold: boolean) => void inStyle(doc, { bold }),
    measureHeight: (text: string, width: number, style: Style = {}): number => heightIn(doc, text, width, style),
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
    /** Restarts, on paper, with the measured layout. */
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

const openDocument = (title: string): PDFDocument => {
  const margins = { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN };
  const doc = new PDFDocument({ size: 'A4', margins, info: { Title: title }, lang: 'en', displayTitle: true });
  return doc.registerFont('regular', fontFile('DejaVuSans')).registerFont('bold', fontFile('DejaVuSans-Bold'));
};

const inStyle = (doc: PDFDocument, { size = SIZE, bold = false, color = INK }: Style): PDFDocument => {
  const { _font: font } = doc.font(bold ? 'bold' : 'regular');
  // pdfkit 0.20.2 writes it in the font's own units, so that viewers put what follows elsewhere than it was measured.
  font.widths[0] = BOX_WIDTH;
  return doc.fontSize(size).fillColor(color);
};

const heightIn = (doc: PDFDocument, given: string, width: number, style: Style): number => {
  const { size = SIZE } = style;
  const text = printable(given);
  if (isOneLine(text, width / size)) return size * LINE_HEIGHT;
  inStyle(doc, style);
  return isRightToLeft(text)
    ? linesIn(doc, text, width).length * size * LINE_HEIGHT
    : doc.heightOfString(text, { width });
};

const linesIn = (doc: PDFDocument, text: string, width: number): string[] =>
  // A letter is wider than a point: what is longer is not measured first.
  breakLines(text, (line) => line.length <= width && doc.widthOfString(line) <= width);

type Box = Style & { x: number; y: number; width: number };

const printText = (doc: PDFDocument, given: string, { x, y, width, size = SIZE, align = 'left' }: Box): void => {
  const text = printable(given);
  if (!isRightToLeft(text)) return void doc.text(text, x, y, { width, align });
  for (const [i, line] of linesIn(doc, text, width).entries())
    printRuns(doc, visualRuns(line), { x, y: y + i * size * LINE_HEIGHT, width, align });
};

/** pdfkit puts words from left to right: each piece of a line that is written from the right gets its own place. */
const printRuns = (doc: PDFDocument, runs: readonly string[], { x, y, width, align }: Box): void => {
  const widths = runs.map((run) => doc.widthOfString(run));
  let at = align === 'right' ? x + width - widths.reduce((sum, wide) => sum + wide, 0) : x;
  for (const [i, run] of runs.entries()) {
    doc.text(run, at, y, { lineBreak: false });
    at += widths[i]!;
  }
};

/** Measuring costs as much as printing: a text this short fits one line, unless it has several. */
const isOneLine = (text: string, characters: number): boolean => text.length < characters && !text.includes('\n');

const collect = (doc: PDFDocument): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk) => void chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
