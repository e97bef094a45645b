import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { policyEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { connectNats, type Nats } from '@staycover/messaging';
import { createLogger } from '@staycover/telemetry';
import { createTestNats } from '@staycover/testing';
import { watchNewPolicies } from './new-policies.ts';

const { policyCreated } = policyEvents;
const LONG = 60_000;

let nats: Nats;
let expectPolicy: ReturnType<typeof watchNewPolicies>;

beforeAll(async () => {
  const logger = createLogger('test', { level: 'silent' });
  nats = await connectNats({ ...(await createTestNats([])), service: 'contract', logger });
  expectPolicy = watchNewPolicies(nats);
});

afterAll(() => nats.close());

const publish = (text: string) => nats.connection.publish(`${policyCreated.subjectPrefix}.acme`, text);
const create = (policyId: string) => publish(JSON.stringify({ ...policyCreated.example, subject: policyId }));

describe('who expects a policy', () => {
  test('is woken when it is created, also before the waiting begins', async () => {
    const [late, early] = [newId(), newId()];
    const expectedEarly = expectPolicy(early);
    const expectedLate = expectPolicy(late);
    create(early);
    const coming = expectedLate.came(LONG);
    create(late);
    expect(await coming).toBe(true);
    expect(await expectedEarly.came(LONG)).toBe(true);
  });

  test('is not woken by another policy, and waits no longer than its timeout', async () => {
    const expected = expectPolicy(newId());
    create(newId());
    expect(await expected.came(1)).toBe(false);
  });

  test('continues after a message that is not an event', async () => {
    const policyId = newId();
    const expected = expectPolicy(policyId);
    for (const text of ['', '{', 'null', '{"subject":7}']) publish(text);
    create(policyId);
    expect(await expected.came(LONG)).toBe(true);
  });
});
