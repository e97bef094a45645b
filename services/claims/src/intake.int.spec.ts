import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type AuditEntry, Claim } from '@staycover/api';
import { claimsEvents, inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually, fakeClock, fiftyAtOnce, type TestService } from '@staycover/testing';
import { claimsOn } from './testing/claims.ts';
import { startClaims } from './testing/service.ts';

let t: TestService;
const clock = fakeClock('2026-11-20T09:30:00Z');
const { stay, submit, put, move, read, makeDraft, post } = claimsOn(() => t);

beforeAll(async () => {
  t = await startClaims({ clock });
});
afterAll(() => t.stop());

const faultPointers = (answer: { body: { errors: { pointer: string }[] } }) =>
  answer.body.errors.map(({ pointer }) => pointer);

describe('a claim over HTTP', () => {
  test('is new, and announced as one that came as an event', async () => {
    const { reservationReferenceId } = await stay();
    const claimId = newId();
    const answer = await submit({ claimId, reservationReferenceId, category: 'ELECTRONICS' });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        id: claimId,
        organizationId: 'acme',
        statusName: 'SUBMITTED',
        category: 'ELECTRONICS',
        coverageType: 'CONTENTS',
        statusHistory: [{ status: 'SUBMITTED', changedBy: 'anonymous' }],
        aiAssessment: { suggestedAmountMax: 350 },
      },
    });
    expect(answer.headers.get('location')).toBe(`/api/claim/${claimId}`);
    expect(Claim.parse(await read(claimId))).toEqual(answer.body);
    await t.events.next(claimsEvents.claimSubmitted, (data) => data.claimId === claimId);
  });

  test('is the same claim when it is sent again, over HTTP or as an event', async () => {
    const claim = makeDraft({ claimId: newId() });
    expect((await post('/api/claim', claim)).status).toBe(201);
    expect(await post('/api/claim', claim)).toMatchObject({ status: 200, body: { version: 1 } });
    const eventId = await t.events.publish(inboundEvents.claimSubmitted, claim as never);
    await eventually('the event', async () => {
      const found = await t.sql(`select 1 from inbox where event_key like '%' || $1`, [eventId]);
      return found.length > 0;
    });
    expect(await read(claim['claimId' as never])).toMatchObject({ version: 1 });
  });

  test('takes fifty answers at once, and keeps each', async () => {
    const { id } = (await submit()).body;
    const { landed, refused } = await fiftyAtOnce((n) => put(id, { followupAnswers: { [`Question ${n}?`]: 'Yes.' } }));
    expect(refused).toEqual([]);
    expect(new Set(landed).size).toBe(50);
    const [kept] = await t.sql<{ followup_answers: object }>('select followup_answers from claim where id = $1', [id]);
    expect(Object.keys(kept!.followup_answers)).toHaveLength(50);
  });

  test('has its answers and its assessment among its changes', async () => {
    const { reservationReferenceId } = await stay();
    const { id } = (await submit({ reservationReferenceId })).body;
    await put(id, { followupAnswers: { 'How old is it?': 'Two years.' } });
    const { body } = await t.http.get(`/api/claim/${id}/audit`);
    const changes = (body as AuditEntry[]).flatMap((entry) => entry.changes);
    expect(changes).toContainEqual({
      member: 'followupAnswers',
      before: {},
      after: { 'How old is it?': 'Two years.' },
    });
    expect(changes).toContainEqual({
      member: 'aiAssessment',
      before: null,
      after: expect.objectContaining({ suggestedAmountMax: 350 }),
    });
  });

  test('has its id in small letters, however its sender writes it', async () => {
    const claimId = newId();
    const { body } = await submit({ claimId: claimId.toUpperCase() });
    expect(body).toMatchObject({ id: claimId });
    const { data } = await t.events.next(
      claimsEvents.claimSubmitted,
      (event) => event.claimId.toLowerCase() === claimId,
    );
    expect([data.claimId, data.claim.id]).toEqual([claimId, claimId]);
  });

  test('gets an id when it brings none; under one Idempotency-Key it is one claim', async () => {
    const claim = makeDraft();
    const key = { 'idempotency-key': newId() };
    const [first, second] = [await post('/api/claim', claim, key), await post('/api/claim', claim, key)];
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
    expect(second.headers.get('location')).toBe(`/api/claim/${first.body.id}`);
    expect((await post('/api/claim', { ...claim, estimateAmount: 1 }, key)).status).toBe(422);
    expect((await post('/api/claim', claim)).body.id).not.toBe(first.body.id);
  });

  test('that is a draft may be submitted again for good, a submitted one with other content not', async () => {
    const claim = makeDraft({ claimId: newId(), draft: true });
    expect((await post('/api/claim', claim)).body.statusName).toBe('DRAFT');
    const submitted = { ...claim, draft: false };
    expect(await post('/api/claim', submitted)).toMatchObject({ status: 200, body: { statusName: 'SUBMITTED' } });
    const changed = await post('/api/claim', { ...submitted, estimateAmount: 700 });
    expect([changed.status, faultPointers(changed)]).toEqual([400, ['/claimId']]);
  });

  test('accepts additions, checks If-Match, and is assessed again', async () => {
    const { reservationReferenceId } = await stay();
    const { id, version } = (await submit({ reservationReferenceId })).body;
    const more = { documents: [{ fileName: 'tv.jpg' }, { fileName: 'receipt.pdf' }], coverageType: 'DWELLING' };
    const answer = await put(id, more, { 'if-match': `"${version}"` });
    expect(answer).toMatchObject({ status: 200, body: { coverageType: 'DWELLING', estimateAmount: 600 } });
    expect(answer.body.documents).toHaveLength(2);
    expect(answer.body.aiAssessment.flags).not.toContain('RECEIPT_MISSING');
    expect((await put(id, { estimateAmount: 1 }, { 'if-match': `"${version}"` })).status).toBe(412);
    expect((await put(id, {})).body.version).toBe(answer.body.version);
  });

  test('that is too large to be announced is refused when it comes in, and never afterwards', async () => {
    const { id } = (await submit({ draft: true })).body;
    const answers = (prefix: string) =>
      Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`${prefix} ${i}`, '€'.repeat(2_000)]));
    const added = [await put(id, { followupAnswers: answers('a') }), await put(id, { followupAnswers: answers('b') })];
    expect(added.map(({ status }) => status)).toEqual([200, 413]);
    expect((await move(id, 'SUBMITTED')).status).toBe(200);
  });

  test('takes so many bytes of documents, and no more', async () => {
    const { id } = (await submit({ draft: true })).body;
    const documents = (name: string) =>
      Array.from({ length: 100 }, (_, i) => ({
        fileName: `${name}-${i}`,
        storageKey: `${name}-${i}-${'k'.repeat(1_400)}`,
        publicUrl: `https://example.com/${'p'.repeat(1_400)}`,
      }));
    const added = [await put(id, { documents: documents('a') }), await put(id, { documents: documents('b') })];
    expect(added.map(({ status }) => status)).toEqual([200, 413]);
  });

  test('moves as its states allow, but is neither decided nor paid by a move', async () => {
    const { id } = (await submit()).body;
    expect((await move(id, 'UNDER_REVIEW')).body).toMatchObject({ statusName: 'UNDER_REVIEW', version: 2 });
    expect((await move(id, 'UNDER_REVIEW')).body.version).toBe(2);
    expect((await move(id, 'INFO_REQUESTED')).status).toBe(200);
    expect(await move(id, 'CLOSED')).toMatchObject({
      status: 409,
      body: { from: 'INFO_REQUESTED', to: 'CLOSED', allowed: ['UNDER_REVIEW', 'WITHDRAWN'] },
    });
    for (const status of ['APPROVED', 'DENIED', 'PAID', 'DRAFT', 'LOST']) {
      const answer = await move(id, status);
      expect([answer.status, faultPointers(answer)]).toEqual([400, ['/status']]);
    }
    expect((await move(id, 'WITHDRAWN')).status).toBe(200);
    expect((await put(id, { estimateAmount: 1 })).status).toBe(409);
  });
});

describe('a reservation over HTTP', () => {
  test('answers like a lookup, replaces the earlier statement, and links waiting claims', async () => {
    const reservationReferenceId = `RES-${newId()}`;
    const { id } = (await submit({ reservationReferenceId })).body;
    const stated = await stay({ reservationReferenceId, property: { id: 101, name: 'Beach House' } });
    expect(stated).toMatchObject({ propertyId: '101', isInsured: true, claimToken: expect.any(String) });
    expect((await post('/api/reservation/lookup', { reservationReferenceId })).body).toEqual(stated);
    expect((await read(id)).aiAssessment).not.toBeNull();
    const later = await stay({ reservationReferenceId, propertyId: 'prop-7', selectedPolicies: [] });
    expect(later).toMatchObject({ propertyId: 'prop-7', isInsured: false, claimToken: stated.claimToken });
  });

  test('does not wait for its claims that are linked and assessed', async () => {
    const { reservationReferenceId } = await stay({ reservationId: 4_711 });
    const { id } = (await submit({ reservationReferenceId })).body;
    const draft = (await submit({ reservationReferenceId, draft: true })).body.id;
    await t.service.platform.database.connect(async (client) => {
      await client.query('begin');
      await client.query('select from claim where id = any($1) for update', [[id, draft]]);
      await stay({ reservationReferenceId, reservationId: 4_711, numberOfGuests: 3 });
      await client.query('commit');
    });
    const { body } = await post('/api/reservation/lookup', { reservationReferenceId });
    expect(body.numberOfGuests).toBe(3);
  });

  test('with the token of another reservation is rejected', async () => {
    const { claimToken } = await stay();
    const body = { organizationId: 'acme', reservationReferenceId: 'other', claimToken };
    const answer = await post('/api/reservation', { ...body, arrivalDate: '2026-11-12', departureDate: '2026-11-15' });
    expect([answer.status, faultPointers(answer)]).toEqual([400, ['/claimToken']]);
  });

  test('with a token that others bring at the same time is rejected, but for one', async () => {
    const claimToken = newId();
    const answers = await Promise.all(
      [1, 2, 3, 4].map((one) =>
        post('/api/reservation', {
          organizationId: 'acme',
          reservationReferenceId: `RES-${claimToken}-${one}`,
          claimToken,
          arrivalDate: '2026-11-12',
          departureDate: '2026-11-15',
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400]);
  });

  test('with the tokens of others, again and again, is refused whatever the token', async () => {
    const { claimToken } = await stay();
    const headers = { 'x-forwarded-for': newId() };
    const state = (token: string | undefined) =>
      t.http.post(
        '/api/reservation',
        {
          organizationId: 'acme',
          reservationReferenceId: `RES-${newId()}`,
          claimToken: token,
          arrivalDate: '2026-11-12',
          departureDate: '2026-11-15',
        },
        headers,
      );
    for (let i = 0; i < 10; i++) expect((await state(claimToken)).status).toBe(400);
    for (const guess of [claimToken, newId()]) {
      const refused = await state(guess);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await state(undefined)).status).toBe(200);
  });

  test('from before it had a property of its own has the id of its property', async () => {
    const { reservationReferenceId } = await stay({ property: { id: 55 } });
    await t.sql('update reservation set property_id = null where reservation_reference_id = $1', [
      reservationReferenceId,
    ]);
    const { body } = await post('/api/reservation/lookup', { reservationReferenceId });
    expect(body.propertyId).toBe('55');
  });
});

describe('bad input', () => {
  test.each<[string, Record<string, unknown>, ...string[]]>([
    ['no organization', { organizationId: undefined }, '/organizationId'],
    ['an unfit organization', { organizationId: 'a.b' }, '/organizationId'],
    ['no reservation', { reservationReferenceId: undefined }, ''],
    ['no description', { damageDescription: undefined }, '/damageDescription'],
    ['a claim id that is none', { claimId: '42' }, '/claimId'],
    ['an unknown type of cover', { coverageType: 'CAR' }, '/coverageType'],
    ['an empty category', { category: '' }, '/category'],
    ['a day that does not exist', { damageDate: '2026-02-30' }, '/damageDate'],
    ['a negative estimate and text for a draft', { estimateAmount: -1, draft: 'yes' }, '/estimateAmount', '/draft'],
    ['a document without https', { documents: [{ fileName: 'a', publicUrl: 'http://a.b' }] }, '/documents/0/publicUrl'],
  ])('a claim with %s', async (_what, changes, ...pointers) => {
    const answer = await submit(changes);
    expect([answer.status, faultPointers(answer).toSorted()]).toEqual([400, pointers.toSorted()]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no organization', { organizationId: undefined }, '/organizationId'],
    ['a departure before its arrival', { departureDate: '2026-11-11' }, '/departureDate'],
    ['an empty property', { propertyId: '' }, '/propertyId'],
  ])('a reservation with %s', async (_what, changes, pointer) => {
    const body = { organizationId: 'acme', reservationReferenceId: 'R', arrivalDate: '2026-11-12' };
    const answer = await post('/api/reservation', { ...body, departureDate: '2026-11-15', ...changes });
    expect([answer.status, faultPointers(answer)]).toEqual([400, [pointer]]);
  });

  test('a change of a claim that is not there', async () => {
    for (const id of ['nonsense', newId()]) {
      expect((await put(id, { estimateAmount: 1 })).status).toBe(404);
      expect((await move(id, 'WITHDRAWN')).status).toBe(404);
    }
  });

  test('the claim id of another organization', async () => {
    const { id } = (await submit()).body;
    const answer = await submit({ claimId: id, organizationId: 'others' });
    expect([answer.status, faultPointers(answer)]).toEqual([400, ['/claimId']]);
  });
});
