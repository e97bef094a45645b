import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { migrate } from '@staycover/db';
import { billingEvents, type DataOf, ledgerBalances } from '@staycover/events';
import { type Actor, newId, sum } from '@staycover/kernel';
import { askService, eventually, type TestService } from '@staycover/testing';
import fc from 'fast-check';
import { migrations } from './db/migrations/index.ts';
import { readBalances } from './db/postings.ts';
import { startClaims } from './testing/service.ts';

let t: TestService;
beforeAll(async () => {
  t = await startClaims();
});
afterAll(() => t.stop());

type SplitEvent = DataOf<typeof billingEvents.reserveSplit>;
type Parts = { premiumCents: number; lossFundCents: number; partnerCents?: number; serviceCostCents?: number };

const split = ({ premiumCents, lossFundCents, partnerCents = 0, serviceCostCents = 0 }: Parts) => ({
  orderId: newId(),
  orderLineId: newId(),
  propertyName: 'Beach House',
  stayMonth: '2026-11',
  premiumCents,
  lossFundCents,
  partnerCents,
  serviceCostCents,
  totalCents: premiumCents + lossFundCents + partnerCents + serviceCostCents,
});

const splitEvent = (policyId: string, parts: Parts[], changes: Partial<SplitEvent> = {}): SplitEvent => {
  const splits = parts.map(split);
  return {
    organizationId: 'acme',
    version: 4,
    invoiceId: newId(),
    policyId,
    periodStart: '2026-11-01',
    periodEnd: '2026-11-30',
    paidDate: '2026-12-03',
    currency: 'USD',
    splits,
    totalCents: splits.reduce((total, { totalCents }) => total + totalCents, 0),
    part: 1,
    parts: 1,
    ...changes,
  };
};

const acme: Actor = { id: 'auditor', organizations: ['acme'], roles: ['read'] };

const balances = async (policyId: string, actor = acme) => {
  const found = await readBalances(t.service.platform.database, actor, { organizationId: 'acme', policyId });
  return Object.fromEntries(found.map(({ currency, account, balance }) => [`${currency} ${account}`, balance]));
};

const posted = (eventId: string, count: number) =>
  eventually(`${count} postings of ${eventId}`, async () => {
    const rows = await t.sql<{ amount: string }>('select amount from posting where source_event_id = $1', [eventId]);
    return rows.length === count && rows;
  });

describe('reserve splits', () => {
  test('become postings, and their reversal takes them back', async () => {
    const policyId = newId();
    const data = splitEvent(policyId, [
      { premiumCents: 9_450, lossFundCents: 3_300 },
      { premiumCents: 500, lossFundCents: 0, partnerCents: 75, serviceCostCents: 25 },
    ]);
    const rows = await posted(await t.events.publish(billingEvents.reserveSplit, data), 7);
    expect(sum(rows.map(({ amount }) => BigInt(amount)))).toBe(0n);
    expect(await balances(policyId)).toEqual({
      'USD COLLECTED_PREMIUM': 13_350n,
      'USD LOSS_FUND': 3_300n,
      'USD PARTNER': 75n,
      'USD RETAINED_PREMIUM': 9_950n,
      'USD SERVICE': 25n,
    });

    const splits = data.splits
      .slice(0, 1)
      .map((s) => ({ ...s, premiumCents: -4_725, lossFundCents: -1_650, totalCents: -6_375 }));
    const reversal = { ...data, version: 5, splits, totalCents: -6_375, reason: 'REFUND' as const, refundId: 're_1' };
    await posted(await t.events.publish(billingEvents.reserveSplitReversed, reversal), 3);
    expect(await balances(policyId)).toMatchObject({ 'USD COLLECTED_PREMIUM': 6_975n, 'USD LOSS_FUND': 1_650n });
  });

  test('of the parts of one invoice are separate source events', async () => {
    const policyId = newId();
    const invoiceId = newId();
    const part = (n: number) =>
      splitEvent(policyId, [{ premiumCents: 100, lossFundCents: 10 }], { invoiceId, part: n, parts: 2 });
    for (const n of [1, 2]) await posted(await t.events.publish(billingEvents.reserveSplit, part(n)), 3);
    expect(await balances(policyId)).toMatchObject({ 'USD LOSS_FUND': 20n });
  });

  test('that come again have no second effect, also when the inbox has forgotten them', async () => {
    const policyId = newId();
    const data = splitEvent(policyId, [{ premiumCents: 100, lossFundCents: 10 }]);
    const id = newId();
    await posted(await t.events.publish(billingEvents.reserveSplit, data, { id }), 3);
    const again = { ...billingEvents.reserveSplit.example, id, data };
    const forget = () => t.sql('delete from inbox where event_key = $1', [id]);
    for (let i = 0; i < 3; i++) {
      if (i === 2) await forget();
      await t.events.publishRaw('insurance.billing.reserve-split.acme', JSON.stringify(again));
    }
    const marker = splitEvent(newId(), [{ premiumCents: 1, lossFundCents: 1 }]);
    await posted(await t.events.publish(billingEvents.reserveSplit, marker), 3);
    await eventually(
      'the repetition after the inbox forgot',
      async () => (await t.sql('select 1 from inbox where event_key = $1', [id])).length === 1,
    );
    expect(await balances(policyId)).toMatchObject({ 'USD COLLECTED_PREMIUM': 110n });
  });

  test('of currencies with wrong decimals are converted to minor units of ISO 4217', async () => {
    const policyId = newId();
    for (const currency of ['HUF', 'IQD', 'USD'])
      await posted(
        await t.events.publish(
          billingEvents.reserveSplit,
          splitEvent(policyId, [{ premiumCents: 94, lossFundCents: 33 }], { currency }),
        ),
        3,
      );
    await t.sql(`delete from migration_history where name = '0004-currency-decimals'`);
    expect(await migrate(t.database.adminUrl, 'claims', migrations)).toEqual(['0004-currency-decimals']);
    expect(await balances(policyId)).toMatchObject({
      'HUF LOSS_FUND': 3_300n,
      'HUF COLLECTED_PREMIUM': 12_700n,
      'IQD LOSS_FUND': 33_000n,
      'USD LOSS_FUND': 33n,
    });
    await expect(t.sql('update posting set amount = 1')).rejects.toThrow('append-only');
  });

  test('are kept by currency, and zero amounts leave no posting', async () => {
    const policyId = newId();
    await posted(
      await t.events.publish(
        billingEvents.reserveSplit,
        splitEvent(policyId, [{ premiumCents: 7, lossFundCents: 0 }], { currency: 'JPY' }),
      ),
      2,
    );
    await posted(
      await t.events.publish(
        billingEvents.reserveSplit,
        splitEvent(policyId, [
          { premiumCents: 5, lossFundCents: 0 },
          { premiumCents: 0, lossFundCents: 0 },
        ]),
      ),
      2,
    );
    expect(await balances(policyId)).toEqual({
      'JPY COLLECTED_PREMIUM': 7n,
      'JPY RETAINED_PREMIUM': 7n,
      'USD COLLECTED_PREMIUM': 5n,
      'USD RETAINED_PREMIUM': 5n,
    });
  });

  test('show in the balances that other services may ask for', async () => {
    const policyId = newId();
    const organizationId = 'rpc-org';
    await posted(
      await t.events.publish(
        billingEvents.reserveSplit,
        splitEvent(policyId, [{ premiumCents: 9, lossFundCents: 1 }], { organizationId }),
      ),
      3,
    );
    const { nats } = t.service.platform;
    const all = await askService(nats, ledgerBalances, { organizationId });
    expect(all.balances).toEqual([
      { policyId, currency: 'USD', account: 'COLLECTED_PREMIUM', balanceCents: 10 },
      { policyId, currency: 'USD', account: 'LOSS_FUND', balanceCents: 1 },
      { policyId, currency: 'USD', account: 'RETAINED_PREMIUM', balanceCents: 9 },
    ]);
    expect(await askService(nats, ledgerBalances, { organizationId, policyId })).toEqual(all);
    expect(await askService(nats, ledgerBalances, { organizationId: 'others', policyId })).toEqual({ balances: [] });
  });

  test('of 500 lines are posted in one go', async () => {
    const policyId = newId();
    const parts = Array.from({ length: 500 }, () => ({
      premiumCents: 100,
      lossFundCents: 10,
      partnerCents: 3,
      serviceCostCents: 2,
    }));
    await posted(await t.events.publish(billingEvents.reserveSplit, splitEvent(policyId, parts)), 2_500);
    expect(await balances(policyId)).toMatchObject({ 'USD COLLECTED_PREMIUM': 57_500n });
  });

  test('whatever their amounts leave every source event at zero, and balances that match what was split', async () => {
    const policyId = newId();
    const cents = fc.integer({ min: -100_000_000, max: 100_000_000 });
    const parts = fc.record({
      premiumCents: cents,
      lossFundCents: cents,
      partnerCents: cents,
      serviceCostCents: cents,
    });
    const events = fc.sample(fc.array(parts, { minLength: 1, maxLength: 20 }), { numRuns: 25, seed: 7 });
    const expected = { premium: 0n, lossFund: 0n };
    for (const given of events) {
      await t.events.publish(billingEvents.reserveSplit, splitEvent(policyId, given));
      expected.premium += sum(given.map(({ premiumCents }) => BigInt(premiumCents)));
      expected.lossFund += sum(given.map(({ lossFundCents }) => BigInt(lossFundCents)));
    }
    await eventually('all events', async () => {
      const [row] = await t.sql<{ n: string }>(
        'select count(distinct source_event_id) as n from posting where policy_id = $1',
        [policyId],
      );
      return row!.n === '25';
    });
    const totals = await t.sql<{ total: string }>('select sum(amount) as total from posting group by source_event_id');
    expect(new Set(totals.map(({ total }) => total))).toEqual(new Set(['0']));
    expect(await balances(policyId)).toMatchObject({
      'USD RETAINED_PREMIUM': expected.premium,
      'USD LOSS_FUND': expected.lossFund,
    });
  });
});

describe('the ledger itself', () => {
  const insert = (lines: [number, string, number][], eventId = newId()) =>
    t.sql(
      `insert into posting (source_event_id, line, account, amount, organization_id, policy_id, currency, invoice_id, order_line_id, stay_month, posted_at)
       values ${lines.map(([line, account, amount]) => `('${eventId}', ${line}, '${account}', ${amount}, 'acme', '${newId()}', 'USD', '${newId()}', 'l', '2026-11', now())`).join()}`,
    );

  test('refuses postings that do not sum to zero, in SQL as well', async () => {
    await expect(
      insert([
        [0, 'COLLECTED_PREMIUM', 100],
        [2, 'LOSS_FUND', -99],
      ]),
    ).rejects.toThrow('not to zero');
    await expect(
      insert([
        [0, 'COLLECTED_PREMIUM', 100],
        [2, 'LOSS_FUND', -50],
        [7, 'LOSS_FUND', -50],
      ]),
    ).rejects.toThrow('not to zero');
    await expect(
      insert([
        [0, 'COLLECTED_PREMIUM', 100],
        [2, 'LOSS_FUND', -100],
      ]),
    ).resolves.toEqual([]);
  });

  test('refuses a second posting under the same line, an unknown account and nothing', async () => {
    const eventId = newId();
    await insert(
      [
        [0, 'COLLECTED_PREMIUM', 1],
        [1, 'RETAINED_PREMIUM', -1],
      ],
      eventId,
    );
    await expect(
      insert(
        [
          [0, 'COLLECTED_PREMIUM', 1],
          [1, 'RETAINED_PREMIUM', -1],
        ],
        eventId,
      ),
    ).rejects.toThrow('posting_line');
    await expect(
      insert([
        [0, 'POCKET', 1],
        [1, 'RETAINED_PREMIUM', -1],
      ]),
    ).rejects.toThrow('check');
    await expect(insert([[0, 'COLLECTED_PREMIUM', 0]])).rejects.toThrow('check');
  });

  test.each(['update posting set amount = 1', 'delete from posting', 'truncate posting'])(
    'is append-only: %s',
    async (statement) => {
      await expect(t.sql(statement)).rejects.toThrow('append-only');
    },
  );

  test('shows nothing to other organizations', async () => {
    const policyId = newId();
    await posted(
      await t.events.publish(billingEvents.reserveSplit, splitEvent(policyId, [{ premiumCents: 1, lossFundCents: 1 }])),
      3,
    );
    expect(await balances(policyId, { ...acme, organizations: ['others'] })).toEqual({});
  });
});
