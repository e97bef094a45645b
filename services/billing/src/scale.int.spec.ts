import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { billingEvents } from '@staycover/events';
import { type Billing, startBilling } from './testing/billing.ts';

const PROPERTIES = 10_000;
const SECONDS = 15;

let t: Billing;

beforeAll(async () => {
  t = await startBilling();
});

afterAll(() => t.stop());

const within = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const started = performance.now();
  const result = await work();
  const seconds = (performance.now() - started) / 1_000;
  if (seconds > SECONDS) throw new Error(`It took ${seconds} s to ${what}`);
  return result;
};

test(`${PROPERTIES} properties on one invoice are generated, refreshed, credited, sent and paid in seconds`, async () => {
  // Names as long and as wide in bytes as they may be: the split events still have to fit.
  const properties = Array.from({ length: PROPERTIES }, (_, i) => ({
    propertyId: `property-${i}`,
    propertyName: `${i} ${'海'.repeat(240)}`,
  }));
  const policyId = t.policies.add({ enrollments: properties });
  const generate = () => t.generate(policyId);

  const { body: invoice, status } = await within('generate', generate);
  expect([status, invoice.lineItems.length, invoice.total]).toEqual([201, PROPERTIES, 1_275_000]);
  expect((await within('generate again', generate)).body.version).toBe(1);
  t.policies.change(policyId, { policy: { ratePerNight: 4 } });
  expect((await within('refresh', generate)).body).toMatchObject({ id: invoice.id, total: 1_200_000, version: 2 });

  const path = `/api/invoice/${invoice.id}/status`;
  await within('send', () => t.http.patch(path, { status: 'SENT' }));
  await within('pay', () => t.http.patch(path, { status: 'PAID' }));

  t.policies.change(policyId, { coverageEndsOn: '2026-11-21' });
  const credit = await within('credit', generate);
  expect([credit.body.lineItems.length, credit.body.total]).toEqual([PROPERTIES, -400_000]);
  const voided = await within('void', () => t.http.patch(`/api/invoice/${credit.body.id}/status`, { status: 'VOID' }));
  expect(voided.status).toBe(200);

  const last = await t.events.next(billingEvents.reserveSplit, ({ part, parts }) => part === parts, 20_000);
  const parts = t.events.of(billingEvents.reserveSplit).map(({ data }) => data);
  expect(parts.map(({ part }) => part)).toEqual(Array.from({ length: last.data.parts }, (_, i) => i + 1));
  expect(parts.reduce((total, { totalCents }) => total + totalCents, 0)).toBe(120_000_000);
  expect(new Set(parts.flatMap(({ splits }) => splits.map(({ orderLineId }) => orderLineId))).size).toBe(PROPERTIES);
});
