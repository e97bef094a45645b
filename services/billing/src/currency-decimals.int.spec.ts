import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { migrate } from '@staycover/db';
import { migrations } from './db/migrations/index.ts';
import { type Billing, startBilling } from './testing/billing.ts';

let t: Billing;

beforeAll(async () => {
  t = await startBilling({ PARTNER_FEE_PERCENT: 5 });
});

afterAll(() => t.stop());

/** Runs the migration as on a schema that was there before it. */
const migrateAgain = async (): Promise<string[]> => {
  await t.sql(`delete from migration_history where name = '0007-currency-decimals'`);
  return migrate(t.database.adminUrl, 'billing', migrations);
};

const read = async (id: string) => (await t.http.get(`/api/invoice/${id}`)).body;

/** An invoice of 30 nights at 4, paid, of which 1 was refunded, as it was kept with `decimals` too few. */
const paidWithTooFew = async (currency: string, decimals: number) => {
  const { body } = await t.generate(t.policies.add({ policy: { currency, ratePerNight: 4 } }));
  await t.move(body.id, 'SENT');
  await t.move(body.id, 'PAID');
  const unit = 10 ** decimals;
  await t.sql(
    `update invoice set subtotal = subtotal / $2, total = total / $2, refunded = 1,
       subtotals_by_category = '{"INSURANCE_PREMIUM": "120"}' where id = $1`,
    [body.id, unit],
  );
  await t.sql(
    `update invoice_line set amount = 120, premium = 81, loss_fund = 33, partner_fee = 6 where invoice_id = $1`,
    [body.id],
  );
  await t.sql(`insert into refund values ($1, 're_1', 1, now())`, [body.id]);
  return read(body.id);
};

describe('amounts of currencies with wrong decimals', () => {
  test.each([
    ['HUF', 2, 12_000],
    ['IQD', 3, 120_000],
  ])('in %s are brought to %d decimals', async (currency, decimals, customerCents) => {
    const { id, version } = await paidWithTooFew(currency, decimals);
    expect(await migrateAgain()).toEqual(['0007-currency-decimals']);
    const invoice = await read(id);
    expect(invoice).toMatchObject({
      currency,
      subtotal: 120,
      total: 120,
      subtotalsByCategory: { INSURANCE_PREMIUM: 120 },
      version: version + 1,
    });
    expect(invoice.lineItems[0]).toMatchObject({ amount: 120, unitPrice: 4, lossFundCharge: 33 });
    expect(invoice.lineItems[0].audiences.customerCents).toBe(customerCents);
    const amounts = invoice.lineItems[0].components.map(({ amount }: { amount: number }) => amount);
    expect(amounts).toEqual([81, 33, 6]);
    const unit = `${10 ** decimals}`;
    expect(await t.sql('select amount from refund where invoice_id = $1', [id])).toEqual([{ amount: unit }]);
    expect(await t.sql('select refunded from invoice where id = $1', [id])).toEqual([{ refunded: unit }]);
    expect(
      await t.sql('select actor, source from audit where resource_id = $1 order by id desc limit 1', [id]),
    ).toEqual([{ actor: expect.any(String), source: '0007-currency-decimals' }]);
  });

  test('change nothing in other currencies', async () => {
    const invoices = await Promise.all(
      ['USD', 'JPY', 'BHD'].map(async (currency) => {
        const { body } = await t.generate(t.policies.add({ policy: { currency, ratePerNight: 4 } }));
        return body;
      }),
    );
    await migrateAgain();
    for (const invoice of invoices) expect(await read(invoice.id)).toEqual(invoice);
  });

  test('are read and billed with two decimals when the currency was withdrawn', async () => {
    const { status, body } = await t.generate(t.policies.add({ policy: { currency: 'SLL', ratePerNight: 4.25 } }));
    expect(status).toBe(201);
    expect(body).toMatchObject({ currency: 'SLL', total: 127.5 });
  });
});
