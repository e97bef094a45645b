import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@staycover/kernel';
import { eventually, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';
import { type Receiver, startReceiver } from './testing/receiver.ts';
import { webhookSteps } from './testing/webhooks.ts';

let world: TestService;
let receiver: Receiver;
const clock = fakeClock('2026-11-20T09:30:00Z');
const steps = webhookSteps(() => world);

beforeAll(async () => {
  receiver = await startReceiver();
  world = await startTestService(manifest, compose, {
    clock,
    config: { WEBHOOK_TARGETS: 'local', WEBHOOK_TIMEOUT_MS: 1_500 },
  });
});

afterAll(async () => {
  await world?.stop();
  await receiver?.stop();
});

const endpointOn = async () => {
  const path = `/${newId()}`;
  return { path, ...(await steps.create(receiver.url + path)) };
};

const failedAttempts = (id: string, count: number) =>
  eventually(`${count} failed attempts`, async () => {
    const found = await steps.attempts(id, '?outcome=FAILED');
    return found.length >= count && found;
  });

const idsAt = (path: string) => receiver.received.filter((each) => each.path === path).map(({ event }) => event.id);

test.each([
  [
    'fails',
    (response: { writeHead(status: number): { end(): void } }) => response.writeHead(503).end(),
    'The answer has the status 503.',
  ],
  ['hangs', () => undefined, 'There was no answer within 1.5 s.'],
  [
    'breaks off',
    (response: { destroy(): void }) => response.destroy(),
    'The connection was closed before an answer came.',
  ],
] as const)(
  'a receiver that %s gets the event again after growing pauses, and in order once it recovers',
  async (_what, behave, error) => {
    const { id, path, organizationId } = await endpointOn();
    receiver.behave(path, behave as never);
    const policyId = newId();
    const ids = await steps.publishAll(organizationId, [policyId, policyId]);
    const [attempt] = await failedAttempts(id, 1);
    expect(attempt).toMatchObject({ eventId: ids[0], error });
    clock.advance({ seconds: 5 });
    await failedAttempts(id, 2);
    clock.advance({ seconds: 30 });
    await failedAttempts(id, 3);
    expect(new Set(idsAt(path))).toEqual(new Set([ids[0]]));
    receiver.behave(path, (response) => void response.writeHead(204).end());
    clock.advance({ minutes: 5 });
    await eventually('both came', () => idsAt(path).includes(ids[1]!));
    expect(idsAt(path)).toEqual([ids[0], ids[0], ids[0], ids[0], ids[1]]);
  },
);

test('a receiver that asks to be left alone is, for as long', async () => {
  const { id, path, organizationId } = await endpointOn();
  receiver.behave(path, (response) => void response.writeHead(429, { 'retry-after': '120' }).end());
  await steps.publish(organizationId, newId());
  await failedAttempts(id, 1);
  const [turn] = await world.sql<{ rests: number }>(
    `select extract(epoch from rests_until - $2::timestamptz)::int as rests from webhook_turn where endpoint_id = $1`,
    [id, clock().toString()],
  );
  expect(turn!.rests).toBe(120);
  receiver.behave(path, (response) => void response.writeHead(204).end());
  clock.advance({ seconds: 120 });
  await eventually('it came', async () => (await steps.attempts(id, '?outcome=DELIVERED')).length === 1);
});

/** How many seconds an endpoint rests as its turn has ended: it is due then. */
const readRest = (id: string) =>
  eventually('its turn has ended', async () => {
    const [turn] = await world.sql<{ seconds: number }>(
      `select extract(epoch from due_at - $2::timestamptz)::int as seconds from webhook_turn
       where endpoint_id = $1 and due_at > '-infinity'`,
      [id, clock().toString()],
    );
    return turn?.seconds;
  });

test('a receiver that asks to be left alone is, also by what happens during the attempt', async () => {
  const { id, path, organizationId } = await endpointOn();
  let answer = (): void => undefined;
  const busy = (response: ServerResponse) => void response.writeHead(503, { 'retry-after': '3600' }).end();
  receiver.behave(path, (response) => void (answer = () => busy(response)));
  const first = await steps.publish(organizationId, newId());
  await receiver.next(path, 1);
  receiver.behave(path, busy);
  await steps.publish(organizationId, newId());
  await eventually('both wait', async () => (await steps.waiting(id)) === 2);
  answer();
  expect(await readRest(id)).toBe(3_600);
  expect(idsAt(path)).toEqual([first]);
});

test('a receiver that asks to be left alone is, although it takes another event at the same time', async () => {
  const { id, path, organizationId } = await endpointOn();
  await world.http.patch(`/api/webhook-endpoint/${id}/status`, { status: 'PAUSED' });
  const ids = await steps.publishAll(organizationId, Array.from({ length: 12 }, newId));
  await eventually('all wait', async () => (await steps.waiting(id)) === ids.length);
  const held: (() => void)[] = [];
  receiver.behave(path, (response) => {
    const isFirst = held.length === 0;
    held.push(() => void response.writeHead(isFirst ? 204 : 429, isFirst ? {} : { 'retry-after': '120' }).end());
  });
  await world.http.patch(`/api/webhook-endpoint/${id}/status`, { status: 'ACTIVE' });
  await receiver.next(path, 8);
  receiver.behave(path, (response) => void response.writeHead(204).end());
  for (const answer of held.toReversed()) answer();
  expect(await readRest(id)).toBe(120);
  expect(idsAt(path)).toHaveLength(8);
  clock.advance({ seconds: 120 });
  await eventually('all came', async () => (await steps.waiting(id)) === 0);
});

test('a receiver that is gone is disabled at once', async () => {
  const { id, path, organizationId } = await endpointOn();
  receiver.behave(path, (response) => void response.writeHead(410).end());
  await steps.publishAll(organizationId, [newId(), newId(), newId()]);
  await steps.disabled(id);
  expect((await world.http.get(`/api/webhook-endpoint/${id}`)).body.status).toBe('DISABLED');
});

test('an event that is never taken holds up those of its own thing only', async () => {
  const { id, path, organizationId } = await endpointOn();
  const [bad, good] = [newId(), newId()];
  receiver.behave(path, (response, { event }) => void response.writeHead(event.subject === bad ? 400 : 204).end());
  const [, second] = await steps.publishAll(organizationId, [bad, bad]);
  await failedAttempts(id, 1);
  const others = await steps.publishAll(organizationId, [good, good, good]);
  await eventually('they wait', async () => (await steps.waiting(id)) === 5);
  clock.advance({ seconds: 5 });
  await eventually('the others came', () => others.every((other) => idsAt(path).includes(other)));
  expect(idsAt(path)).not.toContain(second);
});

test('events that failed while the receiver was down are sent at once when it is back', async () => {
  const { id, path, organizationId } = await endpointOn();
  receiver.behave(path, (response) => void response.writeHead(500).end());
  const ids = await steps.publishAll(organizationId, [newId(), newId(), newId(), newId()]);
  await eventually('all wait', async () => (await steps.waiting(id)) === ids.length);
  // One by one behind the first failure, after 12 hours at most.
  for (let failed = 1; failed <= 6 || !ids.every((each) => idsAt(path).includes(each)); failed++) {
    await failedAttempts(id, failed);
    clock.advance({ hours: 12 });
  }
  receiver.behave(path, (response) => void response.writeHead(204).end());
  // What failed last counts its pause from before the clock is moved.
  const areKept = async () => (await steps.attempts(id)).length === idsAt(path).length;
  await eventually('all attempts are kept', areKept);
  clock.advance({ hours: 12 });
  const delivered = await eventually('all came', async () => {
    const found = await steps.attempts(id, '?outcome=DELIVERED');
    return found.length >= 4 && found;
  });
  expect(delivered.map(({ eventId }) => eventId).toSorted()).toEqual(ids.toSorted());
});

test('what waits comes at once when the endpoint is made active again, although an attempt of before fails then', async () => {
  const { id, path, organizationId } = await endpointOn();
  receiver.behave(path, (response) => void response.writeHead(500).end());
  const eventId = await steps.publish(organizationId, newId());
  for (const [failed, seconds] of [5, 30, 300].entries()) {
    await failedAttempts(id, failed + 1);
    receiver.behave(path, failed < 2 ? (response) => void response.writeHead(500).end() : () => undefined);
    clock.advance({ seconds });
  }
  await receiver.next(path, 4);
  await world.http.patch(`/api/webhook-endpoint/${id}/status`, { status: 'ACTIVE' });
  receiver.behave(path, (response) => void response.writeHead(204).end());
  await failedAttempts(id, 4);
  expect(idsAt(path).slice(0, 4)).toEqual(Array(4).fill(eventId));
  await eventually('it came', async () => (await steps.attempts(id, '?outcome=DELIVERED')).length === 1);
});

describe('after five days', () => {
  test('an endpoint is disabled that never takes one event, although it takes others', async () => {
    const { id, path, organizationId } = await endpointOn();
    const bad = newId();
    receiver.behave(path, (response, { event }) => void response.writeHead(event.subject === bad ? 400 : 204).end());
    await steps.publish(organizationId, bad);
    for (let failures = 1; failures < 12; failures++) {
      await failedAttempts(id, failures);
      await steps.publish(organizationId, newId());
      await eventually('another waits while the endpoint rests', async () => (await steps.waiting(id)) === 2);
      clock.advance({ hours: 12 });
      await eventually(
        'another came',
        async () => (await steps.attempts(id, '?outcome=DELIVERED')).length === failures,
      );
    }
    expect(await steps.disabled(id)).toMatchObject({ data: { organizationId } });
  });

  test('an endpoint is disabled with an event, misses what happens, and catches up by a replay', async () => {
    const { id, path, organizationId } = await endpointOn();
    receiver.behave(path, (response) => void response.writeHead(500).end());
    const first = await steps.publish(organizationId, newId());
    for (let failures = 1; failures < 12; failures++) {
      await failedAttempts(id, failures);
      expect((await world.http.get(`/api/webhook-endpoint/${id}`)).body.status).toBe('ACTIVE');
      clock.advance({ hours: 12 });
    }
    expect(await steps.disabled(id)).toMatchObject({
      source: '/insurance/insight',
      data: { organizationId, webhookEndpoint: { status: 'DISABLED', url: receiver.url + path } },
    });
    const { body } = await world.http.get(`/api/webhook-endpoint/${id}`);
    expect(body).toMatchObject({ status: 'DISABLED', version: 2, lastModifiedBy: 'system:insight' });
    await eventually(
      'it shows among the events',
      async () => (await world.http.get(`/api/timeline/${id}`)).body[0]?.name === 'webhook-endpoint-disabled',
    );
    expect((await world.http.post(`/api/webhook-endpoint/${id}/replay`, { eventId: first })).status).toBe(409);

    const missed = await steps.publish(organizationId, newId());
    await eventually('it is kept', async () => (await world.http.get(`/api/events/${missed}`)).status === 200);
    receiver.behave(path, (response) => void response.writeHead(204).end());
    expect((await world.http.patch(`/api/webhook-endpoint/${id}/status`, { status: 'ACTIVE' })).status).toBe(200);
    await eventually('the first came', async () => (await steps.attempts(id, '?outcome=DELIVERED')).length === 1);
    expect(idsAt(path)).not.toContain(missed);
    await world.http.post(`/api/webhook-endpoint/${id}/replay`, { eventId: missed });
    await eventually('the missed event arrived', () => idsAt(path).includes(missed));
  });
});

test('a delivery that cannot be recorded yet does not hold the turn of its endpoint meanwhile', async () => {
  const { id, path, organizationId } = await endpointOn();
  let answer = (): void => undefined;
  receiver.behave(path, (response) => void (answer = () => void response.writeHead(204).end()));
  await steps.publish(organizationId, newId());
  await eventually('the event came', () => idsAt(path).length > 0);
  await world.sql('begin');
  try {
    await world.sql('select from webhook_delivery where endpoint_id = $1 for update', [id]);
    answer();
    await eventually('its recording waits', async () => {
      const waiting = `select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
      return (await world.sql(waiting)).length > 0;
    });
    const turn = 'select from webhook_turn where endpoint_id = $1 for update nowait';
    expect(await world.sql(turn, [id])).toHaveLength(1);
  } finally {
    await world.sql('rollback');
  }
});
