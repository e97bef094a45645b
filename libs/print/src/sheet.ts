import { fileURLToPath } from 'node:url';
import type { PrintedDocument } from '@staycover/api';
import { PDFDocument } from 'pdfkit';

const fontFile = (name: string) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

const MARGIN = 50;
const SIZE = 9;
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
    if (pages) inStyle(doc, style).text(inVisualOrder(text), x, y, { width, align: style.align ?? 'left' });
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
  const doc = new PDFDocument({ size: 'A4', margins, info: { Title: title } });
  return doc.registerFont('regular', fontFile('DejaVuSans')).registerFont('bold', fontFile('DejaVuSans-Bold'));
};

const inStyle = (doc: PDFDocument, { size = SIZE, bold = false, color = INK }: Style): PDFDocument =>
  doc
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(color);

const heightIn = (doc: PDFDocument, text: string, width: number, style: Style): number => {
  const { size = SIZE } = style;
  return isOneLine(text, width / size) ? size * LINE_HEIGHT : inStyle(doc, style).heightOfString(text, { width });
};

const BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;

/** Measuring costs as much as printing: a text this short fits one line, unless it has several. */
const isOneLine = (text: string, characters: number): boolean => text.length < characters && !BREAK.test(text);

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
