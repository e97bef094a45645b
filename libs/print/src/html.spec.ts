import { expect, test } from '@jest/globals';
import type { PrintedDocument } from '@staycover/api';
import { moneyFormat } from './format.ts';
import { documentHtml } from './html.ts';

const document: PrintedDocument = {
  title: 'Invoice',
  reference: 'INV-2026-000001',
  notice: null,
  issuer: [],
  party: [],
  facts: [],
  tables: [],
  sums: [],
  remarks: [],
};

const table = (lines: string[][]): PrintedDocument['tables'][number] => ({
  columns: ['Cover', 'Amount'],
  groups: [{ name: 'Seaside', total: '$1.00', lines }],
});

test('on the page, the name of each row is a heading of it', async () => {
  const html = await documentHtml({ ...document, tables: [table([['November <2026>', '$1.00']])] });
  expect(html).toContain('<tr><th scope="row">November &lt;2026&gt;</th><td class="amount">$1.00</td></tr>');
  expect(html).toContain('<th scope="rowgroup" colspan="1">Seaside</th>');
});

test.each(['USD', 'CAD', 'JPY', 'KWD', 'IDR', 'XAF', 'XOF', 'XPF'])(
  'an amount of %s is one piece, with its sign',
  async (currency) => {
    const amount = moneyFormat(currency)(-123_456_789n);
    const html = await documentHtml({
      ...document,
      tables: [table([['November 2026', amount]])],
      sums: [[{ name: 'Total', value: amount }]],
    });
    expect(html.split(`<td class="amount">${amount}</td>`)).toHaveLength(3);
  },
);

test.each(['November 1, 2026', '31 nights', 'Beach House 12'])(
  '%s may go on in the next line on a narrow page',
  async (cell) => {
    expect(await documentHtml({ ...document, tables: [table([['Seaside', cell]])] })).toContain(`<td>${cell}</td>`);
  },
);
