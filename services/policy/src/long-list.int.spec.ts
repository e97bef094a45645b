import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Database } from '@staycover/change';
import { type Actor, type Context, newId } from '@staycover/kernel';
import { fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';
import { correctPolicy } from './use-cases/correct-policy.ts';
import { coverNight } from './use-cases/cover-night.ts';
import { readPolicy } from './use-cases/read-policy.ts';
import { setPolicyStatus } from './use-cases/set-policy-status.ts';
import { snapshotPolicy } from './use-cases/snapshot-policy.ts';
import { updatePolicy } from './use-cases/update-policy.ts';
import { policyChanges, toStatement } from './wire/bodies.ts';

let t: TestService;
let ids: { short: string; long: string };
const clock = fakeClock('2026-11-20T09:30:00Z');
const actor: Actor = { id: 'dana', organizations: '*', roles: ['write', 'underwrite'] };
const context = (): Context => ({ actor, now: clock(), newId });
const rules = { nonPaymentDays: 10, suspendsUnpaid: false };

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
});

afterAll(() => t.stop());

/** An ACTIVE policy with changes of its rate that are all past. */
const seed = async (count: number): Promise<string> => {
  const body = { organizationId: newId(), termStart: '2026-01-01', enrolledProperties: [{ propertyId: 'beach' }] };
  const { id } = (await t.http.post('/api/policy', { ...body, ratePerNight: 4.25 })).body;
  await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' });
  await t.sql(
    `insert into policy_change (policy_id, sequence, kind, effective_from, members, added_rates, policy_version,
       recorded_at, recorded_by)
     select $1, n, 'CHANGE', date '2026-02-01' + n % 200, jsonb_build_object('ratePerNight', 42500), '[]', 2, now(), 'dana'
     from generate_series(2, $2::int) as n`,
    [id, count],
  );
  await t.sql('update policy set change_count = $2 where id = $1', [id, count]);
  return id;
};

beforeEach(async () => {
  ids = { short: await seed(2), long: await seed(1_000) };
});

/** The database, with a count of the characters of rows that it sent. */
const weighing = () => {
  const { database } = t.service.platform;
  const received = { characters: 0 };
  const weigh = <F extends (...args: never[]) => Promise<{ rows?: unknown }>>(send: F) =>
    (async (...args: Parameters<F>) => {
      const result = await send(...args);
      received.characters += JSON.stringify(result.rows ?? null).length;
      return result;
    }) as F;
  const connect: Database['connect'] = (use) =>
    database.connect((client) =>
      use(
        new Proxy(client, {
          get: (it, name) => (name === 'query' ? weigh(it.query.bind(it) as never) : Reflect.get(it, name)),
        }),
      ),
    );
  return { database: { ...database, connect, run: weigh(database.run) } as Database, received };
};

/** What a command reads of the policy with few and of the one with many changes, in characters. */
const readFor = async (act: (database: Database, id: string) => Promise<unknown>) => {
  const [short, long] = [weighing(), weighing()];
  await act(short.database, ids.short);
  await act(long.database, ids.long);
  return { short: short.received.characters, long: long.received.characters };
};

const rate = (ratePerNight: number) => policyChanges({ ratePerNight }, 'dana');

const correctFrom = (database: Database, id: string, day: string) =>
  correctPolicy(database, context(), {
    id,
    correction: { effectiveFrom: Temporal.PlainDate.from(day), reason: 'agreed so' },
    changes: rate(5),
    statement: undefined,
  });

test.each<[string, (database: Database, id: string) => Promise<unknown>]>([
  ['a read', (database, id) => readPolicy({ database, clock })(actor, id)],
  [
    'another name',
    (database, id) =>
      updatePolicy(database, context(), { id, changes: policyChanges({ name: 'New' }, 'dana'), statement: undefined }),
  ],
  ['another rate', (database, id) => updatePolicy(database, context(), { id, changes: rate(5), statement: undefined })],
  [
    'a rate of a later day',
    (database, id) =>
      updatePolicy(database, context(), {
        id,
        changes: rate(5),
        statement: undefined,
        effectiveFrom: Temporal.PlainDate.from('2026-12-01'),
      }),
  ],
  [
    'a suspension',
    (database, id) => setPolicyStatus(database, context(), { id, move: { status: 'SUSPENDED' } }, rules),
  ],
  [
    'a cancellation',
    (database, id) => setPolicyStatus(database, context(), { id, move: { status: 'CANCELLED' } }, rules),
  ],
  ['a correction from today on', (database, id) => correctFrom(database, id, '2026-11-20')],
])('%s reads as much of a policy with 1,000 past changes as of one with 2', async (_what, act) => {
  const { short, long } = await readFor(act);
  expect(short).toBeGreaterThan(1_000);
  expect(Math.abs(long - short)).toBeLessThan(500);
});

/** What the service asks that bills nights, and an election that reaches into the past. */
const ofThePast: [string, (database: Database, id: string) => Promise<unknown>][] = [
  [
    'the snapshot of a past day',
    (database, policyId) =>
      snapshotPolicy(
        { database, clock, newId },
        rules,
      )({
        policyId,
        organizationId: null,
        openFrom: '2026-10-01',
        sinceVersion: 2,
      }),
  ],
  [
    'an election of the past',
    (database, id) => {
      const election = { electionId: newId(), scopeType: 'PROPERTY', scopeId: 'beach', action: 'INCLUDE' } as const;
      const coverageElections = [{ ...election, effectiveFrom: '2026-10-01' }];
      return updatePolicy(database, context(), {
        id,
        changes: policyChanges({ coverageElections }, 'dana'),
        statement: toStatement({ coverageElections }),
      });
    },
  ],
];

test.each(ofThePast)('%s reads the list once, and then as much as of a policy with 2 changes', async (_what, act) => {
  const first = await readFor(act);
  expect(first.long).toBeGreaterThan(first.short + 100_000);
  const { short, long } = await readFor(act);
  expect(short).toBeGreaterThan(1_000);
  expect(Math.abs(long - short)).toBeLessThan(500);
});

test('the cover of a past night reads the list once', async () => {
  const { database } = t.service.platform;
  const { organizationId } = (await t.http.get(`/api/policy/${ids.long}`)).body;
  const cover = () => coverNight({ database, clock })({ organizationId, propertyId: 'beach', date: '2026-10-01' });
  const { policies } = await cover();
  expect(policies).toMatchObject([{ ratePerNight: 4.25, reason: 'NOT_ENROLLED' }]);
  await t.sql('alter table policy_change disable trigger forget_policy_days');
  await t.sql(`update policy_change set members = '"unreadable"' where policy_id = $1`, [ids.long]);
  await t.sql('alter table policy_change enable trigger forget_policy_days');
  expect(await cover()).toEqual({ policies, nextCursor: null });
});

test('a correction of the past reads the list', async () => {
  const { short, long } = await readFor((database, id) => correctFrom(database, id, '2026-03-01'));
  expect(long).toBeGreaterThan(short + 100_000);
});
