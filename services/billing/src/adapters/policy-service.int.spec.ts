import { expect, test } from '@jest/globals';
import { type PolicyGetRequest, type PolicySnapshot, policyGet } from '@staycover/events';
import { answer, connectNats, serveRpc } from '@staycover/messaging';
import { createLogger } from '@staycover/telemetry';
import { createTestNats } from '@staycover/testing';
import { readPolicyAsIf } from './policy-service.ts';

test('given a caller that asks for a quote, its roles go to the policy service beside the change', async () => {
  const logger = createLogger('test', { level: 'silent' });
  const { url, user, password } = await createTestNats([]);
  const nats = await connectNats({ url, service: 'policy', logger, user, password });
  const asked: PolicyGetRequest[] = [];
  const example = policyGet.example.response as PolicySnapshot;
  const get = answer(policyGet, async (request) => {
    asked.push(request);
    return example;
  });
  const stop = await serveRpc(nats, 'policy', [get], logger);
  try {
    const roles = ['finance', 'write'] as const;
    const actor = { id: 'anna', organizations: [example.policy.organizationId], roles };
    await readPolicyAsIf(nats, actor, { status: 'CANCELLED' })(example.policy.id);
    expect(asked.at(-1)).toMatchObject({ whatIf: { status: 'CANCELLED' }, roles });
  } finally {
    await stop();
    await nats.close();
  }
});
