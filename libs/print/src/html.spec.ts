import { expect, test } from '@jest/globals';
import { documentHtml } from './html.ts';

test('on the page, the name of each row is a heading of it', async () => {
  const html = await documentHtml({
    title: 'Invoice',
    reference: 'INV-2026-000001',
    notice: null,
    issuer: [],
    party: [],
    facts: [],
    tables: [
      {
        columns: ['Cover', 'Amount'],
        groups: [{ name: 'Seaside', total: '$1.00', lines: [['November <2026>', '$1.00']] }],
      },
    ],
    sums: [],
    remarks: [],
  });
  expect(html).toContain('<tr><th scope="row">November &lt;2026&gt;</th><td>$1.00</td></tr>');
  expect(html).toContain('<th scope="rowgroup" colspan="1">Seaside</th>');
});
