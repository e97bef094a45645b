import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { Growth } from './growth/index.ts';
import { linesOverSizes } from './picture.ts';
import type { rest } from './rest.ts';
import type { Figures, Results } from './side-by-side/measure.ts';
import { compareWithReference } from './side-by-side/table.ts';
import type { start } from './start.ts';

const DOCS = resolve(import.meta.dirname, '../docs');
const PICTURE = 'performance-growth.svg';

/** What the benchmarks have found, by their names. */
export type Latest = {
  rows?: Results;
  growth?: Growth;
  rest?: Awaited<ReturnType<typeof rest>>;
  start?: Awaited<ReturnType<typeof start>>;
};

const WORK: Readonly<Record<string, string>> = {
  read: '`GET /api/policy/{id}` through the gateway',
  put: '`PUT /api/policy/{id}`: row, event, audit, projections',
  deal: 'A deal, until contract, policy and projections exist',
  made: 'A policy of three properties, made and ACTIVE',
  generate: 'An invoice draft for three properties',
  send: 'An invoice sent',
  paid: 'An invoice paid, with its splits',
  month: 'An invoice in a simulated month, daily work included',
  renew: 'A renewal, in one run over many',
  relay: 'An event published from an outbox',
  consume: 'An event from a stream handled, as most are: those that come at once share a transaction',
  consumeAlone: 'An event from a stream handled in a transaction of its own',
  'large invoice': 'A line of an invoice of 10,000 properties',
};

/** Writes docs/performance.md and its picture. */
export const writePage = (latest: Latest): void => {
  const parts = [INTRODUCTION, sideBySide(latest.rows ?? {}), growing(latest.growth ?? []), resting(latest)];
  writeFileSync(join(DOCS, 'performance.md'), `${parts.filter(Boolean).join('\n\n')}\n`);
};

const INTRODUCTION = `# Performance

What each kind of work costs, compared with simpler implementations. \`npm run bench -- --write\` writes this page, last on
${availableParallelism()} cores. Compare ratios, as machines differ. Each row is measured next to its references in alternating rounds of one
run; figures are medians. CPU is milliseconds per item, in all processes that work for it, with the servers and without the load
generator. In the last two columns, × 2 means twice the reference.

- **limit**: \`node:http\` and \`pg\`, one prepared statement, JSON made by PostgreSQL ([bench/peers/limit.ts](../bench/peers/limit.ts)).
- **peer**: NestJS and TypeORM with an outbox and an inbox, without audit, tenants, idempotency and events of policies
  ([bench/peers/nest](../bench/peers/nest)), on its own PostgreSQL and NATS.
- **bare SQL**, **bare UPDATE**, **pipelined publishes**: the same rows or events, written by a minimal client.

\`npm run bench -- --quick --gate\` fails when a ratio is more than a quarter worse than in
[bench/committed.json](../bench/committed.json), three times in a row. Only ratios count and only worse ones are measured again, so
noise or a slower machine does not fail it. \`.ci/bench\` runs it in CI.`;

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const asMarkdown = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(header), line(header.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');

const number = (value: number | undefined): string => {
  if (value === undefined) return '';
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2);
};

const sideBySide = (results: Results): string => {
  const rows = Object.entries(results).flatMap(([name, sides]) => {
    const ours = sides['ours']!;
    return Object.entries(sides).map(([side, figures]) => [
      side === 'ours' ? (WORK[name] ?? name) : '',
      side === 'ours' ? '**ours**' : side,
      ...[figures.cpuMs, figures.perSecond, figures.p50, figures.p99].map(number),
      ...besides(ours, figures),
    ]);
  });
  const header = ['Work', '', 'CPU ms', 'per second', 'p50 ms', 'p99 ms', 'our CPU', 'our rate'];
  return `## Compared with references\n\n${asMarkdown(header, rows)}`;
};

const besides = (ours: Figures, reference: Figures): string[] => {
  if (ours === reference) return ['', ''];
  const { cpuMs, perSecond } = compareWithReference(ours, reference);
  return [cpuMs === undefined ? '' : `× ${number(cpuMs)}`, `× ${number(perSecond)}`];
};

const growing = (growth: Growth): string => {
  if (growth.length === 0) return '';
  const costs = Object.keys(growth[0]!.results).map((name) => ({
    name,
    costs: growth.map(({ results }) => results[name]!['ours']!.cpuMs!),
  }));
  const sizes = growth.map(({ policies }) => policies);
  writeFileSync(join(DOCS, PICTURE), linesOverSizes(sizes, costs));
  const header = ['CPU ms', ...sizes.map((size) => `${size.toLocaleString('en')} policies`), 'last / first'];
  const rows = costs.map(({ name, costs: all }) => [name, ...all.map(number), (all.at(-1)! / all[0]!).toFixed(2)]);
  const database = ['database, MiB', ...growth.map(({ databaseMiB }) => number(databaseMiB)), ''];
  return `## Growth

1,000 organizations; each policy has two years of invoices, payments and renewals. A day is the CPU time of all scheduled work,
per policy.

${asMarkdown(header, [...rows, database])}

![CPU time of each kind of work by number of policies](${PICTURE})`;
};

const resting = ({ rest: atRest, start: starts }: Latest): string => {
  if (!atRest && !starts) return '';
  const again = new Map(starts?.map(({ process, medianMs }) => [process, medianMs]));
  const rows = Object.entries(atRest ?? {}).map(([name, { memoryMiB, cpuMsPerSecond }]) => [
    name,
    number(memoryMiB),
    number(cpuMsPerSecond),
    number(again.get(name)),
  ]);
  const sum = Object.values(atRest ?? {}).reduce((all, { memoryMiB = 0 }) => all + memoryMiB, 0);
  const header = ['Process', 'memory MiB', 'CPU ms per second', 'ms from `kill -9` to answering'];
  return `## Idle, and restart after a crash\n\n${asMarkdown(header, [...rows, ['all', number(sum), '', '']])}`;
};
