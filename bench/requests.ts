import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { passableFolder } from '@staycover/infra';
import { type Client, httpClient } from '@staycover/testing';
import { type Platform, type PlatformOptions, quietly, startPlatform } from '../tools/src/platform/platform.ts';
import { perRequest, processorTimes, type Times, total } from './processor-time.ts';
import { quantile } from './side-by-side/load.ts';

export type Figures = { perSecond: number; p50: number; p99: number; cpuMs: number } & Record<string, number>;
export type Load = (send: (n: number) => Promise<unknown>) => Promise<unknown>;

const POLICIES = 200;
const INVOICES = 500;
const ORGANIZATIONS = 50;
/** In which the events of the last requests are consumed: what that costs counts. */
const REST_MS = 2_000;

/** Deals closed by 16 connections, and 15 a second, with when their policies are visible. */
export const deal = (): Promise<Record<string, Figures>> =>
  onPlatform(async (platform, http) => {
    const close = async () => {
      const { status, body } = await http.post('/api/webhook/crm/deal-closed', dealBody());
      if (status !== 201) throw new Error(`A deal was answered ${status}: ${JSON.stringify(body)}`);
      return body.id as string;
    };
    await measure(platform, closed(16, 5), close);
    const figures = {
      closed: await measure(platform, closed(16, 10), close),
      steady: await measure(platform, steady(15, 20), close),
    };
    // Apart from the others, and of one deal in five, as asking for policies costs, too.
    const seen: number[] = [];
    await measure(platform, steady(15, 20), async (n) => {
      const started = performance.now();
      const contractId = await close();
      if (n % 5 > 0) return;
      await visible(http, contractId);
      seen.push(performance.now() - started);
    });
    const visibleFigures = rounded({ visibleP50: quantile(seen, 0.5), visibleP99: quantile(seen, 0.99) });
    return { ...figures, steady: { ...figures.steady, ...visibleFigures } };
  });

/** Asks for the policy of a contract until it is there. */
const visible = async (http: Client, contractId: string): Promise<void> => {
  while ((await http.get(`/api/policy?contractId=${contractId}`)).body.length === 0) await delay(3);
};

/** Policies renamed by PUT, by 16 connections. */
export const put = (): Promise<Record<string, Figures>> =>
  onPlatform(async (platform, http) => {
    const ids: string[] = [];
    while (ids.length < POLICIES) ids.push(await create(http, 'bench'));
    const rename = async (n: number) => {
      const { status, body } = await http.put(`/api/policy/${ids[n % ids.length]}`, { name: `Renamed ${n}` });
      if (status !== 200) throw new Error(`A PUT was answered ${status}: ${JSON.stringify(body)}`);
    };
    await measure(platform, closed(16, 5), rename);
    return { closed: await measure(platform, closed(16, 10), rename) };
  });

/**
 * Invoices of three properties by 8 connections: drafted, sent, and paid with their reserve splits; the second time counts, when
 * what the policies leave to do, consumers and collectors of garbage, is done.
 */
export const bill = (): Promise<Record<string, Figures>> =>
  onPlatform(async (platform, http) => {
    const policies: string[] = [];
    await each(8, 2 * INVOICES)(async (n) => void (policies[n] = await create(http, `bench-${n % ORGANIZATIONS}`)));
    await invoices(platform, http, policies.slice(INVOICES));
    return invoices(platform, http, policies);
  });

const invoices = async (
  platform: Platform,
  http: Client,
  policies: readonly string[],
): Promise<Record<string, Figures>> => {
  const ids: string[] = [];
  const generate = async (n: number) => {
    const { status, body } = await http.post(`/api/invoice/generate/${policies[n]}`);
    if (status !== 201) throw new Error(`A new invoice was answered ${status}: ${JSON.stringify(body)}`);
    ids[n] = body.id;
  };
  const move = (to: string) => async (n: number) => {
    const { status, body } = await http.patch(`/api/invoice/${ids[n]}/status`, { status: to });
    if (status !== 200) throw new Error(`An invoice was answered ${status}: ${JSON.stringify(body)}`);
  };
  const once = each(8, INVOICES);
  return {
    generate: await measure(platform, once, generate),
    send: await measure(platform, once, move('SENT')),
    paid: await measure(platform, once, move('PAID')),
  };
};

export const onPlatform = async <F extends object>(
  work: (platform: Platform, http: Client) => Promise<F>,
  options: Pick<PlatformOptions, 'auth' | 'env'> = {},
): Promise<F> => {
  // On disk as in production, so that the cost of storage counts.
  const dataDir = await passableFolder('bench-');
  const platform = await startPlatform({
    ...quietly,
    gatewayPort: Number(process.env.GATEWAY_PORT ?? 8_080),
    dataDir,
    ...options,
  });
  try {
    const figures = await work(platform, httpClient(platform.gatewayUrl, { documented: false }));
    console.table(figures);
    return figures;
  } finally {
    await platform.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** What requests take, and the processor time of all processes for one, the loader's left out. */
export const measure = async (
  platform: Platform,
  load: Load,
  send: (n: number) => Promise<unknown>,
): Promise<Figures> => {
  const taken: number[] = [];
  const before = processorTimes(platform);
  const began = performance.now();
  await load(async (n) => {
    const started = performance.now();
    await send(n);
    taken.push(performance.now() - started);
  });
  const perSecond = taken.length / ((performance.now() - began) / 1_000);
  await delay(REST_MS);
  const parts: Times = perRequest(before, processorTimes(platform), taken.length);
  const cpuMs = total(parts);
  return rounded({ perSecond, p50: quantile(taken, 0.5), p99: quantile(taken, 0.99), cpuMs, ...parts });
};

/** Connections that each send their next request when the last is answered. */
const closed =
  (connections: number, seconds: number): Load =>
  async (send) => {
    const until = performance.now() + seconds * 1_000;
    let n = 0;
    const connection = async () => {
      while (performance.now() < until) await send(n++);
    };
    await Promise.all(Array.from({ length: connections }, connection));
  };

/** So many requests by connections that each send their next one when the last is answered. */
export const each =
  (connections: number, count: number): Load =>
  async (send) => {
    let n = 0;
    const connection = async () => {
      while (n < count) await send(n++);
    };
    await Promise.all(Array.from({ length: connections }, connection));
  };

/** Requests at a rate, whether or not earlier ones are answered. */
export const steady =
  (perSecond: number, seconds: number): Load =>
  async (send) => {
    const began = performance.now();
    const sent: Promise<unknown>[] = [];
    for (let n = 0; n < perSecond * seconds; n++) {
      await delay(Math.max(0, began + (n * 1_000) / perSecond - performance.now()));
      const sending = send(n);
      // What fails is thrown at the end, when the platform can be stopped.
      sending.catch(() => undefined);
      sent.push(sending);
    }
    await Promise.all(sent);
  };

export const dealBody = () => ({
  crmDealId: randomUUID(),
  organizationId: 'bench',
  signatoryName: 'Jane Roe',
  baseRatePerNight: 4.25,
});

/** A month of three properties is billed, whenever the bench runs. */
export const create = async (
  http: Client,
  organizationId: string,
  headers: Record<string, string> = {},
): Promise<string> => {
  const begun = Temporal.Now.plainDateISO('UTC').subtract({ days: 29 });
  const term = { termStart: `${begun}`, termEnd: `${begun.add({ years: 1 }).subtract({ days: 1 })}` };
  const enrolledProperties = ['a', 'b', 'c'].map((propertyId) => ({ propertyId, enrolledDate: term.termStart }));
  const policy = { organizationId, ratePerNight: 4.25, ...term, enrolledProperties };
  const { status, body } = await http.post('/api/policy', policy, headers);
  if (status !== 201) throw new Error(`A new policy was answered ${status}: ${JSON.stringify(body)}`);
  return body.id;
};

const rounded = <F extends Record<string, number>>(figures: F): F =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value * 100) / 100])) as F;
