import { randomUUID } from 'node:crypto';
import type { Client } from '@staycover/testing';
import { load, type Request, type Send } from '../side-by-side/load.ts';
import type { Row, Run } from '../side-by-side/measure.ts';
import type { Side } from '../side-by-side/peers.ts';

/** Some of the policies, and their organizations. */
export type Sample = readonly { id: string; organization: string }[];
type Setting = { ours: Side; http: Client; sample: Sample; policies: number };
type Policy = Sample[number];

const MANY = 3_000;
const SOME = 1_000;
const FEW = 400;
const INVOICES = 200;
/** As many as each organization has of 10,000 policies: pages are full at every size from there on. */
const PAGE = 10;
const CONNECTIONS = 8;
const REST_MS = 2_000;

const run = (ours: Side, count: number, work: (send: Send, n: number) => Promise<unknown>): Run => ({
  processorMs: ours.processorMs,
  restMs: REST_MS,
  work: () => load(ours.base, { connections: CONNECTIONS, count }, work),
});

const asked: Readonly<Record<string, { count: number; request: (policy: Policy) => Request }>> = {
  read: { count: MANY, request: ({ id }) => get(`/api/policy/${id}`) },
  policies: {
    count: SOME,
    request: ({ organization }) => get(`/api/policy?organizationId=${organization}&limit=${PAGE}`),
  },
  invoices: {
    count: SOME,
    request: ({ organization }) => get(`/api/invoice?organizationId=${organization}&limit=${PAGE}`),
  },
  timeline: { count: SOME, request: ({ id }) => get(`/api/timeline/${id}`) },
  put: {
    count: FEW,
    request: ({ id }) => ({ method: 'PUT', path: `/api/policy/${id}`, body: { name: `Renamed ${randomUUID()}` } }),
  },
  deal: {
    count: FEW,
    request: ({ organization: organizationId }) => ({
      method: 'POST',
      path: '/api/webhook/crm/deal-closed',
      body: { crmDealId: randomUUID(), organizationId, signatoryName: 'Jane Roe', baseRatePerNight: 4.25 },
    }),
  },
};

const get = (path: string): Request => ({ method: 'GET', path });

/** Requests to a platform, one at a time, and the scheduled work of a day. */
export const growthRows = ({ ours, http, sample, policies }: Setting): Row[] => [
  ...Object.entries(asked).map(([name, { count, request }]) => {
    const work = (send: Send, n: number) => send(request(sample[n % sample.length]!));
    return { name, sides: { ours: async () => run(ours, count, work) } };
  }),
  { name: 'day', sides: { ours: async () => day(ours, http, policies) } },
];

const day = (ours: Side, http: Client, policies: number): Run => ({
  processorMs: ours.processorMs,
  restMs: REST_MS,
  async work() {
    const began = performance.now();
    const { status, body } = await http.post('/sandbox/clock', { advanceDays: 1 });
    if (status !== 200) throw new Error(`The clock answered ${status}: ${JSON.stringify(body)}`);
    const ms = performance.now() - began;
    return { count: policies, seconds: ms / 1_000, p50: ms, p99: ms };
  },
});

/** A draft, its sending and its payment, of other policies in each round. */
export const invoiceRows = ({ ours, sample }: Pick<Setting, 'ours' | 'sample'>): Row[] => {
  const invoices: string[] = [];
  let next = 0;
  const generate = async (send: Send, n: number) => {
    const { id } = sample[next++ % sample.length]!;
    invoices[n] = JSON.parse(await send({ method: 'POST', path: `/api/invoice/generate/${id}` })).id;
  };
  const move = (status: string) => (send: Send, n: number) =>
    send({ method: 'PATCH', path: `/api/invoice/${invoices[n]}/status`, body: { status } });
  const steps = { generate, send: move('SENT'), paid: move('PAID') };
  return Object.entries(steps).map(([name, work]) => ({
    name,
    sides: { ours: async () => run(ours, INVOICES, work) },
  }));
};
