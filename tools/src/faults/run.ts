import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Outcome } from './fault.ts';
import { faults, undergoAll } from './faults.ts';
import { lineOf, tableOf } from './table.ts';

const CUSTOMERS = '8';

const HELP = `npm run test:faults [-- --only <case,…>] [--brief] [--customers <n>] [--replicas <n>] [--log] [--write]

Breaks a platform of its own in every way of the list, under load, and compares what was accepted with what is there.
--only       these cases alone, by the beginning of their names: --only 1-,13-
--brief      little of each, as the test suite does
--customers  how many customers live at once (${CUSTOMERS})
--replicas   how many processes each service has (1); with more, what one of them costs is measured, too
--log        shows what the services log
--write      writes the table to docs/reliability.md, the one for as many replicas; with --only the other rows stay,
             if they were run at the same scale`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    brief: { type: 'boolean', default: false },
    customers: { type: 'string', default: CUSTOMERS },
    replicas: { type: 'string', default: '1' },
    log: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const run = async (): Promise<number> => {
  const wanted = values.only?.split(',');
  const chosen = faults.filter(({ id }) => !wanted || wanted.some((prefix) => id.startsWith(prefix)));
  const outcomes = await undergoAll({
    faults: chosen,
    scale: (full, brief) => (values.brief ? brief : full),
    customers: Number(values.customers),
    replicas: Number(values.replicas),
    tell: (outcome) => console.log(lineOf(outcome)),
    ...(values.log && { say: (line: string) => console.log(line) }),
  });
  console.log(`\n${tableOf(outcomes).join('\n')}`);
  if (values.write) writeOutcomes(outcomes);
  const bad = outcomes.filter(({ lost, doubled, wrong }) => lost.length + doubled.length + wrong.length > 0);
  console.log(bad.length === 0 ? '\nNothing lost, nothing twice.' : `\n${bad.length} cases failed.`);
  return bad.length === 0 ? 0 : 1;
};

const PAGE = resolve(import.meta.dirname, '../../../docs/reliability.md');
const NAME = Number(values.replicas) > 1 ? 'table of replicas' : 'table';
const [BEGIN, END] = [`<!-- ${NAME}: begin -->`, `<!-- ${NAME}: end -->`];

/** What the rows have in common. */
const scaleOf = ({ brief, customers, replicas }: typeof values): string => {
  const options = [
    ...(Number(replicas) > 1 ? [`--replicas ${replicas}`] : []),
    ...(brief ? ['--brief'] : []),
    ...(customers === CUSTOMERS ? [] : [`--customers ${customers}`]),
  ];
  return options.length > 0 ? `npm run test:faults -- ${options.join(' ')}` : 'npm run test:faults';
};

const writeOutcomes = (outcomes: readonly Outcome[]): void => {
  const page = readFileSync(PAGE, 'utf8');
  const [before, after] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)];
  const heading = `\`${scaleOf(values)}\`:`;
  const [, earlierHeading, , ...earlier] = page.slice(before, after).split('\n');
  const table = tableOf(outcomes, values.only && earlierHeading === heading ? earlier : []);
  writeFileSync(PAGE, `${page.slice(0, before)}\n${[heading, '', ...table].join('\n')}\n\n${page.slice(after)}`);
};

if (values.help) console.log(HELP);
else process.exitCode = await run();
