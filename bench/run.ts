import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changes } from './changes.ts';
import { fairness } from './fairness.ts';
import { history } from './history.ts';
import { invoice } from './invoice.ts';
import { month } from './month.ts';
import { renew } from './renew.ts';
import { reports } from './reports.ts';
import { bill, deal, put } from './requests.ts';
import { rest } from './rest.ts';
import { start } from './start.ts';

/** Each benchmark prints its own table and returns its figures. `npm run bench -- renew` runs one. */
const benchmarks: Record<string, (args: string[]) => Promise<unknown>> = {
  bill,
  changes,
  deal,
  fairness,
  history,
  invoice,
  month,
  put,
  renew,
  reports,
  rest,
  start,
};

const [name, ...args] = process.argv.slice(2);
const chosen = name ? [name] : Object.keys(benchmarks);
const results: Record<string, unknown> = {};
for (const each of chosen) {
  const benchmark = benchmarks[each];
  if (!benchmark) throw new Error(`There is no benchmark ${each}: ${Object.keys(benchmarks).join(', ')}`);
  results[each] = await benchmark(args);
}
const folder = join(import.meta.dirname, 'results');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'latest.json'), `${JSON.stringify(results, null, 2)}\n`);
