import { expectThat, type Fault, flows } from '../faults/fault.ts';
import type { Load } from '../faults/load.ts';
import type { Stage } from '../faults/stage.ts';
import type { ChildSpec } from '../platform/child.ts';
import type { Release } from '../platform/platform.ts';
import { serviceCode } from '../platform/processes.ts';
import type { Say } from '../provisioning/database.ts';
import { provision } from '../provisioning/provision.ts';

/**
 * Provisions the platform of a release with this tree, then replaces its processes one by one. Half of them are replaced by
 * this tree's and rolled back; then all are, back and forth, so that in the end this tree also receives events that only it
 * consumes.
 */
export const upgradeFrom = (release: Release, revision: string, say: Say): Fault => ({
  id: '30-upgrade',
  what: `${revision} upgraded process by process to this tree, back, and again`,
  replicated: true,
  async run(stage, load) {
    const { databases, natsUrl } = stage;
    await provision({ databases, natsUrl, say: () => undefined });
    await flows(load);
    const all = stage.platform.specs;
    const half = inOrder(all, undefined).slice(0, Math.ceil(all.length / 2));
    let replaced = 0;
    for (const specs of [half, all]) {
      for (const folder of [undefined, release.folder]) replaced += await replace(stage, load, { specs, folder, say });
    }
    replaced += await replace(stage, load, { specs: all, folder: undefined, say });
    const { failures, brokenOff } = load.commander;
    expectThat(`no request fails (${failures.join('; ')})`, failures.length === 0);
    expectThat(`none is broken off (${brokenOff()})`, brokenOff() === 0);
    return `${replaced} processes replaced, no request failed`;
  },
});

type Replacing = { specs: readonly ChildSpec[]; folder: string | undefined; say: Say };

/** Lets each process end and come back with the code of a folder, one after the other; returns how many. */
const replace = async (stage: Stage, load: Load, { specs, folder, say }: Replacing): Promise<number> => {
  for (const spec of inOrder(specs, folder)) {
    const before = load.commander.failures.length;
    Object.assign(spec, serviceCode(spec.name.replace(/-\d+$/, ''), folder));
    await stage.kill(spec.name, 'SIGTERM');
    await stage.ready();
    await flows(load);
    const failed = load.commander.failures.slice(before);
    say(`${spec.name} is ${folder ? 'back' : 'replaced'}${failed.map((failure) => `\n  ${failure}`).join('')}`);
  }
  return specs.length;
};

/** Upgrades replace the gateways last, so that every offered route has a service; downgrades replace them first. */
const inOrder = (specs: readonly ChildSpec[], folder: string | undefined): ChildSpec[] => {
  const last = Number(folder === undefined);
  const stopTurn = ({ name }: ChildSpec): number => (name.startsWith('gateway') ? last : 1 - last);
  return specs.toSorted((a, b) => stopTurn(a) - stopTurn(b));
};
