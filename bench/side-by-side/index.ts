import { rm } from 'node:fs/promises';
import { passableFolder } from '@staycover/infra';
import pg from 'pg';
import { type Platform, quietly, startPlatform } from '../../tools/src/platform/platform.ts';
import { processorTimes, total } from '../processor-time.ts';
import { invoiceRows, policyRow } from './invoice-rows.ts';
import { load } from './load.ts';
import { alternate, type Results, UNCOUNTED } from './measure.ts';
import { type Peers, type Side, startPeers } from './peers.ts';
import { assertAlike, copyToPeer, createPolicy } from './policies.ts';
import { requestRows } from './request-rows.ts';

export type Effort = { rounds: number; seconds: number; policies: number; invoices: number };
export const FULL: Effort = { rounds: 5, seconds: 5, policies: 500, invoices: 400 };
export const QUICK: Effort = { rounds: 3, seconds: 2, policies: 200, invoices: 150 };

/** What a step makes for later ones. */
const steps: Readonly<Record<string, readonly string[]>> = { generate: ['send', 'paid'], send: ['paid'] };

/** Requests and invoices, in rounds that alternate with the references; `only` selects rows. */
export const sideBySide = async (effort: Effort, only?: readonly string[]): Promise<Results> => {
  // On disk as in production, so that the cost of storage counts.
  const dataDir = await passableFolder('bench-');
  const stops: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  try {
    const peers = await startPeers(dataDir);
    stops.push(peers.stop);
    const platform = await startPlatform({
      ...quietly,
      gatewayPort: 0,
      dataDir,
    });
    stops.push(platform.stop);
    const admin = new pg.Client({ connectionString: platform.databases['billing'] });
    await admin.connect();
    stops.push(() => admin.end());
    const rows = await measureRows(platform, peers, admin, effort);
    const wanted = rows.filter(
      ({ name }) => !only || only.includes(name) || steps[name]?.some((step) => only.includes(step)),
    );
    return await alternate(wanted, effort.rounds, (line) => console.log(`  ${line}`));
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
};

const measureRows = async (platform: Platform, peers: Peers, admin: pg.Client, effort: Effort) => {
  const ours: Side = { base: platform.gatewayUrl, processorMs: () => total(processorTimes(platform)) };
  const ids = await samePolicies(ours, peers, effort.policies);
  const oneByOne = { platform, ours, admin, count: effort.invoices, rounds: UNCOUNTED + effort.rounds };
  return [
    ...requestRows({ sides: { ours, peer: peers.peer, limit: peers.limit }, ids, seconds: effort.seconds }),
    policyRow(oneByOne),
    ...invoiceRows(oneByOne),
  ];
};

/** The same policies on every side; returns their ids. */
const samePolicies = async (ours: Side, { peer, limit, databaseUrl }: Peers, count: number): Promise<string[]> => {
  const policies: Awaited<ReturnType<typeof createPolicy>>[] = [];
  await load(ours.base, { connections: 8, count }, async (send, n) => (policies[n] = await createPolicy(send, n)));
  await copyToPeer(databaseUrl, policies);
  const shown = async ({ base }: Side) => (await fetch(`${base}/api/policy/${policies[0]!.id}`)).text();
  for (const other of [peer, limit]) assertAlike(await shown(ours), await shown(other));
  return policies.map(({ id }) => id);
};
