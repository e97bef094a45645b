import { expect, test } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { MAX_WAITING } from '@staycover/messaging';
import { createTestNats } from '@staycover/testing';
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
