import { rm } from 'node:fs/promises';
import { passableFolder } from '@staycover/infra';
import { httpClient } from '@staycover/testing';
import pg from 'pg';
import { table } from '../../tools/src/ops/command.ts';
import { quietly, startPlatform } from '../../tools/src/platform/platform.ts';
import { processorTimes, total } from '../processor-time.ts';
import { alternate, type Results } from '../side-by-side/measure.ts';
import type { Side } from '../side-by-side/peers.ts';
import { startCopies } from './copies.ts';
import { growthRows, invoiceRows, type Sample } from './rows.ts';
import { makePolicies, playMonths } from './template.ts';

/** By number of policies, what each kind of work costs. */
export type Growth = { policies: number; databaseMiB: number; results: Results }[];

const TEMPLATE = 4;
const MONTHS = 24;
const ORGANIZATIONS = 1_000;
const ROUNDS = 3;
const SAMPLE = 1_000;
/** So many in a transaction. */
const COPIES_AT_ONCE = 500;

/**
 * The same work over more and more policies of 1,000 organizations, with two years of history: one organization is simulated
 * on the sandbox's clock, and copied. `-- growth 10000 100000 1000000`.
 */
export const growth = async (args: string[]): Promise<Growth> => {
  const sizes = args.length > 0 ? args.map(Number) : [10_000, 100_000];
  // On disk as in production, so that the cost of storage counts.
  const dataDir = await passableFolder('bench-');
  const platform = await startPlatform({
    ...quietly,
    gatewayPort: 0,
    dataDir,
    sandbox: true,
    // What a night would invoice at once is measured invoice by invoice.
    env: { AUTO_INVOICE: 'off', LOG_LEVEL: 'error' },
  });
  const admin = new pg.Client({ connectionString: platform.databases['billing'] });
  await admin.connect();
  try {
    const http = httpClient(platform.gatewayUrl, { documented: false });
    await playMonths(http, await makePolicies(http, TEMPLATE), MONTHS);
    console.log(`  ${TEMPLATE} policies have a history of ${MONTHS} months`);
    const copies = await startCopies(admin);
    const ours: Side = { base: platform.gatewayUrl, processorMs: () => total(processorTimes(platform)) };
    const found: Growth = [];
    let made = 1;
    for (const policies of sizes) {
      const wanted = Math.ceil(policies / TEMPLATE);
      for (; made < wanted; made += COPIES_AT_ONCE)
        await copies.add(made, Math.min(made + COPIES_AT_ONCE, wanted) - 1, ORGANIZATIONS);
      made = wanted;
      await admin.query('vacuum analyze');
      const sample = await readSample(admin);
      const setting = { ours, http, sample, policies };
      const say = (line: string) => console.log(`  ${policies} policies: ${line}`);
      const results = {
        ...(await alternate(growthRows(setting), ROUNDS, say)),
        ...(await alternate(invoiceRows(setting), ROUNDS, say)),
      };
      found.push({ policies, databaseMiB: await readDatabaseSize(admin), results });
      console.log(asTable(found));
    }
    return found;
  } finally {
    await admin.end();
    await platform.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

const readSample = async (admin: pg.Client): Promise<Sample> =>
  (
    await admin.query<Sample[number]>(
      `select id, organization_id as organization from policy.policy where organization_id like 'organization-%' order by md5(id::text) limit ${SAMPLE}`,
    )
  ).rows;

const readDatabaseSize = async (admin: pg.Client): Promise<number> => {
  const { rows } = await admin.query<{ size: string }>('select pg_database_size(current_database())::text as size');
  return Math.round(Number(rows[0]!.size) / 1_024 ** 2);
};

/** A row for each kind of work, CPU ms by number of policies, and how far the last is from the first. */
const asTable = (found: Growth): string => {
  const names = Object.keys(found[0]!.results);
  const rows = names.map((name) => {
    const costs = found.map(({ results }) => results[name]!['ours']!.cpuMs!);
    return [name, ...costs.map((ms) => ms.toFixed(3)), (costs.at(-1)! / costs[0]!).toFixed(2)];
  });
  return table(['CPU ms', ...found.map(({ policies }) => String(policies)), 'last/first'], rows).join('\n');
};
