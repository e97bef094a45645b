import { parseArgs } from 'node:util';
import { type Stage, setStage } from '../faults/stage.ts';
import { type Drill, keepDiary } from './drill.ts';
import { failover } from './failover.ts';
import { nats } from './nats.ts';
import { resultOf, writeResult } from './page.ts';
import { restore } from './restore.ts';

const drills: readonly Drill[] = [restore, failover, nats];

const HELP = `npm run drill -- restore|failover|nats [--customers <n>] [--replicas <n>] [--brief] [--log] [--write]

Loses a server for good on a platform of its own, under load, and restores everything as in docs/operations.md, with
real servers in a folder that is thrown away at the end; data of other platforms is not touched.
${drills.map(({ name, what }) => `${name.padEnd(12)} ${what}`).join('\n')}
--customers  how many customers live at once (8)
--replicas   how many processes each service has (1)
--brief      less load, fewer rounds
--log        shows what the services log
--write      writes what was seen to docs/operations.md`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    customers: { type: 'string', default: '8' },
    replicas: { type: 'string', default: '1' },
    brief: { type: 'boolean', default: false },
    log: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const perform = async (drill: Drill): Promise<number> => {
  const stages: Stage[] = [];
  const stopAll = async (): Promise<void> => {
    for (const stage of stages.toReversed()) await stage.stop().catch(() => undefined);
  };
  process.once('SIGINT', () => void stopAll().finally(() => process.exit(130)));
  const started = performance.now();
  try {
    const figures = await drill.run({
      customers: Number(values.customers),
      scale: (full, brief) => (values.brief ? brief : full),
      diary: keepDiary((line) => console.log(line)),
      setStage: async (options) => {
        const stage = await setStage({
          replicas: Number(values.replicas),
          ...(values.log && { say: (line: string) => console.log(line) }),
          ...options,
        });
        stages.push(stage);
        return stage;
      },
    });
    const result = resultOf(drill, figures, (performance.now() - started) / 1_000);
    console.log(`\n${result.join('\n')}`);
    const bad = [...figures.lost, ...figures.doubled, ...figures.wrong];
    for (const line of bad.slice(0, 20)) console.log(`    ${line}`);
    if (values.write && bad.length === 0) writeResult(drill, process.argv.slice(2), result);
    return bad.length === 0 ? 0 : 1;
  } finally {
    await stopAll();
  }
};

const drill = drills.find(({ name }) => name === positionals[0]);
if (values.help) console.log(HELP);
else if (drill && positionals.length === 1) process.exitCode = await perform(drill);
else {
  console.error(HELP);
  process.exitCode = 2;
}
