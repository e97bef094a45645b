import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type PolicyGetRequest, type PolicySnapshot, policyGet } from '@staycover/events';
import { answer, connectNats, type Nats, serveRpc } from '@staycover/messaging';
import { createLogger } from '@staycover/telemetry';
import { createTestNats } from '@staycover/testing';
import { readPolicy, readPolicyAsIf } from './policy-service.ts';

let nats: Nats;
let asked: PolicyGetRequest[];
let stop: () => Promise<void>;

const example = policyGet.example.response as PolicySnapshot;
const { id: policyId, organizationId } = example.policy;

/** A policy service with one policy of two pages, which it shows to anyone. */
beforeEach(async () => {
  const logger = createLogger('test', { level: 'silent' });
  const { url, user, password } = await createTestNats([]);
  nats = await connectNats({ url, service: 'policy', logger, user, password });
  asked = [];
  const get = answer(policyGet, async (request) => {
    asked.push(request);
    return { ...example, nextCursor: request.cursor === undefined ? 'more' : null };
  });
  stop = await serveRpc(nats, 'policy', [get], logger);
});

afterEach(async () => {
  await stop();
  await nats.close();
});

test('given a caller that asks for a quote, its roles go to the policy service beside the change', async () => {
  const roles = ['finance', 'write'] as const;
  const actor = { id: 'anna', organizations: [organizationId], roles };
  await readPolicyAsIf(nats, { status: 'CANCELLED' })(actor, policyId);
  expect(asked.at(-1)).toMatchObject({ whatIf: { status: 'CANCELLED' }, roles, organizationId });
});

test.each([
  ['of one organization names it to the policy service', ['globex'], 'globex'],
  ['of several organizations names none', ['globex', 'initech'], null],
])('a caller %s, and of a policy of another one reads no second page', async (_who, organizations, named) => {
  const actor = { id: 'mallory', organizations, roles: ['finance'] as const };
  await expect(readPolicy(nats)(actor, policyId)).rejects.toMatchObject({ code: 'not-found' });
  expect(asked.map((request) => request.organizationId)).toEqual([named]);
});
