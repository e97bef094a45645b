import type { PrintedDocument } from '@staycover/api';
import { mapInSlices } from '@staycover/kernel';

type Table = PrintedDocument['tables'][number];
type Group = Table['groups'][number];
type Pair = PrintedDocument['facts'][number];

/** The document as a page of its own: no script, nothing fetched, fit to be printed. Takes its time in slices. */
export const documentHtml = async (document: PrintedDocument): Promise<string> => {
  const tables: string[] = [];
  for (const table of document.tables) tables.push(await tableHtml(table));
  return page(document, tables.join('\n'));
};

const page = (
  { title, reference, notice, issuer, party, facts, sums, remarks }: PrintedDocument,
  tables: string,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`${title} ${reference}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
${issuerHtml(issuer)}
<h1>${escaped(title)} <span>${escaped(reference)}</span></h1>
${notice ? `<p class="notice">${escaped(notice)}</p>` : ''}
</header>
<section class="head">
<address>${party.map(escaped).join('<br>')}</address>
<dl>${facts.map(({ name, value }) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>
</section>
${tables}
${sums.map(sumsHtml).join('\n')}
${remarks.map((remark) => `<p class="remark">${escaped(remark)}</p>`).join('\n')}
</main>
</body>
</html>
`;

const issuerHtml = ([name, ...details]: readonly string[]): string =>
  name === undefined
    ? ''
    : `<p class="issuer">${[`<strong>${escaped(name)}</strong>`, ...details.map(escaped)].join('<br>')}</p>`;

const tableHtml = async ({ columns, groups }: Table): Promise<string> => `<table class="lines">
<thead><tr>${columns.map((column) => `<th scope="col">${escaped(column)}</th>`).join('')}</tr></thead>
${(await mapInSlices(groups, (group) => groupHtml(group, columns.length))).join('\n')}
</table>`;

const groupHtml = ({ name, total, lines }: Group, columns: number): string => `<tbody>
${name === null ? '' : `<tr class="group"><th scope="rowgroup" colspan="${columns - 1}"${longClass(name)}>${escaped(name)}</th>${cellHtml(total ?? '')}</tr>\n`}${lines.map(lineHtml).join('\n')}
</tbody>`;

const lineHtml = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell, i) => (i === 0 ? `<th scope="row"${longClass(cell)}>${escaped(cell)}</th>` : cellHtml(cell))).join('')}</tr>`;

/** As the formats of currencies print it. A line of text may end after its sign. */
const AMOUNT = /^-?[\p{Sc}\p{L}\s]{1,8}[\d,.]{1,32}$/u;

const cellHtml = (text: string): string => {
  const kind = AMOUNT.test(text) ? ' class="amount"' : longClass(text);
  return `<td${kind}>${escaped(text)}</td>`;
};

/** A word that makes no column wider than a page; shorter ones stay whole. */
const longClass = (text: string): string => (/[^\s-]{12}/u.test(text) ? ' class="long"' : '');

const sumsHtml = (sums: readonly Pair[], i: number, all: readonly unknown[]): string =>
  `<table class="sums ${i === all.length - 1 ? 'totals' : 'subtotals'}"><tbody>${sums
    .map(({ name, value }) => `<tr><th scope="row">${escaped(name)}</th>${cellHtml(value)}</tr>`)
    .join('')}</tbody></table>`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

const STYLE = `
body { margin: 0; color: #1c2430; background: #f4f5f7; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 46rem; margin: 2rem auto; padding: 3rem; background: #fff; box-shadow: 0 1px 4px #0002; }
h1 { margin: 0; font-size: 1.6rem; }
h1, .notice, .issuer, address, dd, .remark, .long { overflow-wrap: anywhere; }
.issuer { margin: 0 0 2rem; color: #5a6675; font-size: .85em; }
.issuer strong { color: #1c2430; font-size: 1.1em; }
h1 span { color: #5a6675; font-weight: 400; }
.notice { margin: .5rem 0 0; color: #8a4b00; font-weight: 600; }
.head { display: flex; justify-content: space-between; gap: 2rem; margin: 2rem 0; }
address { font-style: normal; }
dl { display: grid; flex: none; max-width: 60%; grid-template-columns: auto auto; gap: 0 1.2rem; margin: 0; }
dt { color: #5a6675; }
dd { margin: 0; text-align: right; }
table { width: 100%; border-collapse: collapse; }
.lines + .lines { margin-top: 1.8rem; }
.remark { margin: 1.2rem 0 0; color: #5a6675; font-size: .85em; }
th, td { padding: .3rem 0; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th:first-child { text-align: left; white-space: normal; padding-right: 1rem; }
td.long { white-space: normal; }
th { font-weight: 400; }
th + th, td { padding-left: 1rem; }
thead th { color: #5a6675; border-bottom: 2px solid #1c2430; }
.group > * { padding-top: .9rem; border-bottom: 1px solid #d6dbe1; font-weight: 600; }
tr.group ~ tr th { padding-left: 1rem; }
.sums { width: auto; min-width: 18rem; margin: 1.5rem 0 0 auto; }
.subtotals { color: #5a6675; font-size: .9em; }
.totals { border-top: 2px solid #1c2430; }
.totals tr:last-child > * { font-weight: 700; font-size: 1.15rem; }
@media (max-width: 40rem) {
  body { font-size: 13px; }
  th, td:not(.amount) { white-space: normal; }
  .lines { font-size: clamp(10px, 3.1vw, 13px); }
  main { margin: 0; padding: 1.2rem 1rem; }
  h1 { font-size: 1.4rem; }
  .head { flex-direction: column; gap: 1rem; margin: 1.2rem 0; }
  dl { max-width: none; grid-template-columns: auto 1fr; }
  dd { text-align: left; }
  th:first-child { padding-right: 0; }
  th + th, td { padding-left: .6rem; }
  tr.group ~ tr th { padding-left: .4rem; }
}
@media print { body { background: #fff; } main { margin: 0; padding: 0; box-shadow: none; max-width: none; } }
`;
