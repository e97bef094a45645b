import { setTimeout as delay } from 'node:timers/promises';
import { endProgram } from '../cli/end-program.ts';
import { flagsOrExit } from '../cli/flags.ts';
import { type Keep, stoppingAtEnd } from '../cli/stopping-at-end.ts';
import { useOwnServers } from '../platform/own-servers.ts';
import { type Fault, flows } from './fault.ts';
import { faults } from './faults.ts';
import { startLoad } from './load.ts';
import { judge, settleLoad } from './oracle.ts';
import { formatResources, isFlat, type Sample, sampleAll } from './resources.ts';
import { setStage } from './stage.ts';

const options = flagsOrExit({
  name: 'run soak',
  purpose: `runs a platform of its own under a steady load, with random faults of the list of npm run test:faults. At the end:
what was accepted against what is there, and whether memory and handles stayed flat.`,
  flags: { calm: 'Without faults' },
  counts: {
    minutes: { text: 'For how long', preset: 10, most: 10_000 },
    customers: { text: 'How many customers live at once', preset: 8, most: 1_000 },
  },
});

const SAMPLE_EVERY_MS = 10_000;
const CALM_MS = 5_000;

const random = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)]!;

const soak = async (keep: Keep): Promise<number> => {
  const stage = await keep(() => setStage());
  const until = performance.now() + options.minutes * 60_000;
  const candidates: readonly Fault[] = options.calm
    ? []
    : faults.filter(({ slow, env, natsNodes, replicated }) => !slow && !env && !natsNodes && !replicated);
  const load = await startLoad(stage, { organizationId: 'soak', customers: options.customers });
  const samples: Sample[] = [];
  const sampling = setInterval(() => void sampleAll(stage).then((some) => samples.push(...some)), SAMPLE_EVERY_MS);
  try {
    await flows(load);
    let count = 0;
    for (; performance.now() < until; count++) {
      await delay(CALM_MS);
      if (candidates.length === 0) continue;
      const fault = random(candidates);
      const seen = await fault.run(stage, { ...load, organizationId: `soak-fault-${count}` }, (_full, brief) => brief);
      await stage.ready();
      await flows(load);
      console.log(`${new Date().toISOString()}  ${fault.id}: ${seen}; ${load.total()} commands accepted so far`);
    }
    await load.end();
    clearInterval(sampling);
    await settleLoad(stage, load);
    const { lost, doubled, wrong } = await judge(stage.sql, load.commander.lives);
    for (const line of [...formatResources(samples), ...lost, ...doubled, ...wrong]) console.log(line);
    const flat = isFlat(samples);
    console.log(
      `\n${load.total()} commands accepted, ${stage.kills()} kills, ${lost.length} lost, ${doubled.length} doubled, ${wrong.length} wrong; memory and handles ${flat ? 'flat' : 'GROWING'}`,
    );
    return lost.length + doubled.length + wrong.length === 0 && flat ? 0 : 1;
  } finally {
    clearInterval(sampling);
    await load.end().catch(() => undefined);
  }
};

useOwnServers(console.log);
await endProgram(await stoppingAtEnd(soak));
