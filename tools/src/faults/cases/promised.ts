import { manifests } from '../../manifests.ts';
import { measureAvailability } from '../commander.ts';
import { expectThat } from '../fault.ts';
import type { Load } from '../load.ts';

const PROMISED = 0.999;

/** `policy`, `policy-2`, `contract`, … */
export const pairs = manifests.map(({ name }) => [name, `${name}-2`] as const);

export const gateways = ['gateway', 'gateway-2'];

export const everyone = [...pairs, gateways].flatMap((pair) => pair);

export const percent = (share: number): string => `${(share * 100).toFixed(3)} %`;

export const expectPromised = ({ commander }: Pick<Load, 'commander'>): void => {
  const share = measureAvailability(commander);
  const statuses = [...commander.statuses].map(([status, count]) => `${count} of ${status}`).join(', ');
  const failures = commander.failures.join('; ');
  expectThat(
    `${percent(PROMISED)} is answered as it should be (${percent(share)}: ${statuses}; ${failures})`,
    share >= PROMISED,
  );
};
