import { expect, test } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { MAX_WAITING, RECEIVED } from '@staycover/messaging';
import { createTestNats, eventually } from '@staycover/testing';
import { consumers } from '../manifests.ts';
import { inbound } from './inbound.ts';

const SUBJECT = 'insurance.inbound.claim-submitted.acme';

test('given no service that makes room, then publishing again ends, with how far it came and what to do', async () => {
  const nats = await createTestNats(consumers);
  const connection = await connect({ servers: nats.url, user: nats.user, pass: nats.password });
  const since = Temporal.Now.instant().subtract({ minutes: 1 }).toString();
  for (let i = 0; i < MAX_WAITING - 1; i += 100) {
    const batch = Math.min(100, MAX_WAITING - 1 - i);
    await Promise.all(Array.from({ length: batch }, () => jetstream(connection).publish(SUBJECT, '{}')));
  }
  await connection.close();
  const context = { servers: { databases: undefined, nats }, print: () => undefined, patienceMs: 200 };
  await expect(inbound.run({ ...context, args: ['republish', '--since', since] })).rejects.toThrow(
    `1 published again; then nothing made room for ${SUBJECT}. Start the service that takes it, and repeat this.`,
  );
});

test('an event without a time is published again with the time when it came, every other one as it came', async () => {
  const nats = await createTestNats(consumers);
  const connection = await connect({ servers: nats.url, user: nats.user, pass: nats.password });
  const [dateless, dated, improper, noJson] = [
    '{"id":"1","note":"{}"}',
    '{"id":"2","time":"2026-11-21T05:16:00Z"}',
    '{"note":"without id"}',
    'no JSON',
  ];
  for (const text of [dateless, dated, improper, noJson]) await jetstream(connection).publish(SUBJECT, text);
  const { streams } = await jetstreamManager(connection);
  const readAll = async () => {
    const { last_seq: last } = (await streams.info(RECEIVED)).state;
    return Promise.all(Array.from({ length: last }, (_, i) => streams.getMessage(RECEIVED, { seq: i + 1 })));
  };
  await eventually('all have come', async () => (await readAll()).length === 4);
  const [first] = await readAll();
  const since = Temporal.Now.instant().subtract({ minutes: 1 }).toString();
  const context = { servers: { databases: undefined, nats }, print: () => undefined };
  await inbound.run({ ...context, args: ['republish', '--since', since] });
  await eventually('all have come again', async () => (await readAll()).length === 8);
  const again = (await readAll()).slice(4).map((message) => message!.string());
  await connection.close();
  expect(again).toEqual([`{"time":"${first!.time.toISOString()}","id":"1","note":"{}"}`, dated, improper, noJson]);
});
