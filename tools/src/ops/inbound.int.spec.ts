import { expect, test } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { compose, manifest } from '@staycover/claims-service';
import { inboundEvents } from '@staycover/events';
import { MAX_WAITING, RECEIVED } from '@staycover/messaging';
import { connectTestNats, createTestNats, eventually, startTestService } from '@staycover/testing';
import { consumers } from '../manifests.ts';
import { inbound } from './inbound.ts';

const SUBJECT = 'insurance.inbound.claim-submitted.acme';

test('given no service that makes room, then publishing again ends, with how far it came and what to do', async () => {
  const nats = await createTestNats(consumers);
  const connection = await connectTestNats(nats);
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

test('an event is published again as it came, with the time when it first came, also a second time', async () => {
  const nats = await createTestNats(consumers);
  const connection = await connectTestNats(nats);
  const since = Temporal.Now.instant().subtract({ minutes: 1 }).toString();
  const texts = ['{"id":"1"}', '{"id":"2","time":"2026-11-21T05:16:00Z"}', 'no JSON'];
  for (const text of texts) await jetstream(connection).publish(SUBJECT, text);
  const { streams } = await jetstreamManager(connection);
  const read = async (seq: number) => (await streams.getMessage(RECEIVED, { seq }))!;
  const awaitAll = (count: number) =>
    eventually('all have come', async () => (await streams.info(RECEIVED)).state.messages === count);
  await awaitAll(3);
  const context = { servers: { databases: undefined, nats }, print: () => undefined };
  await inbound.run({ ...context, args: ['republish', '--since', since] });
  await awaitAll(6);
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  await inbound.run({ ...context, print, args: ['republish', '--since', since] });
  expect(lines).toEqual(['3 published again']);
  await awaitAll(9);
  for (const again of [4, 7]) {
    for (const [i, text] of texts.entries()) {
      const message = await read(again + i);
      expect(message.string()).toBe(text);
      const first = Number(message.header.get('first-received-ns')) / 1e6;
      expect(Math.abs(first - (await read(i + 1)).time.getTime())).toBeLessThanOrEqual(1);
    }
  }
  await connection.close();
});

test('given a history that begins after an event, then what was published again of it is published again, once', async () => {
  const nats = await createTestNats(consumers);
  const connection = await connectTestNats(nats);
  const first = Temporal.Now.instant().subtract({ minutes: 1 }).toString();
  for (const text of ['{"id":"1"}', '{"id":"1"}']) await jetstream(connection).publish(SUBJECT, text);
  const { streams } = await jetstreamManager(connection);
  const awaitAll = (count: number) =>
    eventually('all have come', async () => (await streams.info(RECEIVED)).state.messages === count);
  await awaitAll(2);
  const lines: string[] = [];
  const context = { servers: { databases: undefined, nats }, print: (line: string) => void lines.push(line) };
  await inbound.run({ ...context, args: ['republish', '--since', first] });
  await awaitAll(4);
  await inbound.run({ ...context, args: ['republish', '--since', first] });
  await awaitAll(6);
  const { time } = (await streams.getMessage(RECEIVED, { seq: 3 }))!;
  await inbound.run({ ...context, args: ['republish', '--since', time.toISOString()] });
  await awaitAll(8);
  expect(lines).toEqual(['2 published again', '2 published again', '2 published again']);
  await connection.close();
});

test('given a history without its oldest events, then it is printed where it begins', async () => {
  const nats = await createTestNats(consumers);
  const connection = await connectTestNats(nats);
  const since = Temporal.Now.instant().subtract({ minutes: 1 }).toString();
  for (const id of ['1', '2']) await jetstream(connection).publish(SUBJECT, `{"id":"${id}"}`);
  const { streams } = await jetstreamManager(connection);
  const awaitAll = (count: number) =>
    eventually('all are there', async () => (await streams.info(RECEIVED)).state.messages === count);
  await awaitAll(2);
  await streams.update(RECEIVED, { max_msgs: 1 });
  await awaitAll(1);
  const { first_ts } = (await streams.info(RECEIVED)).state;
  const lines: string[] = [];
  const context = { servers: { databases: undefined, nats }, print: (line: string) => void lines.push(line) };
  await inbound.run({ ...context, args: ['republish', '--since', since] });
  expect(lines).toEqual([`RECEIVED has nothing from before ${Temporal.Instant.from(first_ts)}`, '1 published again']);
  await connection.close();
});

test('the largest event that is stored is too large to be handled: it is published again as it came', async () => {
  const nats = await createTestNats(consumers);
  const connection = await connectTestNats(nats);
  const since = Temporal.Now.instant().subtract({ minutes: 1 }).toString();
  const { streams } = await jetstreamManager(connection);
  const largest = 'x'.repeat((await streams.info('INBOUND')).config.max_msg_size);
  await jetstream(connection).publish(SUBJECT, largest);
  const awaitAll = (count: number) =>
    eventually('it has come', async () => (await streams.info(RECEIVED)).state.messages === count);
  await awaitAll(1);
  const context = { servers: { databases: undefined, nats }, print: () => undefined };
  await inbound.run({ ...context, args: ['republish', '--since', since] });
  await awaitAll(2);
  expect((await streams.getMessage(RECEIVED, { seq: 2 }))!.header.has('first-received-ns')).toBe(false);
  await inbound.run({ ...context, args: ['republish', '--since', since] });
  await awaitAll(3);
  await connection.close();
});

test('given a restored database, then an update that comes again gives way to what was decided since', async () => {
  const t = await startTestService(manifest, compose);
  const since = Temporal.Now.instant().subtract({ minutes: 1 }).toString();
  const { body } = await t.http.post('/api/claim', {
    organizationId: 'acme',
    reservationReferenceId: 'RES-1',
    damageDate: '2026-11-13',
    damageDescription: 'The television fell off the wall.',
    estimateAmount: 600,
  });
  const path = `/api/claim/${body.id}`;
  const update = { organizationId: 'acme', claimId: body.id, changedBy: 'bank', estimateAmount: 300, category: 'TV' };
  await t.events.publish(inboundEvents.claimUpdated, update);
  const claim = async () => (await t.http.get(path)).body;
  await eventually('the update is applied', async () => (await claim()).estimateAmount === 300);
  await t.sql('delete from inbox');
  await t.sql('delete from claim_statement');
  await t.sql('update claim set estimate_amount = 6000000, category = null');
  expect((await t.http.put(path, { estimateAmount: 650 })).status).toBe(200);
  const context = { servers: { databases: undefined, nats: t.nats }, print: () => undefined };
  await inbound.run({ ...context, args: ['republish', '--since', since] });
  await eventually('the update comes again', async () => (await claim()).category === 'TV');
  expect((await claim()).estimateAmount).toBe(650);
  await t.stop();
});
