import { expectThat, type Fault, flows } from '../faults/fault.ts';
import type { Load } from '../faults/load.ts';
import type { Stage } from '../faults/stage.ts';
import type { ChildSpec } from '../platform/child.ts';
import type { Release } from '../platform/platform.ts';
import { codeOf } from '../platform/processes.ts';
import { provision } from '../provisioning/provision.ts';

/**
 * The platform of a release is provisioned by this tree, then its processes are replaced one by one: by this tree's, back
 * by the release's, and by this tree's again, which then also hears what only it listens to.
 */
export const upgradeFrom = (release: Release, revision: string): Fault => ({
  id: '30-upgrade',
  what: `${revision} upgraded process by process to this tree, back, and again`,
  replicated: true,
  async run(stage, load) {
    const { databases, natsUrl } = stage;
    await provision({ databases, natsUrl, say: () => undefined });
    await flows(load);
    for (const folder of [undefined, release.folder, undefined]) await replaceAll(stage, load, folder);
    const bad = [...load.commander.statuses].filter(([status]) => status === 0 || status === 429 || status >= 500);
    const list = bad.map(([status, count]) => `${count} of ${status}`).join(', ');
    expectThat(`no request fails (${list})`, bad.length === 0);
    return `${3 * stage.platform.specs.length} processes replaced, no request failed`;
  },
});

/** Lets each process end and come back with the code of a folder, one after the other. */
const replaceAll = async (stage: Stage, load: Load, folder: string | undefined): Promise<void> => {
  for (const spec of inOrder(stage, folder)) {
    Object.assign(spec, codeOf(spec.name.replace(/-\d+$/, ''), folder));
    await stage.kill(spec.name, 'SIGTERM');
    await stage.ready();
    await flows(load);
  }
};

/** Upwards the gateways come last, so that none offers what nobody answers; backwards first. */
const inOrder = ({ platform }: Stage, folder: string | undefined): ChildSpec[] => {
  const last = Number(folder === undefined);
  const turnOf = ({ name }: ChildSpec): number => (name.startsWith('gateway') ? last : 1 - last);
  return platform.specs.toSorted((a, b) => turnOf(a) - turnOf(b));
};
