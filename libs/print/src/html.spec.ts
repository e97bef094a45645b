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

const LONG = 'x'.repeat(240);

test('a long word may be broken anywhere, so that no column is wider than the page', async () => {
  const { columns } = table([]);
  const groups = [{ name: LONG, total: '$1.00', lines: [[LONG, LONG]] }];
  const html = await documentHtml({ ...document, tables: [{ columns, groups }] });
  expect(html).toContain(`<th scope="rowgroup" colspan="1" class="long">${LONG}</th>`);
  expect(html).toContain(`<tr><th scope="row" class="long">${LONG}</th><td class="long">${LONG}</td></tr>`);
  expect(html).toMatch(/^h1, [^{]*dd, [^{]*\.long \{ overflow-wrap: anywhere; \}$/m);
});

test.each(['Beach House 12', 'INV-2026-000001', 'September 30, 2026'])('no word of %s is broken', async (text) => {
  const html = await documentHtml({ ...document, tables: [table([[text, text]])] });
  expect(html).toContain(`<tr><th scope="row">${text}</th><td>${text}</td></tr>`);
});
