import { manifests } from '../../manifests.ts';
import { availabilityOf } from '../commander.ts';
import { expectThat, type Fault, flows, pause } from '../fault.ts';

const PROMISED = 0.999;

/** `policy`, `policy-2`, `contract`, … */
const pairs = manifests.map(({ name }) => [name, `${name}-2`] as const);

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
    const share = availabilityOf(load.commander);
    const statuses = [...load.commander.statuses].map(([status, count]) => `${count} of ${status}`).join(', ');
    expectThat(`${percent(PROMISED)} is answered as it should be (${percent(share)}: ${statuses})`, share >= PROMISED);
    return `${rounds * pairs.length} killed and as many stopped`;
  },
};

export const replicaFaults = [oneOfEach];
