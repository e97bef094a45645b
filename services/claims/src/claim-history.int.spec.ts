import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { billingEvents, type DataOf } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { type Answer, eventually, fakeClock, type TestService } from '@staycover/testing';
import fc from 'fast-check';
import { openReports } from './testing/claim-reports.ts';
import { claimsOn } from './testing/claims.ts';
import { coverage, nightCover, startPolicyCover } from './testing/policy-cover.ts';
import { startClaims } from './testing/service.ts';

let t: TestService;
let policies: Awaited<ReturnType<typeof startPolicyCover>>;
const clock = fakeClock('2026-11-20T09:30:00Z');
const { stay, submit, move, post, put } = claimsOn(() => t);

beforeAll(async () => {
  t = await startClaims({ clock });
  policies = await startPolicyCover(t.nats);
});
afterAll(async () => {
  await policies?.stop();
  await t?.stop();
});

const [LIMIT, TERM_LIMIT, SELF_COVERAGE] = [3_000, 5_000, 400];

type Insured = { organizationId: string; policyId: string; stays: string[]; claims: string[] };

/** Two stays at a property with a policy that covers contents and dwellings, each up to 3,000, together up to 5,000. */
const openHistory = async (): Promise<Insured> => {
  clock.set('2026-11-20T09:30:00Z');
  const organizationId = `org-${newId()}`;
  const limits = { contentsCoverage: LIMIT, dwellingCoverage: LIMIT, totalCoverage: TERM_LIMIT, minimumClaim: 50 };
  const policy = nightCover({ selectedSelfCoverage: SELF_COVERAGE, coverage: coverage(limits) });
  const propertyId = policies.property(policy);
  const stays = [];
  for (let i = 0; i < 2; i++)
    stays.push((await stay({ organizationId, propertyId, selectedPolicies: [] })).reservationReferenceId);
  return { organizationId, policyId: policy.policyId, stays, claims: [] };
};

type Step = (insured: Insured) => Promise<unknown>;

const amount = fc.integer({ min: 1, max: 400_000 }).map((cents) => cents / 100);
const nth = fc.nat(7);
const coverageType = fc.constantFrom('CONTENTS', 'DWELLING');

/** What is refused is refused for a reason, and by its state. */
const tried = async (asking: Promise<Answer>): Promise<void> => {
  const { status, body } = await asking;
  expect({ status, body, isExpected: [200, 201, 400, 409].includes(status) }).toMatchObject({ isExpected: true });
};

const collected: fc.Arbitrary<Step> = fc
  .integer({ min: 1, max: 100_000 })
  .map((lossFundCents) => async ({ organizationId, policyId }) => {
    const split = { orderId: newId(), orderLineId: newId(), propertyName: 'Beach House', stayMonth: '2026-11' };
    const parts = { premiumCents: 0, lossFundCents, partnerCents: 0, serviceCostCents: 0, totalCents: lossFundCents };
    const id = await t.events.publish(billingEvents.reserveSplit, {
      ...(billingEvents.reserveSplit.example.data as DataOf<typeof billingEvents.reserveSplit>),
      organizationId,
      policyId,
      splits: [{ ...split, ...parts }],
      totalCents: lossFundCents,
    });
    const posted = () => t.sql('select 1 from posting where source_event_id = $1', [id]);
    await eventually('the split', async () => (await posted()).length > 0);
  });

const submitted: fc.Arbitrary<Step> = fc.tuple(fc.nat(1), amount, coverageType).map(([i, estimateAmount, type]) => {
  return async ({ organizationId, stays, claims }) => {
    const submission = { organizationId, reservationReferenceId: stays[i], estimateAmount, coverageType: type };
    const { status, body } = await submit(submission);
    expect(status).toBe(201);
    claims.push(body.id);
  };
});

/** Something about one of the claims, if there is any. */
const onClaim = (send: (id: string) => Promise<Answer>) =>
  nth.map(
    (n): Step =>
      async ({ claims }) =>
        claims.length > 0 && tried(send(claims[n % claims.length]!)),
  );

const decided = fc.option(amount, { nil: undefined }).chain((lossAmount) =>
  onClaim(async (id) => {
    await move(id, 'UNDER_REVIEW');
    return post(`/api/claim/${id}/decision`, { outcome: 'APPROVE', lossAmount });
  }),
);
const denied = onClaim((id) => post(`/api/claim/${id}/decision`, { outcome: 'DENY', denialReason: 'NOT_PROVEN' }));
const reserved = amount.chain((one) => onClaim((id) => t.http.put(`/api/claim/${id}/reserve`, { amount: one })));
const moved = fc
  .constantFrom('UNDER_REVIEW', 'UNDER_REVIEW', 'INFO_REQUESTED', 'CLOSED', 'WITHDRAWN')
  .chain((status) => onClaim((id) => move(id, status)));
const described = fc
  .record({ estimateAmount: amount, coverageType }, { requiredKeys: [] })
  .chain((body) => onClaim((id) => put(id, body)));

const paid = fc.option(amount, { nil: undefined }).chain((one) =>
  onClaim(async (id) => {
    const { body: claim } = await t.http.get(`/api/claim/${id}`);
    const rest = (claim.decision?.approvedAmount ?? 0) - claim.paidAmount;
    return post(`/api/claim/${id}/payouts`, { amount: one ?? (Math.round(rest * 100) / 100 || 1), payee: 'Acme' });
  }),
);
const reversed = fc.tuple(nth, amount).chain(([which, most]) =>
  onClaim(async (id) => {
    const { body: claim } = await t.http.get(`/api/claim/${id}`);
    const payout = claim.payouts[which % Math.max(1, claim.payouts.length)];
    const back = { amount: -Math.min(most, Math.abs(payout?.amount ?? most)), reverses: payout?.id ?? newId() };
    return post(`/api/claim/${id}/payouts`, back);
  }),
);
const passed: fc.Arbitrary<Step> = fc.nat(12).map((days) => async () => clock.advance({ days }));

const step = fc.oneof(
  { weight: 3, arbitrary: submitted },
  { weight: 6, arbitrary: decided },
  { weight: 6, arbitrary: paid },
  { weight: 3, arbitrary: reversed },
  { weight: 4, arbitrary: moved },
  { weight: 2, arbitrary: described },
  { weight: 2, arbitrary: collected },
  reserved,
  denied,
  { weight: 2, arbitrary: passed },
);

/** What no history may bring about (property 7), in the rows of claims and of their ledger. */
const findFaults = ({ organizationId }: Insured) =>
  t.sql(
    `with held as (
       select claim_id, -sum(amount) filter (where account = 'CLAIM_RESERVE') as reserve,
         -sum(amount) filter (where account = 'CLAIMS_PAID') as paid, sum(amount) filter (where account = 'LOSS_FUND') as fund
       from posting where organization_id = $1 group by claim_id),
     stay as (select sum(insured_amount) as insured from claim where organization_id = $1
       group by reservation_reference_id, coverage_type)
     select 'insured of a stay' as what, insured::text as amount from stay where insured > $2 * 10000
     union all select 'insured of the term', sum(insured_amount)::text from claim
       where organization_id = $1 having sum(insured_amount) > $3 * 10000
     union all select 'more paid than approved', claim_reference from claim
       where organization_id = $1 and (paid_amount > approved_amount or paid_amount < 0)
     union all select 'reserve of ' || status, claim_reference from claim
       where organization_id = $1 and (reserve_amount < 0 or status in ('DENIED', 'WITHDRAWN', 'CLOSED', 'PAID') and reserve_amount <> 0)
     union all select 'ledger of ' || status, claim_reference from claim left join held on claim_id = id
       where organization_id = $1 and (coalesce(reserve, 0) * 100 <> reserve_amount or coalesce(paid, 0) * 100 <> paid_amount)
     union all select 'drawn from the fund', fund::text from held where claim_id is not null and (fund < 0 or fund > $4 * 100)
     union all select 'the fund', sum(amount)::text from posting
       where organization_id = $1 and account = 'LOSS_FUND' having sum(amount) > 0
     union all select 'an entry', source_event_id::text from posting where organization_id = $1
       group by source_event_id having sum(amount) <> 0`,
    [organizationId, LIMIT, TERM_LIMIT, SELF_COVERAGE],
  );

test('whatever happens to claims, limits hold and reports add up to their ledger; past months do not change', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 50, maxLength: 70, size: 'max' }), async (steps) => {
      const insured = await openHistory();
      const reports = openReports(t, clock, insured.organizationId);
      for (const one of steps) {
        await one(insured);
        expect(await findFaults(insured)).toEqual([]);
        await reports.readEnded();
      }
      expect(await reports.faults()).toEqual([]);
    }),
    { numRuns: Number(process.env['HISTORIES'] ?? 4), endOnFailure: true },
  );
}, 600_000);
