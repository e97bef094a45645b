import { manifests } from '../../manifests.ts';
import { availabilityOf } from '../commander.ts';
import { expectThat, type Fault, flows, pause } from '../fault.ts';
import type { Load } from '../load.ts';

const PROMISED = 0.999;

/** `policy`, `policy-2`, `contract`, … */
const pairs = manifests.map(({ name }) => [name, `${name}-2`] as const);

const gateways = ['gateway', 'gateway-2'];

const percent = (share: number): string => `${(share * 100).toFixed(3)} %`;

const oneOfEach: Fault = {
  id: '21-one-of-each',
  what: 'kill -9 of one process of each service after the other, and SIGSTOP of its neighbour for some seconds',
  replicated: true,
  async run(stage, load, scale) {
    const rounds = scale(3, 1);
    for (let round = 0; round < rounds; round++) {
      for (const [first, second] of pairs) {
        await stage.kill(first);
        await stage.ready();
        await flows(load, 20);
        const pid = stage.process(second).pid!;
        process.kill(pid, 'SIGSTOP');
        await pause(scale(5_000, 2_000)).finally(() => process.kill(pid, 'SIGCONT'));
        await stage.ready();
        await flows(load, 20);
      }
    }
    expectPromised(load);
    return `${rounds * pairs.length} killed and as many stopped`;
  },
};

const gatewaysKilled: Fault = {
  id: '28-gateways',
  what: 'kill -9 of one gateway after the other; clients know both, and repeat at the other what the killed one left open',
  replicated: true,
  async run(stage, load, scale) {
    const kills = scale(20, 4);
    for (let i = 0; i < kills; i++) {
      await stage.kill(gateways[i % gateways.length]!);
      await flows(load, 20);
      await stage.ready();
      await pause(Math.random() * 300);
    }
    expectPromised(load);
    return `${kills} gateways killed; ${load.commander.brokenOff()} requests were repeated at the other`;
  },
};

const expectPromised = ({ commander }: Load): void => {
  const share = availabilityOf(commander);
  const statuses = [...commander.statuses].map(([status, count]) => `${count} of ${status}`).join(', ');
  const failures = commander.failures.join('; ');
  expectThat(
    `${percent(PROMISED)} is answered as it should be (${percent(share)}: ${statuses}; ${failures})`,
    share >= PROMISED,
  );
};

export const replicaFaults = [oneOfEach, gatewaysKilled];
