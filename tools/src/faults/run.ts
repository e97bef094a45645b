import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { endProgram } from '../cli/end-program.ts';
import { flagsOrExit } from '../cli/flags.ts';
import { type Keep, stoppingAtEnd } from '../cli/stopping-at-end.ts';
import { UsageError } from '../cli/usage-error.ts';
import { useOwnServers } from '../platform/own-servers.ts';
import { chooseFaults } from './choose-faults.ts';
import type { Outcome } from './fault.ts';
import { faults, undergoAll } from './faults.ts';
import { formatLine, formatTable } from './table.ts';

const CUSTOMERS = 8;

const options = flagsOrExit({
  name: 'run test:faults',
  purpose:
    'breaks a platform of its own in every way of the list, under load, and compares what was accepted with what is there.',
  flags: {
    brief: 'Little of each, as the test suite does',
    log: 'Shows what the services log',
    write:
      'Writes the table to docs/reliability.md, the one for as many replicas; with --only, other rows of the same scale stay',
  },
  counts: {
    customers: { text: 'How many customers live at once', preset: CUSTOMERS, most: 1_000 },
    replicas: {
      text: 'How many processes each service has; with more, what one costs is measured',
      preset: 1,
      most: 9,
    },
  },
  values: { only: { takes: '<case,…>', text: 'These cases alone, by the beginning of their names: --only 1-,13-' } },
});

const chosenOrExit = () => {
  try {
    return chooseFaults(faults, options.only, options.replicas);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    return process.exit(2);
  }
};

const run = async (keep: Keep): Promise<number> => {
  const chosen = chosenOrExit();
  const outcomes = await undergoAll({
    faults: chosen,
    keep,
    scale: (full, brief) => (options.brief ? brief : full),
    customers: options.customers,
    replicas: options.replicas,
    tell: (outcome) => console.log(formatLine(outcome)),
    ...(options.log && { say: (line: string) => console.log(line) }),
  });
  console.log(`\n${formatTable(outcomes).join('\n')}`);
  if (options.write) writeOutcomes(outcomes);
  const bad = outcomes.filter(({ lost, doubled, wrong }) => lost.length + doubled.length + wrong.length > 0);
  console.log(bad.length === 0 ? '\nNothing lost, nothing twice.' : `\n${bad.length} cases failed.`);
  return bad.length === 0 ? 0 : 1;
};

const PAGE = resolve(import.meta.dirname, '../../../docs/reliability.md');
const NAME = options.replicas > 1 ? 'table of replicas' : 'table';
const [BEGIN, END] = [`<!-- ${NAME}: begin -->`, `<!-- ${NAME}: end -->`];

/** What the rows have in common. */
const describeScale = ({ brief, customers, replicas }: typeof options): string => {
  const given = [
    ...(replicas > 1 ? [`--replicas ${replicas}`] : []),
    ...(brief ? ['--brief'] : []),
    ...(customers === CUSTOMERS ? [] : [`--customers ${customers}`]),
  ];
  return given.length > 0 ? `npm run test:faults -- ${given.join(' ')}` : 'npm run test:faults';
};

const writeOutcomes = (outcomes: readonly Outcome[]): void => {
  const page = readFileSync(PAGE, 'utf8');
  const [before, after] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)];
  const heading = `\`${describeScale(options)}\`:`;
  const [, earlierHeading, , ...earlier] = page.slice(before, after).split('\n');
  const table = formatTable(outcomes, options.only && earlierHeading === heading ? earlier : []);
  writeFileSync(PAGE, `${page.slice(0, before)}\n${[heading, '', ...table].join('\n')}\n\n${page.slice(after)}`);
};

useOwnServers(console.log);
await endProgram(await stoppingAtEnd(run));
