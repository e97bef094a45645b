import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type JetStreamClient, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import { connectTestNats, createTestNats } from '@staycover/testing';
import { eventIdIn, findEvent, storeEvent } from './store-event.ts';

let connection: NatsConnection;
let js: JetStreamClient;
let stream: Subscription | undefined;
let asked: string[];

beforeAll(async () => {
  connection = await connectTestNats(await createTestNats([]));
  js = jetstream(connection);
});

afterAll(() => connection.close());

beforeEach(() => void (asked = []));
afterEach(() => stream?.unsubscribe());

/** Answers like the leader of a stream. */
const answering = (answer: (msgId: string) => object): void => {
  stream = connection.subscribe('cluster.event', {
    callback: (_error, message) => {
      const msgId = message.headers?.get('Nats-Msg-Id') ?? '';
      asked.push(msgId);
      message.respond(JSON.stringify({ stream: 'CLUSTER', ...answer(msgId) }));
    },
  });
};

const keep = async (msgID: string): Promise<number> =>
  (await js.publish('insurance.contract.deal-closed.acme', '{}', { msgID })).seq;
const find = async (where: { id: string; sequence: number }) =>
  findEvent(await jetstreamManager(connection), 'CONTRACT', where);

const store = () => storeEvent(js, { id: 'e-1', subject: 'cluster.event', payload: '{}' }, { timeout: 5_000 });

const duplicateWithoutSequence = { seq: 0, duplicate: true };
const inProcess = { error: { code: 409, err_code: 10_158, description: 'duplicate message id is in process' } };

describe.each([
  ['takes it for a duplicate that it has not stored', duplicateWithoutSequence],
  ['has it in process', inProcess],
])('given a cluster that %s, an event', (_what, answer) => {
  test('goes out under an id of its own', async () => {
    answering((msgId) => (msgId === 'e-1' ? answer : { seq: 7 }));
    expect(await store()).toMatchObject({ seq: 7 });
    expect(asked.map(eventIdIn)).toEqual(['e-1', 'e-1']);
  });

  test('goes out under another one each time: an earlier one may be in process, too', async () => {
    answering((msgId) => (msgId === 'e-1' ? answer : { seq: 7 }));
    await store();
    await store();
    expect(new Set(asked).size).toBe(3);
  });

  test('is not taken for stored where both are known', async () => {
    answering(() => answer);
    await expect(store()).rejects.toThrow('in process');
    expect(asked).toHaveLength(2);
  });
});

describe('an event is found', () => {
  test('where it was stored, under whichever id', async () => {
    const id = randomUUID();
    const [first, second] = [await keep(id), await keep(`${id}:0f3a99b2`)];
    expect(await find({ id, sequence: first })).toMatchObject({ seq: first, duplicate: true });
    expect(await find({ id, sequence: second })).toMatchObject({ seq: second });
  });

  test('neither where another is, nor behind the end, nor nowhere', async () => {
    const sequence = await keep(randomUUID());
    const id = randomUUID();
    expect(await find({ id, sequence })).toBeUndefined();
    expect(await find({ id, sequence: sequence + 1_000 })).toBeUndefined();
    expect(await find({ id, sequence: 0 })).toBeUndefined();
  });
});

test('a duplicate with its sequence is stored already', async () => {
  answering(() => ({ seq: 5, duplicate: true }));
  expect(await store()).toMatchObject({ seq: 5, duplicate: true });
  expect(asked).toEqual(['e-1']);
});

test('what the stream refuses is not tried under another id', async () => {
  answering(() => ({ error: { code: 400, err_code: 10_071, description: 'wrong last sequence: 5' } }));
  await expect(store()).rejects.toThrow('wrong last sequence');
  expect(asked).toEqual(['e-1']);
});

test.each([
  ['e-1', 'e-1'],
  ['e-1:0f3a99b2', 'e-1'],
])('the event of message %s is %s', (msgId, eventId) => {
  expect(eventIdIn(msgId)).toBe(eventId);
});
