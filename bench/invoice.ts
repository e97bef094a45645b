import setUp from '../tools/src/testing/global-setup.ts';
import tearDown from '../tools/src/testing/global-teardown.ts';
import { type BillingApart, startBillingApart } from './billing-apart.ts';

type Figures = { properties: number } & Record<string, number>;

/** Seconds of each step of one invoice with many properties, from its draft to the credit that is voided. */
export const invoice = async (args: string[]): Promise<Figures[]> => {
  const sizes = args.length > 0 ? args.map(Number) : [3, 1_000, 10_000];
  // The servers that specs run on; the first worker's account of NATS.
  await setUp();
  process.env['JEST_WORKER_ID'] ??= '1';
  const billing = await startBillingApart();
  try {
    const figures: Figures[] = [];
    for (const properties of sizes) figures.push(await measure(billing, properties));
    console.table(figures);
    figures.push(...(await rounds(billing, sizes.at(-1)!)));
    return figures;
  } finally {
    await billing.stop();
    await tearDown();
  }
};

const measure = async (t: BillingApart, properties: number): Promise<Figures> => {
  const enrollments = Array.from({ length: properties }, (_, i) => ({ propertyId: `property-${i}` }));
  const policyId = t.policies.add({ enrollments });
  const figures: Figures = { properties };
  const timed = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const done = await work();
    figures[step] = Math.round(performance.now() - started) / 1_000;
    return done;
  };
  const asked = (step: string, ask: () => ReturnType<BillingApart['http']['post']>) =>
    timed(step, async () => {
      let { status, body } = await ask();
      // A machine that is busy with something else may refuse at first.
      for (let tries = 1; status === 503 && tries < 10; tries++) ({ status, body } = await ask());
      if (status > 201) throw new Error(`${step} answered ${status}: ${JSON.stringify(body)}`);
      return body;
    });
  const { http } = t;
  const generate = () => http.post(`/api/invoice/generate/${policyId}`);
  const move = (invoiceId: string, status: string) => http.patch(`/api/invoice/${invoiceId}/status`, { status });
  figures['resident MiB at rest'] = (await t.rest()).resident;
  const memory = t.watch();
  const { id } = await asked('generate', generate);
  const bare = await bareTables(t, id);
  await timed('bare insert', bare.insert);
  await asked('again', generate);
  t.policies.change(policyId, { policy: { ratePerNight: 4 } });
  await asked('refresh', generate);
  figures['resident MiB, peak of both'] = memory.peak();
  await timed('bare exchange', async () => {
    await bare.remove();
    await bare.insert();
  });
  await asked('send', () => move(id, 'SENT'));
  await asked('pay', () => move(id, 'PAID'));
  t.policies.change(policyId, { policy: { ratePerNight: 3 } });
  const repriced = await asked('reprice', generate);
  await asked('void the price', () => move(repriced.id, 'VOID'));
  t.policies.change(policyId, { coverageEndsOn: '2026-11-21' });
  const credit = await asked('credit', generate);
  await asked('void', () => move(credit.id, 'VOID'));
  figures['resident MiB, peak of all'] = memory.peak();
  memory.stop();
  figures['MiB in use after'] = (await t.rest()).inUse;
  await bare.drop();
  return figures;
};

const ROUNDS = 5;

/** Whether memory grows: the same invoice generated and refreshed again and again, each of another policy. */
const rounds = async (t: BillingApart, properties: number): Promise<Figures[]> => {
  const enrollments = Array.from({ length: properties }, (_, i) => ({ propertyId: `property-${i}` }));
  const figures: Figures[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const memory = t.watch();
    const policyId = t.policies.add({ enrollments });
    const generate = () => t.http.post(`/api/invoice/generate/${policyId}`);
    await generate();
    t.policies.change(policyId, { policy: { ratePerNight: 4 } });
    await generate();
    memory.stop();
    const { inUse, resident } = await t.rest();
    const after = { 'resident MiB after': resident, 'MiB in use after': inUse };
    figures.push({ properties, round, 'resident MiB, peak': memory.peak(), ...after });
  }
  console.table(figures);
  return figures;
};

const AT_ONCE = 2_000;

/** The rows of an invoice, and how long the database alone takes for them: the same tables, indexes and batches. */
const bareTables = async (t: BillingApart, invoiceId: string) => {
  const tables = ['invoice_line', 'billed_nights'];
  const from = {
    invoice_line: 'select * from invoice_line where invoice_id = $1',
    billed_nights: 'select b.* from billed_nights b join invoice_line l on l.id = b.line_id where l.invoice_id = $1',
  };
  const batches: { table: string; json: string }[] = [];
  for (const [table, rows] of Object.entries(from)) {
    await t.sql(`create table bare_${table} (like ${table} including all)`);
    const found = await t.sql<{ row: object }>(`select to_json(r) as row from (${rows}) r`, [invoiceId]);
    for (let first = 0; first < found.length; first += AT_ONCE) {
      const batch = found.slice(first, first + AT_ONCE).map(({ row }) => row);
      batches.push({ table: `bare_${table}`, json: JSON.stringify(batch) });
    }
  }
  return {
    async insert() {
      await t.sql('begin');
      for (const { table, json } of batches) {
        await t.sql(`insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`, [json]);
      }
      await t.sql('commit');
    },
    async remove() {
      for (const table of tables) await t.sql(`delete from bare_${table}`);
    },
    async drop() {
      for (const table of tables) await t.sql(`drop table bare_${table}`);
    },
  };
};
