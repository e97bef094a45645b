import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, eventually, httpClient } from '@staycover/testing';
import pg from 'pg';
import { type Platform, quietly, startPlatform } from '../tools/src/platform/platform.ts';
import { ownMs, perRequest, processorTimes, total } from './processor-time.ts';

type Figures = {
  policies: number;
  seconds: number;
  perSecond: number;
  /** One UPDATE for each, by one bare client. */
  reference: { perSecond: number; cpuMs: number };
  memoryBeforeMiB: number;
  memoryPeakMiB: number;
  /** Processor time of one renewal, over all processes, until its events are consumed. */
  cpuMs: number;
  outcome: Record<string, unknown>;
};

const REFERENCE_UPDATES = 5_000;
const MIB = 1024;
const LINE_EVERY_MS = 15_000;
/** In which the events of the last renewals are consumed. */
const REST_MS = 3_000;

/** The renewal job over due policies, with all events, compared with one UPDATE per policy from one client. */
export const renew = async (args: string[]): Promise<Figures[]> => {
  const sizes = args.length > 0 ? args.map(Number) : [10_000, 100_000];
  const figures: Figures[] = [];
  for (const policies of sizes) figures.push(await measure(policies));
  console.table(
    figures.map(({ outcome: _outcome, reference: { perSecond }, ...shown }) => ({ ...shown, bare: perSecond })),
  );
  return figures;
};

const measure = async (policies: number): Promise<Figures> => {
  const platform = await startPlatform({
    ...quietly,
    gatewayPort: 0,
    ephemeral: true,
  });
  const admin = new pg.Client({ connectionString: platform.databases['billing'] });
  await admin.connect();
  try {
    const http = httpClient(platform.gatewayUrl);
    await fill(admin, http, policies);
    const updates = await reference(platform, admin);
    const run = await runJob(platform, http);
    return { policies, perSecond: Math.round(policies / run.seconds), reference: updates, ...run };
  } finally {
    await admin.end();
    await platform.stop();
  }
};

/** One policy made through the interface, copied as often as needed into both services' tables, all due today. */
const fill = async (admin: pg.Client, http: Client, policies: number): Promise<void> => {
  const deal = { crmDealId: 'bench', organizationId: 'bench', effectiveDate: '2026-01-01', baseRatePerNight: 4.25 };
  const { headers } = await http.post('/api/webhook/crm/deal-closed', deal);
  const id = /policy\/([0-9a-f-]{36})/.exec(headers.get('link') ?? '')![1]!;
  await eventually(
    'the policy is active',
    async () => (await http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' })).status === 200,
  );
  await eventually(
    'renewal knows it',
    async () =>
      (await admin.query(`select 1 from renewal.renewable_policy where id = $1 and status = 'ACTIVE'`, [id]))
        .rowCount === 1,
  );
  await admin.query(
    `create temp table due as select gen_random_uuid() as id, i from generate_series(1, ${policies}) as i`,
  );
  for (const table of ['policy.policy', 'renewal.renewable_policy']) {
    await admin.query(
      `insert into ${table} select (jsonb_populate_record(p, jsonb_build_object('id', due.id, 'policy_reference', 'BENCH-' || due.i,
         'term_start', (current_date - interval '1 year' + interval '1 day')::date, 'term_end', current_date))).*
       from ${table} p, due where p.id = $1`,
      [id],
    );
    await admin.query(`analyze ${table}`);
  }
};

const reference = async (platform: Platform, admin: pg.Client): Promise<Figures['reference']> => {
  const { rows } = await admin.query<{ id: string }>(`select id from due limit ${REFERENCE_UPDATES}`);
  await admin.query('create table public.reference as select * from policy.policy where id in (select id from due)');
  await admin.query('create unique index on public.reference (id)');
  const processorMs = () => ownMs() + processorTimes(platform)['postgres']!;
  const [before, started] = [processorMs(), performance.now()];
  for (const { id } of rows) {
    await admin.query({
      name: 'reference',
      text: 'update public.reference set version = version + 1, term_end = term_end + 365 where id = $1',
      values: [id],
    });
  }
  const perSecond = Math.round(rows.length / ((performance.now() - started) / 1_000));
  return { perSecond, cpuMs: (processorMs() - before) / rows.length };
};

const residentMiB = (pid: number): number =>
  Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / MIB);

const runJob = async (platform: Platform, http: Client) => {
  const { pid } = platform.supervisor.children.find(({ name }) => name === 'renewal')!;
  const memoryBeforeMiB = residentMiB(pid!);
  const before = processorTimes(platform);
  let memoryPeakMiB = memoryBeforeMiB;
  const started = performance.now();
  let nextLine = started + LINE_EVERY_MS;
  const first = await http.post('/api/renewal/process', {}, { prefer: 'wait=0' });
  let run = first.body;
  while (run.status === 'RUNNING') {
    await new Promise((resolve) => setTimeout(resolve, 250));
    memoryPeakMiB = Math.max(memoryPeakMiB, residentMiB(pid!));
    const answer = await http.get(`/api/renewal/process/${first.body.jobId}`);
    if (answer.status === 200) run = answer.body;
    if (performance.now() > nextLine) {
      console.log(`  ${run.processed} of ${run.due} processed, ${residentMiB(pid!)} MiB resident`);
      nextLine += LINE_EVERY_MS;
    }
  }
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  await delay(REST_MS);
  const parts = perRequest(before, processorTimes(platform), Number(run.completed));
  const cpuMs = Math.round(total(parts) * 100) / 100;
  return { seconds, memoryBeforeMiB, memoryPeakMiB, cpuMs, ...parts, outcome: run as Record<string, unknown> };
};
