import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { PremiumBordereauRow, ReceivablesRow } from '@staycover/api';
import { newId } from '@staycover/kernel';
import { cents, total } from './testing/account-reports.ts';
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

const policy = (changes = {}) => t.policies.add({ policy: { organizationId }, ...changes });
const sent = (policyId: string) => t.sent(policyId);
const pay = (amountPennies: number, ...invoiceIds: string[]) => t.pay(organizationId, amountPennies, ...invoiceIds);

const bordereau = async (month: string): Promise<PremiumBordereauRow[]> =>
  (await t.http.get(`/api/report/premium-bordereau?organizationId=${organizationId}&month=${month}`)).body;
const receivables = async (asOf: string): Promise<ReceivablesRow[]> =>
  (await t.http.get(`/api/report/receivables?organizationId=${organizationId}&asOf=${asOf}`)).body;

const sumPremium = (row: PremiumBordereauRow): number =>
  cents(row.premium) + cents(row.lossFund) + cents(row.partnerFee) + cents(row.serviceFee);
const ledger = async (account: string): Promise<number> => {
  const [row] = await t.sql<{ total: string }>(
    'select coalesce(sum(amount), 0) as total from ar_posting where organization_id = $1 and account = $2',
    [organizationId, account],
  );
  return Number(row!.total);
};

describe('the premium bordereau', () => {
  test('has a row for each order line, by the day it went out, with what was collected of it by then', async () => {
    const invoice = await sent(policy());
    await pay(5_000, invoice.id);
    const november = await bordereau('2026-11');
    expect(november).toEqual([
      expect.objectContaining({
        transactionDate: '2026-11-10',
        invoiceReference: invoice.invoiceReference,
        type: 'PREMIUM',
        insuredName: organizationId,
        nights: 30,
        premium: 94.5,
        lossFund: 33,
        collected: 50,
        currency: 'USD',
      }),
    ]);
    t.clock.set('2026-12-05T09:00:00Z');
    await pay(7_750, invoice.id);
    expect(await bordereau('2026-11')).toEqual(november);
    expect(await bordereau('2026-12')).toEqual([]);
  });

  test('has all of a line as collected where its invoice is for nothing, once that is paid', async () => {
    const { body: draft } = await t.generate(policy());
    const adjustment = { description: 'Courtesy', category: 'ADJUSTMENT', amountPennies: -cents(draft.total) };
    expect((await t.http.post(`/api/invoice/${draft.id}/line-items`, adjustment)).body.total).toBe(0);
    await t.move(draft.id, 'SENT');
    expect((await bordereau('2026-11')).map(({ collected }) => collected)).toEqual([0]);
    await t.move(draft.id, 'PAID');
    expect((await bordereau('2026-11')).map(({ collected }) => collected)).toEqual([draft.total]);
  });

  test('given a payer that is renamed, then what was issued before keeps the name, as its documents do', async () => {
    const partyOn = async (id: string) => (await t.http.get(`/api/invoice/${id}/document`)).body.party;
    await t.knowPayer(organizationId, 'dana@acme.example', { legalBusinessName: 'Acme Stays LLC' });
    const [invoice, { body: draft }] = [await sent(policy()), await t.generate(policy())];
    await t.knowPayer(organizationId, 'lee@harbour.example', {
      legalBusinessName: 'Harbour Stays LLC',
      createdDate: '2030-01-01T00:00:00.000Z',
    });
    expect(await partyOn(invoice.id)).toEqual(['Acme Stays LLC', 'dana@acme.example']);
    expect(await partyOn(draft.id)).toEqual(['Harbour Stays LLC', 'lee@harbour.example']);
    await t.move(draft.id, 'SENT');
    const named = (await bordereau('2026-11')).map(({ invoiceReference, insuredName }) => [
      invoiceReference,
      insuredName,
    ]);
    expect(named).toEqual([
      [invoice.invoiceReference, 'Acme Stays LLC'],
      [draft.invoiceReference, 'Harbour Stays LLC'],
    ]);
  });

  test('takes back what a credit note credits, and what was voided in its own month', async () => {
    const [ended, voided] = [policy(), policy()];
    await sent(ended);
    const gone = await sent(voided);
    t.policies.change(ended, { coverageEndsOn: '2026-11-10', policy: { status: 'CANCELLED' } });
    await sent(ended);
    const november = await bordereau('2026-11');
    expect(november.map(({ type, nights }) => [type, nights])).toEqual([
      ['PREMIUM', 30],
      ['PREMIUM', 30],
      ['RETURN_PREMIUM', expect.any(Number)],
    ]);
    t.clock.set('2026-12-01T09:00:00Z');
    await t.move(gone.id, 'VOID');
    expect(await bordereau('2026-11')).toEqual(november);
    expect((await bordereau('2026-12')).map(({ type, nights, premium }) => [type, nights, premium])).toEqual([
      ['VOID', -30, -94.5],
    ]);
  });

  test('has a refund taken off what was collected by the credit note that meets it, in the month of that', async () => {
    const policyId = policy();
    const invoice = await sent(policyId);
    const { body: payment } = await pay(12_750, invoice.id);
    await t.http.post(`/api/payment/${payment.id}/refunds`, { amountPennies: 4_250, reason: 'CREDIT' });
    const november = await bordereau('2026-11');
    expect(november.map(({ collected }) => collected)).toEqual([127.5]);
    t.clock.set('2026-12-01T09:00:00Z');
    t.policies.change(policyId, { coverageEndsOn: '2026-11-21', policy: { status: 'CANCELLED' } });
    await sent(policyId);
    expect((await bordereau('2026-12')).map(({ type, collected }) => [type, collected])).toEqual([
      ['RETURN_PREMIUM', -42.5],
    ]);
    expect(await bordereau('2026-11')).toEqual(november);
  });

  test('adds up to what the ledger has billed, and the receivables to what it has open (property 8)', async () => {
    const ids = [policy(), policy(), policy(), policy()];
    const invoices = [];
    for (const id of ids) invoices.push(await sent(id));
    await pay(10_000, invoices[0].id);
    t.policies.change(ids[1]!, { coverageEndsOn: '2026-11-10', policy: { status: 'CANCELLED' } });
    await sent(ids[1]!);
    t.clock.set('2026-12-20T09:00:00Z');
    await t.move(invoices[2].id, 'VOID');
    await sent(ids[0]!);
    await pay(40_000);
    await t.move(invoices[3].id, 'UNCOLLECTIBLE');
    t.clock.set('2027-01-15T09:00:00Z');
    await pay(1_000);
    const rows = [...(await bordereau('2026-11')), ...(await bordereau('2026-12')), ...(await bordereau('2027-01'))];
    expect(total(rows.map(sumPremium))).toBe(-(await ledger('BILLED')));
    const [aged] = await receivables('2027-01-15');
    expect(cents(aged!.balance)).toBe(await ledger('RECEIVABLE'));
    const { notDue, days30, days60, days90, over90, held, openRefunds, balance } = aged!;
    expect(total([notDue, days30, days60, days90, over90, openRefunds].map(cents)) - cents(held)).toBe(cents(balance));
    const { body } = await t.http.get(`/api/account/${organizationId}`);
    expect(body.balances[0]).toMatchObject({ balance, held });
  });
});

test('receivables are by age as of the day asked for, which does not change later', async () => {
  await sent(policy());
  const aged = async (asOf: string) => {
    const [row] = await receivables(asOf);
    return (
      row &&
      Object.entries(row)
        .filter(([, amount]) => amount === 127.5)
        .map(([name]) => name)
    );
  };
  t.clock.set('2027-06-01T09:00:00Z');
  await pay(12_750);
  const ages = [
    '2026-11-09',
    '2026-11-10',
    '2026-12-10',
    '2026-12-11',
    '2027-01-09',
    '2027-01-10',
    '2027-02-09',
    '2027-03-11',
  ];
  expect(await Promise.all(ages.slice(0, 3).map(aged))).toEqual([
    undefined,
    ['notDue', 'balance'],
    ['notDue', 'balance'],
  ]);
  expect(await Promise.all(ages.slice(3, 6).map(aged))).toEqual([
    ['days30', 'balance'],
    ['days30', 'balance'],
    ['days60', 'balance'],
  ]);
  expect(await Promise.all(ages.slice(6).map(aged))).toEqual([
    ['days90', 'balance'],
    ['over90', 'balance'],
  ]);
  expect((await receivables('2027-06-01'))[0]).toMatchObject({ balance: 0 });
});

test.each([
  ['premium-bordereau', 'organizationId=acme', '?month'],
  ['premium-bordereau', 'month=2026-11', '?organizationId'],
  ['premium-bordereau', 'organizationId=acme&month=november', '?month'],
  ['premium-bordereau', 'organizationId=acme&month=2026-11&policyId=1', '?policyId'],
  ['receivables', 'asOf=2026-11-01', '?organizationId'],
  ['receivables', 'organizationId=acme&asOf=2026-11-31', '?asOf'],
])('%s?%s is refused', async (name, query, pointer) => {
  const { status, body } = await t.http.get(`/api/report/${name}?${query}`);
  expect([status, body.errors.map((fault: { pointer: string }) => fault.pointer)]).toEqual([400, [pointer]]);
});
