import { execFileSync } from 'node:child_process';
import { eventually, httpClient } from '@staycover/testing';
import pg from 'pg';
import { type Platform, startPlatform } from '../tools/src/platform/platform.ts';

type Figures = {
  report: string;
  rows: number;
  firstByteMs: number;
  seconds: number;
  mebibytes: number;
  /** Resident memory of the service and the gateway together, before and at most. */
  restMiB: number;
  peakMiB: number;
};

const ORGANIZATION = 'bench';
const MONTH = '2026-10';
const LINES_AN_INVOICE = 20_000;
const KIBIBYTE = 1024;

/** The bordereaux of a month as CSV through the gateway: until its first byte, until its last, and the memory that it takes. */
export const reports = async (args: string[]): Promise<Figures[]> => {
  const sizes = args.length > 0 ? args.map(Number) : [10_000, 1_000_000];
  const figures: Figures[] = [];
  for (const rows of sizes) figures.push(...(await measure(rows)));
  console.table(figures);
  return figures;
};

const measure = async (rows: number): Promise<Figures[]> => {
  const quiet = { say: () => undefined, onLine: () => undefined };
  const platform = await startPlatform({ ...quiet, gatewayPort: 0, ephemeral: true });
  const admin = new pg.Client({ connectionString: platform.databaseUrl });
  await admin.connect();
  try {
    await fillClaims(admin, rows);
    await fillInvoices(admin, platform, rows);
    return [
      await read(platform, 'claims', 'claims-bordereau', rows),
      await read(platform, 'billing', 'premium-bordereau', rows),
    ];
  } finally {
    await admin.end();
    await platform.stop();
  }
};

const fillClaims = async (admin: pg.Client, rows: number): Promise<void> => {
  await admin.query(
    `insert into claims.claim_day (claim_id, day, organization_id, claim_reference, damage_date, notified_on, coverage_type,
       category, status, loss, approved, reserve, paid, currency)
     select gen_random_uuid(), '${MONTH}-15', $1, 'CLM-2026-' || n, '${MONTH}-10', '${MONTH}-12', 'CONTENTS', 'FLOORING',
       'UNDER_REVIEW', 1000, 0, 0, 0, 'USD' from generate_series(1, $2::int) as n`,
    [ORGANIZATION, rows],
  );
  await admin.query('analyze claims.claim_day');
};

/** One invoice made through the interface, copied with its line as often as needed. */
const fillInvoices = async (admin: pg.Client, { gatewayUrl }: Platform, rows: number): Promise<void> => {
  const http = httpClient(gatewayUrl);
  const property = { propertyId: 'p-1', propertyName: 'Beach House' };
  const election = { electionId: 'e-1', scopeType: 'PROPERTY', scopeId: 'p-1', action: 'INCLUDE', property };
  const terms = { organizationId: ORGANIZATION, ratePerNight: 4.25, coverageElections: [election] };
  const policy = (await http.post('/api/policy', terms)).body.id;
  const { body: invoice } = await eventually('an invoice', async () => {
    const made = await http.post(`/api/invoice/generate/${policy}`);
    return made.body.lineItems?.length > 0 && made;
  });
  await http.patch(`/api/invoice/${invoice.id}/status`, { status: 'SENT' });
  await admin.query(
    `create temp table copies as select gen_random_uuid() as id, n from generate_series(1, ${Math.ceil(rows / LINES_AN_INVOICE)}) as n`,
  );
  await admin.query(
    `insert into billing.invoice select (jsonb_populate_record(i, jsonb_build_object('id', copies.id,
       'invoice_reference', 'BENCH-' || copies.n, 'sent_at', '${MONTH}-15'))).* from billing.invoice i, copies where i.id = $1`,
    [invoice.id],
  );
  await admin.query(
    `insert into billing.invoice_line select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(),
       'order_line_id', gen_random_uuid(), 'invoice_id', copies.id, 'position', line, 'property_id', 'p-' || line))).*
     from billing.invoice_line l, copies, generate_series(1, least($2::int, ${LINES_AN_INVOICE})) as line where l.invoice_id = $1`,
    [invoice.id, rows],
  );
  await admin.query('analyze billing.invoice; analyze billing.invoice_line');
};

const read = async (platform: Platform, service: string, report: string, rows: number): Promise<Figures> => {
  const pids = platform.supervisor.children
    .filter(({ name }) => name === service || name === 'gateway')
    .map(({ pid }) => pid!);
  const restMiB = residentMiB(pids);
  let peakMiB = restMiB;
  const watching = setInterval(() => (peakMiB = Math.max(peakMiB, residentMiB(pids))), 500);
  const started = performance.now();
  const address = `${platform.gatewayUrl}/api/report/${report}?organizationId=${ORGANIZATION}&month=${MONTH}`;
  const response = await fetch(address, { headers: { accept: 'text/csv' } });
  let firstByteMs = 0;
  let bytes = 0;
  let lines = 0;
  for await (const chunk of response.body!) {
    firstByteMs ||= Math.round(performance.now() - started);
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  clearInterval(watching);
  if (lines - 1 < rows) throw new Error(`${report} has ${lines - 1} rows of ${rows}: ${response.status}`);
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  return {
    report,
    rows: lines - 1,
    firstByteMs,
    seconds,
    mebibytes: Math.round(bytes / KIBIBYTE ** 2),
    restMiB,
    peakMiB,
  };
};

const residentMiB = (pids: readonly number[]): number =>
  Math.round(
    execFileSync('ps', ['-o', 'rss=', '-p', pids.join(',')], { encoding: 'utf8' })
      .trim()
      .split(/\s+/)
      .reduce((sum, kibibytes) => sum + Number(kibibytes), 0) / KIBIBYTE,
  );
