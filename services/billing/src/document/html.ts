import { mapInSlices } from '@staycover/kernel';
import type { PrintedGroup, PrintedInvoice, PrintedLine } from './printed-invoice.ts';

/** The invoice as a page of its own: no script, nothing fetched, fit to be printed. Takes its time in slices. */
export const invoiceHtml = async (invoice: PrintedInvoice): Promise<string> =>
  page(invoice, (await mapInSlices(invoice.groups, groupHtml)).join('\n'));

const page = (invoice: PrintedInvoice, groups: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`${invoice.title} ${invoice.reference}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<h1>${escaped(invoice.title)} <span>${escaped(invoice.reference)}</span></h1>
${invoice.notice ? `<p class="notice">${escaped(invoice.notice)}</p>` : ''}
</header>
<section class="head">
<address>${invoice.payer.map(escaped).join('<br>')}</address>
<dl>${invoice.facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>
</section>
<table>
<thead><tr><th scope="col">Cover</th><th scope="col">Quantity</th><th scope="col">Rate</th><th scope="col">Amount</th></tr></thead>
${groups}
</table>
${sumsHtml('subtotals', invoice.subtotals)}
${sumsHtml('totals', invoice.totals)}
</main>
</body>
</html>
`;

const groupHtml = ({ name, lines, total }: PrintedGroup): string => `<tbody>
<tr class="group"><th scope="rowgroup" colspan="3">${escaped(name)}</th><td>${escaped(total)}</td></tr>
${lines.map(lineHtml).join('\n')}
</tbody>`;

const lineHtml = ({ text, quantity, unitPrice, amount }: PrintedLine): string =>
  `<tr><td>${escaped(text)}</td><td>${escaped(quantity)}</td><td>${escaped(unitPrice)}</td><td>${escaped(amount)}</td></tr>`;

const sumsHtml = (name: string, sums: readonly [string, string][]): string =>
  `<table class="sums ${name}"><tbody>${sums
    .map(([label, amount]) => `<tr><th scope="row">${escaped(label)}</th><td>${escaped(amount)}</td></tr>`)
    .join('')}</tbody></table>`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

const STYLE = `
body { margin: 0; color: #1c2430; background: #f4f5f7; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 46rem; margin: 2rem auto; padding: 3rem; background: #fff; box-shadow: 0 1px 4px #0002; }
h1 { margin: 0; font-size: 1.6rem; }
h1 span { color: #5a6675; font-weight: 400; }
.notice { margin: .5rem 0 0; color: #8a4b00; font-weight: 600; }
.head { display: flex; justify-content: space-between; gap: 2rem; margin: 2rem 0; }
address { font-style: normal; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto auto; gap: 0 1.2rem; margin: 0; }
dt { color: #5a6675; }
dd { margin: 0; text-align: right; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .3rem 0; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; overflow-wrap: anywhere; padding-right: 1rem; }
td + td { padding-left: 1rem; }
thead th { color: #5a6675; font-weight: 400; border-bottom: 2px solid #1c2430; }
.group > * { padding-top: .9rem; border-bottom: 1px solid #d6dbe1; font-weight: 600; }
tbody tr:not(.group) td:first-child { padding-left: 1rem; }
.sums { width: auto; min-width: 18rem; margin: 1.5rem 0 0 auto; }
.sums th { font-weight: 400; }
.subtotals { color: #5a6675; font-size: .9em; }
.totals { border-top: 2px solid #1c2430; }
.totals tr:last-child > * { font-weight: 700; font-size: 1.15rem; }
@media (max-width: 40rem) {
  body { font-size: 13px; }
  main { margin: 0; padding: 1.2rem; }
  h1 { font-size: 1.4rem; }
  .head { flex-direction: column; gap: 1rem; margin: 1.2rem 0; }
  dl { grid-template-columns: auto 1fr; }
  dd { text-align: left; }
  th:first-child, td:first-child { overflow-wrap: break-word; padding-right: 0; }
  td + td { padding-left: .6rem; }
  tbody tr:not(.group) td:first-child { padding-left: .4rem; }
}
@media print { body { background: #fff; } main { margin: 0; padding: 0; box-shadow: none; max-width: none; } }
`;
