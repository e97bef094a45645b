import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inTransaction } from '@staycover/change';
import { type Actor, DomainError, newId, systemActor } from '@staycover/kernel';
import fc from 'fast-check';
import { upcomingPolicies } from './db/policies.ts';
import { listRenewals, renewals } from './db/renewals.ts';
import { getRun } from './db/runs.ts';
import type { RenewablePolicy } from './domain/policy.ts';
import { renewalJob } from './domain/renewal.ts';
import { type RenewalWorld, startRenewalService } from './testing/renewal-service.ts';
import { policy as sample } from './testing/samples.ts';
import { followPolicy } from './use-cases/follow-policy.ts';
import { startRun } from './use-cases/start-run.ts';

let t: RenewalWorld;

beforeAll(async () => {
  t = await startRenewalService({ RENEWAL_ANSWER_SECONDS: 0.3 });
});

afterAll(() => t.stop());

const platform = () => t.service.platform;
const contextFor = (actor: Actor) => ({ actor, now: t.clock(), newId });
const learn = (policy: RenewablePolicy) =>
  inTransaction(platform().database, (tx) =>
    followPolicy(tx, { policy, context: contextFor(renewalJob), horizon: 60 }),
  );

const year = { first: Temporal.PlainDate.from('2027-01-01'), last: Temporal.PlainDate.from('2027-12-31') };
const upcoming = (actor: Actor) => upcomingPolicies(platform().database, actor, year, { limit: 1_000 });

describe('the projection of a policy', () => {
  test('is its newest version, in whatever order and however often its events come', async () => {
    const versions = Array.from({ length: 6 }, (_, i) => i + 1);
    const orders = fc.shuffledSubarray([...versions, ...versions], { minLength: 12 });
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const organizationId = `org-${newId()}`;
        const id = newId();
        const makeState = (version: number) => {
          const rateTable = [
            {
              version,
              planId: null,
              effectiveFrom: year.first,
              ratePerNight: 10_000n * BigInt(version),
              lossFundRatePerNight: 1_000n,
            },
          ];
          return sample({
            id,
            organizationId,
            version,
            name: `version ${version}`,
            rateTable,
            supportedStates: ['FL'],
            lossFundRatePerNight: 11_000n,
            ratesAhead: [{ effectiveFrom: year.last, ratePerNight: 50_000n, lossFundRatePerNight: 12_000n, rateTable }],
            handOverOn: year.last,
          });
        };
        await Promise.all(order.map((version) => learn(makeState(version))));
        expect(await upcoming(systemActor('test', organizationId))).toEqual([makeState(6)]);
      }),
      { numRuns: 20 },
    );
  });
});

test('a policy from before loss-fund rates were kept is read without them', async () => {
  const organizationId = `org-${newId()}`;
  const rateTable = [{ version: 1, planId: null, effectiveFrom: year.first, ratePerNight: 10_000n }];
  const before = sample({
    id: newId(),
    organizationId,
    rateTable,
    ratesAhead: [{ effectiveFrom: year.last, rateTable }],
  });
  await learn(before);
  expect(await upcoming(systemActor('test', organizationId))).toStrictEqual([before]);
});

describe("another organization's", () => {
  const foreign: Actor = { id: 'eve', organizations: ['other'], roles: ['read', 'write'] };

  test('policies and renewals are not there', async () => {
    const policy = sample({ id: newId(), organizationId: 'mine', termEnd: Temporal.PlainDate.from('2027-11-10') });
    await learn(policy);
    await t.run();
    const { database } = platform();
    const mine = systemActor('test', 'mine');
    const [renewal] = await listRenewals(database, mine, policy.id, { limit: 10 });

    expect(renewal).toMatchObject({ policyId: policy.id, status: 'SCHEDULED' });
    expect(await upcoming(foreign)).toEqual([]);
    expect(await listRenewals(database, foreign, policy.id, { limit: 10 })).toEqual([]);
    const reached = inTransaction(database, (tx) => renewals.load(tx, foreign, renewal!.id));
    await expect(reached).rejects.toMatchObject({ code: 'not-found' });
  });

  test('runs are not there, and a run keeps to its own', async () => {
    const [own, other] = [
      sample({ id: newId(), organizationId: 'own' }),
      sample({ id: newId(), organizationId: 'others' }),
    ];
    await Promise.all([learn(own), learn(other)]);
    const owner: Actor = { id: 'dana', organizations: ['own'], roles: ['write'] };
    const { database } = platform();
    const { jobId } = await startRun(database, { dryRun: false }, contextFor(owner));
    await expect(getRun(database, foreign, jobId)).rejects.toBeInstanceOf(DomainError);
    await t.run({ dryRun: true }, { prefer: 'wait=60' });

    expect(await t.history(own.id)).toMatchObject([{ status: 'PROCESSING', createdBy: 'dana' }]);
    expect(await t.history(other.id)).toEqual([]);
    expect((await getRun(database, owner, jobId)).counts.due).toBe(1);
  });

  test('a future day is for ops', async () => {
    const asOf = Temporal.PlainDate.from('2027-11-01');
    const start = (roles: Actor['roles']) =>
      startRun(
        platform().database,
        { asOf, dryRun: true },
        contextFor({ id: 'dana', organizations: ['ahead'], roles }),
      );
    await expect(start(['read', 'write'])).rejects.toMatchObject({
      code: 'forbidden',
      extra: { requiredRoles: ['ops'], members: ['/asOf'] },
    });
    expect(await start(['ops'])).toMatchObject({ asOf, status: 'RUNNING' });
  });
});
