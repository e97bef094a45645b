import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RenewalRecord } from '@staycover/api';
import { renewalEvents } from '@staycover/events';
import { eventually } from '@staycover/testing';
import type { Policy } from './testing/policy-service.ts';
import { type RenewalWorld, startRenewalService } from './testing/renewal-service.ts';

let t: RenewalWorld;

beforeAll(async () => {
  t = await startRenewalService({ RENEWAL_ANSWER_SECONDS: 0.3 });
});

afterAll(() => t.stop());

const records = async ({ id }: Policy) => (await t.history(id)) as RenewalRecord[];
const shown = async (policy: Policy) => (await records(policy)).map((one) => `${one.previousTermEnd} ${one.status}`);
const becomes = (policy: Policy, ...wanted: string[]) =>
  eventually(`the renewals are ${wanted.join(', ')}`, async () => (await shown(policy)).join() === wanted.join());
const move = (id: string, body: object) => t.http.patch(`/api/renewal/${id}/status`, body);

/** A policy with a term that ends in 20 days, and its renewal. */
const scheduled = async (): Promise<[Policy, RenewalRecord]> => {
  const policy = await t.policies.create({ termEnd: '2027-11-20' });
  await t.known(policy.id);
  await t.run();
  const [record] = await records(policy);
  return [policy, record!];
};

const endOn = (policy: Policy, termEnd: string) => t.policies.change(policy.id, { termEnd });

/** The run, once the service has what the policy service has published for the run before. */
const runAgain = async (policy: Policy) => {
  await t.known(policy.id);
  await t.run();
};

describe('the renewal of a policy that gets another end of its term', () => {
  test('is at once that of the new term, so that a person who declines it has declined', async () => {
    const [policy, { id }] = await scheduled();
    await endOn(policy, '2027-11-30');
    await becomes(policy, '2027-11-30 SCHEDULED');
    expect(await records(policy)).toMatchObject([{ id, newTermStart: '2027-12-01', newTermEnd: '2028-12-31' }]);
    expect((await move(id, { status: 'CANCELLED' })).status).toBe(200);
    await runAgain(policy);
    expect(await shown(policy)).toEqual(['2027-11-30 CANCELLED']);
  });

  test('keeps the rate that a person sets then', async () => {
    const [policy, { id }] = await scheduled();
    await endOn(policy, '2027-11-30');
    await becomes(policy, '2027-11-30 SCHEDULED');
    await move(id, { status: 'SCHEDULED', newRate: 4.4 });
    await runAgain(policy);
    expect(await records(policy)).toMatchObject([{ id, newRate: 4.4, rateAdjustment: { reason: 'MANUAL' } }]);
  });

  test('is cancelled while the new end is far, and taken up again when the end is put back', async () => {
    const [policy, { id }] = await scheduled();
    await move(id, { status: 'MANUAL_REVIEW' });
    await endOn(policy, '2028-03-31');
    await becomes(policy, '2027-11-20 CANCELLED');
    const { data } = await t.events.next(renewalEvents.renewalCancelled, ({ renewalId }) => renewalId === id);
    expect(data).toMatchObject({ withPolicy: true });
    await endOn(policy, '2027-11-20');
    await becomes(policy, '2027-11-20 SCHEDULED');
  });

  test('is cancelled where a person has declined that of the new term', async () => {
    const [policy, { id }] = await scheduled();
    await move(id, { status: 'CANCELLED' });
    await endOn(policy, '2027-11-30');
    await runAgain(policy);
    expect(await shown(policy)).toEqual(['2027-11-20 CANCELLED', '2027-11-30 SCHEDULED']);
    await endOn(policy, '2027-11-20');
    await becomes(policy, '2027-11-20 CANCELLED', '2027-11-30 CANCELLED');
    await runAgain(policy);
    expect(await shown(policy)).toEqual(['2027-11-20 CANCELLED', '2027-11-30 CANCELLED']);
  });
});

test('a renewal of another term than its policy has is not moved by a person', async () => {
  const [policy, { id }] = await scheduled();
  await move(id, { status: 'CANCELLED' });
  await endOn(policy, '2027-11-30');
  await t.known(policy.id);
  expect((await move(id, { status: 'CANCELLED' })).status).toBe(200);
  const refused = await move(id, { status: 'SCHEDULED' });
  expect(refused).toMatchObject({
    status: 409,
    body: {
      type: expect.stringMatching(/invalid-transition$/),
      detail: 'The term of the policy ends on 2027-11-30, not on 2027-11-20.',
      from: 'CANCELLED',
      to: 'SCHEDULED',
      allowed: [],
    },
  });
  const read = await t.http.get(`/api/renewal/${id}`);
  expect([read.body.status, read.headers.get('allowed-actions')]).toEqual(['CANCELLED', '']);
});
