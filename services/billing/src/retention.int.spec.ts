import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Billing, startBilling } from './testing/billing.ts';

let t: Billing;

beforeAll(async () => {
  t = await startBilling();
});

afterAll(() => t.stop());

test('events of the provider go 180 days after they came, unless they still wait or contradict', async () => {
  await t.sql(`
    insert into provider_event (provider, event_id, type, body, received_at, outcome)
    select 'other', outcome || ' ' || age, 'invoice.paid', '{}', now() - make_interval(days => age), outcome
    from unnest(array[179, 181]) age, unnest(array['DONE', 'IGNORED', 'PENDING', 'CONFLICT']) outcome`);
  t.clock.advance({ hours: 48 });
  await t.service.scheduler.catchUp();
  const kept = await t.sql<{ event: string }>('select event_id as event from provider_event order by 1');
  expect(kept.map(({ event }) => event)).toEqual([
    'CONFLICT 179',
    'CONFLICT 181',
    'DONE 179',
    'IGNORED 179',
    'PENDING 179',
    'PENDING 181',
  ]);
});
