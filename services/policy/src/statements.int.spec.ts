import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '@staycover/change';
import { type Actor, type Context, newId } from '@staycover/kernel';
import { eventually, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';
import { createPolicy } from './use-cases/create-policy.ts';
import { readPolicy } from './use-cases/read-policy.ts';
import { setPolicyStatus } from './use-cases/set-policy-status.ts';
import { snapshotPolicy } from './use-cases/snapshot-policy.ts';
import { updatePolicy } from './use-cases/update-policy.ts';
import { policyChanges, toStatement } from './wire/bodies.ts';

let t: TestService;
const clock = fakeClock('2026-11-20T09:30:00Z');
const actor: Actor = { id: 'dana', organizations: '*', roles: ['write', 'underwrite'] };
const rules = { nonPaymentDays: 10, suspendsUnpaid: false };

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
});

afterAll(() => t.stop());

const context = (): Context => ({ actor, now: clock(), newId });

/** The database, and how many statements it was sent: BEGIN and COMMIT are two. */
const counting = () => {
  const { database } = t.service.platform;
  const sent = { statements: 0 };
  const count = <F extends (...args: never[]) => unknown>(send: F) =>
    ((...args: Parameters<F>) => {
      sent.statements += 1;
      return send(...args);
    }) as F;
  const connect: Database['connect'] = (use) =>
    database.connect((client) =>
      use(
        new Proxy(client, { get: (it, name) => (name === 'query' ? count(it.query.bind(it)) : Reflect.get(it, name)) }),
      ),
    );
  return { database: { ...database, connect, run: count(database.run) }, sent };
};

const create = (database: Database, body: object = {}) =>
  createPolicy(database, context(), {
    id: newId(),
    organizationId: newId(),
    currency: 'USD',
    previousPolicyId: null,
    changes: policyChanges(body, 'dana'),
    statement: toStatement(body),
  });

const include = (scopeId: string) => ({ scopeType: 'PROPERTY', scopeId, action: 'INCLUDE' }) as const;

const update = (database: Database, id: string, body: object) =>
  updatePolicy(database, context(), {
    id,
    changes: policyChanges(body, 'dana'),
    statement: toStatement(body),
  });

describe('the number of statements', () => {
  test.each<[number, string, (database: Database, id: string) => Promise<unknown>]>([
    [5, 'create a policy without elections', (database) => create(database)],
    [1, 'detect a change without effect', (database, id) => update(database, id, { ratePerNight: 4.25 })],
    [2, 'change a policy', (database, id) => update(database, id, { name: 'New', autoRenew: false })],
    [
      10,
      'make it active',
      (database, id) => setPolicyStatus(database, context(), { id, move: { status: 'ACTIVE' } }, rules),
    ],
    [6, 'change its rate, and that of its enrollment', (database, id) => update(database, id, { ratePerNight: 5 })],
    [
      10,
      'state an election again, and another',
      (database, id) =>
        update(database, id, { coverageElections: [{ ...include('p1'), planId: 'gold' }, include('p2')] }),
    ],
    [
      1,
      'answer another service',
      (database, policyId) => snapshotPolicy({ database, clock, newId }, rules)({ policyId, organizationId: null }),
    ],
    [2, 'print it', (database, id) => readPolicy({ database, clock })(actor, id)],
  ])('%d %s', async (expected, _what, act) => {
    const { policy } = await create(t.service.platform.database, {
      ratePerNight: 4.25,
      coverageElections: [include('p1')],
    });
    const { database, sent } = counting();
    await act(database, policy.id);
    expect(sent.statements).toBe(expected);
  });
});

describe('elections that come while a policy is changed', () => {
  test('reach it although it was read before', async () => {
    const { database } = t.service.platform;
    const { policy } = await create(database, { supportedStates: ['TX'] });
    const electing = `insert into coverage_election (organization_id, policy_id, election_id, own, stated_at, scope_type,
      scope_id, action, endorsement_selections, effective_from, recorded_on)
      values ($1, $2, 'e', false, now(), 'PROPERTY', 'p1', 'INCLUDE', '[]', '2026-11-20', '2026-11-20')`;
    const knowing = `insert into property (organization_id, property_id, stated_at, state, group_ids)
      values ($1, 'p1', now(), 'FL', '[]')`;
    await t.sql('begin');
    await t.sql('select 1 from policy where id = $1 for update', [policy.id]);
    const changed = update(database, policy.id, { supportedStates: ['FL'] });
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await eventually('the change waits', async () => (await t.sql(waits)).length > 0);
    await t.sql(knowing, [policy.organizationId]);
    await t.sql(electing, [policy.organizationId, policy.id]);
    await t.sql('commit');
    expect((await changed).enrollments).toMatchObject([{ propertyId: 'p1', active: true }]);
  });
});
