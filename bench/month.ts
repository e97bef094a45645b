import { type Client, eventually, httpClient } from '@staycover/testing';
import pg from 'pg';
import { type Platform, quietly, startPlatform } from '../tools/src/platform/platform.ts';
import { BARE, bareRows, DRAFT } from './bare-rows.ts';
import { perRequest, processorTimes, total } from './processor-time.ts';
import { measure as measureRun } from './side-by-side/measure.ts';

type Figures = {
  policies: number;
  step: string;
  /** Business days that passed, with all that they bring. */
  days: number;
  seconds: number;
  invoices: number;
  perSecond: number;
  /** Processor time of one invoice, over all processes, until its events are consumed. */
  cpuMs: number;
} & Record<string, number | string>;

const PROPERTIES = 3;

/**
 * The calendar's work for policies with three properties each: the night of their first invoices, and the following month,
 * in which unsent drafts are refreshed.
 */
export const month = async (args: string[]): Promise<Figures[]> => {
  const sizes = args.length > 0 ? args.map(Number) : [3_000];
  const figures: Figures[] = [];
  for (const policies of sizes) figures.push(...(await measure(policies)));
  console.table(figures);
  return figures;
};

const measure = async (policies: number): Promise<Figures[]> => {
  const platform = await startPlatform({
    ...quietly,
    gatewayPort: 0,
    ephemeral: true,
    sandbox: true,
  });
  const admin = new pg.Client({ connectionString: platform.databases['billing'] });
  await admin.connect();
  try {
    const http = httpClient(platform.gatewayUrl, { documented: false });
    await fill(admin, http, policies);
    const play = (step: string, days: number) => playDays({ platform, admin, http }, { step, days, policies });
    const figures = [await play('first night', 1), await play('a month', daysUntilSecond(await today(http)))];
    return [...figures, await reference(platform, admin, policies)];
  } finally {
    await admin.end();
    await platform.stop();
  }
};

const BARE_CONNECTIONS = 8;

/** The rows of as many drafts by a bare client. */
const reference = async (platform: Platform, admin: pg.Client, policies: number): Promise<Figures> => {
  const bare = await bareRows(admin, platform.databases['billing']!, DRAFT);
  const { cpuMs, perSecond } = await measureRun(bare.run(policies, BARE_CONNECTIONS, platform.postgres?.pid));
  const seconds = Math.round((policies * 10) / perSecond) / 10;
  return {
    policies,
    step: BARE,
    days: 0,
    seconds,
    invoices: policies,
    perSecond: Math.round(perSecond),
    cpuMs: cpuMs!,
  };
};

const today = async (http: Client): Promise<Temporal.PlainDate> =>
  Temporal.PlainDate.from((await http.get('/sandbox/clock')).body.now.slice(0, 10));

/** Days until the second of the next month: its first night is among them. */
const daysUntilSecond = (day: Temporal.PlainDate): number =>
  day.until(day.add({ months: 1 }).with({ day: 2 }), { largestUnit: 'days' }).days;

/** One policy made through the interface, copied as often as needed, each into an organization of its own. */
const fill = async (admin: pg.Client, http: Client, policies: number): Promise<void> => {
  const start = (await today(http)).add({ days: 1 });
  const enrolledProperties = Array.from({ length: PROPERTIES }, (_, i) => ({
    propertyId: `property-${i}`,
    propertyName: `House ${i}`,
    state: 'FL',
    country: 'US',
    enrolledDate: start.toString(),
  }));
  const terms = { termStart: start.toString(), termEnd: start.add({ days: 364 }).toString() };
  const body = { organizationId: 'bench', ratePerNight: 4.25, lossFundRatePerNight: 1.1, enrolledProperties, ...terms };
  const { id } = (await http.post('/api/policy', body)).body;
  await http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' });
  const isKnown = `select from billing.billing_calendar where policy_id = $1 and status = 'ACTIVE'`;
  await eventually('billing knows it', async () => (await admin.query(isKnown, [id])).rowCount === 1);
  await admin.query(
    `create temp table copied as select gen_random_uuid() as id, 'org-' || i as organization, i
     from generate_series(1, ${policies - 1}) as i`,
  );
  const copy = async (table: string, key: string, changes: string) => {
    const row = `select * from ${table} where ${key} = '${key === 'organization_id' ? 'bench' : id}'`;
    await admin.query(
      `insert into ${table} select (jsonb_populate_record(r::${table}, jsonb_build_object(${changes}))).*
       from (${row}) as r, copied`,
    );
    await admin.query(`analyze ${table}`);
  };
  const organization = `'organization_id', copied.organization`;
  await copy('policy.policy', 'id', `'id', copied.id, ${organization}, 'policy_reference', 'BENCH-' || copied.i`);
  for (const table of ['enrollment', 'policy_change', 'policy_effect'])
    await copy(`policy.${table}`, 'policy_id', `'policy_id', copied.id`);
  for (const table of ['coverage_election', 'named_nights']) {
    const own = table === 'coverage_election' ? `'id', gen_random_uuid(), ` : '';
    await copy(`policy.${table}`, 'policy_id', `${own}'policy_id', copied.id, ${organization}`);
  }
  await copy('policy.property', 'organization_id', organization);
  const named = `'policy_id', copied.id, ${organization}, 'policy_reference', 'BENCH-' || copied.i`;
  await copy('billing.billing_calendar', 'policy_id', named);
};

type Bench = { platform: Platform; admin: pg.Client; http: Client };
type Step = { step: string; days: number; policies: number };

const playDays = async ({ platform, admin, http }: Bench, { step, days, policies }: Step): Promise<Figures> => {
  const before = processorTimes(platform);
  const versions = 'select coalesce(sum(version), 0)::int as n from billing.invoice';
  const { rows: earlier } = await admin.query<{ n: number }>(versions);
  const started = performance.now();
  const { status, body } = await http.post('/sandbox/clock', { advanceDays: days });
  if (status !== 200) throw new Error(`The clock answered ${status}: ${JSON.stringify(body)}`);
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const { rows: later } = await admin.query<{ n: number }>(versions);
  const invoices = later[0]!.n - earlier[0]!.n;
  const counts = `select counts from billing.schedule_run where schedule = 'invoicing' order by id desc limit 1`;
  const { rows: runs } = await admin.query<{ counts: object }>(counts);
  console.log(`  ${step}: ${JSON.stringify(runs[0]?.counts)}`);
  const parts = perRequest(before, processorTimes(platform), invoices);
  const rounded = Object.fromEntries(
    Object.entries(parts).map(([name, ms]) => [name, Math.round(ms * 100) / 100] as const),
  );
  const cpuMs = Math.round(total(parts) * 100) / 100;
  return { policies, step, days, seconds, invoices, perSecond: Math.round(invoices / seconds), cpuMs, ...rounded };
};
