import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CloudEvent, contractEvents, inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest, readConfig } from './compose.ts';
import { subscriptions } from './messages/subscriptions.ts';

let t: TestService;
const clock = fakeClock('2026-11-01T09:00:00Z');

beforeAll(async () => {
  const { CRM_MAPPING_FILE } = readConfig({ DATABASE_URL: 'postgres://unused', NATS_URL: 'nats://unused' });
  t = await startTestService(manifest, compose, { clock, config: { CRM_MAPPING_FILE } });
});

afterAll(() => t.stop());

const goTo = async (date: string): Promise<void> => {
  clock.set(`${date}T09:00:00Z`);
  await t.service.scheduler.catchUp();
};

const given = async (deal: string, terms: object = {}, ...moves: string[]): Promise<string> => {
  const body = { crmDealId: deal, organizationId: 'acme', effectiveDate: '2026-11-01', ...terms };
  const { id } = (await t.http.post('/api/webhook/crm/deal-closed', body)).body as { id: string };
  for (const status of moves) await t.http.patch(`/api/contract/${id}/status`, { status });
  return id;
};

const read = async (id: string) => (await t.http.get(`/api/contract/${id}`)).body;
const summary = async (id: string): Promise<string> => {
  const { status, expirationDate, version } = await read(id);
  return `${status} ${expirationDate} v${version}`;
};

const lastRun = async () =>
  (
    await t.sql(
      `select outcome, counts from schedule_run where schedule = 'contract-calendar' order by id desc limit 1`,
    )
  )[0];

describe('given contracts of a year from the first of November', () => {
  const ids: Record<string, string> = {};
  const all = async () =>
    Object.fromEntries(await Promise.all(Object.entries(ids).map(async ([name, id]) => [name, await summary(id)])));

  test('they end on 31 October, and a PUT of 24 months makes it 31 October 2028', async () => {
    ids['renewing'] = await given('D-1', { renewalTermMonths: 6 }, 'ACTIVE');
    ids['leaving'] = await given('D-2', { autoRenew: false }, 'ACTIVE');
    ids['suspended'] = await given('D-3', {}, 'ACTIVE', 'SUSPENDED');
    ids['draft'] = await given('D-4');
    ids['long'] = await given('D-5', {}, 'ACTIVE');
    expect((await t.http.put(`/api/contract/${ids['long']}`, { termMonths: 24 })).body).toMatchObject({
      termMonths: 24,
      expirationDate: '2028-10-31',
      version: 3,
    });
    await goTo('2027-10-31');
    expect(await all()).toEqual({
      renewing: 'ACTIVE 2027-10-31 v2',
      leaving: 'ACTIVE 2027-10-31 v2',
      suspended: 'SUSPENDED 2027-10-31 v3',
      draft: 'DRAFT 2027-10-31 v1',
      long: 'ACTIVE 2028-10-31 v3',
    });
  });

  test('when the day after comes, then those that renew go on and the other one is EXPIRED, each with its event', async () => {
    await goTo('2027-11-01');
    expect(await all()).toEqual({
      renewing: 'ACTIVE 2028-04-30 v3',
      leaving: 'EXPIRED 2027-10-31 v3',
      suspended: 'SUSPENDED 2028-10-31 v4',
      draft: 'DRAFT 2027-10-31 v1',
      long: 'ACTIVE 2028-10-31 v3',
    });
    expect(await lastRun()).toEqual({ outcome: 'COMPLETED', counts: { extended: 2, expired: 1, failed: 0 } });
    const { data } = await t.events.next(
      contractEvents.contractStatusChanged,
      ({ contractId, version }) => contractId === ids['leaving'] && version === 3,
    );
    expect(data).toMatchObject({ previousStatus: 'ACTIVE', contract: await read(ids['leaving']!) });
    const changed = await t.events.next(
      contractEvents.contractChanged,
      ({ contractId, version }) => contractId === ids['renewing'] && version === 3,
    );
    expect(changed.data.contract).toEqual(await read(ids['renewing']!));
    expect(changed.data.contract).toMatchObject({ expirationDate: '2028-04-30', lastModifiedBy: 'system:contract' });
  });

  test('when the calendar runs twice on a day, then the second run changes nothing', async () => {
    const before = await all();
    clock.set('2027-11-02T00:00:00Z');
    await t.service.scheduler.catchUp();
    await goTo('2027-11-02');
    expect(await all()).toEqual(before);
    expect(await lastRun()).toEqual({ outcome: 'COMPLETED', counts: { extended: 0, expired: 0, failed: 0 } });
  });

  test('when two years are missed, then one change makes up for all terms', async () => {
    await goTo('2029-11-15');
    expect(await all()).toMatchObject({
      renewing: 'ACTIVE 2030-04-30 v4',
      suspended: 'SUSPENDED 2030-10-31 v5',
      long: 'ACTIVE 2030-10-31 v4',
    });
  });
});

test('a contract that fails does not stop the others', async () => {
  const names = ['E-1', 'E-2', 'E-3'];
  const [first, broken, last] = (await Promise.all(
    names.map((name) => given(name, { effectiveDate: '2029-12-01', termMonths: 1 }, 'ACTIVE')),
  )) as [string, string, string];
  await t.sql('update contract set renewal_term_months = 2147483647 where id = $1', [broken]);
  await goTo('2030-01-01');
  expect([await summary(first), await summary(broken), await summary(last)]).toEqual([
    'ACTIVE 2030-01-31 v3',
    'ACTIVE 2029-12-31 v2',
    'ACTIVE 2030-01-31 v3',
  ]);
  expect(await lastRun()).toEqual({ outcome: 'COMPLETED', counts: { extended: 2, expired: 0, failed: 1 } });
});

test('more contracts than a page has are extended', async () => {
  const count = 450;
  const [columns] = await t.sql<{ names: string[] }>(
    `select array_agg(column_name::text) as names from information_schema.columns
     where table_schema = 'contract' and table_name = 'contract'
       and column_name not in ('id', 'crm_deal_id', 'contract_reference', 'policy_id')`,
  );
  const template = await given('F-0', { effectiveDate: '2030-02-01', termMonths: 1 }, 'ACTIVE');
  const names = columns!.names.join(', ');
  await t.sql(
    `insert into contract (id, crm_deal_id, contract_reference, policy_id, ${names})
     select gen_random_uuid(), 'F-' || n, 'CON-F-' || n, gen_random_uuid(), ${names}
     from contract, generate_series(1, $2::int) as n where id = $1`,
    [template, count],
  );
  await goTo('2030-03-01');
  const [{ extended } = { extended: 0 }] = await t.sql<{ extended: number }>(
    `select count(*)::int as extended from contract where crm_deal_id like 'F-%' and expiration_date = '2030-03-31'`,
  );
  expect(extended).toBe(count + 1);
});

test('a deal without a first day that waited over midnight begins on the day on which it came', async () => {
  clock.set('2028-03-02T00:10:00Z');
  const [came, now] = [Temporal.Instant.from('2028-03-01T23:50:00Z'), clock()];
  const data = { crmDealId: newId(), organizationId: 'acme' };
  await subscriptions[0]!.process(t.service.platform.database, {
    consumer: 'contract-inbound-deal-closed',
    eventKey: newId(),
    event: { ...inboundEvents.dealClosed.example, data } as unknown as CloudEvent,
    context: { now, receivedAt: came, cameAt: came, clock, newId, service: 'contract' },
  });
  const [row] = await t.sql('select effective_date::text as day from contract where crm_deal_id = $1', [
    data.crmDealId,
  ]);
  expect(row).toEqual({ day: '2028-03-01' });
});
