import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Policy } from '@staycover/api';
import type { Database } from '@staycover/db';
import { type Actor, type Context, newId } from '@staycover/kernel';
import { fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';
import { createPolicy } from './use-cases/create-policy.ts';
import { readPolicies, readPolicy } from './use-cases/read-policy.ts';
import { readEnrollments, readSummaries, readSummary } from './use-cases/read-summary.ts';
import { setPolicyStatus } from './use-cases/set-policy-status.ts';
import { updatePolicy } from './use-cases/update-policy.ts';

let t: TestService;
let policy: Policy;
const clock = fakeClock('2026-11-20T09:30:00Z');
const owner: Actor = { id: 'owner', organizations: ['acme', 'acme-2'], roles: ['read', 'write'] };
const stranger: Actor = { id: 'stranger', organizations: ['other'], roles: ['read', 'write'] };
const rules = { nonPaymentDays: 10, suspendsUnpaid: false };

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
  policy = (await t.http.post('/api/policy', { organizationId: 'acme' })).body as Policy;
});

afterAll(() => t.stop());

const changing = <T>(actor: Actor, work: (database: Database, context: Context) => Promise<T>) =>
  work(t.service.platform.database, { actor, now: clock(), newId });

const changes = { terms: {}, details: { name: 'New' } };
const given = { changes, currency: 'USD', statement: undefined } as const;

describe('a policy of another organization', () => {
  test.each<[string, (actor: Actor) => Promise<unknown>]>([
    ['read', (actor) => readPolicy({ database: t.service.platform.database, clock })(actor, policy.id)],
    [
      'read without enrollments',
      (actor) => readSummary({ database: t.service.platform.database, clock })(actor, policy.id),
    ],
    [
      'asked for its enrollments',
      (actor) =>
        readEnrollments({ database: t.service.platform.database, clock })(actor, policy.id, {
          limit: 1,
          after: undefined,
        }),
    ],
    [
      'changed',
      (actor) =>
        changing(actor, (database, context) =>
          updatePolicy(database, context, { id: policy.id, changes, statement: undefined }),
        ),
    ],
    [
      'moved',
      (actor) =>
        changing(actor, (database, context) =>
          setPolicyStatus(database, context, { id: policy.id, move: { status: 'ACTIVE' } }, rules),
        ),
    ],
    [
      'created',
      (actor) => {
        const command = { id: newId(), organizationId: 'acme', previousPolicyId: null, ...given };
        return changing(actor, (database, context) => createPolicy(database, context, command));
      },
    ],
  ])('is not there to be %s', async (_name, act) => {
    await expect(act(stranger)).rejects.toMatchObject({ code: 'not-found' });
    await act(owner);
  });

  test('is in no list', async () => {
    const list = readPolicies({ database: t.service.platform.database, clock });
    expect(await list(stranger, { organizationId: 'acme' }, { limit: 10 })).toEqual({ policies: [], next: undefined });
    expect(await list(stranger, { status: 'ACTIVE' }, { limit: 10 })).toEqual({ policies: [], next: undefined });
    expect((await list(owner, { organizationId: 'acme' }, { limit: 10 })).policies.length).toBeGreaterThan(0);
    const heads = readSummaries({ database: t.service.platform.database, clock });
    expect((await heads(stranger, { organizationId: 'acme' }, { limit: 10 })).policies).toEqual([]);
    expect((await heads(owner, { organizationId: 'acme' }, { limit: 10 })).policies.length).toBeGreaterThan(0);
  });

  test('cannot be superseded', async () => {
    const other = await changing({ ...owner, organizations: ['acme', 'other'] }, (database, context) =>
      createPolicy(database, context, {
        id: newId(),
        organizationId: 'other',
        previousPolicyId: null,
        ...given,
      }),
    );
    const command = { id: newId(), organizationId: 'acme', previousPolicyId: other.policy.id, ...given };
    await expect(
      changing(owner, (database, context) => createPolicy(database, context, command)),
    ).rejects.toMatchObject({
      extra: { errors: [{ pointer: '/previousPolicyId', detail: 'must be a policy of the organization' }] },
    });
  });
});
