import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Policy } from '@staycover/api';
import { inboundEvents } from '@staycover/events';
import { eventually } from '@staycover/testing';
import { type Billing, startBilling } from './testing/billing.ts';
import { type PaidBilling, startPaidBilling } from './testing/paid-billing.ts';

let b: Billing;

const learn = (policyId: string) => b.hearPolicy(policyId);

const activePolicy = async (changes: Partial<Policy> = {}): Promise<string> => {
  const id = b.policies.add({ policy: { status: 'ACTIVE', ...changes } });
  await learn(id);
  return id;
};

const runNight = async (day: string): Promise<void> => {
  b.clock.set(`${day}T03:00:00Z`);
  await eventually('the invoices of the night', () => b.service.scheduler.catchUp());
};

type Listed = { id: string; status: string; total: number; createdBy: string; lineItems: Line[] };
type Line = { stayMonth: string; quantity: number };

const listInvoices = async (policyId: string) => {
  const { body } = await b.http.get(`/api/invoice?organizationPolicyId=${policyId}`);
  return body as Listed[];
};

const listMonths = async (policyId: string) =>
  (await listInvoices(policyId)).map(({ lineItems }) => [...new Set(lineItems.map((line) => line.stayMonth))]);

const lastRun = async () => {
  const newest = `select counts from schedule_run where schedule = 'invoicing' order by id desc limit 1`;
  const [run] = await b.sql<{ counts: Record<string, number> }>(newest);
  return run!.counts;
};

describe('the calendar', () => {
  beforeAll(async () => {
    b = await startBilling({ AUTO_INVOICE: 'on' });
  });

  afterAll(() => b.stop());

  test('bills monthly and quarterly policies on their days, for all months since', async () => {
    const monthly = await activePolicy({ termStart: '2026-11-01' });
    const quarterly = await activePolicy({ termStart: '2026-11-01', billingFrequency: 'QUARTERLY' });
    for (const night of ['2026-11-21', '2026-11-22', '2026-12-01', '2027-01-01', '2027-01-31', '2027-02-01'])
      await runNight(night);

    // They are not sent, so that each is one draft.
    expect(await listMonths(monthly)).toEqual([['2026-11', '2026-12', '2027-01', '2027-02']]);
    expect(await listMonths(quarterly)).toEqual([['2026-11', '2026-12', '2027-01', '2027-02', '2027-03', '2027-04']]);
    for (const invoice of await listInvoices(monthly))
      expect(invoice).toMatchObject({ status: 'DRAFT', createdBy: 'billing-calendar' });
  });

  test('makes no empty invoice, and bills reservations with the next month', async () => {
    const id = await activePolicy({ termStart: '2026-11-01', billingFrequency: 'PER_RESERVATION' });
    await runNight('2027-02-02');
    expect(await lastRun()).toEqual({ due: 1, generated: 0, sent: 0, nothingToBill: 1, failed: 0 });
    const { organizationId } = b.policies.snapshot(id).policy;
    const stay = {
      orderLineId: 'l-1',
      propertyId: 'prop-101',
      propertyName: null,
      arrivalDate: '2027-02-10',
      departureDate: '2027-02-14',
      nights: 4,
      ratePerNight: null,
    };
    await b.events.publish(inboundEvents.orderConfirmed, {
      organizationId,
      policyId: id,
      orderId: 'o-1',
      orderReference: null,
      lines: [stay],
    });
    await eventually('the order', async () => (await b.sql('select 1 from stay')).length === 1);
    await runNight('2027-03-01');

    expect(await listMonths(id)).toEqual([['2027-02']]);
  });

  test('bills a policy that ended one last time', async () => {
    const id = await activePolicy({ termStart: '2027-03-01' });
    b.policies.change(id, { policy: { status: 'CANCELLED' } });
    await learn(id);
    await runNight('2027-03-02');

    expect(await b.sql('select next_bill_on from billing_calendar where policy_id = $1', [id])).toEqual([
      { next_bill_on: null },
    ]);
  });

  test('bills what orders change after a policy has ended', async () => {
    const id = await activePolicy({ billingFrequency: 'PER_RESERVATION' });
    const { organizationId } = b.policies.snapshot(id).policy;
    const confirm = (orderId: string, arrivalDate: string, departureDate: string, nights: number) =>
      b.events.publish(inboundEvents.orderConfirmed, {
        organizationId,
        policyId: id,
        orderId,
        orderReference: null,
        lines: [{ orderLineId: orderId, propertyId: 'prop-101', arrivalDate, departureDate, nights, ratePerNight: 5 }],
      });
    const taken = (consumer: string, eventId: string) =>
      eventually('the order', async () => {
        const known = `select from inbox where consumer = $1 and event_key like '%' || $2 || '%'`;
        return (await b.sql(known, [consumer, eventId])).length > 0;
      });
    await taken('billing-inbound-order-confirmed', await confirm('early', '2027-02-10', '2027-02-12', 2));
    b.policies.change(id, { policy: { status: 'CANCELLED' }, coverageEndsOn: '2027-03-01' });
    await learn(id);
    await runNight('2027-03-03');
    await b.move((await listInvoices(id))[0]!.id, 'SENT');

    const cancelled = { organizationId, orderId: 'early', orderLineIds: null };
    await taken('billing-inbound-order-cancelled', await b.events.publish(inboundEvents.orderCancelled, cancelled));
    await taken('billing-inbound-order-confirmed', await confirm('late', '2027-02-20', '2027-02-21', 1));
    await runNight('2027-03-04');
    expect((await listInvoices(id)).map(({ total }) => total)).toEqual([10, -5]);
  });

  test('bills what is enrolled of a past that a policy has covered, after it has ended', async () => {
    const id = await activePolicy();
    b.policies.change(id, { policy: { status: 'EXPIRED' }, coverageEndsOn: '2027-03-01' });
    await learn(id);
    await runNight('2027-03-05');
    await b.move((await listInvoices(id))[0]!.id, 'SENT');
    b.policies.change(id, { enrollments: [{}, { propertyId: 'late', enrolledDate: '2027-02-10' }] });
    await b.hearEnrollments(id);
    for (const night of ['2027-03-06', '2027-03-07', '2027-03-08']) await runNight(night);

    expect((await listInvoices(id)).map(({ lineItems }) => lineItems.at(-1)!)).toMatchObject([
      {},
      { stayMonth: '2027-02', quantity: 19 },
    ]);
    expect(await b.sql('select next_bill_on from billing_calendar where policy_id = $1', [id])).toEqual([
      { next_bill_on: null },
    ]);
  });

  test('goes on when a policy fails, and tries that one again the next night', async () => {
    await activePolicy({ termStart: '2026-11-01' });
    const ghost = '018f0000-0000-7000-8000-000000000001';
    await b.sql(
      `insert into billing_calendar values ($1, 'acme', 'ACTIVE', 'MONTHLY', '2026-11-01', '2027-03-09', 1)`,
      [ghost],
    );
    await runNight('2027-03-09');
    expect(await lastRun()).toMatchObject({ due: 2, generated: 1, failed: 1 });
    await runNight('2027-03-10');
    expect(await lastRun()).toMatchObject({ due: 1, generated: 0, failed: 1 });
  });

  test('bills a policy that was renewed well ahead on the next first of a month', async () => {
    const id = await activePolicy({ termStart: '2026-11-01' });
    b.policies.change(id, { policy: { termStart: '2027-11-01', termEnd: '2028-10-31' } });
    await learn(id);
    await runNight('2027-03-11');

    expect(await b.sql('select next_bill_on::text from billing_calendar where policy_id = $1', [id])).toEqual([
      { next_bill_on: '2027-04-01' },
    ]);
  });

  test('bills again what a void invoice has charged, after its policy has ended', async () => {
    const id = await activePolicy();
    b.policies.change(id, { policy: { status: 'EXPIRED' }, coverageEndsOn: '2027-03-01' });
    await learn(id);
    await runNight('2027-03-12');
    const [first] = await listInvoices(id);
    await b.move(first!.id, 'SENT');
    await runNight('2027-03-13');
    await b.move(first!.id, 'VOID');
    for (const night of ['2027-03-14', '2027-03-15', '2027-03-16']) await runNight(night);

    expect(await listInvoices(id)).toMatchObject([
      { status: 'VOID', total: first!.total },
      { status: 'DRAFT', total: first!.total },
    ]);
  });

  test('bills a policy that is PENDING again, as its hand-over was undone, only once it is bound', async () => {
    const id = b.policies.add({ policy: { status: 'PENDING', termStart: '2027-03-17' } });
    for (const status of ['PENDING', 'SUPERSEDED', 'PENDING'] as const) {
      b.policies.change(id, { policy: { status } });
      await learn(id);
    }
    await runNight('2027-03-17');
    expect(await listInvoices(id)).toEqual([]);

    b.policies.change(id, { policy: { status: 'ACTIVE' } });
    await learn(id);
    await runNight('2027-03-18');
    expect(await listInvoices(id)).toHaveLength(1);
  });
});

describe('the calendar in arrears', () => {
  beforeAll(async () => {
    b = await startBilling({ AUTO_INVOICE: 'on', BILLING_PERIOD: 'ARREARS' });
  });

  afterAll(() => b.stop());

  const listNights = async (policyId: string) => {
    const { body } = await b.http.get(`/api/invoice?organizationPolicyId=${policyId}`);
    return (body as { lineItems: { stayMonth: string; quantity: number }[] }[]).flatMap(({ lineItems }) =>
      lineItems.map(({ stayMonth, quantity }) => [stayMonth, quantity]),
    );
  };

  test.each([
    ['within a quarter', 'QUARTERLY', '2026-11-21', '2026-12-01'],
    ['before it was billed first', 'MONTHLY', '2027-06-11', '2027-06-12'],
  ] as const)(
    'given that a policy ends %s, then its nights are billed with the next run',
    async (_when, billingFrequency, endsOn, night) => {
      const end = Temporal.PlainDate.from(endsOn);
      b.clock.set(`${endsOn}T00:30:00Z`);
      const termStart = end.subtract({ days: 10 }).toString();
      const term = { termStart, termEnd: end.add({ years: 1 }).toString() };
      const id = await activePolicy({ ...term, billingFrequency });
      b.policies.change(id, {
        policy: { status: 'CANCELLED' },
        terms: [[term.termStart, term.termEnd]],
        enrollments: [{ enrolledDate: termStart }],
        coverageEndsOn: endsOn,
      });
      await learn(id);
      for (const one of [endsOn, night]) await runNight(one);
      expect(await listNights(id)).toEqual([[endsOn.slice(0, 7), 10]]);
    },
  );
});

describe('the calendar with a payment provider', () => {
  let paid: PaidBilling;

  beforeAll(async () => {
    paid = await startPaidBilling({ AUTO_INVOICE: 'on' });
    b = paid;
  });

  afterAll(() => paid.stop());

  const listStatuses = async (policyId: string) => (await listInvoices(policyId)).map(({ status }) => status);

  test('bills a quarter ahead, and what was added meanwhile on the next first of a month', async () => {
    const id = await activePolicy({ termStart: '2026-11-21', billingFrequency: 'QUARTERLY' });
    for (const night of ['2026-11-21', '2026-12-01']) await runNight(night);
    expect(await listMonths(id)).toEqual([['2026-11', '2026-12', '2027-01']]);
    b.policies.change(id, { enrollments: [{}, { propertyId: 'new', enrolledDate: '2026-12-10' }] });
    await learn(id);
    await runNight('2026-12-10');
    expect(await listMonths(id)).toHaveLength(1);
    await runNight('2027-01-01');
    expect(await listMonths(id)).toEqual([
      ['2026-11', '2026-12', '2027-01'],
      ['2026-12', '2027-01'],
    ]);
    expect(await listStatuses(id)).toEqual(['SENT', 'SENT']);
  });

  test.each([
    ['limit', '2027-01-10', '2027-01-11', '2027-01'],
    ['forbidden', '2027-01-31', '2027-02-01', '2027-02'],
  ] as const)(
    'sends what was refused (%s) the next night, with the period that began',
    async (fault, day, next, month) => {
      const id = await activePolicy({ termStart: day });
      paid.stripe.failNext(/POST \/v1\/invoices$/, fault);
      await runNight(day);
      expect(await listStatuses(id)).toEqual(['DRAFT']);
      await runNight(next);
      expect(await listStatuses(id)).toEqual(['SENT']);
      expect((await listMonths(id))[0]!.at(-1)).toBe(month);
      expect(await lastRun()).toMatchObject({ failed: 0 });
    },
  );

  test('sends invoices without a payer as soon as one is known', async () => {
    const id = await activePolicy({ termStart: '2027-02-28', organizationId: 'late-stays' });
    for (const night of ['2027-02-28', '2027-03-01']) await runNight(night);
    expect(await listStatuses(id)).toEqual(['DRAFT']);
    await b.knowPayer('late-stays', 'lee@late.example');
    await runNight('2027-03-02');
    expect(await listStatuses(id)).toEqual(['SENT']);
    expect(await b.sql('select next_bill_on::text from billing_calendar where policy_id = $1', [id])).toEqual([
      { next_bill_on: '2027-04-01' },
    ]);
  });

  test("sends a person's draft with the next period", async () => {
    const id = await activePolicy({ termStart: '2027-04-01' });
    await b.generate(id);
    await runNight('2027-04-01');
    expect(await listStatuses(id)).toEqual(['SENT']);
  });

  /** A night that lasts, because Stripe takes its time for another organization, until `release` is called. */
  const slowNight = async (day: string) => {
    const organizationId = `slow-${day}`;
    await b.knowPayer(organizationId, 'sam@slow.example');
    await activePolicy({ termStart: day, organizationId });
    const { arrived, release } = paid.stripe.hold(/POST \/v1\/customers$/);
    const ended = runNight(day);
    await arrived;
    return { ended, release };
  };

  const late = {
    'an order': async (policyId: string, organizationId: string) => {
      const stay = { orderLineId: 'late', propertyId: 'prop-101', nights: 1, ratePerNight: 5 };
      const lines = [{ ...stay, arrivalDate: '2027-04-20', departureDate: '2027-04-21' }];
      const order = { organizationId, policyId, orderId: 'late', orderReference: null, lines };
      await b.events.publish(inboundEvents.orderConfirmed, order);
      await eventually('the order', async () => (await b.sql(`select from stay where order_id = 'late'`)).length > 0);
    },
    'an enrollment': async (policyId: string) => {
      b.policies.change(policyId, { enrollments: [{}, { propertyId: 'late', enrolledDate: '2027-04-20' }] });
      await b.hearEnrollments(policyId);
      await b.credit();
    },
  };

  test.each([
    ['an order', 'PER_RESERVATION', '2027-05-02', '2027-05-03'],
    ['an enrollment', 'MONTHLY', '2027-05-04', '2027-05-05'],
  ] as const)(
    'bills %s that is heard of behind the last invoice of a policy, while the others of that night go out',
    async (what, billingFrequency, night, next) => {
      await b.sql('update billing_calendar set next_bill_on = null');
      const id = await activePolicy({ billingFrequency });
      b.policies.change(id, { policy: { status: 'EXPIRED' }, coverageEndsOn: '2027-05-01' });
      await learn(id);
      const { ended, release } = await slowNight(night);
      await eventually(
        'it is billed',
        async () => billingFrequency !== 'MONTHLY' || (await listStatuses(id))[0] === 'SENT',
      );
      await late[what](id, b.policies.snapshot(id).policy.organizationId);
      release();
      await ended;
      for (const day of [next, next]) await runNight(day);
      expect((await listInvoices(id)).at(-1)).toMatchObject({ lineItems: [{ stayMonth: '2027-04' }] });
    },
  );
});

test('nothing is billed by itself unless that is asked for', async () => {
  const quiet = await startBilling();
  await quiet.service.scheduler.catchUp();
  expect(await quiet.sql(`select 1 from schedule where name = 'invoicing'`)).toEqual([]);
  await quiet.stop();
});
