import { expectThat, type Fault, flows } from '../faults/fault.ts';
import type { Load } from '../faults/load.ts';
import type { Stage } from '../faults/stage.ts';
import type { ChildSpec } from '../platform/child.ts';
import type { Release } from '../platform/platform.ts';
import { serviceCode } from '../platform/processes.ts';
import type { Say } from '../provisioning/database.ts';
import { provision } from '../provisioning/provision.ts';

/**
 * Provisions the platform of a release with this tree, then replaces its processes one by one: by this tree's, back by the
 * release's, and by this tree's again, which then also receives events that only it consumes.
 */
export const upgradeFrom = (release: Release, revision: string, say: Say): Fault => ({
  id: '30-upgrade',
  what: `${revision} upgraded process by process to this tree, back, and again`,
  replicated: true,
  async run(stage, load) {
    const { databases, natsUrl } = stage;
    await provision({ databases, natsUrl, say: () => undefined });
    await flows(load);
    for (const folder of [undefined, release.folder, undefined]) await replaceAll(stage, load, folder, say);
    const { failures, brokenOff } = load.commander;
    expectThat(`no request fails (${failures.join('; ')})`, failures.length === 0);
    expectThat(`none is broken off (${brokenOff()})`, brokenOff() === 0);
    return `${3 * stage.platform.specs.length} processes replaced, no request failed`;
  },
});

/** Lets each process end and come back with the code of a folder, one after the other. */
const replaceAll = async (stage: Stage, load: Load, folder: string | undefined, say: Say): Promise<void> => {
  for (const spec of inOrder(stage, folder)) {
    const before = load.commander.failures.length;
    Object.assign(spec, serviceCode(spec.name.replace(/-\d+$/, ''), folder));
    await stage.kill(spec.name, 'SIGTERM');
    await stage.ready();
    await flows(load);
    const failed = load.commander.failures.slice(before);
    say(`${spec.name} is ${folder ? 'back' : 'replaced'}${failed.map((failure) => `\n  ${failure}`).join('')}`);
  }
};

/** Upgrades replace the gateways last, so that every offered route has a service; downgrades replace them first. */
const inOrder = ({ platform }: Stage, folder: string | undefined): ChildSpec[] => {
  const last = Number(folder === undefined);
  const stopTurn = ({ name }: ChildSpec): number => (name.startsWith('gateway') ? last : 1 - last);
  return platform.specs.toSorted((a, b) => stopTurn(a) - stopTurn(b));
};
