import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest, readConfig } from './compose.ts';

let t: TestService;
const clock = fakeClock('2026-11-01T02:00:00Z');

beforeAll(async () => {
  const { CRM_MAPPING_FILE } = readConfig({ DATABASE_URL: 'postgres://unused', NATS_URL: 'nats://unused' });
  t = await startTestService(manifest, compose, { clock, config: { CRM_MAPPING_FILE, RECEIVED_DAYS: 40 } });
});

afterAll(() => t.stop());

test('deals go 40 days after they came, unless an operator still has to look at them: one that failed has made a contract since', async () => {
  await t.sql(`
    insert into received_deal (id, received_at, channel, body, outcome)
    select gen_random_uuid(), now() - make_interval(days => age), 'webhook', '{}', outcome
    from unnest(array[39, 41]) age, unnest(array['created', 'rejected', 'received', 'conflict']) outcome`);
  const crmDealId = 'D-made-since';
  await t.http.post('/api/webhook/crm/deal-closed', { crmDealId, organizationId: 'acme' });
  await t.sql(`delete from received_deal where crm_deal_id = $1`, [crmDealId]);
  await t.sql(
    `insert into received_deal (id, received_at, channel, body, outcome, organization_id, crm_deal_id)
    select gen_random_uuid(), now() - interval '41 days', 'http', '{}', outcome, 'acme', $1
    from unnest(array['received', 'conflict', 'settled']) outcome`,
    [crmDealId],
  );
  clock.set('2026-11-02T04:00:00Z');
  await t.service.scheduler.catchUp();
  const kept = await t.sql<{ deal: string }>(
    `select outcome || ' ' || extract(day from now() - received_at) as deal from received_deal order by 1`,
  );
  expect(kept.map(({ deal }) => deal)).toEqual([
    'conflict 39',
    'conflict 41',
    'conflict 41',
    'created 39',
    'received 39',
    'received 41',
    'rejected 39',
  ]);
});
