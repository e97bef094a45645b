import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { policyEvents, renewalEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually } from '@staycover/testing';
import { publishInvoice } from './testing/policy-service.ts';
import { type RenewalWorld, startRenewalService } from './testing/renewal-service.ts';

let t: RenewalWorld;

beforeEach(async () => {
  t = await startRenewalService();
});

afterEach(() => t.stop());

const duePolicy = async (changes: Parameters<RenewalWorld['policies']['create']>[0] = {}) => {
  const policy = await t.policies.create(changes);
  await t.known(policy.id);
  return policy;
};

const requestsFor = (policyId: string) =>
  t.events.of(renewalEvents.renewalRequested).filter(({ data }) => data.policyId === policyId);

const dearer = { version: 1, planId: null, effectiveFrom: '2027-11-01', ratePerNight: 5, lossFundRatePerNight: null };

describe('a run', () => {
  test('gives a due policy its next term, once', async () => {
    const { id } = await duePolicy({ rateTableVersions: [{ ...dearer, ratePerNight: 4.5 }] });
    const run = await t.run();

    expect(run.status).toBe(200);
    expect(run.body).toMatchObject({ asOf: '2027-10-31', dryRun: false, status: 'COMPLETED' });
    expect(run.body).toMatchObject({ due: 1, processed: 1, completed: 1, manualReview: 0, failed: 0, skipped: 0 });
    expect(t.policies.get(id)).toMatchObject({
      termStart: '2027-11-01',
      termEnd: '2028-10-31',
      ratePerNight: 4.5,
      renewalCount: 1,
    });
    const [record] = await t.history(id);
    expect(record).toMatchObject({
      organizationPolicyId: id,
      previousTermEnd: '2027-10-31',
      newTermStart: '2027-11-01',
      newTermEnd: '2028-10-31',
      previousRate: 4.25,
      newRate: 4.5,
      rateAdjustment: { reason: 'RATE_TABLE', percentageChange: 5.88, absoluteChange: 0.25 },
      status: 'COMPLETED',
      failureReason: null,
      processedAt: '2027-10-31T09:30:00.000Z',
      processedBy: 'anonymous',
    });
    const { data } = await t.events.next(renewalEvents.renewalCompleted, ({ policyId }) => policyId === id);
    const { policyReference: _reference, reviewReasons: _reasons, ...state } = record!;
    expect(data.renewal).toEqual(state);

    expect((await t.run()).body).toMatchObject({ status: 'COMPLETED', due: 0, processed: 0 });
    expect(await t.history(id)).toEqual([record]);
  });

  test('skips policies that are not due, do not renew automatically, or have ended', async () => {
    const others = [
      { termEnd: '2027-11-01' },
      { autoRenew: false },
      { status: 'PENDING' },
      { status: 'CANCELLED' },
      { status: 'EXPIRED' },
    ] as const;
    for (const other of others) await duePolicy(other);

    expect((await t.run()).body).toMatchObject({ due: 0, processed: 0 });
    const records = await t.sql<{ status: string }>('select status from renewal');
    expect(records).toEqual([{ status: 'SCHEDULED' }]);
  });

  test('in dry mode counts and changes nothing', async () => {
    const { id } = await duePolicy();
    await duePolicy({ status: 'SUSPENDED' });

    expect((await t.run({ dryRun: true })).body).toMatchObject({
      dryRun: true,
      due: 2,
      processed: 2,
      completed: 1,
      manualReview: 1,
    });
    expect(await t.history(id)).toEqual([]);
    expect(t.events.of(renewalEvents.renewalScheduled)).toEqual([]);
  });

  test('for a future day renews policies due by then', async () => {
    await duePolicy({ termEnd: '2028-01-31', termStart: '2027-02-01' });

    expect((await t.run({ asOf: '2028-01-31' })).body).toMatchObject({ asOf: '2028-01-31', due: 1, completed: 1 });
  });

  test('goes on when one policy fails', async () => {
    await duePolicy();
    const { id: bad } = await duePolicy();
    await duePolicy();
    await t.sql(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
    await t.sql(
      `create trigger refuse before insert on renewal for each row when (new.policy_id = '${bad}') execute function refuse()`,
    );

    expect((await t.run()).body).toMatchObject({ status: 'COMPLETED', due: 3, processed: 3, completed: 2, failed: 1 });
    await t.sql('drop trigger refuse on renewal');
    expect((await t.run()).body).toMatchObject({ due: 1, completed: 1, failed: 0 });
  });

  test('that is not waited for is found under its location', async () => {
    await duePolicy();
    const started = await t.run({}, { prefer: 'respond-async, wait=0' });

    expect(started.status).toBe(202);
    expect(started.headers.get('preference-applied')).toBe('wait=0');
    const location = started.headers.get('location')!;
    expect(location).toBe(`/api/renewal/process/${started.body.jobId}`);
    const ended = await eventually('the run ends', async () => {
      const { body } = await t.http.get(location);
      return body.status === 'COMPLETED' && body;
    });
    expect(ended).toMatchObject({ due: 1, processed: 1, completed: 1, finishedAt: '2027-10-31T09:30:00.000Z' });
  });

  test('starts once per idempotency key', async () => {
    const key = { 'idempotency-key': newId() };
    const first = await t.run({ asOf: '2027-10-31' }, key);
    const again = await t.run({ asOf: '2027-10-31' }, key);

    expect(again.body).toEqual(first.body);
    expect(await t.run({ asOf: '2027-10-30' }, key)).toMatchObject({ status: 422 });
    expect(await t.sql('select 1 from renewal_run')).toHaveLength(1);
  });
});

describe('a policy service that does not answer in time', () => {
  beforeEach(async () => {
    await t.stop();
    t = await startRenewalService({ RENEWAL_ANSWER_SECONDS: 0.3 });
  });

  test('is asked again and again until it does', async () => {
    const { id } = await duePolicy();
    t.policies.beSilent(true);

    expect((await t.run()).body).toMatchObject({ status: 'COMPLETED', due: 1, completed: 0, skipped: 1 });
    expect((await t.run()).body).toMatchObject({ due: 1, skipped: 1 });
    await eventually('it is asked', () => requestsFor(id).length > 0);
    expect(requestsFor(id)).toHaveLength(1);

    t.policies.beSilent(false);
    t.clock.advance({ minutes: 10 });
    const { data } = await t.events.next(renewalEvents.renewalCompleted, ({ policyId }) => policyId === id);
    expect(data.renewal).toMatchObject({ status: 'COMPLETED', version: 5 });
    expect(requestsFor(id)).toHaveLength(2);
    expect(t.policies.get(id).renewalCount).toBe(1);
  });

  test('asks again in a run when the last request is old', async () => {
    await duePolicy();
    t.policies.beSilent(true);
    await t.run();
    t.policies.beSilent(false);
    await t.sql(`update renewal set requested_at = requested_at - interval '1 hour'`);

    await eventually('it is completed', async () => (await t.run()).body.due === 0);
    expect(t.events.of(renewalEvents.renewalCompleted)).toHaveLength(1);
  });

  test('ends though the answer was lost, once the policy is known to have its term', async () => {
    const { id } = await duePolicy();
    t.policies.beSilent(true);
    await t.run();
    const [{ id: currentRenewalId }] = (await t.history(id)) as [{ id: string }];
    await t.policies.change(id, {
      termStart: '2027-11-01',
      termEnd: '2028-10-31',
      currentRenewalId,
      ratePerNight: 5.25,
    });
    await t.known(id);
    t.clock.advance({ minutes: 10 });

    const { data } = await t.events.next(
      renewalEvents.renewalCompleted,
      ({ renewalId }) => renewalId === currentRenewalId,
    );
    expect(data.renewal).toMatchObject({ previousRate: 5.25, newRate: 5.25, rateAdjustment: { reason: 'UNCHANGED' } });
    expect(requestsFor(id)).toHaveLength(1);
  });
});

describe('the handshake', () => {
  test('that is refused fails with the reason; a person schedules it again', async () => {
    const { id } = await duePolicy();
    t.policies.refuse('The policy is under investigation.');

    expect((await t.run()).body).toMatchObject({ due: 1, failed: 1, processed: 1 });
    const [failed] = await t.history(id);
    expect(failed).toMatchObject({
      status: 'FAILED',
      failureReason: 'The policy is under investigation.',
      processedBy: 'anonymous',
    });
    expect((await t.run()).body).toMatchObject({ due: 1, failed: 1 });
    expect(requestsFor(id)).toHaveLength(1);

    t.policies.refuse(undefined);
    const scheduled = await t.http.patch(`/api/renewal/${failed!['id']}/status`, { status: 'SCHEDULED' });
    expect(scheduled.body).toMatchObject({ status: 'SCHEDULED', failureReason: null, processedAt: null });
    expect((await t.run()).body).toMatchObject({ due: 1, completed: 1, failed: 0 });
  });

  test('that is refused as a policy is not to go on is counted as skipped, also when the policy goes on again', async () => {
    const [gone, back] = [await duePolicy(), await duePolicy()];
    t.policies.beSilent(true);
    const run = t.run();
    const isAsked = ({ id }: typeof gone) =>
      eventually('it is asked for', async () => (await t.history(id))[0]?.['status'] === 'PROCESSING');
    for (const policy of [gone, back]) {
      await isAsked(policy);
      await t.policies.change(policy.id, { autoRenew: false });
      const [record] = await t.history(policy.id);
      const refuse = t.policies.refusing(policy.id, String(record!['id']), 'The policy is not to renew any more.');
      if (policy === back) await t.policies.change(policy.id, { autoRenew: true });
      await t.known(policy.id);
      await refuse();
    }
    expect((await run).body).toMatchObject({ due: 2, processed: 2, failed: 0, skipped: 2 });
    expect(await t.history(gone.id)).toMatchObject([{ status: 'CANCELLED' }]);
    expect(await t.history(back.id)).toMatchObject([{ status: 'SCHEDULED' }]);
  });

  test('heeds an answer once however often it comes', async () => {
    const { id } = await duePolicy();
    await t.run();
    const before = await t.history(id);
    const { data } = await t.events.next(policyEvents.termRenewed, ({ policyId }) => policyId === id);
    for (let i = 0; i < 5; i++) await t.events.publish(policyEvents.termRenewed, data);

    await eventually('all answers are processed', async () => {
      const [row] = await t.sql<{ count: number }>(
        `select count(*)::int from inbox where consumer = 'renewal-policy-term-renewed'`,
      );
      return row!.count === 6;
    });
    expect(await t.history(id)).toEqual(before);
  });
});

describe('a person decides', () => {
  test('when the rate moves too far, the policy is suspended or an invoice is unpaid', async () => {
    const moved = await duePolicy({ rateTableVersions: [dearer] });
    const suspended = await duePolicy({ status: 'SUSPENDED' });
    const unpaid = await duePolicy();
    await publishInvoice(t.events, unpaid, { invoiceId: newId(), status: 'SUSPENDED', version: 5 });
    const isKnown = `select 1 from policy_invoice where policy_id = '${unpaid.id}'`;
    await eventually('the invoice is known', async () => (await t.sql(isKnown)).length > 0);

    expect((await t.run()).body).toMatchObject({ due: 3, processed: 3, manualReview: 3, completed: 0 });
    for (const { id } of [moved, suspended, unpaid]) {
      expect(await t.history(id)).toMatchObject([{ status: 'MANUAL_REVIEW' }]);
      await eventually('the policy is flagged', () => t.policies.get(id).renewalManualReviewFlaggedAt);
    }
    const { data } = await t.events.next(renewalEvents.renewalManualReview, ({ policyId }) => policyId === moved.id);
    expect(data.reasons).toEqual(['The rate moves by 17.65 %.']);
    expect((await t.run()).body).toMatchObject({ due: 3, manualReview: 3 });

    const [record] = await t.history(moved.id);
    const decided = await t.http.patch(`/api/renewal/${record!['id']}/status`, { status: 'SCHEDULED', newRate: 4.4 });
    expect(decided.body).toMatchObject({
      newRate: 4.4,
      rateAdjustment: { reason: 'MANUAL', percentageChange: 3.53, absoluteChange: 0.15 },
    });
    expect((await t.run()).body).toMatchObject({ due: 3, manualReview: 2, completed: 1 });
    expect(t.policies.get(moved.id).ratePerNight).toBe(4.4);
  });

  test('no longer, once the invoice is paid and the suspension is over: the renewal goes on', async () => {
    const [suspended, unpaid] = [await duePolicy({ status: 'SUSPENDED' }), await duePolicy()];
    const invoiceId = newId();
    await publishInvoice(t.events, unpaid, { invoiceId, status: 'SUSPENDED', version: 5 });
    const isKnown = `select 1 from policy_invoice where policy_id = '${unpaid.id}'`;
    await eventually('the invoice is known', async () => (await t.sql(isKnown)).length > 0);
    expect((await t.run()).body).toMatchObject({ manualReview: 2 });

    await publishInvoice(t.events, unpaid, { invoiceId, status: 'PAID', version: 6 });
    await t.policies.change(suspended.id, { status: 'ACTIVE' });
    for (const { id } of [suspended, unpaid])
      await eventually('the review has ended', async () => (await t.history(id))[0]!['status'] === 'SCHEDULED');
    const { data } = await t.events.next(
      renewalEvents.renewalScheduled,
      ({ policyId, version }) => policyId === unpaid.id && version > 1,
    );
    expect(data.renewal).toMatchObject({ status: 'SCHEDULED', lastModifiedBy: 'renewal-job' });
    expect((await t.run()).body).toMatchObject({ due: 2, completed: 2, manualReview: 0 });
  });

  test.each([
    ['PAID', 'SUSPENDED'],
    ['SUSPENDED', 'PAID'],
    ['VOID', 'UNCOLLECTIBLE'],
  ] as const)('not about an invoice that was settled, though %s comes before %s', async (first, second) => {
    const policy = await duePolicy();
    const invoiceId = newId();
    const version = { SUSPENDED: 5, UNCOLLECTIBLE: 6, PAID: 7, VOID: 7 };
    await publishInvoice(t.events, policy, { invoiceId, status: first, version: version[first] });
    await publishInvoice(t.events, policy, { invoiceId, status: second, version: version[second] });
    await eventually('both are processed', async () => {
      const [row] = await t.sql<{ count: number }>(
        `select count(*)::int from inbox where consumer like 'renewal-billing-%'`,
      );
      return row!.count === 2;
    });

    expect((await t.run()).body).toMatchObject({ completed: 1, manualReview: 0 });
  });
});
