import { type Client, httpClient } from '@staycover/testing';
import type { Platform } from '../tools/src/platform/platform.ts';
import { repeatOverYear, startNumbersHigh } from './history-rows.ts';
import { create, dealBody, each, type Figures, measure, onPlatform } from './requests.ts';

const SCHEMAS = ['contract', 'policy', 'billing', 'renewal', 'claims', 'insight'];
const CONNECTIONS = 8;
const ROUNDS = 2;
const ORGANIZATIONS = 20;

type Work = 'deal' | 'put' | 'generate' | 'sent' | 'paid';
type Row = { before: number; after: number; change: string; p50Before: number; p50After: number };

/**
 * Whether a year of history slows today: what deals, changes and invoices cost (CPU, ms) on an empty platform, and on the same
 * one after all that has happened was repeated over a year. `npm run bench -- history 200 100`: 200 of each, repeated 100 times.
 */
export const history = ([count = '200', times = '100']: string[]): Promise<Record<Work, Row>> =>
  onPlatform(async (platform) => {
    const http = httpClient(platform.gatewayUrl, { documented: false });
    const url = platform.databases['policy']!;
    await startNumbersHigh(url, SCHEMAS);
    await story(platform, http, Number(count));
    const before = await best(platform, http, Number(count));
    const rows = await repeatOverYear(url, SCHEMAS, Number(times));
    console.log(`${rows} rows of history`);
    await story(platform, http, Number(count));
    const after = await best(platform, http, Number(count));
    const lines = Object.keys(before).map((name) => [name, compared(before[name as Work], after[name as Work])]);
    return Object.fromEntries(lines) as Record<Work, Row>;
  });

const compared = (before: Figures, after: Figures): Row => ({
  before: before.cpuMs,
  after: after.cpuMs,
  change: `${Math.round((after.cpuMs / before.cpuMs - 1) * 100)} %`,
  p50Before: before.p50,
  p50After: after.p50,
});

/** The round in which the machine had least else to do. */
const best = async (platform: Platform, http: Client, count: number): Promise<Record<Work, Figures>> => {
  const rounds: Record<Work, Figures>[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await story(platform, http, count));
  return rounds.reduce(
    (least, round) =>
      Object.fromEntries(
        Object.entries(least).map(([name, figures]) => [
          name,
          round[name as Work].cpuMs < figures.cpuMs ? round[name as Work] : figures,
        ]),
      ) as Record<Work, Figures>,
  );
};

const story = async (platform: Platform, http: Client, count: number): Promise<Record<Work, Figures>> => {
  const policies: string[] = [];
  const invoices: string[] = [];
  const does = (work: (n: number) => Promise<unknown>): Promise<Figures> =>
    measure(platform, each(CONNECTIONS, count), work);
  const deal = await does(async () => accepted(await http.post('/api/webhook/crm/deal-closed', dealBody())));
  await each(CONNECTIONS, count)(async (n) => void (policies[n] = await create(http, `bench-${n % ORGANIZATIONS}`)));
  return {
    deal,
    put: await does(async (n) => accepted(await http.put(`/api/policy/${policies[n]}`, { name: `Renamed ${n}` }))),
    generate: await does(async (n) => {
      invoices[n] = accepted(await http.post(`/api/invoice/generate/${policies[n]}`)).id;
    }),
    sent: await does(async (n) => accepted(await http.patch(`/api/invoice/${invoices[n]}/status`, { status: 'SENT' }))),
    paid: await does(async (n) => accepted(await http.patch(`/api/invoice/${invoices[n]}/status`, { status: 'PAID' }))),
  };
};

const accepted = <Body>({ status, body }: { status: number; body: Body }): Body => {
  if (status >= 300) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
  return body;
};
