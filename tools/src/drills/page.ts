import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Drill, Figures } from './drill.ts';

const PAGE = resolve(import.meta.dirname, '../../../docs/operations.md');

/** What a drill showed, as lines of a Markdown table. */
export const formatResult = (
  { what }: Drill,
  { accepted, lost, doubled, wrong, steps }: Figures,
  seconds: number,
): string[] => [
  `| ${what[0]!.toUpperCase()}${what.slice(1)} | |`,
  '| --- | --- |',
  ...steps.map(({ what: step, seen }) => `| ${step} | ${seen} |`),
  `| **Accepted, lost, doubled, wrong** | **${accepted}, ${lost.length}, ${doubled.length}, ${wrong.length}** |`,
  `| The whole drill | ${seconds.toFixed(0)} s |`,
];

/** Puts it where the page has the drill. */
export const writeResult = ({ name }: Drill, args: readonly string[], result: readonly string[]): void => {
  const [begin, end] = [`<!-- drill ${name}: begin -->`, `<!-- drill ${name}: end -->`];
  const page = readFileSync(PAGE, 'utf8');
  const [before, after] = [page.indexOf(begin) + begin.length, page.indexOf(end)];
  const text = [`\`npm run drill -- ${args.join(' ')}\`:`, '', ...result].join('\n');
  writeFileSync(PAGE, `${page.slice(0, before)}\n${text}\n\n${page.slice(after)}`);
};
