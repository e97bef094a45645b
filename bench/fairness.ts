import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Client } from '@staycover/testing';
import type { Platform } from '../tools/src/platform/platform.ts';
import type { Flood, Target } from './flood-process.ts';
import { processorTimes } from './processor-time.ts';
import { create, onPlatform, steady } from './requests.ts';
import { quantile } from './side-by-side/load.ts';

type Waits = { answered: number; refused: number; p50: number; p90: number; p99: number };
type Party = { http: Client; headers: Record<string, string>; policy: string };

const A_SECOND = 2;
const SECONDS = 20;

/**
 * The latency of one organization for its changes and reads, two a second, with the limits of a platform with authentication:
 * alone; while a flood of a thousand times as much goes to a server that only refuses, which is what the flood itself takes of
 * this machine; and while another organization sends the flood to the platform. In alternating rounds of a minute, in which rate
 * limits begin anew. `npm run bench -- fairness 2`: two rounds.
 */
export const fairness = ([rounds = '3']: string[]): Promise<Record<string, Waits | Flood>> =>
  onPlatform(
    async (platform, http) => {
      const { tokens } = platform.auth!;
      const party = async (name: 'acme' | 'globex'): Promise<Party> => {
        const as = (who: keyof typeof tokens) => ({ authorization: `Bearer ${tokens[who]}` });
        // From addresses of their own, for these are limited, too.
        const headers = { ...as(name), 'x-forwarded-for': name === 'acme' ? '192.0.2.1' : '198.51.100.1' };
        return { http, headers, policy: await create(http, name, as('underwriter')) };
      };
      const [modest, greedy] = [await party('acme'), await party('globex')];
      await waits(modest);
      const target = { path: `/api/policy/${greedy.policy}`, headers: greedy.headers };
      const [alone, besideFlood, flooded]: [number[], number[], number[]] = [[], [], []];
      const floods: Flood[] = [];
      for (let round = 0; round < Number(rounds); round++) {
        alone.push(...(await waits(modest)));
        await during(target, async () => void besideFlood.push(...(await waits(modest))));
        floods.push(
          await during({ ...target, url: platform.gatewayUrl }, async () => {
            const costs = measureCosts(platform);
            flooded.push(...(await waits(modest)));
            costs();
          }),
        );
      }
      return {
        alone: toWaits(alone),
        'beside the flood alone': toWaits(besideFlood),
        flooded: toWaits(flooded),
        flood: sumFloods(floods),
      };
    },
    { auth: true, env: { TRUSTED_PROXIES: '1' } },
  );

/** Prints what each process has used since. */
const measureCosts = (platform: Platform): (() => void) => {
  const [before, began] = [processorTimes(platform), performance.now()];
  return () => {
    const after = processorTimes(platform);
    const seconds = (performance.now() - began) / 1_000;
    const share = Object.entries(after).map(([name, ms]) => [name, Math.round((ms - before[name]!) / seconds)]);
    console.log('CPU ms a second while flooded:', Object.fromEntries(share));
  };
};

/** Every other request is a change. Those that were refused take forever. */
const waits = async ({ http, headers, policy }: Party): Promise<number[]> => {
  const taken: number[] = [];
  await steady(
    A_SECOND,
    SECONDS,
  )(async (n) => {
    const path = `/api/policy/${policy}`;
    const started = performance.now();
    const { status } = await (n % 2 === 0
      ? http.get(path, headers)
      : http.put(path, { name: `Renamed ${n}` }, headers));
    taken.push(status === 200 ? performance.now() - started : Infinity);
  });
  return taken;
};

const toWaits = (taken: readonly number[]): Waits => {
  const refused = taken.filter((ms) => ms === Infinity).length;
  const [p50, p90, p99] = [0.5, 0.9, 0.99].map((part) => Math.round(quantile(taken, part) * 10) / 10);
  return { answered: taken.length - refused, refused, p50: p50!, p90: p90!, p99: p99! };
};

/** Floods a target in a process of its own while `work` goes on. */
const during = async (target: Target, work: () => Promise<void>): Promise<Flood> => {
  const child = fork(join(import.meta.dirname, 'flood-process.ts'), [JSON.stringify(target)]);
  try {
    await work();
    child.send('end');
    const [flood] = (await once(child, 'message')) as [Flood];
    return flood;
  } finally {
    child.kill();
  }
};

const sumFloods = (floods: readonly Flood[]): Flood =>
  floods.reduce((sum, one) => ({
    sent: sum.sent + one.sent,
    held: sum.held + one.held,
    good: sum.good + one.good,
    rateLimited: sum.rateLimited + one.rateLimited,
    otherRefusals: sum.otherRefusals + one.otherRefusals,
  }));
