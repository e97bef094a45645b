import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { inTransaction } from '@staycover/change';
import { contractEvents, type DataOf, policyEvents, renewalEvents } from '@staycover/events';
import { created, newId } from '@staycover/kernel';
import { eventually } from '@staycover/testing';
import { lockPolicies } from './db/policies.ts';
import { renewals } from './db/renewals.ts';
import { renewalJob } from './domain/renewal.ts';
import { type Policy, publishInvoice } from './testing/policy-service.ts';
import { LAST_DAY, type RenewalWorld, startRenewalService } from './testing/renewal-service.ts';
import { renewal } from './testing/samples.ts';

let t: RenewalWorld;

beforeAll(async () => {
  t = await startRenewalService({ RENEWAL_ANSWER_SECONDS: 0.3 });
});

afterAll(() => t.stop());

beforeEach(() => {
  t.clock.set(LAST_DAY);
  t.policies.beSilent(false);
});

const newPolicy = async (changes: Partial<Policy> = {}): Promise<Policy> => {
  const policy = await t.policies.create(changes);
  await t.known(policy.id);
  return policy;
};

/** A policy with a term that ends in 20 days, with its renewal scheduled. */
const scheduled = async (changes: Partial<Policy> = {}): Promise<Policy> => {
  const policy = await newPolicy({ termEnd: '2027-11-20', ...changes });
  await t.run();
  expect(await status(policy)).toBe('SCHEDULED');
  return policy;
};

const record = async ({ id }: Policy) => (await t.history(id))[0] as { id: string; status: string; newTermEnd: string };
const status = async (policy: Policy) => (await record(policy)).status;
const becomes = (policy: Policy, wanted: string) =>
  eventually(`the renewal is ${wanted}`, async () => (await status(policy)) === wanted);
/** Whether a statement like this waits for a lock. */
const waits = async (statement: string): Promise<boolean> => {
  const found = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like $1`;
  return (await t.sql(found, [statement])).length > 0;
};
const person = async (policy: Policy, body: object) =>
  t.http.patch(`/api/renewal/${(await record(policy)).id}/status`, body);

const cancelledFrom = (effectiveDate: string) => ({ cancellation: { effectiveDate, reason: 'AGREED', note: null } });

describe('the renewal of a policy', () => {
  test.each<[string, Partial<Policy>]>([
    ['is CANCELLED', { status: 'CANCELLED' }],
    ['is EXPIRED', { status: 'EXPIRED' }],
    ['is not to renew', { autoRenew: false }],
    ['is cancelled from the first day of the new term', cancelledFrom('2027-11-21')],
  ])('that %s is cancelled with it', async (_what, changes) => {
    const policy = await scheduled();
    await t.policies.change(policy.id, changes);
    const { data } = await t.events.next(renewalEvents.renewalCancelled, ({ policyId }) => policyId === policy.id);
    expect(data.withPolicy).toBe(true);
    expect(await t.history(policy.id)).toMatchObject([{ status: 'CANCELLED', lastModifiedBy: 'renewal-job' }]);
  });

  test('that is of another term by now is cancelled when that of its own term goes on', async () => {
    const policy = await scheduled();
    await t.policies.change(policy.id, { autoRenew: false });
    await becomes(policy, 'CANCELLED');
    await t.policies.change(policy.id, { autoRenew: true, termEnd: '2027-11-30' });
    await t.known(policy.id);
    await t.run();
    const states = async () => (await t.history(policy.id)).map((one) => one['status']);
    expect(await states()).toEqual(['CANCELLED', 'SCHEDULED']);
    await t.policies.change(policy.id, { termEnd: '2027-11-20' });
    await becomes(policy, 'SCHEDULED');
    expect(await states()).toEqual(['SCHEDULED', 'CANCELLED']);
    await t.policies.change(policy.id, { termEnd: '2027-11-30' });
    await eventually('the other goes on', async () => (await states())[1] === 'SCHEDULED');
    expect(await states()).toEqual(['CANCELLED', 'SCHEDULED']);
  });

  test('that is decided while its events arrive is cancelled, too', async () => {
    const policy = await newPolicy({ termEnd: '2027-11-20' });
    const { database } = t.service.platform;
    await inTransaction(database, async (tx) => {
      const [known] = await lockPolicies(tx, [policy.id]);
      await t.policies.change(policy.id, { autoRenew: false });
      await eventually('the events wait', () => waits('%renewable_policy%'));
      const context = { actor: renewalJob, now: t.clock(), newId };
      const { id: policyId, organizationId, termEnd: previousTermEnd } = known!;
      const newTermStart = previousTermEnd.add({ days: 1 });
      const term = { previousTermEnd, newTermStart, newTermEnd: newTermStart.add({ months: 12 }) };
      const coming = renewal({ id: newId(), policyId, organizationId, ...term });
      await renewals.addAll(tx, context, [created(coming, { type: 'scheduled' })]);
    });
    await becomes(policy, 'CANCELLED');
    expect(await record(policy)).toMatchObject({ status: 'CANCELLED' });
  });

  test('is decided as the policy is by then, although the run has read it before', async () => {
    const policy = await newPolicy({ termEnd: '2027-11-20' });
    const { database } = t.service.platform;
    const run = inTransaction(database, async (tx) => {
      await lockPolicies(tx, [policy.id]);
      const answered = t.run();
      await eventually('the run waits', () => waits('%for update%'));
      await tx.run('update renewable_policy set auto_renew = false, version = version + 1 where id = $1', [policy.id]);
      return { answered };
    });
    await (await run).answered;
    expect(await t.history(policy.id)).toEqual([]);
  });

  test('that is handed over by then is cancelled, that of one handed over later is not', async () => {
    const [soon, late] = [await scheduled(), await scheduled()];
    const handOver = (effectiveFrom: string) => [{ kind: 'SUPERSEDE', effectiveFrom, members: {} } as const];
    await t.policies.plan(late.id, [...handOver('2027-12-01')]);
    await t.policies.plan(soon.id, [...handOver('2027-11-10')]);
    await becomes(soon, 'CANCELLED');
    await t.known(late.id);
    expect(await status(late)).toBe('SCHEDULED');
  });

  test('that is to expire by then is cancelled, until that is withdrawn; that of one that expires later is not', async () => {
    const [soon, late] = [await scheduled(), await scheduled()];
    const expire = (effectiveFrom: string) => [{ kind: 'EXPIRE', effectiveFrom, members: {} } as const];
    await t.policies.plan(late.id, [...expire('2027-11-22')]);
    await t.policies.plan(soon.id, [...expire('2027-11-21')]);
    await becomes(soon, 'CANCELLED');
    await t.known(late.id);
    expect(await status(late)).toBe('SCHEDULED');
    await t.policies.plan(soon.id, []);
    await becomes(soon, 'SCHEDULED');
  });

  test('that is cancelled later goes on', async () => {
    const policy = await scheduled();
    await t.policies.change(policy.id, cancelledFrom('2027-11-22'));
    await t.known(policy.id);
    expect(await status(policy)).toBe('SCHEDULED');
  });

  test.each<[string, Partial<Policy>, Partial<Policy>]>([
    ['is to renew after all', { autoRenew: false }, { autoRenew: true }],
    ['is not to be cancelled after all', cancelledFrom('2027-11-21'), { cancellation: null }],
  ])('is taken up again, before any run, when its policy %s', async (_what, leaving, staying) => {
    const policy = await scheduled();
    await t.policies.change(policy.id, leaving);
    await becomes(policy, 'CANCELLED');
    await t.policies.change(policy.id, staying);
    await becomes(policy, 'SCHEDULED');
    await t.policies.change(policy.id, leaving);
    await becomes(policy, 'CANCELLED');
    expect(await t.history(policy.id)).toHaveLength(1);
  });

  test('that a person cancelled, or that is of another term, is not taken up by an event of its policy', async () => {
    const [one, other] = [await scheduled(), await scheduled()];
    await person(one, { status: 'CANCELLED' });
    await t.policies.change(one.id, { autoRenew: false });
    await t.policies.change(other.id, { autoRenew: false });
    await becomes(other, 'CANCELLED');
    await t.policies.change(one.id, { autoRenew: true });
    await t.policies.change(other.id, { autoRenew: true, termEnd: '2027-12-20' });
    await t.known(one.id);
    await t.known(other.id);
    expect([await status(one), await status(other)]).toEqual(['CANCELLED', 'CANCELLED']);
  });

  test('that a person wants to look at waits for that person once it is taken up again', async () => {
    const policy = await scheduled();
    await person(policy, { status: 'MANUAL_REVIEW' });
    await person(policy, { status: 'SCHEDULED' });
    await person(policy, { status: 'MANUAL_REVIEW' });
    await t.policies.change(policy.id, { autoRenew: false });
    await becomes(policy, 'CANCELLED');
    expect(await record(policy)).toMatchObject({ reviewReasons: [] });
    await t.policies.change(policy.id, { autoRenew: true });
    await becomes(policy, 'SCHEDULED');
    expect(await record(policy)).toMatchObject({ reviewReasons: [] });
    await t.run();
    const asked = { status: 'MANUAL_REVIEW', reviewReasons: ['A person asked for a review.'] };
    expect(await record(policy)).toMatchObject(asked);
    expect((await person(policy, { status: 'SCHEDULED' })).body).toMatchObject({ reviewReasons: [] });
    await t.run();
    expect(await status(policy)).toBe('SCHEDULED');
  });

  test('is taken up again by the job once its policy is to go on', async () => {
    const policy = await scheduled();
    await t.policies.change(policy.id, { autoRenew: false });
    await becomes(policy, 'CANCELLED');
    await t.run();
    expect(await status(policy)).toBe('CANCELLED');
    await t.policies.change(policy.id, { autoRenew: true });
    await t.known(policy.id);
    await t.run();
    expect(await status(policy)).toBe('SCHEDULED');
  });
});

test('a rate that is recorded for the new term is the one that it renews to', async () => {
  const policy = await scheduled();
  const change = (effectiveFrom: string, ratePerNight: number) =>
    ({ kind: 'CHANGE', effectiveFrom, members: { ratePerNight, minNights: 2 } }) as const;
  await t.policies.plan(policy.id, [change('2027-11-15', 4.3), change('2027-11-21', 4.5), change('2027-12-01', 9)]);
  await t.known(policy.id);
  await t.run();
  expect(await record(policy)).toMatchObject({ previousRate: 4.3, newRate: 4.5, status: 'SCHEDULED' });
});

test.each<[string, number, object]>([
  ['a rate from its first day', 4.5, { newRate: 4.5, rateAdjustment: { reason: 'RATE_TABLE', absoluteChange: 0.25 } }],
  ['no other rate', 4.25, { newRate: 4.25, rateAdjustment: { reason: 'UNCHANGED', absoluteChange: 0 } }],
])(
  'a renewal into %s is shown as that, also when it is decided after the term',
  async (_what, ratePerNight, expected) => {
    const policy = await newPolicy({ status: 'SUSPENDED' });
    const changes = [{ kind: 'CHANGE', effectiveFrom: '2027-11-01', members: { ratePerNight } } as const];
    await t.policies.plan(policy.id, changes);
    await t.known(policy.id);
    await t.run();
    expect(await record(policy)).toMatchObject({ previousRate: 4.25, status: 'MANUAL_REVIEW' });

    t.clock.set('2027-11-10T09:30:00Z');
    await t.policies.plan(policy.id, []);
    await t.policies.change(policy.id, { status: 'ACTIVE', ratePerNight: 4.6 });
    await becomes(policy, 'SCHEDULED');
    await t.known(policy.id);
    await t.run();
    await becomes(policy, 'COMPLETED');
    expect(await record(policy)).toMatchObject({ previousRate: 4.25, ...expected });
  },
);

test('a rate that moves in review or after that is the one of the record, and waits for a person', async () => {
  const dearer = (ratePerNight: number) => ({
    rateTableVersions: [
      { version: 1, planId: null, effectiveFrom: '2027-11-21', ratePerNight, lossFundRatePerNight: null },
    ],
  });
  const policy = await newPolicy({ termEnd: '2027-11-20', ...dearer(5) });
  await t.run();
  expect(await record(policy)).toMatchObject({ newRate: 5, status: 'MANUAL_REVIEW' });
  await t.policies.change(policy.id, dearer(6));
  await t.known(policy.id);
  await t.run();
  expect(await record(policy)).toMatchObject({ newRate: 6, reviewReasons: ['The rate moves by 41.18 %.'] });
  await person(policy, { status: 'SCHEDULED' });
  await t.run();
  expect(await record(policy)).toMatchObject({ newRate: 6, status: 'SCHEDULED' });
  await t.policies.change(policy.id, dearer(9));
  await t.known(policy.id);
  await t.run();
  expect(await record(policy)).toMatchObject({ newRate: 9, status: 'MANUAL_REVIEW' });
});

describe('a person', () => {
  test('reopens a cancelled renewal, the job does not', async () => {
    const policy = await scheduled();
    await person(policy, { status: 'CANCELLED' });
    const { data } = await t.events.next(renewalEvents.renewalCancelled, ({ policyId }) => policyId === policy.id);
    expect(data.withPolicy).toBe(false);
    await t.run();
    expect(await status(policy)).toBe('CANCELLED');
    expect((await person(policy, { status: 'SCHEDULED' })).body).toMatchObject({ status: 'SCHEDULED' });
  });

  const hears = async (policy: Policy, invoiceId: string, wanted: 'SUSPENDED' | 'PAID') => {
    const version = wanted === 'PAID' ? 6 : 5;
    await publishInvoice(t.events, policy, { invoiceId, status: wanted, version });
    const known = 'select from policy_invoice where policy_id = $1 and id = $2 and version = $3';
    await eventually('it is known', async () => (await t.sql(known, [policy.id, invoiceId, version])).length === 1);
  };

  test('who reopens a renewal approves what holds then, but not what comes once that is over', async () => {
    const [policy, invoiceId] = [await scheduled(), newId()];
    await hears(policy, invoiceId, 'SUSPENDED');
    await person(policy, { status: 'CANCELLED' });
    await person(policy, { status: 'SCHEDULED' });
    await hears(policy, invoiceId, 'PAID');
    await t.run();
    await hears(policy, newId(), 'SUSPENDED');
    t.clock.set('2027-11-20T09:30:00Z');
    await t.run();
    expect(await status(policy)).toBe('MANUAL_REVIEW');
  });

  test('who reopens a renewal approves what holds then, and is not asked again when it is due', async () => {
    const policy = await scheduled();
    await hears(policy, newId(), 'SUSPENDED');
    await person(policy, { status: 'CANCELLED' });
    await person(policy, { status: 'SCHEDULED' });
    t.clock.set('2027-11-20T09:30:00Z');
    await t.run();
    expect(await becomes(policy, 'COMPLETED')).toBe(true);
  });

  test.each(['EXPIRED', 'CANCELLED', 'SUPERSEDED'] as const)('does not once the policy is %s', async (ended) => {
    const policy = await scheduled();
    await person(policy, { status: 'CANCELLED' });
    await t.policies.change(policy.id, { status: ended });
    await t.known(policy.id);
    const { status: code, body } = await person(policy, { status: 'SCHEDULED' });
    expect({ code, body }).toMatchObject({ code: 409, body: { type: expect.stringMatching(/policy-not-in-force$/) } });
  });

  test('does not while the policy ends', async () => {
    const policy = await scheduled();
    await person(policy, { status: 'CANCELLED' });
    const ending = inTransaction(t.service.platform.database, async (tx) => {
      await lockPolicies(tx, [policy.id]);
      const answered = person(policy, { status: 'SCHEDULED' });
      await eventually('the person waits', () => waits('%for update%'));
      // As of a newer event than the one that stamps the notice, which may wait, too.
      await tx.run(`update renewable_policy set status = 'CANCELLED', version = version + 1 where id = $1`, [
        policy.id,
      ]);
      return { answered };
    });
    expect(await (await ending).answered).toMatchObject({
      status: 409,
      body: { type: expect.stringMatching(/policy-not-in-force$/) },
    });
    expect(await status(policy)).toBe('CANCELLED');
  });

  test('does not resume a renewal that failed once the policy has expired', async () => {
    const policy = await newPolicy();
    t.policies.refuse('The policy is under investigation.');
    await t.run();
    await becomes(policy, 'FAILED');
    t.policies.refuse(undefined);
    await t.policies.change(policy.id, { status: 'EXPIRED' });
    await becomes(policy, 'CANCELLED');
    const { status: code, body } = await person(policy, { status: 'SCHEDULED' });
    expect({ code, body }).toMatchObject({ code: 409, body: { type: expect.stringMatching(/policy-not-in-force$/) } });
    expect(await status(policy)).toBe('CANCELLED');
    const read = await t.http.get(`/api/renewal/${(await record(policy)).id}`);
    expect(read.headers.get('allowed-actions')).toBe('');
  });

  test('who decides nothing for 30 days has declined', async () => {
    const policy = await newPolicy({ status: 'SUSPENDED' });
    await t.run();
    expect(await status(policy)).toBe('MANUAL_REVIEW');
    t.clock.set('2027-11-29T09:30:00Z');
    await t.run();
    expect(await status(policy)).toBe('MANUAL_REVIEW');
    t.clock.set('2027-11-30T09:30:00Z');
    await t.run();
    expect(await record(policy)).toMatchObject({ status: 'CANCELLED', reviewReasons: [] });
  });
});

describe('the contract of a policy', () => {
  type ContractState = DataOf<typeof contractEvents.contractStatusChanged>;
  const notActive = 'The contract of the policy is SUSPENDED, EXPIRED or TERMINATED, or ends with the term.';
  let contractId: string;
  beforeEach(() => {
    contractId = newId();
  });
  const publish = (state: 'ACTIVE' | 'SUSPENDED', version: number) => {
    const { data } = contractEvents.contractStatusChanged.example as { data: ContractState };
    const about = { organizationId: 'acme', version };
    const contract = { ...data.contract, ...about, id: contractId, status: state, renewalTermMonths: 6 };
    return t.events.publish(contractEvents.contractStatusChanged, { ...data, ...about, contractId, contract });
  };
  const change = (autoRenew: boolean, version: number) => {
    const { data } = contractEvents.contractChanged.example as { data: ContractState };
    const about = { organizationId: 'acme', version };
    const state = { id: contractId, status: 'ACTIVE', autoRenew, expirationDate: '2027-10-31' } as const;
    const contract = { ...data.contract, ...about, ...state };
    return t.events.publish(contractEvents.contractChanged, { ...data, ...about, contractId, contract });
  };
  const isKnown = async (version: number): Promise<boolean> => {
    const known = 'select from renewable_contract where contract_id = $1 and version >= $2';
    return (await t.sql(known, [contractId, version])).length === 1;
  };
  const publishAndWait = async (state: 'ACTIVE' | 'SUSPENDED', version: number): Promise<void> => {
    await publish(state, version);
    await eventually('the contract is known', () => isKnown(version));
  };

  test('decides how long the new term is', async () => {
    await publishAndWait('ACTIVE', 3);
    expect(await record(await scheduled({ contractId }))).toMatchObject({ newTermEnd: '2028-05-20' });
  });

  test('decides it also when that changes after a person set the rate, which stays', async () => {
    const policy = await scheduled({ contractId });
    await person(policy, { status: 'SCHEDULED', newRate: 4.4 });
    await publishAndWait('ACTIVE', 3);
    await t.run();
    expect(await record(policy)).toMatchObject({
      newTermEnd: '2028-05-20',
      newRate: 4.4,
      rateAdjustment: { reason: 'MANUAL' },
    });
  });

  test('that is not ACTIVE asks for a review, which ends when it is', async () => {
    await publishAndWait('SUSPENDED', 3);
    const policy = await newPolicy({ contractId });
    await t.run();
    const { data } = await t.events.next(renewalEvents.renewalManualReview, ({ policyId }) => policyId === policy.id);
    expect(data.reasons).toEqual([notActive]);
    await publishAndWait('ACTIVE', 4);
    await becomes(policy, 'SCHEDULED');
    await t.run();
    await t.events.next(policyEvents.termRenewed, ({ policyId }) => policyId === policy.id);
    await becomes(policy, 'COMPLETED');
  });

  test('that ends with the term asks for a review, which ends when the contract renews itself', async () => {
    await change(false, 3);
    await eventually('the contract is known', () => isKnown(3));
    const policy = await newPolicy({ contractId });
    await t.run();
    const { data } = await t.events.next(renewalEvents.renewalManualReview, ({ policyId }) => policyId === policy.id);
    expect(data.reasons).toEqual([notActive]);
    await change(true, 4);
    await becomes(policy, 'SCHEDULED');
  });

  test('that is ACTIVE again while a review for it is decided ends it, too', async () => {
    await publishAndWait('SUSPENDED', 3);
    const policy = await newPolicy({ contractId });
    // Flagging the policy and stamping its notices would publish events of it, and end the review.
    t.policies.beSilent(true);
    const { answered } = await inTransaction(t.service.platform.database, async (tx) => {
      // What is decided cannot be stored yet.
      await tx.run('lock table outbox in exclusive mode', []);
      const run = t.run();
      await eventually('the review is decided', () => waits('%insert into%renewal%'));
      await publish('ACTIVE', 4);
      const heard = async () => (await isKnown(4)) || (await waits('%renewable_contract%'));
      await eventually('the contract event has arrived', heard);
      return { answered: run };
    });
    expect((await answered).status).toBe(200);
    await t.events.next(renewalEvents.renewalManualReview, ({ policyId }) => policyId === policy.id);
    await eventually('the contract is known', () => isKnown(4));
    await becomes(policy, 'SCHEDULED');
  });

  test('ends the review with whichever event arrives first', async () => {
    await publishAndWait('SUSPENDED', 3);
    const policy = await newPolicy({ contractId });
    await t.run();
    expect(await status(policy)).toBe('MANUAL_REVIEW');
    await change(true, 5);
    await becomes(policy, 'SCHEDULED');
  });
});
