import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { inTransaction } from '@staycover/change';
import { billingEvents } from '@staycover/events';
import { eventually } from '@staycover/testing';
import { compose, readConfig } from './compose.ts';
import { type Billing, startBilling } from './testing/billing.ts';
import { newInvoice } from './testing/receivable-lines.ts';
import type { Outcome } from './use-cases/generate-invoices.ts';
import { invoicePolicies } from './use-cases/invoice-policies.ts';

let b: Billing;

beforeEach(async () => {
  b = await startBilling({ AUTO_INVOICE: 'on' });
  await eventually('the run of the start is over', () => b.service.scheduler.catchUp());
});

afterEach(() => b.stop());

/** Policies that are due, which this service has heard of. */
const duePolicies = async (count: number, enrollments: { propertyId: string }[] = [{ propertyId: 'p' }]) => {
  const ids = Array.from({ length: count }, () => b.policies.add({ policy: { status: 'ACTIVE' }, enrollments }));
  await b.sql(
    `insert into billing_calendar (policy_id, organization_id, status, billing_frequency, term_start, next_bill_on, version)
     select id, 'acme-stays', 'ACTIVE', 'MONTHLY', '2026-11-01', '2026-11-21', 1 from unnest($1::uuid[]) as id`,
    [ids],
  );
  return ids;
};

const night = async (day: string): Promise<void> => {
  b.clock.set(`${day}T03:00:00Z`);
  await eventually('the invoices of the night', () => b.service.scheduler.catchUp());
};

const lastRun = async () => {
  const newest = `select counts from schedule_run where schedule = 'invoicing' order by id desc limit 1`;
  const [run] = await b.sql<{ counts: Record<string, number> }>(newest);
  return run!.counts;
};

const readInvoices = (ids: readonly string[]) =>
  b.sql<{ id: string; policy_id: string; total: string; version: number }>(
    `select id, organization_policy_id as policy_id, total, version from invoice
     where organization_policy_id = any($1::uuid[])`,
    [ids],
  );

describe('the night of many invoices', () => {
  test('makes one for each policy, with its event, as a person would', async () => {
    const enrollments = [{ propertyId: 'a' }, { propertyId: 'b' }, { propertyId: 'c' }];
    const ids = await duePolicies(120, enrollments);
    const other = b.policies.add({ policy: { status: 'ACTIVE' }, enrollments });
    await night('2026-11-21');
    const byHand = (await b.generate(other)).body;

    const made = await readInvoices(ids);
    expect(new Set(made.map(({ policy_id }) => policy_id))).toEqual(new Set(ids));
    expect(made).toHaveLength(120);
    expect(new Set(made.map(({ total }) => Number(total) / 100))).toEqual(new Set([byHand.total]));
    const announced = b.events.of(billingEvents.invoiceGenerated).map(({ data }) => data.invoiceId);
    await eventually('all are announced', () => b.events.of(billingEvents.invoiceGenerated).length === 121);
    expect(new Set(announced).size).toBe(announced.length);
    const lines = await b.sql('select from invoice_line where invoice_id = any($1::uuid[])', [
      made.map(({ id }) => id),
    ]);
    expect(lines).toHaveLength(360);
    expect(await lastRun()).toMatchObject({ due: 120, generated: 120, failed: 0 });
    // Those that the stand-in's answer has room for, and the rest.
    expect(b.policies.manyCalls.length).toBeLessThan(10);
    expect(new Set(b.policies.calls).size).toBeLessThan(120);
  });

  test('refreshes drafts, again in one go, and changes nothing where nothing has', async () => {
    const ids = await duePolicies(30);
    await night('2026-11-21');
    const before = await readInvoices(ids);
    await b.sql(`update billing_calendar set next_bill_on = '2026-11-22'`);
    await night('2026-11-22');
    expect((await readInvoices(ids)).toSorted(byId)).toEqual(before.toSorted(byId));

    await night('2026-12-01');
    const after = await readInvoices(ids);
    expect(after.map(({ version }) => version)).toEqual(Array(30).fill(2));
    const months = await b.sql<{ month: string }>('select distinct stay_month as month from invoice_line order by 1');
    expect(months.map(({ month }) => month)).toEqual(['2026-11', '2026-12']);
    expect(await b.sql('select from billed_nights')).toHaveLength((await b.sql('select from invoice_line')).length);
  });

  test('bills a policy of many properties, too', async () => {
    const many = Array.from({ length: 150 }, (_, i) => ({ propertyId: `p-${i}` }));
    const [large] = await duePolicies(1, many);
    const small = await duePolicies(5);
    await night('2026-11-21');

    expect(await readInvoices([large!, ...small])).toHaveLength(6);
    expect(await b.sql('select from invoice_line')).toHaveLength(155);
  });

  test('bills a policy that is covered for long by itself: many of those would not fit in memory', async () => {
    const small = await duePolicies(5);
    const [long] = await duePolicies(1);
    b.policies.change(long!, {
      policy: { termStart: '1970-01-01' },
      terms: [['1970-01-01', '2027-10-31']],
      enrollments: [{ enrolledDate: '1970-01-01' }],
    });
    await night('2026-11-21');

    expect(await readInvoices([long!, ...small])).toHaveLength(6);
    expect(await b.sql('select from invoice_line')).toHaveLength(5 + 683);
    expect(b.policies.calls).toEqual([long]);
  });

  test('goes on where one cannot be stored, and tries that one again the next night', async () => {
    const ids = await duePolicies(25);
    const bad = ids[7]!;
    await b.sql(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
    await b.sql(
      `create trigger refuse before insert on invoice for each row when (new.organization_policy_id = '${bad}')
       execute function refuse()`,
    );
    await night('2026-11-21');
    expect(await lastRun()).toMatchObject({ due: 25, generated: 24, failed: 1 });
    expect(await readInvoices([bad])).toEqual([]);

    await b.sql('drop trigger refuse on invoice');
    await night('2026-11-22');
    expect(await lastRun()).toMatchObject({ due: 1, generated: 1, failed: 0 });
  });

  test('goes on where one cannot be read, and tries that one again the next night', async () => {
    const many = Array.from({ length: 101 }, (_, i) => ({ propertyId: `p-${i}` }));
    const ids = await duePolicies(3, many);
    let bad: string | undefined;
    b.policies.onPage(() => {
      const [asked] = b.policies.calls.slice(-1);
      bad ??= asked;
      if (asked === bad) throw new Error('The policy service has a fault.');
    });
    await night('2026-11-21');
    expect(await lastRun()).toMatchObject({ due: 3, generated: 2, failed: 1 });
    expect((await readInvoices(ids)).map(({ policy_id }) => policy_id)).not.toContain(bad);

    b.policies.onPage(() => undefined);
    await night('2026-11-22');
    expect(await lastRun()).toMatchObject({ due: 1, generated: 1, failed: 0 });
  });

  /** Bills a policy that has ended, as a run does, where generating answers so; its state, and when it is due, afterwards. */
  const billEnded = async (generate: (id: string) => Promise<Outcome>) => {
    b.clock.set('2026-11-21T02:00:00Z');
    const id = b.policies.add({ policy: { status: 'CANCELLED' } });
    await b.hearPolicy(id);
    const never = () => Promise.reject(new Error('nothing is to be sent'));
    const generateMany = async () => new Map([[id, await generate(id)]]);
    const { platform } = b.service;
    await invoicePolicies({ ...platform, generateMany, send: never, setStatus: never, canSend: false }).handle({
      runId: id,
      ids: [id],
      signal: new AbortController().signal,
      settle: async (work) => void (await inTransaction(platform.database, work)),
    });
    return b.sql('select status, next_bill_on::text from billing_calendar where policy_id = $1', [id]);
  };

  test('leaves a policy due that is reinstated while it is billed for the last time', async () => {
    const reinstate = async (id: string) => {
      b.policies.change(id, { policy: { status: 'ACTIVE' } });
      await b.hearPolicy(id);
      return { is: 'NOTHING' as const };
    };
    expect(await billEnded(reinstate)).toEqual([{ status: 'ACTIVE', next_bill_on: '2026-11-21' }]);
  });

  test.each([
    ['2026-12', '2026-11-21'],
    [null, null],
  ])('bills a policy that has ended until all fits on an invoice (waiting from %s)', async (waitingFrom, dueOn) => {
    const generate = async (): Promise<Outcome> => {
      const invoice = { ...newInvoice({ id: 'i', subtotal: 1n, tax: 0n, total: 1n }), waitingFrom };
      return { is: 'DONE', invoice: { invoice, lines: [], created: true } };
    };
    expect(await billEnded(generate)).toEqual([{ status: 'CANCELLED', next_bill_on: dueOn }]);
  });

  test('is a run that operators see', async () => {
    const [bad] = await duePolicies(3);
    await b.sql(`update billing_calendar set policy_id = gen_random_uuid() where policy_id = $1`, [bad]);
    await night('2026-11-21');
    const get = async (path: string) => {
      const answer = await fetch(`${b.service.url}${path}`);
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    const { body } = await get('/runs');
    // Credits may have begun a run of their own since.
    const newest = (body as unknown as Record<string, unknown>[]).find(({ work }) => work === 'invoicing');
    const counts = { generated: 2, sent: 0, nothingToBill: 0 };
    expect(newest).toMatchObject({ work: 'invoicing', status: 'COMPLETED', items: 3, done: 3, failed: 1, counts });
    expect(await get(`/runs/${newest!['id']}`)).toEqual({ status: 200, body: newest });
    expect(await get('/runs/nothing')).toMatchObject({ status: 404, body: { status: 404 } });
  });

  test('is shared by two replicas: each policy is billed once', async () => {
    const { url, user, password } = b.nats;
    const environment = { LOG_LEVEL: 'fatal', DATABASE_URL: b.database.urlFor('billing'), PORT: 0 };
    const config = {
      ...readConfig({ ...environment, NATS_URL: url, NATS_USER: user, NATS_PASSWORD: password }),
      ...b.rules,
    };
    const replica = await compose(config, { clock: b.clock });
    try {
      const ids = await duePolicies(250);
      await night('2026-11-21');
      expect(await readInvoices(ids)).toHaveLength(250);
      expect(await lastRun()).toMatchObject({ due: 250, generated: 250, failed: 0 });
    } finally {
      await replica.stop();
    }
  });
});

const byId = (a: { id: string }, c: { id: string }) => (a.id < c.id ? -1 : 1);
