import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Database, openDatabase, query } from '@staycover/db';
import { contractEvents } from '@staycover/events';
import { DomainError, newId, systemClock } from '@staycover/kernel';
import { createTestDatabase, type TestDatabase } from '@staycover/testing';
import { durableName, type ReplayDeps, replayDeadLetter } from './index.ts';

const SERVICE = 'policy';
const event = contractEvents.dealClosed;

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase({ url: testDatabase.urlFor(SERVICE), schema: SERVICE, entities: [] });
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const store = async (): Promise<string> => {
  const envelope = { ...event.example, id: newId(), data: { ...event.example.data, organizationId: 'acme' } };
  const [row] = await query<{ id: string }>(
    database,
    `insert into dead_letter (consumer, event_key, organization_id, subject, payload, reason, attempts)
     values ($1, $2, 'acme', $3, $4, 'its first reason', 1) returning id::text`,
    [durableName(SERVICE, event), envelope.id, `${event.subjectPrefix}.acme`, JSON.stringify(envelope)],
  );
  return row!.id;
};

const failing = (error: Error) => () => Promise.reject(error);
const away = new DomainError('service-unavailable', 'The contract service does not answer.');

test.each<[string, Partial<ReplayDeps>]>([
  ['handles', { subscriptions: [{ event, process: failing(away) }] }],
  ['follows', { storeLate: failing(away) }],
])(
  'an event that cannot be processed now by a service that %s it is not refused, and keeps its reason',
  async (_how, how) => {
    const id = await store();
    const deps = { service: SERVICE, subscriptions: [], database, clock: systemClock, newId };
    await expect(replayDeadLetter({ ...deps, ...how })(id, 'dana')).rejects.toBe(away);
    const letters = await query(database, 'select reason, attempts, resolution from dead_letter where id = $1', [id]);
    expect(letters).toEqual([{ reason: 'its first reason', attempts: 1, resolution: null }]);
  },
);
