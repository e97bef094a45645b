import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Claim } from '@staycover/api';
import { type LocalIssuer, localIssuer, type TokenClaims } from '@staycover/auth/local-issuer';
import { newId } from '@staycover/kernel';
import type { TestService } from '@staycover/testing';
import { claimsOn } from './testing/claims.ts';
import { startClaims } from './testing/service.ts';

let issuer: LocalIssuer;
let t: TestService;
const { makeDraft, post, move, put } = claimsOn(() => t);

beforeAll(async () => {
  issuer = await localIssuer();
  const config = { ...issuer.environment, AUTH_TOKEN_TYPES: ['at+jwt'] };
  t = await startClaims({ config });
});
afterAll(async () => {
  await t?.stop();
  await issuer?.close();
});

const bearer = async (claims: TokenClaims) => ({
  authorization: `Bearer ${await issuer.token({ sub: newId(), org: 'acme', ...claims })}`,
});
const portal = () => bearer({ sub: 'portal', roles: ['read', 'write'] });
const adjuster = () => bearer({ sub: 'eve', org: '*', roles: ['read', 'adjust'] });

const report = { fileName: 'expert-report.pdf', publicUrl: 'https://files.example.com/expert-report.pdf' };

const postStay = async (organizationId = 'acme', selectedPolicies: object[] = []) => {
  const stay = { organizationId, reservationReferenceId: `RES-${newId()}`, arrivalDate: '2026-11-12' };
  const body = { ...stay, selectedPolicies };
  const headers = await bearer({ org: organizationId, roles: ['read', 'write'] });
  const answer = await post('/api/reservation', { ...body, departureDate: '2026-11-15' }, headers);
  expect(answer.status).toBe(200);
  return answer.body as { reservationReferenceId: string; claimToken: string };
};

const damage = { damageDescription: 'The television fell off the wall.', damageDate: '2026-11-13' };

/** An address of its own: guests are counted by their networks. */
const from = (address = newId()) => ({ 'x-forwarded-for': address });

describe('a guest', () => {
  test('submits for the reservation of the token, of which the claim is then one', async () => {
    const { reservationReferenceId, claimToken } = await postStay();
    const answer = await post('/api/claim', { claimToken, ...damage }, from());
    expect(answer).toMatchObject({
      status: 201,
      body: { organizationId: 'acme', reservationReferenceId, statusHistory: [{ changedBy: 'guest' }] },
    });
    const { id } = answer.body;
    const again = await post('/api/claim', { claimToken, claimId: id, ...damage, reservationReferenceId }, from());
    expect([again.status, again.body.id]).toEqual([200, id]);
  });

  test('changes a draft a hundred times at most, for each change is kept', async () => {
    const { claimToken } = await postStay();
    const draft = { claimToken, draft: true, ...damage };
    const { id } = (await post('/api/claim', draft, from())).body;
    await t.sql('update claim set version = 101 where id = $1', [id]);
    const again = { ...draft, claimId: id };
    expect((await post('/api/claim', again, from())).status).toBe(200);
    const changed = await post('/api/claim', { ...again, estimateAmount: 1 }, from());
    expect(changed).toMatchObject({ status: 400, body: { errors: [{ pointer: '/claimId' }] } });
  });

  test('has Idempotency-Keys of their own, whatever other guests chose', async () => {
    const key = { 'idempotency-key': '1' };
    const submit = (claimToken: string) => post('/api/claim', { claimToken, ...damage }, { ...from(), ...key });
    const [one, other] = [await postStay(), await postStay('globex')];
    const [first, again] = [await submit(one.claimToken), await submit(one.claimToken)];
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    expect(await submit(other.claimToken)).toMatchObject({ status: 201, body: { organizationId: 'globex' } });
  });

  test('who repeats a submission sees what became of it, and nothing that the organization keeps to itself', async () => {
    const { claimToken } = await postStay();
    const claim = { claimToken, claimId: newId(), ...damage };
    expect((await post('/api/claim', claim, from())).status).toBe(201);
    await t.http.put(`/api/claim/${claim.claimId}/reserve`, { amount: 900 }, await adjuster());
    await put(claim.claimId, { documents: [report], followupAnswers: { 'How old is it?': '2 years' } }, await portal());
    await move(claim.claimId, 'UNDER_REVIEW', await adjuster());
    const approval = { outcome: 'APPROVE', lossAmount: 600, approvedAmount: 350, note: 'Seen twice before' };
    await post(`/api/claim/${claim.claimId}/decision`, approval, await adjuster());
    const payout = { amount: 100, payee: 'Acme Stays LLC', reference: 'WIRE-7' };
    await post(`/api/claim/${claim.claimId}/payouts`, payout, await adjuster());
    const { status, body } = await post('/api/claim', claim, from());
    expect(status).toBe(200);
    expect(Claim.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      documents: [],
      aiAssessment: { followupAnswers: {}, reasoning: null, flags: [] },
      statusName: 'APPROVED',
      decision: { approvedAmount: 350, note: null, decidedBy: '' },
      cover: { used: null },
      reserveAmount: 0,
      paidAmount: 100,
      payouts: [{ amount: 100, payee: null, reference: null, recordedBy: '' }],
      statusHistory: [{ changedBy: 'guest' }, { changedBy: '' }, { changedBy: '' }],
    });
    const shown = await t.http.get(`/api/claim/${claim.claimId}`, await portal());
    expect(shown.body).toMatchObject({
      documents: [expect.objectContaining(report)],
      decision: { note: 'Seen twice before' },
      payouts: [payout],
      reserveAmount: 250,
    });
    expect((await post('/api/claim', claim, { ...from(), ...(await portal()) })).body).toEqual(shown.body);
  });

  test('sees their own words, day and amounts, whatever the organization has changed, and no amounts that follow from those', async () => {
    const { claimToken } = await postStay('acme', [{ damageCoverage: 3_000, deductible: 250, price: 1 }]);
    const claim = { claimToken, claimId: newId(), ...damage, estimateAmount: 600 };
    expect((await post('/api/claim', claim, from())).status).toBe(201);
    const changed = { damageDescription: 'INTERNAL: suspected fraud', damageDate: '2026-11-14', estimateAmount: 420 };
    const corrected = { ...changed, category: 'FRAUD-WATCH', coverageType: 'LIABILITY', documents: [report] };
    expect((await put(claim.claimId, corrected, await portal())).body).toMatchObject(changed);
    const asSent = { ...damage, estimateAmount: 600, category: null, coverageType: 'CONTENTS', documents: [] };
    const unrated = { suggestedAmount: null, suggestedAmountMin: null, suggestedAmountMax: null, confidence: null };
    const { body } = await post('/api/claim', claim, from());
    expect(body).toMatchObject({ ...asSent, aiAssessment: unrated });

    await move(claim.claimId, 'UNDER_REVIEW', await adjuster());
    await put(claim.claimId, { coverageType: 'CONTENTS', category: null }, await portal());
    await post(`/api/claim/${claim.claimId}/decision`, { outcome: 'DENY' }, await adjuster());
    const repeated = await post('/api/claim', claim, from());
    expect(repeated.body).toMatchObject({ ...asSent, statusName: 'DENIED', cover: { limit: 3_000, payable: null } });
  });

  test('who repeats one under an id with ever new Idempotency-Keys stores nothing', async () => {
    const { claimToken } = await postStay();
    const claim = { claimToken, claimId: newId(), ...damage };
    const keys = [newId(), newId(), newId()];
    const submit = (key: string) => post('/api/claim', claim, { ...from(), 'idempotency-key': key });
    const [first, ...repeated] = [await submit(keys[0]!), await submit(keys[1]!), await submit(keys[2]!)];
    expect(first!.status).toBe(201);
    for (const answer of repeated) expect(answer).toMatchObject({ status: 200, body: { id: claim.claimId } });
    expect(await t.sql('select from idempotency_key where key = any($1)', [keys])).toHaveLength(0);
  });

  test('with a token that is wrong finds nothing, and is counted as one who guesses', async () => {
    const network = from();
    const guess = () => post('/api/claim', { claimToken: newId(), ...damage }, network);
    for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(404);
    expect((await guess()).status).toBe(429);
  });

  test('is counted with every submission, a draft and a repetition too', async () => {
    const { claimToken } = await postStay();
    const network = from();
    const draft = { claimToken, claimId: newId(), ...damage, draft: true };
    for (let i = 0; i < 10; i++) expect((await post('/api/claim', draft, network)).status).toBe(i === 0 ? 201 : 200);
    const limited = await post('/api/claim', { claimToken, ...damage }, network);
    expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  test('submits at most 20 claims of a reservation, drafts too; others of it come in, and the 20 may be repeated', async () => {
    const { claimToken, reservationReferenceId } = await postStay();
    const submitAs = (headers: Record<string, string>, more: object = {}) =>
      post('/api/claim', { claimToken, ...damage, ...more }, headers);
    const claimId = newId();
    expect((await submitAs(from(), { claimId })).status).toBe(201);
    for (let i = 1; i < 20; i++) expect((await submitAs(from(), { draft: i % 2 === 0 })).status).toBe(201);
    const stranger = await bearer({ org: 'globex', roles: ['read', 'write'] });
    for (const headers of [from(), await bearer({ org: 'acme', roles: ['read'] }), stranger]) {
      const refused = await submitAs({ ...from(), ...headers });
      expect(refused).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/claimToken', detail: expect.stringContaining('20 claims by guests') }] },
      });
    }
    expect(await submitAs(from(), { claimId })).toMatchObject({ status: 200, body: { id: claimId } });
    expect((await submitAs(await portal())).status).toBe(201);
    expect((await post('/api/claim', makeDraft({ reservationReferenceId }), await portal())).status).toBe(201);
    expect((await submitAs(from(), { claimToken: (await postStay()).claimToken })).status).toBe(201);
  });

  test('may not contradict the token', async () => {
    const [own, other] = [await postStay(), await postStay('globex')];
    const submit = (more: object) => post('/api/claim', { claimToken: own.claimToken, ...damage, ...more }, from());
    for (const [more, pointer] of [
      [{ organizationId: 'globex' }, '/organizationId'],
      [{ reservationId: 5 }, '/reservationId'],
      [{ reservationReferenceId: other.reservationReferenceId }, ''],
    ] as const) {
      const { status, body } = await submit(more);
      expect([status, body.errors.map((fault: { pointer: string }) => fault.pointer)]).toEqual([400, [pointer]]);
    }
  });

  test('does not reach the drafts of other reservations', async () => {
    const [own, other] = [await postStay(), await postStay()];
    const { body: draft } = await post('/api/claim', { claimToken: other.claimToken, ...damage, draft: true }, from());
    const answer = await post('/api/claim', { claimToken: own.claimToken, claimId: draft.id, ...damage }, from());
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/claimId' }] } });
  });

  test('without a token needs credentials', async () => {
    expect((await post('/api/claim', makeDraft())).status).toBe(401);
    const reader = await bearer({ roles: ['read'] });
    expect(await post('/api/claim', makeDraft(), reader)).toMatchObject({
      status: 403,
      body: { requiredRoles: ['write'] },
    });
  });
});

describe('a caller', () => {
  test('reaches no other organization', async () => {
    const stranger = await bearer({ org: 'globex', roles: ['read', 'write', 'adjust'] });
    expect((await post('/api/claim', makeDraft(), stranger)).status).toBe(404);
    const { id } = (await post('/api/claim', makeDraft(), await portal())).body;
    expect((await put(id, { estimateAmount: 1 }, stranger)).status).toBe(404);
    expect((await move(id, 'WITHDRAWN', stranger)).status).toBe(404);
    const reservation = { organizationId: 'acme', reservationReferenceId: 'R', arrivalDate: '2026-11-12' };
    const stated = await post('/api/reservation', { ...reservation, departureDate: '2026-11-15' }, stranger);
    expect(stated.status).toBe(404);
  });

  test('who writes submits and withdraws, an adjuster reviews', async () => {
    const { id } = (await post('/api/claim', makeDraft(), await portal())).body;
    expect(await move(id, 'UNDER_REVIEW', await portal())).toMatchObject({
      status: 403,
      body: { requiredRoles: ['adjust'], members: ['/status'] },
    });
    expect((await move(id, 'WITHDRAWN', await adjuster())).body.requiredRoles).toEqual(['write']);
    expect((await move(id, 'UNDER_REVIEW', await adjuster())).body.statusHistory.at(-1)).toMatchObject({
      changedBy: 'eve',
    });
    expect((await put(id, { estimateAmount: 1 }, await adjuster())).status).toBe(403);
    expect((await move(id, 'UNDER_REVIEW', await bearer({ roles: ['read'] }))).status).toBe(403);
  });

  test('who writes only adds to a claim that is decided, an adjuster who writes corrects it', async () => {
    const documents = [{ fileName: 'tv.jpg', storageKey: 'one' }];
    const { id } = (await post('/api/claim', makeDraft({ documents }), await portal())).body;
    expect((await put(id, { estimateAmount: 650 }, await portal())).status).toBe(200);
    await move(id, 'UNDER_REVIEW', await adjuster());
    const denial = { outcome: 'DENY', denialReason: 'NOT_PROVEN' };
    expect((await post(`/api/claim/${id}/decision`, denial, await adjuster())).status).toBe(200);
    for (const rewritten of [{ estimateAmount: 900 }, { documents: [{ fileName: 'other.jpg', storageKey: 'one' }] }]) {
      expect(await put(id, rewritten, await portal())).toMatchObject({
        status: 409,
        body: { from: 'DENIED', to: 'DENIED', detail: expect.stringContaining('without the role adjust') },
      });
    }
    const more = { documents: [{ fileName: 'receipt.pdf' }], followupAnswers: { 'How old?': 'Two years.' } };
    const { body } = await put(id, more, await portal());
    expect([body.estimateAmount, body.documents.length]).toEqual([650, 2]);
    const both = await bearer({ org: 'acme', roles: ['write', 'adjust'] });
    expect((await put(id, { estimateAmount: 900 }, both)).body).toMatchObject({ estimateAmount: 900 });
  });

  test('who adjusts sets aside and pays, in no other organization', async () => {
    const { id } = (await post('/api/claim', makeDraft(), await portal())).body;
    const calls = (headers: Record<string, string>) =>
      Promise.all([
        t.http.put(`/api/claim/${id}/reserve`, { amount: 100 }, headers),
        post(`/api/claim/${id}/payouts`, { amount: 100, payee: 'Acme' }, headers),
      ]);
    const statuses = async (headers: Record<string, string>) => (await calls(headers)).map(({ status }) => status);
    expect(await statuses({})).toEqual([401, 401]);
    expect(await statuses(await portal())).toEqual([403, 403]);
    expect(await statuses(await bearer({ org: 'globex', roles: ['adjust'] }))).toEqual([404, 404]);
    expect(await statuses(await adjuster())).toEqual([200, 409]);
  });
});
