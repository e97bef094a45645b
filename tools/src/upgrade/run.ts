import { endProgram } from '../cli/end-program.ts';
import { flagsOrExit } from '../cli/flags.ts';
import { type Keep, stoppingAtEnd } from '../cli/stopping-at-end.ts';
import { UsageError } from '../cli/usage-error.ts';
import { undergo } from '../faults/fault.ts';
import { setStage } from '../faults/stage.ts';
import { formatLine } from '../faults/table.ts';
import { useOwnServers } from '../platform/own-servers.ts';
import { newestRelease, unpackRelease } from './release.ts';
import { upgradeFrom } from './upgrade.ts';

const options = flagsOrExit({
  name: 'run test:upgrade',
  purpose: `runs a release under load, two processes of each service and of the gateway, and replaces them one by one by this
tree's: half of them, and back, then all, back, and again. No request may fail, nothing be lost or done twice.`,
  flags: { log: 'Shows what the services log' },
  counts: { customers: { text: 'How many customers live at once', preset: 4, most: 1_000 } },
  values: {
    from: {
      takes: '<tag or commit>',
      text: 'The release: by default the newest tag; without tags the commit before the last that changed a schema',
    },
  },
});

/** Long enough for those who balance to see that a process ends, and to leave it alone. */
const DRAIN = { DRAIN_SECONDS: '2' };

const run = async (keep: Keep): Promise<number> => {
  const revision = options.from ?? (await newestRelease());
  const release = await unpackRelease(revision).catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
  });
  if (!release) return 2;
  console.log(`From ${revision} (${release.commit.slice(0, 10)}), in ${release.folder}`);
  const stage = await keep(() =>
    setStage({
      release,
      replicas: 2,
      env: DRAIN,
      ...(options.log && { say: (line: string) => console.log(line) }),
    }),
  );
  const fault = upgradeFrom(release, release.commit.slice(0, 10), (line) => console.log(line));
  const outcome = await undergo(stage, fault, (full) => full, options.customers);
  console.log(formatLine(outcome));
  return outcome.lost.length + outcome.doubled.length + outcome.wrong.length === 0 ? 0 : 1;
};

useOwnServers(console.log);
await endProgram(await stoppingAtEnd(run));
