import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventSubject, inboundEvents } from '@staycover/events';
import { eventually } from '@staycover/testing';
import { findSamples } from '../testing/metrics.ts';
import { closeDeal } from '../testing/steps.ts';
import { startWorld, type World } from '../testing/world.ts';

jest.setTimeout(120_000);

let world: World;

beforeAll(async () => {
  world = await startWorld('2026-01-01');
});

afterAll(() => world.stop());

const metrics = async (): Promise<string> => (await fetch(`${world.gatewayUrl}/metrics`)).text();

const sample = (text: string, name: string, labels: Record<string, string>): number | undefined =>
  findSamples(text, name, labels)[0];

/** Waits until the value reaches `least`: samples follow the activity a moment later. */
const eventuallySampled = (name: string, labels: Record<string, string>, least: number): Promise<number> =>
  eventually(`${name} is ${least}`, async () => {
    const value = sample(await metrics(), name, labels);
    return value !== undefined && value >= least ? value : undefined;
  });

test('a deal is counted where it passes: gateway, service, outbox, consumers', async () => {
  await closeDeal(world, { crmDealId: 'D-1', organizationId: 'measured', baseRatePerNight: 4 });

  const route = { method: 'POST', route: '/api/webhook/crm/deal-closed', status: '201' };
  expect(
    await eventuallySampled('http_server_request_duration_seconds_count', { service: 'gateway', ...route }, 1),
  ).toBe(1);
  const text = await metrics();
  expect(sample(text, 'http_server_request_duration_seconds_count', { service: 'contract', ...route })).toBe(1);
  expect(sample(text, 'messaging_published_events_total', { service: 'contract', event: 'contract.deal-closed' })).toBe(
    1,
  );
  const delivery = { consumer: 'policy-contract-deal-closed', outcome: 'processed' };
  expect(sample(text, 'messaging_process_duration_seconds_count', delivery)).toBe(1);
  expect(sample(text, 'business_deals', { service: 'contract', outcome: 'created' })).toBe(1);
  expect(sample(text, 'outbox_relay_active', { service: 'policy' })).toBe(1);
  expect(sample(text, 'messaging_consumer_pending', { consumer: 'policy-contract-deal-closed' })).toBe(0);
  expect(sample(text, 'db_pool_connections', { service: 'policy', state: 'max' })).toBe(10);
});

test('an event that cannot be processed is counted as a dead letter and as an outcome', async () => {
  await world.events.publishRaw(eventSubject(inboundEvents.claimSubmitted, 'measured'), '{"not":"an event"}');

  expect(await eventuallySampled('dead_letters', { consumer: 'claims-inbound-claim-submitted' }, 1)).toBe(1);
  const rejected = { consumer: 'claims-inbound-claim-submitted', outcome: 'rejected' };
  expect(await eventuallySampled('messaging_process_duration_seconds_count', rejected, 1)).toBe(1);
});

test('requests without a route share one label', async () => {
  await Promise.all(['/a', '/b', '/c'].map((path) => fetch(`${world.gatewayUrl}${path}`)));
  const unknown = { service: 'gateway', route: 'none', status: '404' };
  expect(await eventuallySampled('http_server_request_duration_seconds_count', unknown, 3)).toBe(3);
});
