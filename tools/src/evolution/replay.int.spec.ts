import { describe, expect, jest, test } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import * as billing from '@staycover/billing-service';
import * as claims from '@staycover/claims-service';
import * as contract from '@staycover/contract-service';
import { eventSubject } from '@staycover/events';
import { durableName } from '@staycover/messaging';
import * as policy from '@staycover/policy-service';
import * as renewal from '@staycover/renewal-service';
import type { Manifest, RunningService } from '@staycover/service';
import { createTestDatabase, createTestNats, eventually, testLog } from '@staycover/testing';
import pg from 'pg';
import { manifests } from '../manifests.ts';
import { asOfTomorrow, recorded, type Sent } from './envelopes.ts';

jest.setTimeout(120_000);

type Started = (env: Record<string, string>) => Promise<RunningService>;

const services: readonly [Manifest, Started][] = [
  [contract.manifest, (env) => contract.compose(contract.readConfig(env))],
  [policy.manifest, (env) => policy.compose(policy.readConfig(env))],
  [billing.manifest, (env) => billing.compose(billing.readConfig(env))],
  [renewal.manifest, (env) => renewal.compose(renewal.readConfig(env))],
  [claims.manifest, (env) => claims.compose(claims.readConfig(env))],
];

/** The outcome of an event at one consumer: processed, or rejected for a reason. */
type Outcome = { consumer: string; event_key: string; reason: string | null };

const outcomes = `select consumer, event_key, null as reason from inbox
  union all select consumer, event_key, reason from dead_letter`;

/** Runs a service on real servers with these events; returns the rejections. */
const replay = async (manifest: Manifest, start: Started, events: readonly Sent[]): Promise<Outcome[]> => {
  const database = await createTestDatabase();
  const nats = await createTestNats(manifest.consumes.map((event) => ({ service: manifest.name, event })));
  const connection = await connect({
    servers: nats.url,
    user: nats.user,
    pass: nats.password,
    inboxPrefix: `_INBOX_${nats.user}`,
  });
  const admin = new pg.Client({
    connectionString: database.adminUrl,
    options: `-c search_path=${manifest.name},public`,
  });
  await admin.connect();
  const service = await start({
    NODE_ENV: 'test',
    PORT: '0',
    ...testLog(),
    DATABASE_URL: database.urlFor(manifest.name),
    NATS_URL: nats.url,
    NATS_USER: nats.user,
    NATS_PASSWORD: nats.password,
  });
  try {
    for (const { event, envelope } of events) {
      const subject = eventSubject(event, envelope.data.organizationId);
      await jetstream(connection).publish(subject, JSON.stringify(envelope), { msgID: envelope.id });
    }
    const waiting = new Map(
      events.map(({ event, envelope, release }) => [envelope.id, `${release} ${durableName(manifest.name, event)}`]),
    );
    let found: Outcome[] = [];
    await eventually(`an outcome of ${[...waiting.values()].join(', ')}`, async () => {
      found = (await admin.query<Outcome>(outcomes)).rows;
      for (const { event_key } of found) waiting.delete(event_key.split(' ').at(-1)!);
      return waiting.size === 0;
    });
    return found.filter(({ reason }) => reason !== null);
  } finally {
    await service.stop();
    await admin.end();
    await connection.close();
    await database.drop();
  }
};

test('every service that handles events is replayed', () => {
  const handling = manifests.filter(({ follows }) => follows === undefined).map(({ name }) => name);
  expect(services.map(([{ name }]) => name)).toEqual(handling);
});

describe.each(services.map(([manifest, start]) => [manifest.name, manifest, start] as const))(
  '%s takes',
  (_name, manifest, start) => {
    test('every envelope that a release has published', async () => {
      const refused = await replay(manifest, start, manifest.consumes.flatMap(recorded));
      expect(refused).toEqual([]);
    });

    const ofOurs = manifest.consumes.filter(({ service }) => service !== 'inbound');
    if (ofOurs.length === 0) return;
    test('what a later release may publish: new members, new values of enumerations', async () => {
      const refused = await replay(manifest, start, ofOurs.flatMap(recorded).map(asOfTomorrow));
      expect(refused).toEqual([]);
    });
  },
);
