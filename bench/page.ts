import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { Growth } from './growth/index.ts';
import { linesOverSizes } from './picture.ts';
import type { rest } from './rest.ts';
import type { Figures, Results } from './side-by-side/measure.ts';
import { timesOfReference } from './side-by-side/table.ts';
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
  deal: 'A deal, until contract, policy and projections are there',
  generate: 'A draft of an invoice of three properties',
  send: 'An invoice sent',
  paid: 'An invoice paid, with its splits',
  month: 'An invoice of a month that passes, daily work included',
  renew: 'A renewal, in one run over many',
  relay: 'An event of an outbox published',
  consume: 'An event of a stream handled',
  'large invoice': 'A line of an invoice of 10,000 properties',
};

/** Writes docs/performance.md and its picture. */
export const writePage = (latest: Latest): void => {
  const parts = [INTRODUCTION, sideBySide(latest.rows ?? {}), growing(latest.growth ?? []), resting(latest)];
  writeFileSync(join(DOCS, 'performance.md'), `${parts.filter(Boolean).join('\n\n')}\n`);
};

const INTRODUCTION = `# Performance

Written by \`npm run bench -- --write\`, last on ${availableParallelism()} cores; ratios say more than figures, as machines differ. CPU is milliseconds of
processor time for one, over every process that works for it, the servers included and the loader left out. Each row is
measured beside its references in alternating rounds of the same run; the figures are medians.

- **limit**: \`node:http\` and \`pg\`, one prepared statement, its text sent as PostgreSQL prints it ([bench/peers/limit.ts](../bench/peers/limit.ts)).
- **peer**: the same by NestJS and TypeORM with an outbox and an inbox, without audit, tenants, idempotency and events of policies
  ([bench/peers/nest](../bench/peers/nest)), on a PostgreSQL and a NATS of its own.
- **bare SQL**, **bare UPDATE**, **pipelined publishes**: the same rows, or events, by a bare client.

A gate holds the ratios: \`npm run bench -- --quick --gate\` fails when one has fallen by more than a quarter, three times in a
row, against [bench/committed.json](../bench/committed.json). Only what has fallen is measured again, and only ratios count, so
that neither noise nor a slower machine fails it; \`.ci/bench\` runs it beside the specs.`;

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
  const header = ['Work', '', 'CPU ms', 'a second', 'p50 ms', 'p99 ms', 'our CPU', 'our rate'];
  return `## Beside others\n\n${asMarkdown(header, rows)}`;
};

const besides = (ours: Figures, reference: Figures): string[] => {
  if (ours === reference) return ['', ''];
  const { cpuMs, perSecond } = timesOfReference(ours, reference);
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
  return `## As it grows

1,000 organizations, two years of invoices, payments and renewals behind each policy. A day is the processor time of all that
the calendar does, for each policy.

${asMarkdown(header, [...rows, database])}

![Processor time of each kind of work by number of policies](${PICTURE})`;
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
  const header = ['Process', 'memory MiB', 'CPU ms a second', 'ms from `kill -9` to answering'];
  return `## At rest, and back\n\n${asMarkdown(header, [...rows, ['all', number(sum), '', '']])}`;
};
