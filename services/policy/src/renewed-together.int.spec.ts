import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Policy } from '@staycover/api';
import { type CloudEvent, type DataOf, renewalEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest, sweepPolicies } from './compose.ts';
import { subscriptions } from './messages/subscriptions.ts';

type Requested = DataOf<typeof renewalEvents.renewalRequested>;

let t: TestService;
const clock = fakeClock('2026-10-28T09:00:00Z');
const organizationId = newId();
const term = { termStart: '2026-11-01', termEnd: '2026-11-14' };

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
});

afterAll(() => t.stop());

const everything = { scopeType: 'ORGANIZATION', action: 'INCLUDE', effectiveFrom: '2026-01-01' };
const name = (propertyId: string) => {
  const property = { propertyId, state: 'FL' };
  return { scopeType: 'PROPERTY', scopeId: propertyId, action: 'INCLUDE', property };
};

const create = async (coverageElections: object[]): Promise<string> => {
  const body = { organizationId, ...term, autoRenew: false, ratePerNight: 4, coverageElections };
  const { status, body: made } = await t.http.post('/api/policy', body);
  expect(status).toBe(201);
  return made.id;
};

/** More properties than are looked at in one go. */
const addProperties = async (): Promise<void> => {
  await create([name('house')]);
  await t.sql(
    `insert into property select (jsonb_populate_record(p, jsonb_build_object('property_id', 'house ' || n))).*
     from property as p, generate_series(1, 10000) as n where organization_id = $1 and property_id = 'house'`,
    [organizationId],
  );
};

const requestFor = (policyId: string): Requested => {
  const { data } = renewalEvents.renewalRequested.example as { data: Requested };
  const renewalId = newId();
  const renewal = { ...data.renewal, id: renewalId, organizationId, previousTermEnd: term.termEnd };
  const next = { expectedTermEnd: term.termEnd, newTermStart: '2026-11-15', newTermEnd: '2027-11-14', newRate: 4 };
  return { ...data, organizationId, renewalId, policyId, renewal, ...next };
};

const { process } = subscriptions({ suspendsUnpaid: true }).find(
  ({ event }) => event === renewalEvents.renewalRequested,
)!;

const renew = (policyId: string): Promise<boolean> => {
  const now = clock();
  const event = { ...renewalEvents.renewalRequested.example, data: requestFor(policyId) } as CloudEvent;
  const context = { now, receivedAt: now, cameAt: now, clock, newId, service: 'policy' };
  return process(t.service.platform.database, { consumer: 'policy-renewals', eventKey: newId(), event, context });
};

test('expired policies that are renewed at once cover no night twice', async () => {
  const [broad, named] = [await create([everything]), await create([name('beach')])];
  for (const id of [broad, named]) await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' });
  clock.set('2026-11-15T00:05:00Z');
  await sweepPolicies(t.service.platform);
  for (const id of [broad, named]) {
    expect((await t.http.put(`/api/policy/${id}`, { autoRenew: true })).body).toMatchObject({ status: 'EXPIRED' });
  }
  await addProperties();

  expect(await Promise.all([renew(broad), renew(named)])).toEqual([true, true]);
  expect(((await t.http.get(`/api/policy/${named}`)).body as Policy).status).toBe('ACTIVE');
  const covering = await t.sql(
    `select policy_id from enrollment where policy_id = any($1::uuid[]) and property_id = 'beach'
     and enrolled_date <= '2026-11-15' and coalesce(unenrolled_date, 'infinity') > '2026-11-15'`,
    [[broad, named]],
  );
  expect(covering).toEqual([{ policy_id: named }]);
});
