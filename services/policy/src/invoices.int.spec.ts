import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Invoice, type Policy, schemaExample } from '@staycover/api';
import { migrate } from '@staycover/db';
import { billingEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';
import { migrations } from './db/migrations/index.ts';

let t: TestService;
let policy: Policy;
let organizationId: string;
const clock = fakeClock('2026-11-01T09:00:00Z');

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock, config: { SUSPEND_COVER_ON_INVOICE_SUSPENDED: true } });
});

afterAll(() => t.stop());

/** Beach House, covered from 1 November on, seen on the 10th. */
beforeEach(async () => {
  clock.set('2026-11-01T09:00:00Z');
  organizationId = newId();
  const term = { termStart: '2026-11-01', termEnd: '2027-10-31' };
  const body = { organizationId, ...term, ratePerNight: 4.25, enrolledProperties: [{ propertyId: 'beach' }] };
  const { id } = (await t.http.post('/api/policy', body)).body;
  policy = (await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' })).body;
  clock.set('2026-11-10T09:00:00Z');
});

const events = {
  SUSPENDED: billingEvents.invoiceSuspended,
  UNCOLLECTIBLE: billingEvents.invoiceUncollectible,
  PAID: billingEvents.invoicePaid,
  VOID: billingEvents.invoiceVoided,
} as const;

type Occurrence = { invoiceId?: string; version?: number; time?: string };

/** Publishes an invoice event of billing; waits until the service has processed it. */
const publish = async (
  status: keyof typeof events,
  { invoiceId = policy.id, version = 3, time }: Occurrence = {},
): Promise<void> => {
  const { lineItems: _lines, ...state } = schemaExample(Invoice);
  const about = { organizationId, version };
  const invoice = { ...state, ...about, id: invoiceId, organizationPolicyId: policy.id, status };
  const data = { ...about, invoiceId, policyId: policy.id, invoice };
  const key = await t.events.publish(events[status], data, time ? { time } : {});
  const taken = () => t.sql(`select 1 from inbox where event_key like '%' || $1`, [key]);
  await eventually('the event is processed', async () => (await taken()).length === 1);
};

const read = async (): Promise<Policy> => (await t.http.get(`/api/policy/${policy.id}`)).body as Policy;
const status = async () => (await read()).status;
const rows = async () =>
  (await read()).enrolledProperties.map((row) => `${row.enrolledDate}..${row.unenrolledDate ?? ''}`);

test('an invoice that is SUSPENDED suspends the cover, and its payment ends the suspension', async () => {
  await publish('SUSPENDED');
  expect(await status()).toBe('SUSPENDED');
  expect(await rows()).toEqual(['2026-11-01..2026-11-10']);
  clock.set('2026-11-20T09:00:00Z');
  await publish('PAID', { version: 4 });
  expect(await status()).toBe('ACTIVE');
  expect(await rows()).toEqual(['2026-11-01..2026-11-10', '2026-11-20..']);
  const { body } = await t.http.get(`/api/policy/${policy.id}/changes`);
  expect(body).toMatchObject([
    { kind: 'ISSUE' },
    { kind: 'SUSPEND', reason: 'INVOICE_UNPAID', effectiveFrom: '2026-11-10', recordedBy: 'system:billing' },
    { kind: 'RESUME', effectiveFrom: '2026-11-20' },
  ]);
});

test('an invoice that was paid before its suspension event arrived suspends nothing', async () => {
  await publish('PAID', { version: 4 });
  await publish('SUSPENDED', { version: 3 });
  expect(await read()).toMatchObject({ status: 'ACTIVE', version: policy.version });
});

test('an invoice that was written off before its suspension event arrived suspends the cover, until it is settled', async () => {
  await publish('UNCOLLECTIBLE', { version: 4 });
  expect(await status()).toBe('ACTIVE');
  await publish('SUSPENDED', { version: 3 });
  expect(await status()).toBe('SUSPENDED');
  await publish('PAID', { version: 5 });
  expect(await status()).toBe('ACTIVE');
});

test('an invoice that is paid while its suspension is being stored ends the suspension', async () => {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await t.sql('begin');
  // The suspension has been decided when it wants to announce it.
  await t.sql('lock table outbox in exclusive mode');
  const suspended = publish('SUSPENDED');
  await eventually('the suspension is held up', async () => (await t.sql(waiting)).length > 0);
  let isTaken = false;
  const paid = publish('PAID', { version: 4 }).then(() => void (isTaken = true));
  // A suspension that waited for too long is stored later.
  await eventually('the payment comes', async () => isTaken || (await t.sql(waiting)).length > 1);
  await t.sql('commit');
  await Promise.all([suspended, paid]);
  expect(await status()).toBe('ACTIVE');
});

test('of two that are SUSPENDED the last to be settled ends it, one that is written off does not', async () => {
  const other = newId();
  await publish('SUSPENDED');
  await publish('SUSPENDED', { invoiceId: other });
  await publish('PAID', { version: 4 });
  expect(await status()).toBe('SUSPENDED');
  await publish('UNCOLLECTIBLE', { invoiceId: other, version: 4 });
  expect(await status()).toBe('SUSPENDED');
  await publish('VOID', { invoiceId: other, version: 5 });
  expect(await status()).toBe('ACTIVE');
});

test('one that was written off before does not keep a later suspension, one that is during it does', async () => {
  const [old, other, third] = [newId(), newId(), newId()];
  await publish('SUSPENDED', { invoiceId: old });
  await t.http.patch(`/api/policy/${policy.id}/status`, { status: 'ACTIVE' });
  await publish('UNCOLLECTIBLE', { invoiceId: old, version: 4 });
  await publish('SUSPENDED', { invoiceId: other });
  expect(await status()).toBe('SUSPENDED');
  await publish('UNCOLLECTIBLE', { invoiceId: old, version: 5 });
  await publish('PAID', { invoiceId: other, version: 4 });
  expect(await status()).toBe('ACTIVE');
  await publish('SUSPENDED', { invoiceId: third });
  await publish('SUSPENDED', { invoiceId: old, version: 6 });
  await publish('UNCOLLECTIBLE', { invoiceId: old, version: 7 });
  await publish('PAID', { invoiceId: third, version: 4 });
  expect(await status()).toBe('SUSPENDED');
  await publish('PAID', { invoiceId: old, version: 8 });
  expect(await status()).toBe('ACTIVE');
  await publish('SUSPENDED', { invoiceId: third, version: 5 });
  await publish('UNCOLLECTIBLE', { invoiceId: third, version: 6 });
  await publish('PAID', { invoiceId: newId(), version: 4 });
  expect(await status()).toBe('SUSPENDED');
});

test('an invoice that is SUSPENDED before its policy is bound suspends the cover when it is, until it is settled', async () => {
  clock.set('2026-11-01T09:00:00Z');
  const terms = { termStart: '2026-11-01', termEnd: '2027-10-31', ratePerNight: 4.25 };
  const body = { organizationId, ...terms, enrolledProperties: [{ propertyId: 'lake' }] };
  policy = (await t.http.post('/api/policy', body)).body;
  clock.set('2026-11-10T09:00:00Z');
  await publish('SUSPENDED');
  expect(await status()).toBe('PENDING');
  const bound = await t.http.patch(`/api/policy/${policy.id}/status`, { status: 'ACTIVE' });
  expect(bound).toMatchObject({ status: 200, body: { status: 'SUSPENDED' } });
  expect(await rows()).toEqual(['2026-11-01..2026-11-10']);
  const { body: changes } = await t.http.get(`/api/policy/${policy.id}/changes`);
  expect(changes).toMatchObject([
    { kind: 'ISSUE' },
    { kind: 'SUSPEND', reason: 'INVOICE_UNPAID', effectiveFrom: '2026-11-10', recordedBy: 'system:billing' },
  ]);
  await publish('PAID', { version: 4 });
  expect(await status()).toBe('ACTIVE');
});

test('what a person will suspend stays so from that day on, whatever is paid then', async () => {
  await t.http.patch(`/api/policy/${policy.id}/status`, { status: 'SUSPENDED', effectiveDate: '2026-12-01' });
  await publish('SUSPENDED');
  clock.set('2026-12-05T09:00:00Z');
  await publish('PAID', { version: 4 });
  expect(await status()).toBe('SUSPENDED');
  expect(await rows()).toEqual(['2026-11-01..2026-11-10']);
});

test('what a person suspended stays so', async () => {
  await t.http.patch(`/api/policy/${policy.id}/status`, { status: 'SUSPENDED' });
  await publish('SUSPENDED');
  await publish('PAID', { version: 4 });
  expect(await status()).toBe('SUSPENDED');
});

test('future changes stay', async () => {
  const changes = () => t.http.get(`/api/policy/${policy.id}/changes`);
  await t.http.put(`/api/policy/${policy.id}`, { ratePerNight: 5, effectiveFrom: '2026-12-01' });
  await publish('SUSPENDED');
  await publish('PAID', { version: 4 });
  expect(await read()).toMatchObject({ status: 'ACTIVE', ratePerNight: 4.25, nextChangeOn: '2026-12-01' });
  expect((await changes()).body).toHaveLength(4);
});

describe('a policy that an invoice suspended before its invoices were followed', () => {
  /** Resets the suspension to its earlier form, and migrates it. */
  const migrateAgain = async (recordedBy = 'system:billing') => {
    await t.sql(`update policy set status_reason = null where id = $1`, [policy.id]);
    await t.sql(`update policy_change set reason = null, recorded_by = $2 where policy_id = $1 and kind = 'SUSPEND'`, [
      policy.id,
      recordedBy,
    ]);
    await t.sql(`delete from policy_invoice where policy_id = $1`, [policy.id]);
    await t.sql(`delete from migration_history where name = '0013-suspended-before'`);
    expect(await migrate(t.database.adminUrl, 'policy', migrations)).toEqual(['0013-suspended-before']);
  };

  beforeEach(() => publish('SUSPENDED', { invoiceId: newId() }));

  test('resumes with the next payment, not with one from before the suspension that comes late', async () => {
    await migrateAgain();
    await publish('PAID', { invoiceId: newId(), time: '2026-11-05T09:00:00.000Z' });
    expect(await status()).toBe('SUSPENDED');
    clock.set('2026-11-20T09:00:00Z');
    await publish('PAID', { invoiceId: newId(), time: '2026-11-20T09:00:00.000Z' });
    expect(await status()).toBe('ACTIVE');
    expect(await rows()).toEqual(['2026-11-01..2026-11-10', '2026-11-20..']);
  });

  test('stays suspended while another invoice is known to be unpaid', async () => {
    await migrateAgain();
    await publish('UNCOLLECTIBLE', { invoiceId: newId(), version: 4 });
    await publish('PAID', { invoiceId: newId(), time: '2026-11-10T10:00:00.000Z' });
    expect(await status()).toBe('SUSPENDED');
  });

  test('stays suspended when a person has suspended it', async () => {
    await migrateAgain('dana');
    await publish('PAID', { invoiceId: newId(), time: '2026-11-20T09:00:00.000Z' });
    expect(await status()).toBe('SUSPENDED');
  });
});
