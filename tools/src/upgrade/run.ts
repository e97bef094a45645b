import { parseArgs } from 'node:util';
import { undergo } from '../faults/fault.ts';
import { setStage } from '../faults/stage.ts';
import { lineOf } from '../faults/table.ts';
import { newestRelease, unpackRelease } from './release.ts';
import { upgradeFrom } from './upgrade.ts';

const HELP = `npm run test:upgrade [-- --from <tag or commit>] [--customers <n>] [--log]

Runs a release under load, two processes of each service and of the gateway, and replaces them one by one by this tree's,
back by the release's, and by this tree's again. No request may fail, nothing be lost or done twice.
--from       the release: the newest tag by default; without tags the commit before the last that changed a schema
--customers  how many customers live at once (4)
--log        shows what the services log`;

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    customers: { type: 'string', default: '4' },
    log: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Long enough for those who balance to see that a process ends, and to leave it alone. */
const DRAIN = { DRAIN_SECONDS: '2' };

const run = async (): Promise<number> => {
  const revision = values.from ?? (await newestRelease());
  const release = await unpackRelease(revision);
  console.log(`From ${revision} (${release.commit.slice(0, 10)}), in ${release.folder}`);
  const stage = await setStage({
    release,
    replicas: 2,
    env: DRAIN,
    ...(values.log && { say: (line: string) => console.log(line) }),
  });
  try {
    const fault = upgradeFrom(release, release.commit.slice(0, 10), (line) => console.log(line));
    const outcome = await undergo(stage, fault, (full) => full, Number(values.customers));
    console.log(lineOf(outcome));
    return outcome.lost.length + outcome.doubled.length + outcome.wrong.length === 0 ? 0 : 1;
  } finally {
    await stage.stop();
  }
};

if (values.help) console.log(HELP);
else process.exitCode = await run();
