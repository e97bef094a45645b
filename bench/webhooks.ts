import { setTimeout as delay } from 'node:timers/promises';
import { type Client, eventually } from '@staycover/testing';
import type { Platform } from '../tools/src/platform/platform.ts';
import { residentMiB } from './processor-time.ts';
import { each, type Load, onPlatform, steady } from './requests.ts';
import { quantile } from './side-by-side/load.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

/** Delays in ms, from the answer to the command that caused an event until a receiver has it. */
type Figures = { deliveries: number; p50: number; p99: number; slowest: number } & Memory;
/** Of the process that sends. */
type Memory = { mibBefore: number; mibMost: number; mibAfter: number };

const ORGANIZATIONS = 100;
/** As many as an organization may have. */
const ENDPOINTS_EACH = 100;
const CONNECTIONS = 8;
const ROUNDS = 2;
const A_SECOND = 2;
const SECONDS = 14;
const LOOK_EVERY_MS = 100;
const ALL_WITHIN_MS = 300_000;

type Setting = { platform: Platform; http: Client; receiver: WebhookReceiver; endpointsEach: number };

/**
 * Events sent to 10,000 webhook endpoints of 100 organizations, where all answer and where one hangs: an event of each
 * organization at once, and two a second. The receiver is this process, on the same machine. `webhooks 10`: ten endpoints each.
 */
export const webhooks = ([count]: string[]): Promise<Record<string, Figures>> =>
  onPlatform(async (platform, http) => {
    const endpointsEach = Number(count ?? ENDPOINTS_EACH);
    const receiver = await startWebhookReceiver();
    const setting = { platform, http, receiver, endpointsEach };
    try {
      await each(CONNECTIONS, ORGANIZATIONS * endpointsEach)((n) => createEndpoint(setting, n));
      const figures: Record<string, Figures> = {};
      const loads = { 'at once': each(CONNECTIONS, ORGANIZATIONS), 'two a second': steady(A_SECOND, SECONDS) };
      let hanging = 0;
      for (let round = 1; round <= ROUNDS; round++) {
        for (const [name, load] of Object.entries(loads)) {
          receiver.hang(undefined);
          figures[`${name}, all answer (${round})`] = await measured(setting, load);
          receiver.hang(endpointPath(hanging++));
          figures[`${name}, one hangs (${round})`] = await measured(setting, load);
        }
      }
      return figures;
    } finally {
      receiver.stop();
    }
  });

const organizationName = (n: number): string => `bench-${n % ORGANIZATIONS}`;
const endpointPath = (n: number): string => `/${organizationName(n)}/${Math.floor(n / ORGANIZATIONS)}`;

const createEndpoint = async ({ http, receiver }: Setting, n: number): Promise<void> => {
  await made(http, '/api/webhook-endpoint', {
    organizationId: organizationName(n),
    url: `${receiver.url}${endpointPath(n)}`,
    eventTypes: ['insurance.policy.policy-created.v1'],
  });
};

/** Creates something, again after a while as long as that is refused for now; returns its id. */
const made = async (http: Client, path: string, content: object): Promise<string> => {
  const { status, body } = await http.post(path, content);
  if (status === 201) return body.id;
  if (status !== 503) throw new Error(`POST ${path} was answered ${status}: ${JSON.stringify(body)}`);
  await delay(1_000);
  return made(http, path, content);
};

/** Causes events, and waits until every endpoint that does not hang has each of them. */
const measured = async ({ platform, http, receiver, endpointsEach }: Setting, load: Load): Promise<Figures> => {
  const memory = watchMemory(platform);
  const answered = new Map<string, number>();
  const arrivals = receiver.collect();
  await load(async (n) => {
    const id = await made(http, '/api/policy', { organizationId: organizationName(n), ratePerNight: 4.25 });
    answered.set(id, performance.now());
  });
  // The organizations with hanging endpoints are the first ones: each load reaches them.
  const wanted = answered.size * endpointsEach - receiver.hung();
  const taken = () => [...arrivals.values()].filter(({ subject }) => answered.has(subject));
  const all = await eventually('every event has come', () => arrivals.size >= wanted && taken(), ALL_WITHIN_MS);
  const delays = all.map(({ subject, at: came }) => came - answered.get(subject)!);
  const [p50, p99, slowest] = [quantile(delays, 0.5), quantile(delays, 0.99), Math.max(...delays)].map(Math.round);
  return { deliveries: delays.length, p50: p50!, p99: p99!, slowest: slowest!, ...(await memory.end()) };
};

const watchMemory = ({ supervisor }: Platform) => {
  const { pid } = supervisor.children.find(({ name }) => name === 'insight')!;
  const mibBefore = residentMiB(pid);
  let mibMost = mibBefore;
  const looking = setInterval(() => (mibMost = Math.max(mibMost, residentMiB(pid))), LOOK_EVERY_MS);
  return {
    async end(): Promise<Memory> {
      clearInterval(looking);
      await delay(1_000);
      return { mibBefore, mibMost, mibAfter: residentMiB(pid) };
    },
  };
};
