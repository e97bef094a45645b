import type pg from 'pg';
import type { Platform } from '../../tools/src/platform/platform.ts';
import { BARE, type BareRows, bareRows, DRAFT, POLICY } from '../bare-rows.ts';
import { load, type Send } from './load.ts';
import type { Row, Run } from './measure.ts';
import type { Side } from './peers.ts';
import { createPolicy } from './policies.ts';

type Setting = { platform: Platform; ours: Side; admin: pg.Client; count: number; rounds: number };

const WRITERS = 8;
const REST_MS = 1_500;
/** The rows of an invoice go in so fast that a tick of the processor's clock would show. */
const BARE_TIMES = 4;

/** The first that `policyRow` makes: no other row has its properties. */
const FIRST_MADE = 1_000_000;

/** Policies of three properties, one by one, made and ACTIVE, compared with a transaction that inserts their rows. */
export const policyRow = ({ platform, ours, admin, count }: Setting): Row => {
  let bare: BareRows | undefined;
  let next = FIRST_MADE;
  const make = async (send: Send) => {
    const { id } = await createPolicy(send, next++);
    await send({ method: 'PATCH', path: `/api/policy/${id}/status`, body: { status: 'ACTIVE' } });
  };
  const work = () => load(ours.base, { connections: WRITERS, count }, make);
  const inserted = async (): Promise<Run> => {
    bare ??= await bareRows(admin, platform.databases['policy']!, POLICY);
    return bare.run(count * BARE_TIMES, WRITERS, platform.postgres?.pid);
  };
  return {
    name: 'made',
    sides: { ours: async () => ({ processorMs: ours.processorMs, restMs: REST_MS, work }), [BARE]: inserted },
  };
};

/**
 * Invoices of three properties, one by one: drafted, sent, paid with their splits, compared with a transaction that inserts
 * the rows of a draft.
 */
export const invoiceRows = ({ platform, ours, admin, count, rounds }: Setting): Row[] => {
  let bare: BareRows | undefined;
  const policies: string[] = [];
  const invoices: string[] = [];
  const run = (work: (send: Send, n: number) => Promise<unknown>): Run => ({
    processorMs: ours.processorMs,
    restMs: REST_MS,
    work: () => load(ours.base, { connections: WRITERS, count }, work),
  });
  /** The policies of all rounds are made before the first: consuming their events must not count as work of a draft. */
  const generate = async (): Promise<Run> => {
    const create = async (send: Send, n: number) => void policies.push((await createPolicy(send, n)).id);
    if (policies.length === 0) await load(ours.base, { connections: WRITERS, count: count * rounds }, create);
    const billed = policies.splice(0, count);
    return run(async (send, n) => {
      invoices[n] = JSON.parse(await send({ method: 'POST', path: `/api/invoice/generate/${billed[n]}` })).id;
    });
  };
  const move = (status: string) => async () =>
    run((send, n) => send({ method: 'PATCH', path: `/api/invoice/${invoices[n]}/status`, body: { status } }));
  const inserted = async (): Promise<Run> => {
    bare ??= await bareRows(admin, platform.databases['billing']!, DRAFT);
    return bare.run(count * BARE_TIMES, WRITERS, platform.postgres?.pid);
  };
  const row = (name: string, prepare: () => Promise<Run>): Row => ({
    name,
    sides: { ours: prepare, [BARE]: inserted },
  });
  return [row('generate', generate), row('send', move('SENT')), row('paid', move('PAID'))];
};
