import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { newId } from '@staycover/kernel';
import { eventually, startTestService, type TestService } from '@staycover/testing';
import { webhookSeal } from '../adapters/webhook-secrets.ts';
import { compose, manifest } from '../compose.ts';
import { type InsightConfig, webhookSettings } from '../config.ts';
import { type Receiver, startReceiver } from '../testing/receiver.ts';
import { webhookSteps } from '../testing/webhooks.ts';
import { deliverToEndpoint } from './deliver-to-endpoint.ts';

jest.setTimeout(60_000);

let world: TestService;
let receiver: Receiver;
const steps = webhookSteps(() => world);

beforeAll(async () => {
  receiver = await startReceiver();
  world = await startTestService(manifest, compose, { config: { WEBHOOK_TARGETS: 'local' } });
});

afterAll(async () => {
  await world?.stop();
  await receiver?.stop();
});

test('a turn that has had its time ends after what is under way; the next one has the rest', async () => {
  const { id, organizationId } = await steps.create(`${receiver.url}/slow`);
  await world.sql(`update webhook_endpoint set status = 'PAUSED' where id = $1`, [id]);
  await steps.publishAll(
    organizationId,
    Array.from({ length: 12 }, () => newId()),
  );
  await eventually('they wait', async () => (await steps.waiting(id)) === 12);
  await world.sql(`update webhook_turn set due_at = null where endpoint_id = $1`, [id]);
  await world.sql(`update webhook_endpoint set status = 'ACTIVE' where id = $1`, [id]);
  const sent: string[] = [];
  const send = async (_url: string, _headers: unknown, body: string) => {
    sent.push(body);
    return { status: 204, answer: null, error: null };
  };
  const delivering = {
    ...world.service.platform,
    send,
    seal: webhookSeal(webhookSettings({} as InsightConfig).secretKey),
  };
  await deliverToEndpoint(delivering, 0)({ endpointId: id, organizationId, failures: 0 });
  expect(sent).toHaveLength(8);
  await receiver.next('/slow', 4);
});
