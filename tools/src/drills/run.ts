import { endProgram } from '../cli/end-program.ts';
import { flagsOrExit } from '../cli/flags.ts';
import { type Keep, stoppingAtEnd } from '../cli/stopping-at-end.ts';
import { setStage } from '../faults/stage.ts';
import { useOwnServers } from '../platform/own-servers.ts';
import { type Drill, keepDiary } from './drill.ts';
import { failover } from './failover.ts';
import { nats } from './nats.ts';
import { formatResult, writeResult } from './page.ts';
import { restore } from './restore.ts';

const drills: readonly Drill[] = [restore, failover, nats];

const options = flagsOrExit({
  name: 'run drill',
  purpose: `loses a server for good on a platform of its own, under load, and restores everything as docs/operations.md has it,
with real servers in a folder that is thrown away; data of other platforms is not touched.

${drills.map(({ name, what }) => `  ${name.padEnd(14)}  ${what}`).join('\n')}`,
  flags: {
    brief: 'Less load, fewer rounds',
    log: 'Shows what the services log',
    write: 'Writes what was seen to docs/operations.md',
  },
  counts: {
    customers: { text: 'How many customers live at once', preset: 8, most: 1_000 },
    replicas: { text: 'How many processes each service has', preset: 1, most: 9 },
  },
  words: {
    takes: drills.map(({ name }) => name).join('|'),
    fault: (words) =>
      words.length === 1 && drills.some(({ name }) => name === words[0]) ? undefined : 'Name one of the drills',
  },
});

const perform = async (drill: Drill, keep: Keep): Promise<number> => {
  const started = performance.now();
  const figures = await drill.run({
    customers: options.customers,
    scale: (full, brief) => (options.brief ? brief : full),
    diary: keepDiary((line) => console.log(line)),
    setStage: (settings) =>
      keep(() =>
        setStage({
          replicas: options.replicas,
          ...(options.log && { say: (line: string) => console.log(line) }),
          ...settings,
        }),
      ),
  });
  const result = formatResult(drill, figures, (performance.now() - started) / 1_000);
  console.log(`\n${result.join('\n')}`);
  const bad = [...figures.lost, ...figures.doubled, ...figures.wrong];
  for (const line of bad.slice(0, 20)) console.log(`    ${line}`);
  if (options.write && bad.length === 0) writeResult(drill, process.argv.slice(2), result);
  return bad.length === 0 ? 0 : 1;
};

useOwnServers(console.log);
const chosen = drills.find(({ name }) => name === options.words[0])!;
await endProgram(await stoppingAtEnd((keep) => perform(chosen, keep)));
