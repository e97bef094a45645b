import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Invoice } from '@staycover/api';
import { inTransaction } from '@staycover/change';
import { eventRejected, inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually } from '@staycover/testing';
import { type Billing, startBilling } from './testing/billing.ts';
import { countingStatements } from './testing/statements.ts';

let t: Billing;

beforeAll(async () => {
  t = await startBilling({ BILLING_PERIOD: 'ARREARS' });
});

beforeEach(() => t.clock.set('2026-12-05T08:00:00Z'));

afterAll(() => t.stop());

const organizationId = 'acme-stays';
const perReservation = () => t.policies.add({ policy: { billingFrequency: 'PER_RESERVATION' } });

const stay = (orderId: string, arrivalDate: string, departureDate: string, ratePerNight: number | null = 8.3) => ({
  orderLineId: `${orderId}-1`,
  propertyId: 'prop-101',
  propertyName: 'Beach House',
  arrivalDate,
  departureDate,
  nights: Temporal.PlainDate.from(arrivalDate).until(departureDate).days,
  ratePerNight,
});

type Stay = ReturnType<typeof stay>;

const processed = (consumer: string, id: string) =>
  eventually(`${consumer} of ${id}`, async () => {
    const rows = await t.sql(`select from inbox where consumer = $1 and event_key like '%' || $2 || '%'`, [
      consumer,
      id,
    ]);
    return rows.length > 0;
  });

const confirm = async (policyId: string, orderId: string, lines: Stay[]) => {
  const order = { organizationId, policyId, orderId, orderReference: `REF-${orderId}`, lines };
  const id = await t.events.publish(inboundEvents.orderConfirmed, order);
  await processed('billing-inbound-order-confirmed', id);
};

const cancel = async (orderId: string, orderLineIds: string[] | null = null) => {
  const id = await t.events.publish(inboundEvents.orderCancelled, { organizationId, orderId, orderLineIds });
  await processed('billing-inbound-order-cancelled', id);
};

const lines = async (policyId: string) => {
  const { body } = await t.generate(policyId);
  return body.lineItems.map(({ orderId, stayMonth, quantity, amount }: Record<string, unknown>) => [
    orderId,
    stayMonth,
    quantity,
    amount,
  ]);
};

test('an order is billed in the months it is slept in, up to the period before', async () => {
  const policyId = perReservation();
  const orderId = newId();
  await confirm(policyId, orderId, [stay(orderId, '2026-11-28', '2026-12-03')]);
  const { body } = await t.generate(policyId);
  expect(body).toMatchObject({ periodStart: '2026-11-01', periodEnd: '2026-11-30', total: 24.9 });
  expect(body.lineItems[0]).toMatchObject({ orderId, orderLineId: `${orderId}-1`, orderReference: `REF-${orderId}` });
  expect(body.lineItems[0]).toMatchObject({ stayMonth: '2026-11', quantity: 3, unitPrice: 8.3 });
  const { body: explained } = await t.http.get(`/api/invoice/${body.id}/explain`);
  expect(explained.lines[0]).toMatchObject({
    rateSource: 'ORDER',
    nightRanges: [{ from: '2026-11-28', to: '2026-11-30' }],
  });
});

test('of overlapping orders of a property the first wins', async () => {
  const policyId = perReservation();
  const [first, second] = [newId(), newId()];
  await confirm(policyId, first, [stay(first, '2026-11-10', '2026-11-12')]);
  await confirm(policyId, second, [stay(second, '2026-11-11', '2026-11-14', null)]);
  expect(await lines(policyId)).toEqual([
    [first, '2026-11', 2, 16.6],
    [second, '2026-11', 2, 8.5],
  ]);
});

test('a later confirmation replaces, a cancellation takes back, both as credits of the order', async () => {
  const policyId = perReservation();
  const orderId = newId();
  await confirm(policyId, orderId, [stay(orderId, '2026-11-10', '2026-11-14')]);
  await t.move((await t.generate(policyId)).body.id, 'SENT');
  await confirm(policyId, orderId, [stay(orderId, '2026-11-10', '2026-11-12')]);
  expect(await lines(policyId)).toEqual([[orderId, '2026-11', -2, -16.6]]);
  await cancel(orderId);
  expect(await lines(policyId)).toEqual([[orderId, '2026-11', -4, -33.2]]);
});

describe('a stay that was billed, and is cancelled or shortened then', () => {
  const billed = async () => {
    const [policyId, orderId] = [perReservation(), newId()];
    await t.hearPolicy(policyId);
    await confirm(policyId, orderId, [stay(orderId, '2026-11-10', '2026-11-14')]);
    await t.move((await t.generate(policyId)).body.id, 'SENT');
    await t.credit();
    const all = async (): Promise<Invoice[]> =>
      (await t.http.get(`/api/invoice?organizationPolicyId=${policyId}`)).body;
    const totals = async () => (await all()).map(({ total }) => total);
    return { policyId, orderId, all, totals };
  };

  test('is credited by the next run', async () => {
    const { policyId, orderId, totals } = await billed();
    await confirm(policyId, orderId, [stay(orderId, '2026-11-10', '2026-11-12')]);
    expect(await t.credit()).toMatchObject({ credited: 1 });
    await cancel(orderId);
    expect(await t.credit()).toMatchObject({ credited: 1 });
    expect(await totals()).toEqual([33.2, -16.6, -16.6]);
    expect(await t.credit()).toMatchObject({ credited: 0 });
  });

  test('is not asked for by dunning until then', async () => {
    const { orderId, all, totals } = await billed();
    t.clock.set('2027-01-20T08:00:00Z');
    await cancel(orderId);
    await t.dun();
    expect(await all()).toMatchObject([{ status: 'SENT', total: 33.2 }]);
    await t.credit();
    expect(await totals()).toEqual([33.2, -33.2]);
  });
});

test('an order of nights that are not billed yet makes no policy wait', async () => {
  const [policyId, orderId] = [perReservation(), newId()];
  await t.hearPolicy(policyId);
  await t.credit();
  await confirm(policyId, orderId, [stay(orderId, '2026-11-10', '2026-11-14')]);
  await cancel(orderId);
  const waiting = 'select from billing_calendar where policy_id = $1 and version > derived_version';
  expect(await t.sql(waiting, [policyId])).toEqual([]);
});

test('a draft with a stay that was cancelled meanwhile is refused, and goes out without it', async () => {
  const policyId = perReservation();
  const [first, second] = [newId(), newId()];
  await confirm(policyId, first, [stay(first, '2026-11-10', '2026-11-12')]);
  await confirm(policyId, second, [stay(second, '2026-11-20', '2026-11-21')]);
  const { body: draft } = await t.generate(policyId);
  await cancel(first);
  const refused = await t.move(draft.id, 'SENT');
  expect([refused.status, refused.body.total]).toEqual([409, 8.3]);
  expect(refused.body.type).toMatch(/draft-stale$/);
  expect(await lines(policyId)).toEqual([[second, '2026-11', 1, 8.3]]);
  expect((await t.move(draft.id, 'SENT')).body).toMatchObject({ status: 'SENT', total: 8.3 });
});

test('a draft with a stay that is for another policy by now is refused', async () => {
  const [policyId, other] = [perReservation(), perReservation()];
  const orderId = newId();
  await confirm(policyId, orderId, [stay(orderId, '2026-11-10', '2026-11-12')]);
  const { body: draft } = await t.generate(policyId);
  await confirm(other, orderId, [stay(orderId, '2026-11-10', '2026-11-12')]);
  expect((await t.move(draft.id, 'SENT')).body).toMatchObject({ status: 409, total: 0 });
  expect([await lines(policyId), await lines(other)]).toEqual([[], [[orderId, '2026-11', 2, 16.6]]]);
});

test("an order that names another organization's policy opens none of its nights", async () => {
  const policyId = t.policies.add();
  await t.generate(policyId);
  await t.generate(policyId);
  const readOpenFrom = () => t.sql('select open_from::text from billing_account where policy_id = $1', [policyId]);
  const before = await readOpenFrom();
  expect(before).not.toEqual([{ open_from: null }]);
  const orderId = newId();
  const foreign = {
    organizationId: 'strangers',
    policyId,
    orderId,
    lines: [stay(orderId, '2020-01-01', '2020-01-03')],
  };
  await processed('billing-inbound-order-confirmed', await t.events.publish(inboundEvents.orderConfirmed, foreign));
  expect(await readOpenFrom()).toEqual(before);
});

test('a cancellation of one line, even before its order is known, leaves the others', async () => {
  const policyId = perReservation();
  const orderId = newId();
  const other = { ...stay(orderId, '2026-11-20', '2026-11-21'), orderLineId: `${orderId}-2` };
  const stays = [stay(orderId, '2026-11-10', '2026-11-12'), other];
  const confirmed = { organizationId, policyId, orderId, orderReference: null, lines: stays };
  await cancel(orderId, [`${orderId}-1`]);
  const envelope = {
    ...inboundEvents.orderConfirmed.example,
    id: newId(),
    time: '2026-11-01T00:00:00Z',
    data: confirmed,
  };
  await t.events.publishRaw(`insurance.inbound.order-confirmed.${organizationId}`, JSON.stringify(envelope));
  await processed('billing-inbound-order-confirmed', envelope.id);
  expect(await lines(policyId)).toEqual([[orderId, '2026-11', 1, 8.3]]);
});

test('a cancellation at the very time of the confirmation counts', async () => {
  const policyId = perReservation();
  const orderId = newId();
  const at = { time: '2026-11-09T10:00:00Z' };
  const stays = [stay(orderId, '2026-11-10', '2026-11-12')];
  const order = { organizationId, policyId, orderId, orderReference: null, lines: stays };
  const confirmed = await t.events.publish(inboundEvents.orderConfirmed, order, at);
  await processed('billing-inbound-order-confirmed', confirmed);
  const cancelled = { organizationId, orderId, orderLineIds: null };
  const id = await t.events.publish(inboundEvents.orderCancelled, cancelled, at);
  await processed('billing-inbound-order-cancelled', id);
  expect(await lines(policyId)).toEqual([]);
});

test('an order of another organization bills nothing', async () => {
  const policyId = t.policies.add({ policy: { billingFrequency: 'PER_RESERVATION', organizationId: 'globex' } });
  const orderId = newId();
  await confirm(policyId, orderId, [stay(orderId, '2026-11-10', '2026-11-12')]);
  expect(await lines(policyId)).toEqual([]);
});

test('an order that breaks the schema is rejected, and its sender gets an event-rejected', async () => {
  const rejected = eventRejected('billing');
  const wrong = {
    organizationId,
    policyId: newId(),
    orderId: 'o',
    lines: [{ ...stay('o', '2026-11-10', '2026-11-12'), nights: 7 }],
  };
  const id = await t.events.publish(inboundEvents.orderConfirmed, wrong);
  const { data } = await t.events.next(rejected, (event) => (event as { id: string }).id === id);
  expect(data).toMatchObject({ errors: [{ pointer: '/data/lines/0/nights' }] });
});

test('a stay is billed by the limits of its first night, also for nights after these have changed', async () => {
  const policyId = perReservation();
  const orderId = newId();
  await confirm(policyId, orderId, [stay(orderId, '2026-11-29', '2026-12-03')]);
  await t.move((await t.generate(policyId)).body.id, 'SENT');
  const inForce = [{ from: '2026-11-01' }, { from: '2026-12-01', minNights: 5 }];
  t.policies.change(policyId, { inForce, changedFrom: '2026-12-01' });

  t.clock.set('2027-01-05T08:00:00Z');
  const december = [[orderId, '2026-12', 2, 16.6]];
  expect(await lines(policyId)).toEqual(december);
  expect(await lines(policyId)).toEqual(december);
});

test('stays that are over before the nights that are looked at are not read again', async () => {
  const policyId = perReservation();
  const many = newId();
  const november = Array.from({ length: 28 }, (_, i) => {
    const arrival = Temporal.PlainDate.from('2026-11-02').add({ days: i });
    const one = stay(many, arrival.toString(), arrival.add({ days: 1 }).toString());
    return { ...one, orderLineId: `${many}-${i}` };
  });
  await confirm(policyId, many, november);
  const bill = async () => t.move((await t.generate(policyId)).body.id, 'SENT');
  expect((await bill()).body).toMatchObject({ status: 'SENT', total: 232.4 });
  t.clock.set('2027-01-05T08:00:00Z');
  const [first, second] = [newId(), newId()];
  await confirm(policyId, first, [stay(first, '2026-12-10', '2026-12-12')]);
  await bill();
  await confirm(policyId, second, [stay(second, '2026-12-20', '2026-12-21')]);

  const { mostRows } = await countingStatements(t.service.platform.database, async () => {
    expect(await lines(policyId)).toEqual([[second, '2026-12', 1, 8.3]]);
  });
  expect(mostRows).toBeLessThan(november.length);
});

describe('while a policy is billed, which has read its stays and notes that nothing of November is open', () => {
  const WAITS = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const openFrom = 'update billing_account set open_from = $2 where policy_id = $1';

  const billedDuring = async (policyId: string, send: () => Promise<void>) => {
    await t.sql(openFrom, [policyId, '2026-11-01']);
    let isTaken = false;
    const { sent } = await inTransaction(t.service.platform.database, async (tx) => {
      await tx.run(openFrom, [policyId, '2026-12-01']);
      const sending = send().then(() => void (isTaken = true));
      await eventually('it waits, or is taken', async () => isTaken || (await t.sql(WAITS)).length > 0);
      return { sent: sending };
    });
    await sent;
  };

  test('an order that comes is billed by the next invoice', async () => {
    const policyId = perReservation();
    await t.generate(policyId);
    const orderId = newId();
    await billedDuring(policyId, () => confirm(policyId, orderId, [stay(orderId, '2026-11-10', '2026-11-12')]));
    expect(await lines(policyId)).toEqual([[orderId, '2026-11', 2, 16.6]]);
  });

  test('an order that is cancelled is credited by the next invoice', async () => {
    const policyId = perReservation();
    const orderId = newId();
    await confirm(policyId, orderId, [stay(orderId, '2026-11-10', '2026-11-12')]);
    await t.move((await t.generate(policyId)).body.id, 'SENT');
    await billedDuring(policyId, () => cancel(orderId));
    expect(await lines(policyId)).toEqual([[orderId, '2026-11', -2, -16.6]]);
  });
});
