import { eventually } from '@staycover/testing';
import { measureAvailability } from '../commander.ts';
import { expectThat, type Fault, flows, timed } from '../fault.ts';
import type { Load } from '../load.ts';
import type { Stage } from '../stage.ts';
import { everyone, expectPromised, percent } from './promised.ts';

const REFUSED_S = 1;
const BACK_S = 5;

/** How long until requests are refused without it, and until commands are accepted with it. */
const withoutPooler = async (stage: Stage, load: Load): Promise<{ refused: number; back: number }> => {
  const ask = () => fetch(`${stage.platform.gatewayUrl}/api/policy?limit=1`);
  await stage.pooler!.kill();
  const refused = await timed(() => eventually('requests are refused', async () => (await ask()).status === 503));
  await stage.pooler!.start();
  const back = await timed(() => Promise.all([stage.ready(), flows(load, 1)]));
  return { refused, back };
};

const behindPooler: Fault = {
  id: '30-pooler',
  what: 'behind PgBouncer in transaction mode: kill -9 of every process in turn, then of PgBouncer itself',
  replicated: true,
  slow: true,
  pooled: true,
  async run(stage, load, scale) {
    const rounds = scale(3, 1);
    for (let round = 0; round < rounds; round++)
      for (const name of everyone) {
        await stage.kill(name);
        await flows(load, 20);
        await stage.ready();
      }
    expectPromised(load);
    const share = percent(measureAvailability(load.commander));
    const pids = stage.pids();
    const seen: { refused: number; back: number }[] = [];
    while (seen.length < scale(5, 2)) seen.push(await withoutPooler(stage, load));
    const [refused, back] = (['refused', 'back'] as const).map((what) => Math.max(...seen.map((one) => one[what])));
    expectThat(`requests are refused within ${REFUSED_S} s (${refused})`, refused! < REFUSED_S);
    expectThat(`commands are accepted within ${BACK_S} s (${back})`, back! < BACK_S);
    expectThat('no process ended with PgBouncer', stage.pids() === pids);
    return (
      `${rounds * everyone.length} processes killed, ${share} answered; PgBouncer killed ${seen.length} times: ` +
      `503 within ${refused!.toFixed(2)} s, accepted again ${back!.toFixed(1)} s after it was back`
    );
  },
};

export const poolerFaults = [behindPooler];
