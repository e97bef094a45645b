import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flagsOrExit } from '../tools/src/cli/flags.ts';
import { useOwnServers } from '../tools/src/platform/own-servers.ts';
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
import { portal } from './portal.ts';
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
  portal,
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

const { words, ...options } = flagsOrExit({
  name: 'run bench',
  purpose: `measures each kind of work beside its references, in alternating rounds; or one benchmark, some of them with sizes:
${Object.keys(benchmarks).join(', ')}.`,
  flags: {
    quick: 'Requests, invoices and a month only',
    gate: 'Fails where a ratio has fallen by more than a quarter against bench/committed.json',
    write: 'Writes bench/committed.json and docs/performance.md',
  },
  words: {
    takes: '[benchmark [size …]]',
    fault: ([name, ...sizes]) => {
      if (name !== undefined && !Object.hasOwn(benchmarks, name)) return `There is no benchmark ${name}`;
      const wrong = sizes.find((size) => !/^[1-9]\d{0,8}$/.test(size));
      return wrong === undefined ? undefined : `${wrong} is not a size`;
    },
  },
});
const [name, ...args] = words;

const read = (path: string) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
const write = (path: string, value: unknown) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** Rows are what every other run has, too; anything else stands by its name. */
const measured = async (): Promise<Record<string, unknown>> => {
  if (options.quick) return { rows: await quick() };
  if (name === undefined) return { rows: await everything(), rest: await rest(), start: await start() };
  return { [name]: await benchmarks[name]!(args) };
};

useOwnServers(console.log);
mkdirSync(RESULTS, { recursive: true });
const latest = { ...read(LATEST), ...(await measured()) };
write(LATEST, latest);
if (options.write) {
  write(COMMITTED, ratios(latest.rows));
  writePage(latest as Latest);
}
if (options.gate && (await hold(read(COMMITTED), latest.rows, quick, console.log)).length > 0) process.exitCode = 1;
