import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { contractEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { durableName, provisionStreams, streamName } from '@staycover/messaging';
import { eventually, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';

jest.setTimeout(120_000);

let t: TestService;

beforeAll(async () => {
  t = await startTestService(manifest, compose);
});

afterAll(() => t.stop());

const stream = streamName('contract');
const durable = durableName('policy', contractEvents.dealClosed);
const provision = () =>
  provisionStreams(t.events.connection, {
    publishers: ['contract', 'policy', 'billing', 'renewal', 'claims', 'inbound'],
    consumers: manifest.consumes.map((event) => ({ service: 'policy', event })),
    maxBytes: 64 * 1024 ** 2,
  });

const readiness = async () =>
  (await t.http.get('/readyz?events')).body as { status: string; checks: { consumers: string } };

const closeDeal = async (): Promise<string> => {
  const policyId = newId();
  const data = { ...(contractEvents.dealClosed.example.data as object), policyId, version: 1 } as never;
  await t.events.publish(contractEvents.dealClosed, data);
  return policyId;
};

const isThere = (policyId: string) =>
  eventually('the policy', async () => (await t.http.get(`/api/policy/${policyId}`)).status === 200);

test.each([
  [
    'consumer',
    async () => void (await (await jetstreamManager(t.events.connection)).consumers.delete(stream, durable)),
  ],
  ['stream', async () => void (await (await jetstreamManager(t.events.connection)).streams.delete(stream))],
])(
  'given a %s that is gone, then events do not flow, which readiness reports with the reason, until the provisioner has recreated it',
  async (_what, remove) => {
    await isThere(await closeDeal());
    await remove();
    // Other consumers of the stream may notice first.
    const { status } = await eventually('the consumer is named', async () => {
      const found = await readiness();
      return found.checks.consumers.includes(durable) && found;
    });
    expect(status).toBe('unready');
    expect((await t.http.get('/readyz')).status).toBe(200);

    await provision();
    const policyId = await closeDeal();
    await isThere(policyId);
    await eventually('the service is ready', async () => (await readiness()).status === 'ready');
  },
);
