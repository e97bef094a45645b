import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { InvoiceSummary } from '@staycover/api';
import { newId } from '@staycover/kernel';
import { type Billing, startBilling } from './testing/billing.ts';

let t: Billing;
let organizationId: string;

beforeAll(async () => {
  t = await startBilling();
});
beforeEach(() => {
  t.clock.set('2026-11-10T09:00:00Z');
  organizationId = `org-${newId()}`;
});
afterAll(() => t.stop());

const drafted = async (changes = {}) =>
  (await t.generate(t.policies.add({ policy: { organizationId }, ...changes }))).body;
const sent = async () => (await t.move((await drafted()).id, 'SENT')).body;
const pay = (amountPennies: number, ...invoiceIds: string[]) => t.pay(organizationId, amountPennies, ...invoiceIds);
const summary = async (query = ''): Promise<InvoiceSummary> => {
  const { body } = await t.http.get(`/api/invoice/summary?organizationId=${organizationId}${query}`);
  return InvoiceSummary.parse(body);
};

test('an organization without invoices has no figures', async () => {
  expect(await summary()).toEqual({ asOf: '2026-11-10T09:00:00.000Z', currencies: [] });
});

test('drafts are counted but not billed; what is void is neither billed nor due; part payments lower what is due', async () => {
  const [open, gone] = [await sent(), await sent()];
  await drafted();
  await t.move(gone.id, 'VOID');
  await pay(2_750, open.id);
  const { currencies } = await summary();
  expect(currencies).toEqual([
    {
      currency: 'USD',
      months: [{ month: '2026-11', billed: 127.5, due: 100 }],
      states: [
        { status: 'DRAFT', count: 1, due: 127.5 },
        { status: 'SENT', count: 1, due: 100 },
        { status: 'VOID', count: 1, due: 0 },
      ],
      receivables: { notDue: 100, days30: 0, days60: 0, days90: 0, over90: 0 },
    },
  ]);
});

test('a credit note is taken off what was billed and due, in the month of its period', async () => {
  const id = t.policies.add({ policy: { organizationId } });
  const { body } = await t.generate(id);
  await t.move(body.id, 'SENT');
  t.policies.change(id, { coverageEndsOn: '2026-11-10', policy: { status: 'CANCELLED' } });
  const { body: credit } = await t.generate(id);
  await t.move(credit.id, 'SENT');
  const [figures] = (await summary()).currencies;
  const { body: account } = await t.http.get(`/api/account/${organizationId}`);
  expect(credit.total).toBeLessThan(0);
  expect(figures!.months).toEqual([
    { month: '2026-11', billed: body.total + credit.total, due: account.balances[0].balance },
  ]);
});

test('what is due is shown by age, as the report of receivables has it', async () => {
  const invoice = await sent();
  for (const asOf of ['2026-12-10', '2026-12-11', '2027-01-10', '2027-02-09', '2027-03-11']) {
    t.clock.set(`${asOf}T09:00:00Z`);
    const { body: report } = await t.http.get(`/api/report/receivables?organizationId=${organizationId}`);
    const { notDue, days30, days60, days90, over90 } = report[0];
    const { receivables } = (await summary()).currencies[0]!;
    expect([asOf, receivables]).toEqual([asOf, { notDue, days30, days60, days90, over90 }]);
    expect(Object.values(receivables).toSorted()).toEqual([0, 0, 0, 0, invoice.total].toSorted());
  }
  expect((await summary('&months=4')).currencies[0]!.months).toEqual([]);
  expect((await summary('&months=5')).currencies[0]!.months).toHaveLength(1);
});

test.each([
  ['months=0', '?months'],
  ['months=61', '?months'],
  ['months=twelve', '?months'],
  ['days=3', '?days'],
  ['organizationId=', '?organizationId'],
])('%s is refused', async (query, pointer) => {
  const { status, body } = await t.http.get(`/api/invoice/summary?${query}`);
  expect([status, body.errors.map((fault: { pointer: string }) => fault.pointer)]).toEqual([400, [pointer]]);
});
