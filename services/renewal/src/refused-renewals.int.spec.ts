import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { renewalEvents } from '@staycover/events';
import { eventually } from '@staycover/testing';
import type { Policy } from './testing/policy-service.ts';
import { LAST_DAY, type RenewalWorld, startRenewalService } from './testing/renewal-service.ts';

let t: RenewalWorld;

beforeAll(async () => {
  t = await startRenewalService({ RENEWAL_ANSWER_SECONDS: 0.3 });
});

afterAll(() => t.stop());

beforeEach(() => {
  t.clock.set(LAST_DAY);
  t.policies.beSilent(false);
});

const LOSS_FUND = 'The loss-fund rate would be above the new rate.';

const records = ({ id }: Policy) => t.history(id) as Promise<{ id: string; status: string; newTermStart: string }[]>;
const record = async (policy: Policy) => (await records(policy))[0]!;
const becomes = (policy: Policy, wanted: string) =>
  eventually(`the renewal is ${wanted}`, async () => (await record(policy)).status === wanted);

/** A policy with its new term asked for, and not answered yet. */
const asked = async (): Promise<Policy> => {
  t.policies.beSilent(true);
  const policy = await t.policies.create();
  await t.known(policy.id);
  await t.run();
  expect(await record(policy)).toMatchObject({ status: 'PROCESSING' });
  return policy;
};

/** The refusal of the renewal by the policy as it is now, to be published. */
const refusing = async (policy: Policy, reason = 'It is so.') =>
  t.policies.refusing(policy.id, (await record(policy)).id, reason);

/** A policy with a renewal that is for a person to decide. */
const failed = async (): Promise<Policy> => {
  const policy = await asked();
  await (await refusing(policy, LOSS_FUND))();
  await becomes(policy, 'FAILED');
  return policy;
};

type Change = (id: string) => Promise<unknown>;

const to =
  (changes: Partial<Policy>): Change =>
  (id) =>
    t.policies.change(id, changes);

const ahead =
  (kind?: 'SUPERSEDE' | 'EXPIRE'): Change =>
  (id) =>
    t.policies.plan(id, kind ? [{ kind, effectiveFrom: '2027-11-01', members: {} }] : []);

const cancellation = { effectiveDate: '2027-11-01', reason: 'AGREED', note: null } as const;

const leaving: [string, Change, Change][] = [
  ['is not to renew', to({ autoRenew: false }), to({ autoRenew: true })],
  ['is CANCELLED', to({ status: 'CANCELLED' }), to({ status: 'ACTIVE' })],
  ['is cancelled from then on', to({ cancellation }), to({ cancellation: null })],
  ['is handed over by then', ahead('SUPERSEDE'), ahead()],
  ['is to expire by then', ahead('EXPIRE'), ahead()],
  ['has a term that ends much later', to({ termEnd: '2028-03-31' }), to({ termEnd: '2027-10-31' })],
];

describe.each(leaving)('a renewal that is refused as its policy %s', (_what, leave, stay) => {
  const refused = { status: 'CANCELLED', failureReason: null, processedAt: null, processedBy: null };
  const again = { ...refused, status: 'SCHEDULED', previousTermEnd: '2027-10-31' };

  test('ends with it, and is taken up again when it goes on', async () => {
    const policy = await asked();
    await leave(policy.id);
    await t.known(policy.id);
    await (await refusing(policy))();
    await becomes(policy, 'CANCELLED');
    expect(await record(policy)).toMatchObject(refused);
    const { data } = await t.events.next(renewalEvents.renewalFailed, ({ policyId }) => policyId === policy.id);
    expect(data.renewal.failureReason).toBe('It is so.');
    await stay(policy.id);
    await becomes(policy, 'SCHEDULED');
    expect(await record(policy)).toMatchObject(again);
  });

  test('is taken up again at once when it goes on by then', async () => {
    const policy = await asked();
    await leave(policy.id);
    const refuse = await refusing(policy);
    await stay(policy.id);
    await t.known(policy.id);
    await refuse();
    await becomes(policy, 'SCHEDULED');
    expect(await record(policy)).toMatchObject(again);
  });

  test('ends with it also before anything else is known of that', async () => {
    const policy = await asked();
    t.policies.hold(true);
    await leave(policy.id);
    t.policies.hold(false);
    await (await refusing(policy))();
    await becomes(policy, 'CANCELLED');
    await t.policies.change(policy.id, {});
    await t.known(policy.id);
    await stay(policy.id);
    await becomes(policy, 'SCHEDULED');
    expect(await record(policy)).toMatchObject(again);
  });
});

test('a renewal that is refused as the end of the term moved is that of the new term', async () => {
  const policy = await asked();
  await t.policies.change(policy.id, { termEnd: '2027-11-03' });
  await t.known(policy.id);
  await (await refusing(policy))();
  await becomes(policy, 'SCHEDULED');
  const moved = { previousTermEnd: '2027-11-03', newTermStart: '2027-11-04', newTermEnd: '2028-11-05' };
  expect(await t.history(policy.id)).toMatchObject([{ ...moved, failureReason: null, processedAt: null }]);
});

describe('a renewal that is refused for another reason', () => {
  test('is for a person to decide, also when its policy was not to go on meanwhile', async () => {
    const policy = await asked();
    const refuse = await refusing(policy, LOSS_FUND);
    await t.policies.change(policy.id, { autoRenew: false });
    await t.policies.change(policy.id, { autoRenew: true });
    await t.known(policy.id);
    await refuse();
    await becomes(policy, 'FAILED');
    expect(await record(policy)).toMatchObject({ status: 'FAILED', failureReason: LOSS_FUND });
  });

  test('ends with its policy when that is not to go on by then', async () => {
    const policy = await asked();
    const refuse = await refusing(policy, LOSS_FUND);
    await t.policies.change(policy.id, { autoRenew: false });
    await t.known(policy.id);
    await refuse();
    await becomes(policy, 'CANCELLED');
    expect(await record(policy)).toMatchObject({ status: 'CANCELLED', failureReason: LOSS_FUND });
  });
});

test.each<[string, Change, Change]>([...leaving, ['has EXPIRED', to({ status: 'EXPIRED' }), to({ status: 'ACTIVE' })]])(
  'a renewal that has failed ends with its policy when that %s, until it goes on',
  async (_what, leave, stay) => {
    const policy = await failed();
    await leave(policy.id);
    await becomes(policy, 'CANCELLED');
    const { data } = await t.events.next(renewalEvents.renewalCancelled, ({ policyId }) => policyId === policy.id);
    expect(data).toMatchObject({ withPolicy: true, renewal: { failureReason: LOSS_FUND } });
    await stay(policy.id);
    await becomes(policy, 'SCHEDULED');
    expect(await record(policy)).toMatchObject({ status: 'SCHEDULED', failureReason: null, processedBy: null });
  },
);
