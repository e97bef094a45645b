import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Invoice, type Policy, type PolicyChange, schemaExample } from '@staycover/api';
import { migrate } from '@staycover/db';
import { billingEvents, type DataOf, renewalEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest, sweepPolicies } from './compose.ts';
import { migrations } from './db/migrations/index.ts';

type Cancelled = DataOf<typeof renewalEvents.renewalCancelled>;

let t: TestService;
const clock = fakeClock('2026-11-01T09:00:00Z');

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock, config: { SUSPEND_COVER_ON_INVOICE_SUSPENDED: true } });
});

afterAll(() => t.stop());

beforeEach(() => clock.set('2026-11-01T09:00:00Z'));

/** A policy with Beach House and a term that ends in December, in a state. */
const create = async (status: string, changes: object = {}): Promise<string> => {
  const terms = { termStart: '2026-11-01', termEnd: '2026-12-31', autoRenew: true, ratePerNight: 4.25 };
  const body = { organizationId: 'acme', ...terms, enrolledProperties: [{ propertyId: 'beach' }], ...changes };
  const { id } = (await t.http.post('/api/policy', body)).body as Policy;
  for (const to of status === 'ACTIVE' ? ['ACTIVE'] : status === 'PENDING' ? [] : ['ACTIVE', status])
    await t.http.patch(`/api/policy/${id}/status`, { status: to });
  return id;
};

const read = async (id: string): Promise<Policy> => (await t.http.get(`/api/policy/${id}`)).body as Policy;
const see = (ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => ({
      policy: await read(id),
      changes: (await t.http.get(`/api/policy/${id}/changes`)).body as PolicyChange[],
    })),
  );

/** Runs a migration again, after the schema was reset to its earlier version. */
const again = async (name: string, ...undo: string[]): Promise<void> => {
  for (const sql of undo) await t.sql(sql);
  await t.sql('delete from migration_history where name = $1', [name]);
  expect(await migrate(t.database.adminUrl, 'policy', migrations)).toEqual([name]);
};

const invoiceEvents = { SUSPENDED: billingEvents.invoiceSuspended, PAID: billingEvents.invoicePaid } as const;

/** Publishes an event about an invoice; waits until the service has processed it. */
const publish = async (status: keyof typeof invoiceEvents, policyId: string, version: number): Promise<void> => {
  const { lineItems: _lines, ...state } = schemaExample(Invoice);
  const about = { organizationId: 'acme', version };
  const invoice = { ...state, ...about, id: policyId, organizationPolicyId: policyId, status };
  const data = { ...about, invoiceId: policyId, policyId, invoice };
  const key = await t.events.publish(invoiceEvents[status], data);
  const taken = () => t.sql(`select from inbox where event_key like '%' || $1`, [key]);
  await eventually('the invoice is followed', async () => (await taken()).length === 1);
};

test('0008: policies stay unchanged, without known invoices, and later events count', async () => {
  const [pending, active, suspended, cancelled] = [
    await create('PENDING'),
    await create('ACTIVE'),
    await create('SUSPENDED'),
    await create('CANCELLED'),
  ];
  const ids = [pending, active, suspended, cancelled];
  const before = await see(ids);
  await again('0008-policy-invoices', 'drop table policy_invoice');
  await again('0022-earlier-write-offs');
  expect(await see(ids)).toEqual(before);
  expect(await t.sql('select from policy_invoice')).toEqual([]);

  await publish('SUSPENDED', active, 3);
  expect((await read(active)).status).toBe('SUSPENDED');
  expect(await t.sql('select policy_id, version, status from policy_invoice')).toEqual([
    { policy_id: active, version: 3, status: 'SUSPENDED' },
  ]);
  for (const id of [active, suspended]) await publish('PAID', id, 4);
  expect((await see([active, suspended])).map(({ policy }) => policy.status)).toEqual(['ACTIVE', 'SUSPENDED']);
});

/** The renewal of a policy, as it was known before the upgrade. */
const follow = async (policyId: string, isOpen: boolean): Promise<string> => {
  const renewalId = newId();
  const known = { renewalId, policyId, organizationId: 'acme' };
  const event = isOpen ? renewalEvents.renewalScheduled : renewalEvents.renewalCancelled;
  const { data } = event.example as { data: Cancelled };
  const renewal = { ...data.renewal, id: renewalId, organizationId: 'acme', previousTermEnd: '2026-12-31' };
  await t.events.publish(event, { ...data, ...known, renewal } as never);
  const followed = () =>
    t.sql('select from followed_renewal where renewal_id = $1 and is_open = $2', [renewalId, isOpen]);
  await eventually('the renewal is followed', async () => (await followed()).length === 1);
  return renewalId;
};

test('0009: a term with a renewal that was declined before ends with the first sweep; others stay, and are found by indexes', async () => {
  const declined = await create('ACTIVE');
  const suspended = await create('SUSPENDED');
  const undecided = await create('ACTIVE');
  const unknown = await create('ACTIVE');
  const once = await create('ACTIVE', { autoRenew: false });
  const cancelled = await create('CANCELLED');
  const ids = [declined, suspended, undecided, unknown, once, cancelled];
  for (const id of [declined, suspended, cancelled]) await follow(id, false);
  const renewalId = await follow(undecided, true);
  const before = await see(ids);
  await again(
    '0009-declined-renewals',
    'drop index policy_past_term, followed_renewal_closed',
    `create index policy_to_expire on policy (term_end) where not auto_renew and status in ('ACTIVE', 'SUSPENDED')`,
  );
  expect(await see(ids)).toEqual(before);
  const indexes = await t.sql<{ name: string }>(
    `select indexname as name from pg_indexes
     where schemaname = 'policy' and indexname in ('policy_to_expire', 'policy_past_term', 'followed_renewal_closed') order by 1`,
  );
  expect(indexes.map(({ name }) => name)).toEqual(['followed_renewal_closed', 'policy_past_term']);

  clock.set('2027-01-01T00:05:00Z');
  expect(await sweepPolicies(t.service.platform)).toMatchObject({ failed: 0 });
  const after = (await see(ids)).map(({ policy }) => policy);
  expect(after.map(({ status }) => status)).toEqual(['EXPIRED', 'EXPIRED', 'ACTIVE', 'ACTIVE', 'EXPIRED', 'CANCELLED']);
  expect(after[2]!.currentRenewalId).toBe(renewalId);
});

test('0014: there are no kept days yet, and answers about the past stay the same', async () => {
  const id = await create('ACTIVE');
  clock.set('2026-11-20T09:00:00Z');
  await t.http.put(`/api/policy/${id}`, { ratePerNight: 5 });
  const before = await see([id]);
  await again(
    '0014-policy-days',
    'drop trigger forget_policy_days on policy_change',
    'drop function forget_policy_days',
    'drop table policy_day',
  );
  expect(await see([id])).toEqual(before);
  await t.http.post(`/api/policy/${id}/correction`, {
    effectiveFrom: '2026-11-05',
    reason: 'agreed so',
    ratePerNight: 4,
  });
  expect(await t.sql('select from policy_day')).toEqual([]);
});
