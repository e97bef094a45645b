import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Database, query } from '@staycover/db';
import { contractEvents } from '@staycover/events';
import { DomainError, newId, systemClock } from '@staycover/kernel';
import { createLogger } from '@staycover/telemetry';
import { openTestDatabase } from '@staycover/testing';
import { durableName, type ReplayDeps, replayDeadLetter, resolveDeadLetter, type Subscription } from './index.ts';

const SERVICE = 'policy';
const event = contractEvents.dealClosed;

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ database, drop } = await openTestDatabase(SERVICE));
});

afterAll(() => drop());

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

const logger = createLogger('test', { level: 'silent' });
const failing = (error: Error) => () => Promise.reject(error);
const away = new DomainError('service-unavailable', 'The contract service does not answer.');

test('an event that is replayed came when its stream got it, by the clock of the platform', async () => {
  const id = await store();
  await query(database, `update dead_letter set received_at = now() - interval '1 hour' where id = $1`, [id]);
  const aheadMs = Temporal.Duration.from({ hours: 24 * 365 }).total('milliseconds');
  const clock = () => systemClock().add({ milliseconds: aheadMs });
  let came: Temporal.Instant | undefined;
  const process: Subscription['process'] = async (_database, { context }) => {
    came = context.cameAt;
    return true;
  };
  const subscriptions = [{ event, process }];
  await replayDeadLetter({ service: SERVICE, subscriptions, database, clock, aheadMs: () => aheadMs, newId, logger })(
    id,
    'dana',
  );
  const hours = came!.until(clock()).total('hours');
  expect([hours >= 1, hours < 2]).toEqual([true, true]);
});

test('an event that is processed while its letter is discarded counts as replayed', async () => {
  const id = await store();
  const process: Subscription['process'] = async () =>
    resolveDeadLetter(database, id, { resolution: 'DISCARDED', by: 'eve', note: 'sent by mistake' });
  const deps = { service: SERVICE, subscriptions: [{ event, process }], database, clock: systemClock, newId, logger };
  expect(await replayDeadLetter(deps)(id, 'dana')).toMatchObject({ outcome: 'REPLAYED' });
  const letters = await query(database, 'select resolution, resolved_by from dead_letter where id = $1', [id]);
  expect(letters).toEqual([{ resolution: 'REPLAYED', resolved_by: 'dana' }]);
});

test.each<[string, Partial<ReplayDeps>]>([
  ['handles', { subscriptions: [{ event, process: failing(new Error('its second reason')) }] }],
  ['follows', { storeLate: failing(new Error('its second reason')) }],
])(
  'an event that fails again in a service that %s it stays, and shows nothing of what the error has inside',
  async (_how, how) => {
    const id = await store();
    const deps = { service: SERVICE, subscriptions: [], database, clock: systemClock, newId, logger };
    expect(await replayDeadLetter({ ...deps, ...how })(id, 'dana')).toMatchObject({ outcome: 'REJECTED' });
    const letters = await query(database, 'select reason, attempts, resolution from dead_letter where id = $1', [id]);
    expect(letters).toEqual([
      { reason: 'The handler failed again; the log of the service has why.', attempts: 2, resolution: null },
    ]);
  },
);

test.each<[string, Partial<ReplayDeps>]>([
  ['handles', { subscriptions: [{ event, process: failing(away) }] }],
  ['follows', { storeLate: failing(away) }],
])(
  'an event that cannot be processed now by a service that %s it is not refused, and keeps its reason',
  async (_how, how) => {
    const id = await store();
    const deps = { service: SERVICE, subscriptions: [], database, clock: systemClock, newId, logger };
    await expect(replayDeadLetter({ ...deps, ...how })(id, 'dana')).rejects.toBe(away);
    const letters = await query(database, 'select reason, attempts, resolution from dead_letter where id = $1', [id]);
    expect(letters).toEqual([{ reason: 'its first reason', attempts: 1, resolution: null }]);
  },
);
