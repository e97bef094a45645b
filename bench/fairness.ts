import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@staycover/testing';
import { at, create, onPlatform, steady } from './requests.ts';

type Waits = { answered: number; refused: number; p50: number; p90: number; p99: number };
type Flood = { sent: number; good: number; rateLimited: number; otherRefusals: number };
type Party = { http: Client; headers: Record<string, string>; policy: string };

const A_SECOND = 2;
const SECONDS = 30;
const CONNECTIONS = 200;
/** What a client that is refused waits, at least, before it asks again. */
const REFUSED_MS = 100;

/**
 * The latency of one organization for its changes and reads, two a second, alone, and while another sends as much as 200
 * connections can, a thousand times as much; with the limits of a platform with authentication.
 */
export const fairness = (): Promise<Record<string, Waits | Flood>> =>
  onPlatform(
    async ({ auth }, http) => {
      const { tokens } = auth!;
      const party = async (name: 'acme' | 'globex'): Promise<Party> => {
        const as = (who: keyof typeof tokens) => ({ authorization: `Bearer ${tokens[who]}` });
        // From addresses of their own, for these are limited, too.
        const headers = { ...as(name), 'x-forwarded-for': name === 'acme' ? '192.0.2.1' : '198.51.100.1' };
        return { http, headers, policy: await create(http, name, as('underwriter')) };
      };
      const [modest, greedy] = [await party('acme'), await party('globex')];
      await waits(modest);
      const alone = await waits(modest);
      const flood = startFlood(greedy);
      const beside = await waits(modest);
      return { alone, beside, flood: await flood.end() };
    },
    { auth: true, env: { TRUSTED_PROXIES: '1' } },
  );

/** Every other request is a change. */
const waits = async ({ http, headers, policy }: Party): Promise<Waits> => {
  const taken: number[] = [];
  let refused = 0;
  await steady(
    A_SECOND,
    SECONDS,
  )(async (n) => {
    const path = `/api/policy/${policy}`;
    const started = performance.now();
    const { status } = await (n % 2 === 0
      ? http.get(path, headers)
      : http.put(path, { name: `Renamed ${n}` }, headers));
    if (status !== 200) refused += 1;
    taken.push(performance.now() - started);
  });
  const [p50, p90, p99] = [0.5, 0.9, 0.99].map((part) => Math.round(at(taken, part) * 10) / 10) as [
    number,
    number,
    number,
  ];
  return { answered: taken.length - refused, refused, p50, p90, p99 };
};

const startFlood = ({ http, headers, policy }: Party) => {
  const flood: Flood = { sent: 0, good: 0, rateLimited: 0, otherRefusals: 0 };
  let isOver = false;
  const connection = async (_: unknown, n: number): Promise<void> => {
    while (!isOver) {
      flood.sent += 1;
      const path = `/api/policy/${policy}`;
      const { status } = await (n % 2 === 0
        ? http.get(path, headers)
        : http.put(path, { name: `Flood ${flood.sent}` }, headers));
      if (status === 200) flood.good += 1;
      else {
        if (status === 429) flood.rateLimited += 1;
        else flood.otherRefusals += 1;
        await delay(REFUSED_MS);
      }
    }
  };
  const connections = Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return {
    async end(): Promise<Flood> {
      isOver = true;
      await connections;
      return flood;
    },
  };
};
