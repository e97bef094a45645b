import { expect } from '@jest/globals';
import { setRenewalStatus } from '@staycover/api';
import { type Client, eventually } from '@staycover/testing';
import fc from 'fast-check';
import { acceptable, type Body } from './bodies.ts';

/** A policy after the end of its term: its rate, and the rate of its table for the next term, in cents. */
type Ended = { months: number; daysAgo: number; autoRenew: boolean; cents: number; nextCents: number };
type Story = { ended: Ended[]; moves: Body[] };

const cents = fc.integer({ min: 100, max: 2_000 });

export const renewalStories: fc.Arbitrary<Story> = fc.record({
  ended: fc.array(
    fc
      .record({
        months: fc.integer({ min: 2, max: 12 }),
        daysAgo: fc.nat(20),
        autoRenew: fc.boolean(),
        cents,
        percent: fc.integer({ min: -15, max: 15 }),
      })
      .map(({ percent, ...rest }) => ({ ...rest, nextCents: Math.round((rest.cents * (100 + percent)) / 100) })),
    { minLength: 1, maxLength: 4 },
  ),
  moves: fc.array(acceptable(setRenewalStatus), { maxLength: 3 }),
});

const createEnded = async (
  http: Client,
  organizationId: string,
  policy: Ended,
): Promise<{ id: string; termEnd: string }> => {
  const termEnd = Temporal.Now.plainDateISO('UTC').subtract({ days: policy.daysAgo });
  const nextDay = termEnd.add({ days: 1 });
  const created = await http.post('/api/policy', {
    organizationId,
    termStart: nextDay.subtract({ months: policy.months }).toString(),
    termEnd: termEnd.toString(),
    autoRenew: policy.autoRenew,
    ratePerNight: policy.cents / 100,
    rateTableVersions: [{ version: 1, effectiveFrom: nextDay.toString(), ratePerNight: policy.nextCents / 100 }],
  });
  expect(created.status).toBe(201);
  await http.patch(`/api/policy/${created.body.id}/status`, { status: 'ACTIVE' });
  return created.body;
};

const history = async (
  http: Client,
  policyId: string,
): Promise<(Body & { id: string; status: string; version: number })[]> =>
  (await http.get(`/api/renewal/policy/${policyId}`)).body;

/** Runs the job; its response must equal a later read. */
const process = async (http: Client): Promise<void> => {
  const { body: run } = await http.post('/api/renewal/process', {});
  expect((await http.get(`/api/renewal/process/${run.jobId}`)).body).toMatchObject({
    jobId: run.jobId,
    asOf: run.asOf,
  });
  if (run.status === 'COMPLETED')
    expect(run.completed + run.manualReview + run.failed + run.skipped).toBe(run.processed);
};

const decided = (http: Client, policyId: string) =>
  eventually(
    'the renewal is decided',
    async () => {
      await process(http);
      const [record] = await history(http, policyId);
      return record && !['SCHEDULED', 'PROCESSING'].includes(record.status) && record;
    },
    20_000,
  );

/** Plays a story: every policy that renews does, or waits for a person when its rate moves by more than 10 %. */
export const playRenewals = async (http: Client, organizationId: string, { ended, moves }: Story): Promise<void> => {
  const policies = await Promise.all(
    ended.map(async (policy) => ({ ...policy, ...(await createEnded(http, organizationId, policy)) })),
  );
  for (const policy of policies.filter(({ autoRenew }) => autoRenew)) {
    const record = await decided(http, policy.id);
    const isLarge = Math.abs(policy.nextCents - policy.cents) * 10 > policy.cents;
    expect(record).toMatchObject({
      status: isLarge ? 'MANUAL_REVIEW' : 'COMPLETED',
      previousTermEnd: policy.termEnd,
      previousRate: policy.cents / 100,
      newRate: policy.nextCents / 100,
    });
    const { body } = await http.get(`/api/policy/${policy.id}`);
    expect(body).toMatchObject({
      renewalCount: isLarge ? 0 : 1,
      termEnd: isLarge ? policy.termEnd : record['newTermEnd'],
    });
    for (const move of moves) await decide(http, policy.id, move);
  }
  for (const { id } of policies.filter(({ autoRenew }) => !autoRenew)) expect(await history(http, id)).toEqual([]);
};

/** What a person decides is taken and counted, or refused without a trace. */
const decide = async (http: Client, policyId: string, move: Body): Promise<void> => {
  const [before] = await history(http, policyId);
  const { status, body } = await http.patch(`/api/renewal/${before!.id}/status`, move);
  if (status === 200) {
    expect(body.status).toBe(move['status']);
    expect([before!.version, before!.version + 1]).toContain(body.version);
  } else {
    expect([400, 409]).toContain(status);
  }
};
