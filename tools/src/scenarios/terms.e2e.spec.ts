import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { dataOrThrow, type Resource } from '@staycover/client';
import { inboundEvents, renewalEvents } from '@staycover/events';
import { electCover, generateInvoice, readPolicy, startPolicy } from '../testing/steps.ts';
import { startWorld, type World } from '../testing/world.ts';

jest.setTimeout(180_000);

let world: World;

beforeAll(async () => {
  world = await startWorld('2026-01-01');
});

afterAll(() => world.stop());

const newPolicy = (organizationId: string, policy: Resource<'DealPolicyBodyOfDeal'> = {}): Promise<string> =>
  startPolicy(world, {
    crmDealId: 'D-1',
    organizationId,
    effectiveDate: '2026-01-01',
    termMonths: 6,
    baseRatePerNight: 4,
    policy,
  });

const read = (policyId: string) => readPolicy(world, policyId);
const history = (policyId: string) =>
  dataOrThrow(world.api.GET('/api/renewal/policy/{policyId}', { params: { path: { policyId } } }));

/** Decides the newest renewal of a policy as a person. */
const decide = async (policyId: string, status: Resource<'RenewalStatus'>): Promise<void> => {
  const { id } = (await history(policyId)).at(-1)!;
  await dataOrThrow(world.api.PATCH('/api/renewal/{id}/status', { params: { path: { id } }, body: { status } }));
};

const listNotices = (policyId: string): number[] =>
  world.events
    .of(renewalEvents.renewalNoticeDue)
    .flatMap(({ data }) => (data.policyId === policyId ? [data.notice] : []));

const from = (version: number, effectiveFrom: string, ratePerNight: number) => ({
  version,
  effectiveFrom,
  ratePerNight,
});

describe('given policies of six months from the first of January', () => {
  let steady: string;
  let approved: string;
  let declined: string;
  let leaving: string;

  test('one goes up by 5 % with its second term, two by 25 %, one does not renew', async () => {
    steady = await newPolicy('steady', { rateTableVersions: [from(1, '2026-07-01', 4.2)] });
    approved = await newPolicy('approved', { rateTableVersions: [from(1, '2026-07-01', 5)] });
    declined = await newPolicy('declined', { rateTableVersions: [from(1, '2026-07-01', 5)] });
    leaving = await newPolicy('leaving', { autoRenew: false });
    await electCover(world, steady, 'Pier');
    await world.quiet();
    expect(await read(steady)).toMatchObject({ termStart: '2026-01-01', termEnd: '2026-06-30', renewalCount: 0 });
  });

  test('when their terms near the end, then notices go out, and of missed ones only the nearest', async () => {
    await world.goTo('2026-05-05');
    expect(listNotices(steady)).toEqual([60]);
    await world.goTo('2026-06-25');
    expect(listNotices(steady)).toEqual([60, 7]);
    expect(await read(steady)).toMatchObject({
      renewalNotice60SentAt: '2026-05-05T09:00:00.000Z',
      renewalNotice30SentAt: null,
      renewalNotice7SentAt: '2026-06-25T09:00:00.000Z',
    });
    const upcoming = await dataOrThrow(world.api.GET('/api/renewal/upcoming', { params: { query: { days: 10 } } }));
    expect(upcoming.map(({ id }) => id).toSorted()).toEqual([steady, approved, declined, leaving].toSorted());
    const [coming] = await history(steady);
    expect(coming).toMatchObject({ status: 'SCHEDULED' });
    expect(upcoming.find(({ id }) => id === steady)?.currentRenewalId).toBe(coming!.id);
    expect((await read(steady)).currentRenewalId).toBe(coming!.id);
  });

  test('when the term ends, then the steady one renews and the large moves wait for a person', async () => {
    await world.goTo('2026-06-30');
    expect(await read(steady)).toMatchObject({
      termStart: '2026-07-01',
      termEnd: '2026-12-31',
      renewalCount: 1,
      status: 'ACTIVE',
    });
    expect(await history(steady)).toMatchObject([
      {
        status: 'COMPLETED',
        previousRate: 4,
        newRate: 4.2,
        rateAdjustment: { reason: 'RATE_TABLE', percentageChange: 5, absoluteChange: 0.2 },
      },
    ]);
    expect(await history(approved)).toMatchObject([{ status: 'MANUAL_REVIEW', newRate: 5 }]);
    expect((await read(approved)).renewalManualReviewFlaggedAt).not.toBeNull();
    await world.goTo('2026-07-01');
    expect(await read(leaving)).toMatchObject({ status: 'EXPIRED' });
    expect(await history(leaving)).toEqual([]);
  });

  test('when one review is approved and one declined, then one renews and the other does not', async () => {
    await decide(approved, 'SCHEDULED');
    await decide(declined, 'CANCELLED');
    await world.goTo('2026-07-02');
    expect(await read(approved)).toMatchObject({ termStart: '2026-07-01', renewalCount: 1 });
    expect(await history(approved)).toMatchObject([{ status: 'COMPLETED' }]);
    expect(await read(declined)).toMatchObject({ termEnd: '2026-06-30', renewalCount: 0 });
    expect(await history(declined)).toMatchObject([{ status: 'CANCELLED' }]);
  });

  test('when the second term ends, then a third begins, and all nights are billed at the rate of their day', async () => {
    await world.goTo('2026-12-31');
    expect(await read(steady)).toMatchObject({ termStart: '2027-01-01', termEnd: '2027-06-30', renewalCount: 2 });
    await world.goTo('2027-01-15');
    const invoice = await generateInvoice(world, steady);
    const rates = invoice.lineItems.map(
      ({ stayMonth, quantity, unitPrice }) => `${stayMonth} ${quantity} × ${unitPrice}`,
    );
    expect(rates).toHaveLength(13);
    expect(rates[5]).toBe('2026-06 30 × 4');
    expect(rates[6]).toBe('2026-07 31 × 4.2');
    expect(rates[12]).toBe('2027-01 31 × 4.2');
  });
});

describe('given a reservation and a claim on it', () => {
  const organizationId = 'guests';
  const claimId = '01a1e36a-6fcc-77bd-8e0a-d6f5823115e0';
  const move = (statusName: string, more: Record<string, unknown> = {}) =>
    world.deliver(inboundEvents.claimUpdated, { organizationId, claimId, statusName, changedBy: 'adjuster', ...more });
  const claim = () => dataOrThrow(world.api.GET('/api/claim/{id}', { params: { path: { id: claimId } } }));

  test('when it goes from draft to closed and is reopened, then its history has each step', async () => {
    const draft = {
      organizationId,
      claimId,
      reservationReferenceId: 'R-77',
      damageDate: '2026-12-20',
      damageDescription: 'The television screen is cracked',
      estimateAmount: 400,
      documents: [],
      claimUrls: [],
      draft: true,
    };
    await world.deliver(inboundEvents.claimSubmitted, draft);
    expect(await claim()).toMatchObject({ statusName: 'DRAFT', statusId: 1, reservationId: null });
    const { organizationId: _own, ...reservation } = inboundEvents.reservationSynced.example.data;
    await world.deliver(inboundEvents.reservationSynced, {
      ...reservation,
      organizationId,
      reservationReferenceId: 'R-77',
    });
    expect((await claim()).reservationId).toBe(reservation.reservationId);

    for (const status of [
      'SUBMITTED',
      'UNDER_REVIEW',
      'INFO_REQUESTED',
      'UNDER_REVIEW',
      'APPROVED',
      'PAID',
      'CLOSED',
      'UNDER_REVIEW',
    ])
      await move(status);
    const { statusName, statusHistory, aiAssessment } = await claim();
    expect(statusName).toBe('UNDER_REVIEW');
    expect(statusHistory.map(({ status }) => status)).toEqual([
      'DRAFT',
      'SUBMITTED',
      'UNDER_REVIEW',
      'INFO_REQUESTED',
      'UNDER_REVIEW',
      'APPROVED',
      'PAID',
      'CLOSED',
      'UNDER_REVIEW',
    ]);
    expect(aiAssessment?.followupQuestions.length).toBeGreaterThan(0);
  });
});
