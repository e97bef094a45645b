import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { changes } from './changes.ts';
import { events } from './events.ts';
import { everything, quick } from './everything.ts';
import { fairness } from './fairness.ts';
import { hold, ratios } from './gate.ts';
import { growth } from './growth/index.ts';
import { history } from './history.ts';
import { invoice } from './invoice.ts';
import { month } from './month.ts';
import { type Latest, writePage } from './page.ts';
import { renew } from './renew.ts';
import { reports } from './reports.ts';
import { bill, deal, put } from './requests.ts';
import { rest } from './rest.ts';
import { start } from './start.ts';
import { webhooks } from './webhooks.ts';

/** Each prints its own table and returns its figures. `npm run bench -- renew` runs one. */
const benchmarks: Record<string, (args: string[]) => Promise<unknown>> = {
  bill,
  changes,
  deal,
  fairness,
  history,
  events,
  growth,
  invoice,
  month,
  put,
  renew,
  reports,
  rest,
  start,
  webhooks,
};

const RESULTS = join(import.meta.dirname, 'results');
const LATEST = join(RESULTS, 'latest.json');
const COMMITTED = join(import.meta.dirname, 'committed.json');

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    gate: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const [name, ...args] = positionals;

const read = (path: string) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
const write = (path: string, value: unknown) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** Rows are what every other run has, too; anything else stands by its name. */
const measured = async (): Promise<Record<string, unknown>> => {
  if (options.quick) return { rows: await quick() };
  if (name === undefined) return { rows: await everything(), rest: await rest(), start: await start() };
  const benchmark = benchmarks[name];
  if (!benchmark) throw new Error(`There is no benchmark ${name}: ${Object.keys(benchmarks).join(', ')}`);
  return { [name]: await benchmark(args) };
};

mkdirSync(RESULTS, { recursive: true });
const latest = { ...read(LATEST), ...(await measured()) };
write(LATEST, latest);
if (options.write) {
  write(COMMITTED, ratios(latest.rows));
  writePage(latest as Latest);
}
if (options.gate && (await hold(read(COMMITTED), latest.rows, quick, console.log)).length > 0) process.exitCode = 1;
