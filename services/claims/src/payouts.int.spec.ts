import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { NightCover } from '@staycover/events';
import { billingEvents, claimsEvents, inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually, fakeClock, type TestService } from '@staycover/testing';
import { claimsOn } from './testing/claims.ts';
import { nightCover, startPolicyCover } from './testing/policy-cover.ts';
import { startClaims } from './testing/service.ts';

let t: TestService;
let policies: Awaited<ReturnType<typeof startPolicyCover>>;
const clock = fakeClock('2026-11-20T09:30:00Z');
const { stay, submit, move, read, post } = claimsOn(() => t);

beforeAll(async () => {
  t = await startClaims({ clock });
  policies = await startPolicyCover(t.nats);
});
beforeEach(() => clock.set('2026-11-20T09:30:00Z'));
afterAll(async () => {
  await policies?.stop();
  await t?.stop();
});

const reserve = (id: string, body: object, headers?: Record<string, string>) =>
  t.http.put(`/api/claim/${id}/reserve`, body, headers);
const pay = (id: string, body: object, headers?: Record<string, string>) =>
  post(`/api/claim/${id}/payouts`, { payee: 'Acme Stays LLC', reference: 'W-1', ...body }, headers);
const decide = (id: string, body: object) => post(`/api/claim/${id}/decision`, body);

const stayWith = async (known: NightCover[]) =>
  (await stay({ propertyId: policies.property(...known) })).reservationReferenceId;

const inReview = async (reservationReferenceId: string, changes: object = {}) => {
  const { body } = await submit({ reservationReferenceId, estimateAmount: 1_000, ...changes });
  await move(body.id, 'UNDER_REVIEW');
  return body.id as string;
};

const approved = async (reservationReferenceId: string, lossAmount = 1_000) => {
  const id = await inReview(reservationReferenceId);
  expect((await decide(id, { outcome: 'APPROVE', lossAmount })).status).toBe(200);
  return id;
};

/** What the accounts of a policy hold, in major units. */
const ledger = async (policyId: string): Promise<Record<string, number>> => {
  const rows = await t.sql<{ account: string; balance: string }>(
    'select account, balance from ledger_balance where policy_id = $1',
    [policyId],
  );
  return Object.fromEntries(rows.map(({ account, balance }) => [account, Number(balance) / 100]));
};

/** A policy with this amount collected in its loss fund. */
const addFund = async (lossFund: number, changes: Partial<NightCover> = {}) => {
  const policy = nightCover({ selectedSelfCoverage: null, ...changes });
  const lossFundCents = lossFund * 100;
  const split = {
    orderId: newId(),
    orderLineId: newId(),
    propertyName: 'Beach House',
    stayMonth: '2026-11',
    premiumCents: 500_000,
    lossFundCents,
    partnerCents: 0,
    serviceCostCents: 0,
    totalCents: 500_000 + lossFundCents,
  };
  await t.events.publish(billingEvents.reserveSplit, {
    ...(billingEvents.reserveSplit.example.data as object),
    organizationId: 'acme',
    policyId: policy.policyId,
    splits: [split],
    totalCents: split.totalCents,
  } as never);
  await eventually('the fund', async () => (await ledger(policy.policyId))['LOSS_FUND'] === lossFund);
  return policy;
};

describe('money of claims', () => {
  test('fund 1,200, approved 750 and 1,750: 750 and 450 from the fund, 1,300 retained', async () => {
    const policy = await addFund(1_200);
    const reference = await stayWith([policy]);
    const first = await approved(reference, 1_000);
    expect(await ledger(policy.policyId)).toMatchObject({
      LOSS_FUND: 450,
      RETAINED_PREMIUM: 5_000,
      CLAIM_RESERVE: 750,
    });
    const second = await approved(reference, 2_500);
    expect(await ledger(policy.policyId)).toMatchObject({
      LOSS_FUND: 0,
      RETAINED_PREMIUM: 3_700,
      CLAIM_RESERVE: 2_500,
    });

    expect((await pay(first, { amount: 750 })).body).toMatchObject({
      statusName: 'PAID',
      paidAmount: 750,
      reserveAmount: 0,
    });
    expect((await pay(second, { amount: 1_000 })).body).toMatchObject({ statusName: 'APPROVED', reserveAmount: 750 });
    expect(await ledger(policy.policyId)).toMatchObject({ CLAIM_RESERVE: 750, CLAIMS_PAID: 1_750 });
    expect((await pay(second, { amount: 750 })).body).toMatchObject({ statusName: 'PAID', paidAmount: 1_750 });
    expect(await ledger(policy.policyId)).toMatchObject({ CLAIM_RESERVE: 0, CLAIMS_PAID: 2_500, LOSS_FUND: 0 });
  });

  test('come from the fund up to the self-coverage, and return in reverse', async () => {
    const policy = await addFund(1_200, { selectedSelfCoverage: 500 });
    const id = await approved(await stayWith([policy]), 1_000);
    expect(await ledger(policy.policyId)).toMatchObject({
      LOSS_FUND: 700,
      RETAINED_PREMIUM: 4_750,
      CLAIM_RESERVE: 750,
    });
    await move(id, 'UNDER_REVIEW');
    await reserve(id, { amount: 600 });
    expect(await ledger(policy.policyId)).toMatchObject({
      LOSS_FUND: 700,
      RETAINED_PREMIUM: 4_900,
      CLAIM_RESERVE: 600,
    });
    await reserve(id, { amount: 200 });
    expect(await ledger(policy.policyId)).toMatchObject({
      LOSS_FUND: 1_000,
      RETAINED_PREMIUM: 5_000,
      CLAIM_RESERVE: 200,
    });
    await decide(id, { outcome: 'DENY', denialReason: 'FRAUD' });
    expect(await ledger(policy.policyId)).toMatchObject({
      LOSS_FUND: 1_200,
      RETAINED_PREMIUM: 5_000,
      CLAIM_RESERVE: 0,
    });
    expect((await read(id)).reserveAmount).toBe(0);
  });

  test('leave the fund for what a correction takes from the self-coverage, between reserve and decision', async () => {
    const policy = await addFund(5_000);
    const propertyId = policies.property(policy);
    const { reservationReferenceId } = await stay({ propertyId });
    const id = await inReview(reservationReferenceId, { estimateAmount: 2_250 });
    await reserve(id, { amount: 2_000 });
    expect(await ledger(policy.policyId)).toMatchObject({ LOSS_FUND: 3_000, RETAINED_PREMIUM: 5_000 });
    policies.change(propertyId, '2026-11-01', { ...policy, selectedSelfCoverage: 500 });
    expect((await decide(id, { outcome: 'APPROVE' })).body).toMatchObject({ reserveAmount: 2_000 });
    expect(await ledger(policy.policyId)).toMatchObject({
      LOSS_FUND: 4_500,
      RETAINED_PREMIUM: 3_500,
      CLAIM_RESERVE: 2_000,
    });
  });

  test('that were reserved before the reservation came are taken from the fund when it comes', async () => {
    const policy = await addFund(1_200);
    const { body } = await submit();
    await reserve(body.id, { amount: 300 });
    const { reservationReferenceId } = body;
    await stay({ reservationReferenceId, propertyId: policies.property(policy) });
    expect(await read(body.id)).toMatchObject({ policyId: policy.policyId, reserveAmount: 300 });
    expect(await ledger(policy.policyId)).toMatchObject({ LOSS_FUND: 900, CLAIM_RESERVE: 300 });
  });

  test('are published: reserved, paid and reversed amounts', async () => {
    const policy = await addFund(1_200);
    const { body } = await submit({ reservationReferenceId: await stayWith([policy]) });
    const id = body.id as string;
    expect((await reserve(id, { amount: 300, note: 'first look' })).body).toMatchObject({
      reserveAmount: 300,
      version: 3,
    });
    expect((await reserve(id, { amount: 300 })).body.version).toBe(3);
    await move(id, 'UNDER_REVIEW');
    await decide(id, { outcome: 'APPROVE', lossAmount: 600 });
    const { body: paid } = await pay(id, { amount: 350, paidOn: '2026-11-19' });
    const [payout] = paid.payouts;
    expect(payout).toMatchObject({ amount: 350, paidOn: '2026-11-19', payee: 'Acme Stays LLC', reverses: null });
    const { body: back } = await pay(id, { amount: -350, reverses: payout.id, payee: undefined });
    expect(back).toMatchObject({ statusName: 'APPROVED', paidAmount: 0, reserveAmount: 350 });
    expect(back.statusHistory.map(({ status }: { status: string }) => status)).toEqual([
      'SUBMITTED',
      'UNDER_REVIEW',
      'APPROVED',
      'PAID',
      'APPROVED',
    ]);
    expect(await ledger(policy.policyId)).toMatchObject({ LOSS_FUND: 850, CLAIM_RESERVE: 350, CLAIMS_PAID: 0 });
    await t.events.next(claimsEvents.claimPaid, ({ claimId, payout: { amount } }) => claimId === id && amount === -350);
    const published = [claimsEvents.claimReserveChanged, claimsEvents.claimPaid].flatMap((event) =>
      t.events.of(event as typeof claimsEvents.claimPaid).filter(({ data }) => data.claimId === id),
    );
    expect(published.map(({ data }) => [data.version, data.claim.reserveAmount, data.payout?.amount])).toEqual([
      [3, 300, undefined],
      [5, 350, undefined],
      [6, 0, 350],
      [7, 350, -350],
    ]);
    expect((await move(id, 'UNDER_REVIEW')).body).toMatchObject({ decision: null, statusName: 'UNDER_REVIEW' });
  });

  test('are recorded once for one Idempotency-Key, and once for each approved amount', async () => {
    const id = await approved(await stayWith([nightCover()]));
    const key = { 'idempotency-key': newId() };
    const answers = [await pay(id, { amount: 500 }, key), await pay(id, { amount: 500 }, key)];
    expect(answers.map(({ status, body }) => [status, body.paidAmount])).toEqual([
      [201, 500],
      [201, 500],
    ]);
    expect(await pay(id, { amount: 500 })).toMatchObject({ status: 409, body: { payable: 250 } });
    const both = await Promise.all([pay(id, { amount: 250 }), pay(id, { amount: 250 })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await read(id)).toMatchObject({ statusName: 'PAID', paidAmount: 750 });
  });

  test('of a claim that came from no policy of the platform are recorded without postings', async () => {
    const id = await approved((await stay()).reservationReferenceId);
    expect((await pay(id, { amount: 750 })).body).toMatchObject({ statusName: 'PAID', policyId: null });
    expect(await t.sql('select 1 from posting where claim_id = $1', [id])).toEqual([]);
  });

  test('of a claim that an event sets to PAID are the rest of the approved amount', async () => {
    const policy = await addFund(1_200);
    const id = await approved(await stayWith([policy]));
    await pay(id, { amount: 300 });
    await t.events.publish(inboundEvents.claimUpdated, {
      organizationId: 'acme',
      claimId: id,
      changedBy: 'bank',
      statusName: 'PAID',
    });
    const claim = await eventually('PAID', async () => {
      const found = await read(id);
      return found.statusName === 'PAID' && found;
    });
    expect(claim.payouts.map(({ amount, recordedBy }) => [amount, recordedBy])).toEqual([
      [300, 'anonymous'],
      [450, 'bank'],
    ]);
    expect(await ledger(policy.policyId)).toMatchObject({ CLAIMS_PAID: 750, CLAIM_RESERVE: 0 });
  });

  test('that are reserved come back when the claim is withdrawn', async () => {
    const policy = await addFund(1_200);
    const { body } = await submit({ reservationReferenceId: await stayWith([policy]) });
    await reserve(body.id, { amount: 300 });
    expect((await move(body.id, 'WITHDRAWN')).body).toMatchObject({ reserveAmount: 0 });
    expect(await ledger(policy.policyId)).toMatchObject({ LOSS_FUND: 1_200, CLAIM_RESERVE: 0 });
  });
});

describe('rejected input', () => {
  test('undoing or denying a paid claim, and paying a claim that is not approved', async () => {
    const id = await approved(await stayWith([nightCover()]));
    await pay(id, { amount: 100 });
    expect(await move(id, 'UNDER_REVIEW')).toMatchObject({ status: 409, body: { title: 'Claim has payouts' } });
    expect(await decide(id, { outcome: 'DENY' })).toMatchObject({ status: 409, body: { title: 'Claim has payouts' } });
    const { body } = await submit({ reservationReferenceId: await stayWith([nightCover()]) });
    expect(await pay(body.id, { amount: 100 })).toMatchObject({ status: 409, body: { from: 'SUBMITTED', to: 'PAID' } });
    expect(await reserve(id, { amount: 100 })).toMatchObject({ status: 409, body: { from: 'APPROVED' } });
    expect((await pay(newId(), { amount: 100 })).status).toBe(404);
    expect((await reserve(newId(), { amount: 100 })).status).toBe(404);
    expect((await reserve(id, { amount: 100 }, { 'if-match': '"1"' })).status).toBe(412);
    expect((await pay(id, { amount: 100 }, { 'if-match': '"1"' })).status).toBe(412);
  });

  test('withdrawing a paid claim: a final claim has no reserve', async () => {
    const id = await approved(await stayWith([nightCover()]));
    await pay(id, { amount: 750 });
    for (const status of ['CLOSED', 'UNDER_REVIEW', 'INFO_REQUESTED'])
      expect((await move(id, status)).status).toBe(200);
    const { headers } = await t.http.get(`/api/claim/${id}`);
    expect(headers.get('allowed-actions')).toBe(
      'setClaimStatus;to=UNDER_REVIEW, updateClaim, setClaimReserve, addClaimPayout',
    );
    expect(await move(id, 'WITHDRAWN')).toMatchObject({ status: 409, body: { title: 'Claim has payouts' } });
  });

  test('another type of cover than was approved, as long as that counts against its limit', async () => {
    const id = await approved(await stayWith([nightCover()]));
    const asked = { coverageType: 'DWELLING' };
    expect(await t.http.put(`/api/claim/${id}`, asked)).toMatchObject({
      status: 409,
      body: { title: 'Invalid transition', from: 'APPROVED', detail: expect.stringContaining('take that back') },
    });
    expect((await t.http.put(`/api/claim/${id}`, { coverageType: 'CONTENTS', category: 'TV' })).status).toBe(200);
    await move(id, 'UNDER_REVIEW');
    expect((await t.http.put(`/api/claim/${id}`, asked)).body).toMatchObject(asked);
  });

  test('reversing twice, or reversing something other than a payout', async () => {
    const id = await approved(await stayWith([nightCover()]));
    const { body } = await pay(id, { amount: 750 });
    const reverses = body.payouts[0].id;
    expect((await pay(id, { amount: -500, reverses })).status).toBe(201);
    expect(await pay(id, { amount: -300, reverses })).toMatchObject({ status: 409, body: { payable: 250 } });
    expect((await pay(id, { amount: -250, reverses: newId() })).body.errors).toEqual([
      { pointer: '/reverses', detail: 'names no payout of the claim' },
    ]);
    expect((await pay(id, { amount: -250, reverses })).body).toMatchObject({ statusName: 'APPROVED', paidAmount: 0 });
  });

  test.each<[string, object, ...string[]]>([
    ['no amount', { amount: undefined }, '/amount'],
    ['nothing', { amount: 0 }, '/amount'],
    ['a negative amount that reverses nothing', { amount: -1 }, '/amount'],
    ['a positive amount that reverses', { amount: 1, reverses: '01a1f9b2-0d4f-7c39-9a3e-5f0f6d2b7a10' }, '/amount'],
    ['no payee', { amount: 1, payee: null }, '/payee'],
    ['a day that does not exist', { amount: 1, paidOn: '2026-02-30' }, '/paidOn'],
    ['a day that has not come', { amount: 1, paidOn: '2026-11-21' }, '/paidOn'],
    ['a third of a cent', { amount: 1.001 }, '/amount'],
    ['an invalid id', { amount: -1, reverses: '7' }, '/reverses'],
  ])('a payout of, to or on %s', async (_what, body, ...pointers) => {
    const id = await approved(await stayWith([nightCover()]));
    const answer = await pay(id, body);
    expect([answer.status, answer.body.errors?.map((fault: { pointer: string }) => fault.pointer)]).toEqual([
      400,
      pointers,
    ]);
    expect(await read(id)).toMatchObject({ paidAmount: 0, payouts: [] });
  });

  test.each<[string, object]>([
    ['no amount', {}],
    ['less than nothing', { amount: -1 }],
    ['a third of a cent', { amount: 1.001 }],
    ['text', { amount: '100' }],
  ])('a reserve of %s', async (_what, body) => {
    const { body: claim } = await submit({ reservationReferenceId: await stayWith([nightCover()]) });
    expect((await reserve(claim.id, body)).body.errors).toEqual([expect.objectContaining({ pointer: '/amount' })]);
  });
});

describe('an approval that came before its claim', () => {
  const approveFirst = async (claimId: string, changes: object = {}) => {
    for (const statusName of ['UNDER_REVIEW', 'APPROVED'] as const) {
      await t.events.publish(inboundEvents.claimUpdated, {
        organizationId: 'acme',
        claimId,
        changedBy: 'bank',
        statusName,
        ...changes,
      });
    }
    await eventually(
      'both to wait',
      async () => (await t.sql('select 1 from waiting_update where claim_id = $1', [claimId])).length === 2,
    );
  };

  test('is decided with the cover of its night', async () => {
    const policy = await addFund(1_200);
    const reservationReferenceId = await stayWith([policy]);
    const claimId = newId();
    await approveFirst(claimId);
    const { body } = await submit({ claimId, reservationReferenceId, estimateAmount: 1_000 });
    expect(body).toMatchObject({
      statusName: 'APPROVED',
      policyId: policy.policyId,
      decision: { approvedAmount: 750, insuredAmount: 1_000 },
      reserveAmount: 750,
    });
    expect(await ledger(policy.policyId)).toMatchObject({ LOSS_FUND: 450, CLAIM_RESERVE: 750 });
  });

  test('is decided when a person submits the draft, which is held back while the policy service is silent', async () => {
    const reservationReferenceId = await stayWith([nightCover()]);
    const claimId = newId();
    await approveFirst(claimId);
    expect((await submit({ claimId, reservationReferenceId, draft: true })).status).toBe(201);
    await policies.silence();
    expect((await move(claimId, 'SUBMITTED')).status).toBe(503);
    await policies.speak();
    expect((await move(claimId, 'SUBMITTED')).body).toMatchObject({
      statusName: 'APPROVED',
      decision: { approvedAmount: 350 },
    });
  });

  test('holds the claim back while the policy service is silent', async () => {
    const reservationReferenceId = await stayWith([nightCover()]);
    const claimId = newId();
    await approveFirst(claimId);
    await policies.silence();
    expect((await submit({ claimId, reservationReferenceId, draft: true })).status).toBe(201);
    expect((await submit({ claimId, reservationReferenceId })).status).toBe(503);
    await policies.speak();
    expect((await submit({ claimId, reservationReferenceId })).body).toMatchObject({
      decision: { approvedAmount: 350 },
    });
  });
});

describe('a claim that was approved with nothing to pay', () => {
  test('is closed by way of PAID, and offers no payout', async () => {
    const id = await approved(await stayWith([nightCover()]), 200);
    const { body, headers } = await t.http.get(`/api/claim/${id}`);
    expect(body).toMatchObject({ statusName: 'APPROVED', decision: { approvedAmount: 0 } });
    expect(headers.get('allowed-actions')).toBe(
      'setClaimStatus;to=UNDER_REVIEW, setClaimStatus;to=CLOSED, updateClaim',
    );
    const closed = await move(id, 'CLOSED');
    expect(closed).toMatchObject({ status: 200, body: { statusName: 'CLOSED', version: body.version + 1 } });
    const moves = closed.body.statusHistory.map(({ status }: { status: string }) => status);
    expect(moves).toEqual(['SUBMITTED', 'UNDER_REVIEW', 'APPROVED', 'PAID', 'CLOSED']);
    const isClosing = ({ claimId, version }: { claimId: string; version: number }) =>
      claimId === id && version === closed.body.version;
    await t.events.next(claimsEvents.claimStatusChanged, (data) => isClosing(data) && data.previousStatus === 'PAID');
    const published = t.events.of(claimsEvents.claimStatusChanged).filter(({ data }) => isClosing(data));
    expect(published.map(({ data }) => data.previousStatus)).toEqual(['APPROVED', 'PAID']);
  });

  describe('or was reopened when it was paid', () => {
    /** A claim that was paid 750, closed and reopened, and that no policy covers by now. */
    const reopened = async () => {
      const policy = nightCover();
      const propertyId = policies.property(policy);
      const id = await approved((await stay({ propertyId })).reservationReferenceId);
      const { body } = await pay(id, { amount: 750 });
      for (const status of ['CLOSED', 'UNDER_REVIEW']) expect((await move(id, status)).status).toBe(200);
      policies.change(propertyId, '2026-11-01', { ...policy, covered: false, reason: 'NOT_ELIGIBLE' });
      return { id, payoutId: body.payouts[0].id as string };
    };

    test('is closed by way of PAID with the decision that it has, whatever its cover pays by now', async () => {
      const { id } = await reopened();
      for (const outcome of ['APPROVE', 'DENY']) expect((await decide(id, { outcome })).status).toBe(409);
      await reserve(id, { amount: 100 });
      const { headers } = await t.http.get(`/api/claim/${id}`);
      expect(headers.get('allowed-actions')).toMatch(/^setClaimStatus;to=INFO_REQUESTED, setClaimStatus;to=CLOSED, /);
      const closed = await move(id, 'CLOSED');
      const kept = { statusName: 'CLOSED', decision: { approvedAmount: 750 }, paidAmount: 750, reserveAmount: 0 };
      expect(closed).toMatchObject({ status: 200, body: kept });
      const moves = closed.body.statusHistory.map(({ status }: { status: string }) => status);
      expect(moves.slice(-4)).toEqual(['UNDER_REVIEW', 'APPROVED', 'PAID', 'CLOSED']);
      const isClosing = ({ claimId, version }: { claimId: string; version: number }) =>
        claimId === id && version === closed.body.version;
      await t.events.next(claimsEvents.claimReserveChanged, isClosing);
      const published = t.events.of(claimsEvents.claimStatusChanged).filter(({ data }) => isClosing(data));
      expect(published.map(({ data }) => data.previousStatus)).toEqual(['UNDER_REVIEW', 'PAID']);
    });

    test('is not closed when a part of that was taken back', async () => {
      const { id, payoutId } = await reopened();
      await pay(id, { amount: -250, reverses: payoutId });
      expect(await move(id, 'CLOSED')).toMatchObject({ status: 409, body: { from: 'UNDER_REVIEW', to: 'CLOSED' } });
    });
  });

  test('is the only approved one that is closed', async () => {
    const id = await approved(await stayWith([nightCover()]));
    expect(await move(id, 'CLOSED')).toMatchObject({ status: 409, body: { from: 'APPROVED', to: 'CLOSED' } });
  });
});

test('the allowed actions of a claim are shown to callers with the role', async () => {
  const id = await approved(await stayWith([nightCover()]));
  const allowed = async () => (await t.http.get(`/api/claim/${id}`)).headers.get('allowed-actions');
  expect(await allowed()).toBe('setClaimStatus;to=UNDER_REVIEW, updateClaim, addClaimPayout');
  await pay(id, { amount: 100 });
  expect(await allowed()).toBe('updateClaim, addClaimPayout');
  await pay(id, { amount: 650 });
  expect(await allowed()).toBe('setClaimStatus;to=CLOSED, updateClaim, addClaimPayout');
});
