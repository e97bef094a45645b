import { expect, test } from '@jest/globals';
import type { PrintedDocument } from '@staycover/api';
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
