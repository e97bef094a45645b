import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { billingEvents } from '@staycover/events';
import { type Billing, startBilling } from './testing/billing.ts';
import { countingStatements } from './testing/statements.ts';

const FEW = 500;
const MANY = 2_500;
/** Read and written for a property in a step. */
const MOST_ROWS = 10;

jest.setTimeout(300_000);

let t: Billing;

beforeAll(async () => {
  t = await startBilling();
});

afterAll(() => t.stop());

const addPolicy = (properties: number): string =>
  t.policies.add({
    // Names as long and as wide in bytes as they may be: the split events still have to fit.
    enrollments: Array.from({ length: properties }, (_, i) => ({
      propertyId: `property-${i}`,
      propertyName: `${i} ${'海'.repeat(240)}`,
    })),
  });

/** What an invoice of so many properties costs, step by step, from its draft to the credit that is voided. */
const measureLife = async (properties: number) => {
  const policyId = addPolicy(properties);
  const costs: Record<string, { statements: number; rows: number }> = {};
  const step = async (name: string, ask: () => ReturnType<Billing['generate']>) => {
    let answer!: Awaited<ReturnType<Billing['generate']>>;
    costs[name] = await countingStatements(t.service.platform.database, async () => void (answer = await ask()));
    return answer;
  };
  const generate = () => t.generate(policyId);

  const { body: invoice, status } = await step('generate', generate);
  expect([status, status === 201 || invoice]).toEqual([201, true]);
  expect([invoice.lineItems.length, invoice.total]).toEqual([properties, 127.5 * properties]);
  const references = (of: { lineItems: { orderReference: string }[] }) =>
    of.lineItems.map((line) => line.orderReference);
  expect(references((await t.http.get(`/api/invoice/${invoice.id}`)).body)).toEqual(references(invoice));
  expect((await step('generate again', generate)).body.version).toBe(1);
  t.policies.change(policyId, { policy: { ratePerNight: 4 } });
  expect((await step('refresh', generate)).body).toMatchObject({ id: invoice.id, total: 120 * properties, version: 2 });

  await step('send', () => t.move(invoice.id, 'SENT'));
  await step('pay', () => t.move(invoice.id, 'PAID'));

  t.policies.change(policyId, { coverageEndsOn: '2026-11-21' });
  const credit = await step('credit', generate);
  expect([credit.body.lineItems.length, credit.body.total]).toEqual([properties, -40 * properties]);
  expect((await step('void', () => t.move(credit.body.id, 'VOID'))).status).toBe(200);
  return { invoiceId: invoice.id as string, costs };
};

test(`statements do not grow with an invoice's properties but by batches, rows in proportion`, async () => {
  const few = await measureLife(FEW);
  const many = await measureLife(MANY);
  for (const [step, { statements, rows }] of Object.entries(many.costs)) {
    const less = few.costs[step]!;
    // For 500 lines: their batch, three about their nights, and two reads of what may be corrected.
    expect(statements - less.statements).toBeLessThanOrEqual(((MANY - FEW) / 500) * 6);
    expect(rows).toBeLessThanOrEqual(MANY * MOST_ROWS);
  }
});

test(`${MANY} properties on one invoice are generated, refreshed, credited, sent and paid`, async () => {
  const { invoiceId } = await measureLife(MANY);
  const ofIt = ({ invoiceId: id }: { invoiceId: string }) => id === invoiceId;
  const isLast = (data: { invoiceId: string; part: number; parts: number }) => ofIt(data) && data.part === data.parts;
  const last = await t.events.next(billingEvents.reserveSplit, isLast);
  const parts = t.events.of(billingEvents.reserveSplit).flatMap(({ data }) => (ofIt(data) ? [data] : []));
  expect(parts.map(({ part }) => part)).toEqual(Array.from({ length: last.data.parts }, (_, i) => i + 1));
  expect(parts.reduce((total, { totalCents }) => total + totalCents, 0)).toBe(12_000 * MANY);
  expect(new Set(parts.flatMap(({ splits }) => splits.map(({ orderLineId }) => orderLineId))).size).toBe(MANY);
});

test('what is billed at another rate is charged and given back on one invoice, however many properties there are', async () => {
  const policyId = addPolicy(MANY);
  const { body: sent } = await t.generate(policyId);
  await t.move(sent.id, 'SENT');
  t.policies.change(policyId, { policy: { ratePerNight: 4 } });
  const { body: changed, status } = await t.generate(policyId);
  expect([status, changed.lineItems.length, changed.total]).toEqual([201, 2 * MANY, -7.5 * MANY]);
  t.policies.change(policyId, { policy: { ratePerNight: 3 } });
  const { body: refreshed } = await t.generate(policyId);
  expect([refreshed.id, refreshed.lineItems.length, refreshed.total]).toEqual([changed.id, 2 * MANY, -37.5 * MANY]);
});
