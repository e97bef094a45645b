import { inflateSync } from 'node:zlib';
import { expect, jest, test } from '@jest/globals';
import type { PrintedDocument } from '@staycover/api';
import { PDFDocument } from 'pdfkit';
import { documentPdf } from './pdf.ts';

const document: PrintedDocument = {
  title: 'Credit note',
  reference: 'INV-2026-000001',
  notice: null,
  issuer: [],
  party: ['Acme Stays LLC'],
  facts: [],
  tables: [
    { columns: ['Cover', 'Amount'], groups: [{ name: null, total: null, lines: [['November 2026', '$1.00']] }] },
  ],
  sums: [[{ name: 'Total', value: '$1.00' }]],
  remarks: [],
};

const countPages = async (facts: PrintedDocument['facts']): Promise<number> =>
  (await documentPdf({ ...document, facts })).toString('latin1').match(/\/Type \/Page\b/g)!.length;

const countries = { name: 'Countries', value: Array(400).fill('Antigua and Barbuda').join(', ') };

test.each<[string, PrintedDocument['facts'], number]>([
  ['many facts', Array.from({ length: 80 }, (_, i) => ({ name: 'Corrects', value: `INV-2026-${i}` })), 2],
  ['long ones', [countries, { name: 'States', value: 'FL' }], 5],
])('%s go on over the pages that they need', async (_what, facts, pages) => {
  expect(await countPages(facts)).toBe(pages);
});

test('a long fact is measured in short parts, so that other work comes in between', async () => {
  const measure = jest.spyOn(PDFDocument.prototype, 'heightOfString');
  await countPages([{ name: 'Endorsements', value: Array(375).fill('W'.repeat(255)).join(', ') }]);
  const measured = measure.mock.calls.map(([text]) => text.length);
  measure.mockRestore();
  expect(measured.length).toBeGreaterThan(375 / 8);
  expect(Math.max(...measured)).toBeLessThanOrEqual(2_000);
});

test('the box for what a font lacks is as wide as it was measured', async () => {
  const pdf = (await documentPdf({ ...document, party: ['Beach 🏖 House'] })).toString('latin1');
  expect(pdf.match(/\/W \[0 \[[\d.]+/g)).toEqual(['/W [0 [600', '/W [0 [600']);
});

type Line = { height: number; font: string; size: number };

/** Of each page, how far above its foot each line stands, in the order in which they are printed. */
const printedPages = async (changes: Partial<PrintedDocument>): Promise<Line[][]> => {
  const pdf = (await documentPdf({ ...document, ...changes })).toString('latin1');
  const streams = [...pdf.matchAll(/FlateDecode\n>>\nstream\n([^]*?)\nendstream/g)];
  const texts = streams.map(([, stream]) => inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1'));
  return texts
    .map((text) => [...text.matchAll(/([\d.]+) Tm\n\/(F\d+) (\d+) Tf$/gm)])
    .map((lines) =>
      lines.map(([, height, font, size]) => ({ height: Number(height), font: font!, size: Number(size) })),
    )
    .filter((lines) => lines.length > 0);
};

const printedLines = async (changes: Partial<PrintedDocument>): Promise<Line[]> => (await printedPages(changes)).flat();

const propertyTotal = (total: string): Partial<PrintedDocument> => ({
  tables: [
    { columns: ['Cover', 'Amount'], groups: [{ name: 'Seaside', total, lines: [['November 2026', 'IDR 67,500.00']] }] },
  ],
});

test.each<[string, Partial<PrintedDocument>]>([
  ['a total of a property', propertyTotal('IDR 246,375,000,000.00')],
  ['a title', { reference: `${'acme-stays-'.repeat(6)} USD` }],
  ['a notice', { notice: 'This invoice is void and replaced by another one. '.repeat(4) }],
  [
    'the name of a fact',
    {
      facts: [
        { name: 'Rate a reservation', value: '$12.50' },
        { name: 'Rate a night', value: '$4.25' },
      ],
    },
  ],
])('given %s of several lines, then no line is printed over another', async (_what, changes) => {
  const lines = (await printedLines(changes)).toSorted((a, b) => b.height - a.height);
  expect(lines.length).toBeGreaterThan((await printedLines({})).length);
  const gaps = lines.slice(1).map(({ height }, i) => (lines[i]!.height - height) / lines[i]!.size);
  expect(gaps.filter((gap) => gap !== 0 && gap < 1)).toEqual([]);
});

test('the total of a property in millions is one line', async () => {
  const long = await printedLines(propertyTotal('IDR 24,637,500.00'));
  expect(long).toHaveLength((await printedLines(propertyTotal('IDR 1.00'))).length);
});

test('a column has room for the longest day', async () => {
  const withDay = (day: string) => ({
    tables: [
      { columns: ['Cover', 'From', 'To'], groups: [{ name: null, total: null, lines: [['Seaside', day, day]] }] },
    ],
  });
  expect(await printedLines(withDay('September 30, 2026'))).toHaveLength((await printedLines(withDay('-'))).length);
});

test('the file names its language, and viewers show its title', async () => {
  const pdf = (await documentPdf(document)).toString('latin1');
  expect(pdf).toContain('/Lang (en)');
  expect(pdf).toContain('/DisplayDocTitle true');
});

const FOOTER = 7;
const [TABLE_HEAD, ROW] = [8, 9];

/** What stands last on each page but the last, above its footer. */
const lastOnPages = async (tables: PrintedDocument['tables']): Promise<Line[]> => {
  const pages = await printedPages({ tables });
  return pages.slice(0, -1).map((lines) => lines.findLast(({ size }) => size !== FOOTER)!);
};

const columns = ['Cover', 'Quantity', 'Rate', 'Amount'];
const months = Array.from({ length: 40 }, () => ['November 2026', '30 nights', '$1.00', '$30.00']);
const seaside = (count: number) => ({ name: 'Seaside', total: '$1.00', lines: months.slice(0, count) });
const adjustments = { name: 'Adjustments', total: '$1.23', lines: [['Goodwill '.repeat(55), '', '', '$1.23']] };

test.each<[string, (count: number) => PrintedDocument['tables']]>([
  ['a group', (count) => [{ columns, groups: [seaside(count), adjustments] }]],
  [
    'a table',
    (count) => [
      { columns, groups: [seaside(count)] },
      { columns, groups: [adjustments] },
    ],
  ],
])('the head of %s is not left alone at the foot of a page', async (_what, toTables) => {
  const [title] = await printedLines({});
  for (let count = 26; count <= months.length; count++) {
    const heads = (await lastOnPages(toTables(count))).filter(
      ({ font, size }) => size === TABLE_HEAD || (size === ROW && font === title!.font),
    );
    expect({ count, heads }).toEqual({ count, heads: [] });
  }
});
