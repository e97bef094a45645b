import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Claim, schemaExample } from '@staycover/api';
import { claimsEvents, type DataOf, eventRejected, inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { allPages, eventually, fakeClock, nextPage, type TestService } from '@staycover/testing';
import { listClaims } from './db/claim-pages.ts';
import { claims } from './db/claims.ts';
import { startClaims } from './testing/service.ts';

let t: TestService;
const clock = fakeClock('2026-11-20T09:30:00Z');
const rejected = eventRejected('claims');

beforeAll(async () => {
  t = await startClaims({ clock });
});
beforeEach(() => clock.set('2026-11-20T09:30:00Z'));
afterAll(() => t.stop());

type Submitted = DataOf<typeof inboundEvents.claimSubmitted>;
type Updated = DataOf<typeof inboundEvents.claimUpdated>;

const submission = (changes: Partial<Submitted> = {}): Submitted => ({
  organizationId: 'acme',
  claimId: newId(),
  reservationReferenceId: `RES-${newId()}`,
  damageDate: '2026-11-14',
  damageDescription: 'The television fell off the wall.',
  estimateAmount: 600,
  ...changes,
});

const submit = (changes: Partial<Submitted> = {}) => {
  const data = submission(changes);
  return t.events
    .publish(inboundEvents.claimSubmitted, data, { source: 'guest-portal' })
    .then((eventId) => ({ ...data, eventId }));
};

const update = (claimId: string, changes: Partial<Updated>) =>
  t.events.publish(inboundEvents.claimUpdated, {
    organizationId: 'acme',
    claimId,
    changedBy: 'adjuster-4',
    ...changes,
  });

const syncReservation = (changes: Partial<DataOf<typeof inboundEvents.reservationSynced>> = {}) =>
  t.events.publish(inboundEvents.reservationSynced, {
    organizationId: 'acme',
    reservationReferenceId: 'RES-1',
    reservationId: null,
    arrivalDate: '2026-11-12',
    departureDate: '2026-11-15',
    selectedPolicies: [{ policyName: 'Damage', damageCoverage: 3_000, price: 24.9 }],
    ...changes,
  });

const read = async (id: string) => (await t.http.get(`/api/claim/${id}`)).body as Claim;

const claimThat = (id: string, what: string, fits: (claim: Claim) => boolean = () => true) =>
  eventually(`claim that ${what}`, async () => {
    const { status, body } = await t.http.get(`/api/claim/${id}`);
    return status === 200 && fits(body) && (body as Claim);
  });

const is = (statusName: string) => (claim: Claim) => claim.statusName === statusName;

const rejection = (id: string) => t.events.next(rejected, (data) => data.id === id);

const listEvents = (id: string) =>
  t.events.seen
    .filter(({ subject }) => subject === id)
    .map(({ type, data }) => `${type.split('.')[2]} ${(data as { version: number }).version}`);

describe('a claim', () => {
  test('goes from draft to closed, is reopened, and its history has each move', async () => {
    const { claimId } = await submit({ draft: true });
    expect(await claimThat(claimId, 'is there')).toMatchObject({
      statusName: 'DRAFT',
      statusId: 1,
      claimReference: expect.stringMatching(/^CLM-2026-\d{6}$/),
    });
    const moves = [
      'SUBMITTED',
      'UNDER_REVIEW',
      'INFO_REQUESTED',
      'UNDER_REVIEW',
      'APPROVED',
      'PAID',
      'CLOSED',
      'UNDER_REVIEW',
      'INFO_REQUESTED',
    ] as const;
    for (const statusName of moves) {
      clock.advance({ hours: 1 });
      await update(claimId, { statusName });
      await claimThat(claimId, `is ${statusName}`, is(statusName));
    }
    const { statusHistory } = await read(claimId);
    expect(statusHistory.map(({ status }) => status)).toEqual(['DRAFT', ...moves]);
    expect(statusHistory[0]).toEqual({ status: 'DRAFT', date: '2026-11-20T09:30:00.000Z', changedBy: 'guest-portal' });
    expect(statusHistory.at(-1)).toEqual({
      status: 'INFO_REQUESTED',
      date: '2026-11-20T18:30:00.000Z',
      changedBy: 'adjuster-4',
    });

    const last = await t.events.next(
      claimsEvents.claimStatusChanged,
      (data) => data.claimId === claimId && data.version === 10,
    );
    expect(last.data).toMatchObject({
      previousStatus: 'UNDER_REVIEW',
      claim: { statusName: 'INFO_REQUESTED', paidAmount: 600 },
    });
    expect(listEvents(claimId)).toEqual([
      'claim-submitted 2',
      'claim-status-changed 2',
      ...[3, 4, 5, 6].map((v) => `claim-status-changed ${v}`),
      'claim-decided 6',
      'claim-reserve-changed 6',
      'claim-paid 7',
      ...[7, 8, 9, 10].map((v) => `claim-status-changed ${v}`),
    ]);
  });

  test('that was denied ends, and is reopened; one that was paid is not denied any more', async () => {
    const [denied, paid] = [await submit(), await submit()];
    const go = async (claimId: string, moves: readonly string[]) => {
      for (const statusName of moves) {
        await update(claimId, { statusName: statusName as never });
        await claimThat(claimId, `is ${statusName}`, is(statusName));
      }
    };
    await claimThat(paid.claimId, 'is there');
    await go(denied.claimId, ['UNDER_REVIEW', 'DENIED', 'CLOSED', 'UNDER_REVIEW', 'DENIED']);
    await go(paid.claimId, ['UNDER_REVIEW', 'APPROVED', 'PAID', 'CLOSED', 'UNDER_REVIEW']);
    const refused = await rejection(await update(paid.claimId, { statusName: 'DENIED' }));
    expect(refused.data.errors[0]!.detail).toBe('600 of the claim was paid out: reverse them first.');
  });

  test('submitted at once is announced with every field of the interface', async () => {
    const { claimId } = await submit({
      documents: [
        {
          fileName: 'tv.jpg',
          publicUrl: 'https://files.example/tv.jpg',
          uploadedAt: '2026-11-16T10:11:30.0001234567890+02:00',
        },
      ],
      claimUrls: [{ url: 'https://shop.example/tv' }],
    });
    const claim = await claimThat(claimId, 'is there');
    expect(Claim.parse(claim)).toEqual(claim);
    expect(Object.keys(claim).toSorted()).toEqual(Object.keys(schemaExample(Claim)).toSorted());
    expect(claim).toMatchObject({
      statusName: 'SUBMITTED',
      damageDate: '2026-11-14',
      estimateAmount: 600,
      aiAssessment: null,
    });
    expect(claim.documents[0]).toEqual({
      fileName: 'tv.jpg',
      storageKey: null,
      publicUrl: 'https://files.example/tv.jpg',
      contentType: null,
      fileSize: null,
      uploadedAt: '2026-11-16T08:11:30.000Z',
    });
    const { data } = await t.events.next(claimsEvents.claimSubmitted, (d) => d.claimId === claimId);
    const { documents: _documents, organizationId: _organization, version: _version, ...state } = claim;
    expect(data).toMatchObject({ organizationId: 'acme', version: 1, claim: state });
  });

  test('is read with an ETag', async () => {
    const { claimId } = await submit();
    await claimThat(claimId, 'is there');
    const { headers } = await t.http.get(`/api/claim/${claimId}`);
    expect(headers.get('etag')).toBe('"1"');
    expect((await t.http.get(`/api/claim/${claimId}`, { 'if-none-match': '"1"' })).status).toBe(304);
  });

  test('submitted again with the same content does nothing; a draft may change; a submitted claim may not', async () => {
    const draft = await submit({ draft: true });
    const { eventId: _id, ...data } = draft;
    await claimThat(draft.claimId, 'is there');
    await t.events.publish(inboundEvents.claimSubmitted, data);
    await t.events.publish(inboundEvents.claimSubmitted, { ...data, draft: false, estimateAmount: 650 });
    const claim = await claimThat(draft.claimId, 'is submitted', is('SUBMITTED'));
    expect(claim).toMatchObject({ estimateAmount: 650, statusHistory: [{ status: 'DRAFT' }, { status: 'SUBMITTED' }] });
    const again = await t.events.publish(inboundEvents.claimSubmitted, { ...data, estimateAmount: 700 });
    const { data: refused } = await rejection(again);
    expect(refused.errors[0]!.detail).toMatch(
      /is claim CLM-2026-\d+, which is SUBMITTED: changes of it come as claim-updated/,
    );
    expect(listEvents(draft.claimId)).toEqual(['claim-submitted 2', 'claim-status-changed 2']);
  });

  test('takes documents and answers, and what changes nothing stores nothing', async () => {
    const { claimId } = await submit();
    await claimThat(claimId, 'is there');
    await update(claimId, {
      followupAnswers: { 'How old is it?': 'Two years' },
      documents: [{ fileName: 'tv.jpg', storageKey: 'k1' }],
    });
    const claim = await claimThat(claimId, 'has a document', ({ documents }) => documents.length === 1);
    expect(claim.aiAssessment).toMatchObject({
      followupAnswers: { 'How old is it?': 'Two years' },
      followupQuestions: [],
      suggestedAmount: null,
      assessedAt: null,
    });
    await update(claimId, { documents: [{ fileName: 'tv.jpg', storageKey: 'k1' }], statusName: 'SUBMITTED' });
    await update(claimId, { statusName: 'UNDER_REVIEW' });
    await claimThat(claimId, 'is under review', is('UNDER_REVIEW'));
    const [row] = await t.sql<{ version: number }>('select version from claim where id = $1', [claimId]);
    expect(row!.version).toBe(3);
  });

  test('counts updates in the order in which they were sent', async () => {
    const { claimId } = await submit();
    const moves = [
      'UNDER_REVIEW',
      'INFO_REQUESTED',
      'UNDER_REVIEW',
      'APPROVED',
      'PAID',
      'CLOSED',
      'UNDER_REVIEW',
    ] as const;
    for (const statusName of moves) await update(claimId, { statusName });
    const claim = await claimThat(claimId, 'is reopened', ({ statusHistory }) => statusHistory.length === 8);
    expect(claim.statusHistory.slice(1).map(({ status }) => status)).toEqual(moves);
  });
});

describe('rejected input', () => {
  test('an illegal move goes to the dead letters and its sender gets an event-rejected', async () => {
    const { claimId } = await submit();
    await claimThat(claimId, 'is there');
    const id = await update(claimId, { statusName: 'PAID' });
    const { data } = await rejection(id);
    expect(data.errors[0]!.detail).toBe(
      'The claim cannot go from SUBMITTED to PAID. From SUBMITTED it may go to UNDER_REVIEW, WITHDRAWN.',
    );
    expect(await t.sql(`select 1 from dead_letter where event_key like '%' || $1`, [id])).toHaveLength(1);
    expect((await read(claimId)).statusName).toBe('SUBMITTED');
  });

  test('an update without a claim within the hour', async () => {
    const waiting = await update(newId(), { statusName: 'UNDER_REVIEW' });
    await eventually(
      'the update to wait',
      async () => (await t.sql('select 1 from waiting_update where event_id = $1', [waiting])).length > 0,
    );
    clock.advance({ days: 1 });
    await eventually('due work', () => t.service.scheduler.catchUp());
    expect((await rejection(waiting)).data).toMatchObject({
      source: 'https://system.example',
      errors: [{ pointer: '/data/claimId', detail: 'names no claim, or a draft that was not submitted in time' }],
    });
    expect(await t.sql('select 1 from waiting_update where event_id = $1', [waiting])).toHaveLength(0);
  });

  test('a move of a draft that is not submitted within the hour, however often the draft is saved', async () => {
    // Later than any work that was done before.
    clock.advance({ days: 2 });
    const claimId = newId();
    const moved = await update(claimId, { statusName: 'UNDER_REVIEW' });
    await eventually(
      'the move to wait',
      async () => (await t.sql('select 1 from waiting_update where event_id = $1', [moved])).length > 0,
    );
    const { eventId: _id, ...draft } = await submit({ claimId, draft: true });
    await claimThat(claimId, 'is there');
    for (const estimateAmount of [650, 700]) {
      clock.advance({ minutes: 40 });
      await submit({ ...draft, estimateAmount });
      await claimThat(claimId, 'is saved', (claim) => claim.estimateAmount === estimateAmount);
    }
    await eventually('due work', () => t.service.scheduler.catchUp());
    expect((await rejection(moved)).data.errors[0]!.detail).toMatch(/a draft that was not submitted in time/);
  });

  test('a waiting update that does not fit its claim, alone', async () => {
    const claimId = newId();
    const [good, bad, late] = [
      await update(claimId, { statusName: 'UNDER_REVIEW' }),
      await update(claimId, { statusName: 'PAID' }),
      await update(claimId, { statusName: 'APPROVED' }),
    ];
    await eventually(
      'all to wait',
      async () =>
        (await t.sql('select 1 from waiting_update where event_id = any ($1)', [[good, bad, late]])).length === 3,
    );
    await submit({ claimId });
    expect((await claimThat(claimId, 'is approved', is('APPROVED'))).statusHistory).toHaveLength(3);
    expect((await rejection(bad)).data.errors[0]!.detail).toMatch(/^The claim cannot go from UNDER_REVIEW to PAID/);
  });

  test('no move that overtook both the draft of its claim and the claim for good', async () => {
    const claimId = newId();
    const moved = await update(claimId, { statusName: 'UNDER_REVIEW' });
    const waits = async () => (await t.sql('select 1 from waiting_update where event_id = $1', [moved])).length === 1;
    await eventually('the move to wait', waits);
    const answered = await update(claimId, { followupAnswers: { When: 'At night' } });
    await eventually(
      'the answer to wait',
      async () => (await t.sql('select 1 from waiting_update where event_id = $1', [answered])).length === 1,
    );
    const { reservationReferenceId } = await submit({ claimId, draft: true });
    const draft = await claimThat(claimId, 'is there');
    expect(draft).toMatchObject({ statusName: 'DRAFT', aiAssessment: { followupAnswers: { When: 'At night' } } });
    expect(await waits()).toBe(true);
    await submit({ claimId, reservationReferenceId });
    const { statusHistory } = await claimThat(claimId, 'is under review', is('UNDER_REVIEW'));
    expect(statusHistory.map(({ status }) => status)).toEqual(['DRAFT', 'SUBMITTED', 'UNDER_REVIEW']);
  });

  test('an amendment of a withdrawn claim', async () => {
    const { claimId } = await submit();
    await update(claimId, { statusName: 'WITHDRAWN' });
    await claimThat(claimId, 'is withdrawn', is('WITHDRAWN'));
    const { data } = await rejection(await update(claimId, { estimateAmount: 1 }));
    expect(data.errors[0]!.detail).toMatch(/is WITHDRAWN and does not change/);
  });

  test('the claim ids of another organization, for submission and for updates', async () => {
    const { claimId } = await submit();
    await claimThat(claimId, 'is there');
    const stolen = await submit({ organizationId: 'others', claimId, damageDescription: 'mine now' });
    expect((await rejection(stolen.eventId)).data).toMatchObject({
      organizationId: 'others',
      errors: [{ pointer: '/data/claimId', detail: 'is taken, choose another UUID' }],
    });
    const moved = await t.events.publish(inboundEvents.claimUpdated, {
      organizationId: 'others',
      claimId,
      changedBy: 'x',
      statusName: 'WITHDRAWN',
    });
    expect((await rejection(moved)).data.errors[0]!.detail).toMatch(/^There is no claim/);
    expect(await read(claimId)).toMatchObject({
      statusName: 'SUBMITTED',
      damageDescription: 'The television fell off the wall.',
    });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no description', { damageDescription: '' }, '/data/damageDescription'],
    ['no reservation', { reservationReferenceId: null }, '/data'],
    ['a claim id that is none', { claimId: '42' }, '/data/claimId'],
    [
      'a document without https',
      { documents: [{ fileName: 'a', publicUrl: 'http://a.example' }] },
      '/data/documents/0/publicUrl',
    ],
    ['a negative estimate', { estimateAmount: -1 }, '/data/estimateAmount'],
    ['a date that does not exist', { damageDate: '2026-02-30' }, '/data/damageDate'],
  ])('a submission with %s', async (_what, changes, pointer) => {
    const { eventId } = await submit(changes as Partial<Submitted>);
    expect((await rejection(eventId)).data.errors.map((fault) => fault.pointer)).toContain(pointer);
  });
});

describe('a reservation', () => {
  test('that is known is linked, and a submitted claim assessed against its cover', async () => {
    const reservationReferenceId = `RES-${newId()}`;
    await syncReservation({ reservationReferenceId, reservationId: 88_123 });
    await eventually(
      'the reservation',
      async () =>
        (await t.sql('select 1 from reservation where reservation_reference_id = $1', [reservationReferenceId]))
          .length > 0,
    );
    const { claimId } = await submit({ reservationReferenceId });
    const claim = await claimThat(claimId, 'is assessed', ({ aiAssessment }) => aiAssessment !== null);
    expect(claim).toMatchObject({
      reservationId: 88_123,
      aiAssessment: {
        suggestedAmountMin: 189,
        suggestedAmountMax: 600,
        suggestedAmount: 394.5,
        confidence: 'LOW',
        flags: ['PHOTOS_MISSING', 'RECEIPT_MISSING', 'AGE_UNKNOWN'],
      },
    });
    await t.events.next(claimsEvents.claimAssessed, (data) => data.claimId === claimId);
    expect(listEvents(claimId)).toEqual(['claim-submitted 1', 'claim-assessed 2']);

    await update(claimId, {
      documents: [{ fileName: 'tv.jpg' }, { fileName: 'receipt.pdf' }],
      followupAnswers: { 'How old is the television, and what did it cost new?': '3 years' },
    });
    const better = await claimThat(
      claimId,
      'is assessed again',
      ({ aiAssessment }) => aiAssessment?.confidence === 'HIGH',
    );
    expect(better.aiAssessment).toMatchObject({ suggestedAmountMin: 270, suggestedAmountMax: 300, flags: [] });
    const kept = await t.sql(
      'select provider, outcome, requested_by, inputs_hash from assessment where claim_id = $1',
      [claimId],
    );
    expect(kept).toHaveLength(2);
    expect(kept[0]).toMatchObject({
      provider: 'rules',
      outcome: 'rules',
      requested_by: 'system:inbound',
      inputs_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('that comes after its claims is linked to them then', async () => {
    const reservationReferenceId = `RES-${newId()}`;
    const reservationId = 900_001;
    const byReference = await submit({ reservationReferenceId });
    const byNumber = await submit({ reservationReferenceId: undefined, reservationId });
    const draft = await submit({ reservationReferenceId, draft: true });
    for (const { claimId } of [byReference, byNumber, draft])
      expect((await claimThat(claimId, 'is there')).aiAssessment).toBeNull();
    await syncReservation({ reservationReferenceId, reservationId });
    for (const { claimId } of [byReference, byNumber, draft]) {
      const claim = await claimThat(
        claimId,
        'is linked',
        (c) => c.reservationId === reservationId && c.reservationReferenceId === reservationReferenceId,
      );
      expect(claim.aiAssessment === null).toBe(claimId === draft.claimId);
    }
  });

  test('of another organization is not linked', async () => {
    const reservationReferenceId = `RES-${newId()}`;
    await syncReservation({ organizationId: 'others', reservationReferenceId, reservationId: 5 });
    const { claimId } = await submit({ reservationReferenceId });
    await syncReservation({ organizationId: 'others', reservationReferenceId, reservationId: 6 });
    await eventually(
      'the later statement',
      async () =>
        (
          await t.sql('select 1 from reservation where reservation_reference_id = $1 and reservation_id = 6', [
            reservationReferenceId,
          ])
        ).length > 0,
    );
    expect(await claimThat(claimId, 'is there')).toMatchObject({ reservationId: null, aiAssessment: null });
  });
});

describe('the list of claims', () => {
  test('filters by organization, by reference and by both, oldest first, in pages when asked', async () => {
    const reservationReferenceId = `RES-${newId()}`;
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      const { claimId } = await submit({ organizationId: 'pagers', reservationReferenceId });
      await claimThat(claimId, 'is there');
      ids.push(claimId);
    }
    const idsAt = async (path: string) => (await t.http.get(path)).body.map(({ id }: Claim) => id);
    expect(await idsAt('/api/claim?organizationId=pagers')).toEqual(ids);
    expect(await idsAt(`/api/claim?reservationReferenceId=${reservationReferenceId}`)).toEqual(ids);
    expect(await idsAt(`/api/claim?organizationId=acme&reservationReferenceId=${reservationReferenceId}`)).toEqual([]);
    expect(await idsAt('/api/claim?organizationId=unknown')).toEqual([]);

    const page = await t.http.get(
      `/api/claim?organizationId=pagers&reservationReferenceId=${reservationReferenceId}&limit=2`,
    );
    const next = nextPage(page)!;
    expect(next).toContain('organizationId=pagers');
    expect([...page.body.map(({ id }: Claim) => id), ...(await idsAt(next))]).toEqual(ids);
    expect((await t.http.get(next)).headers.get('link')).toBeNull();
    await t.http.patch(`/api/claim/${ids[1]}/status`, { status: 'UNDER_REVIEW' });
    expect(await idsAt('/api/claim?organizationId=pagers&status=UNDER_REVIEW')).toEqual([ids[1]]);
    const others = await allPages<Claim>(t.http, '/api/claim?organizationId=pagers&status=SUBMITTED&limit=1');
    expect(others.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    const newest = await allPages<Claim>(t.http, '/api/claim?organizationId=pagers&limit=2&order=newest');
    expect(newest.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  test.each(['oldest', 'newest'])(
    'of large claims has fewer of them, and all page by page: %s first',
    async (order) => {
      const organizationId = `large-${order}`;
      const url = `https://files.example/${'x'.repeat(1_900)}`;
      const documents = Array.from({ length: 100 }, (_, i) => ({ fileName: `${i}.jpg`, publicUrl: url }));
      const { claimId } = await submit({ organizationId, documents });
      await claimThat(claimId, 'is there');
      await t.sql(
        `insert into claim select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(),
         'number', nextval('claim_number'), 'claim_reference', $2 || i))).*
       from claim c, generate_series(1, 99) i where c.id = $1`,
        [claimId, `${organizationId} `],
      );
      const path = `/api/claim?organizationId=${organizationId}&order=${order}`;
      const first = await t.http.get(path);
      expect(first.body.length).toBeLessThan(100);
      const all = await allPages<Claim>(t.http, path);
      expect(new Set(all.map(({ id }) => id)).size).toBe(100);
      expect(all).toHaveLength(100);
      expect((await t.http.get(`${path}&limit=1`)).headers.get('link')).toContain('limit=1');
    },
  );

  test.each([
    [99, 1],
    [250, 3],
  ])('of %d claims is read by %d statements', async (count, statements) => {
    const organizationId = `statements-${count}`;
    const { claimId } = await submit({ organizationId });
    await claimThat(claimId, 'is there');
    await t.sql(
      `insert into claim select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(),
         'number', nextval('claim_number'), 'claim_reference', $2 || i))).*
       from claim c, generate_series(2, $3) i where c.id = $1`,
      [claimId, `${organizationId} `, count],
    );
    const { database } = t.service.platform;
    const asked: string[] = [];
    const counting: typeof database = {
      ...database,
      run(text, params) {
        asked.push(text);
        return database.run(text, params);
      },
    };
    const actor = { id: 'a', organizations: [organizationId], roles: [] };
    const { page, next } = await listClaims(counting, actor, {}, { limit: 1_000 });
    expect([page.length, next, asked.length]).toEqual([count, undefined, statements]);
    const part = await listClaims(counting, actor, {}, { limit: 98 });
    expect([part.page.length, part.next, asked.length]).toEqual([98, part.page[97]!.number, statements + 1]);
  });

  test.each([
    ['/api/claim?organizationId=', '?organizationId'],
    ['/api/claim?organizationId=a%20b', '?organizationId'],
    ['/api/claim?organizationId=acme&limit=0', '?limit'],
    ['/api/claim?reservationId=1', '?reservationId'],
    ['/api/claim?organizationId=acme&limit=1001', '?limit'],
    ['/api/claim?organizationId=acme&cursor=x', '?cursor'],
    ['/api/claim?status=OPEN', '?status'],
  ])('%s is refused', async (path, pointer) => {
    const { status, body } = await t.http.get(path);
    expect(status).toBe(400);
    expect(body.errors.map((fault: { pointer: string }) => fault.pointer)).toContain(pointer);
  });

  test.each([
    ['GET', '/api/claim/nonsense', 404],
    ['GET', `/api/claim/${newId()}`, 404],
    ['DELETE', `/api/claim/${newId()}`, 405],
    ['DELETE', '/api/claim', 405],
    ['GET', '/api/reservation/lookup', 405],
  ])('%s %s answers %d with a problem', async (method, path, status) => {
    const answer = await t.http.raw(method, path);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({
      status,
      type: expect.any(String),
      title: expect.any(String),
      detail: expect.any(String),
      instance: expect.any(String),
    });
  });
});

test('a caller of another organization reaches no claim', async () => {
  const { claimId, reservationReferenceId } = await submit();
  await claimThat(claimId, 'is there');
  const { database } = t.service.platform;
  const others = { id: 'o', organizations: ['others'], roles: ['read'] } as const;
  const page = { limit: 10 };
  await expect(claims.load(database, others, claimId)).rejects.toThrow('There is no claim');
  const nothing = { page: [], next: undefined };
  expect(await listClaims(database, others, { organizationId: 'acme' }, page)).toEqual(nothing);
  const byReference = { reservationReferenceId: reservationReferenceId! };
  expect(await listClaims(database, others, byReference, page)).toEqual(nothing);
});

test('rows from before a member was there are read whole', async () => {
  const reservationReferenceId = `RES-${newId()}`;
  await syncReservation({ reservationReferenceId });
  const { claimId } = await submit({ reservationReferenceId, documents: [{ fileName: 'tv.jpg' }] });
  await claimThat(claimId, 'is assessed', ({ aiAssessment }) => aiAssessment !== null);
  await t.sql(
    `update claim set documents = '[{"fileName": "tv.jpg"}]', claim_urls = '[{"url": "https://a.example/1"}]',
       assessment = '{"reasoning": "As it was."}' where id = $1`,
    [claimId],
  );
  const whole = await read(claimId);
  expect(Claim.parse(whole)).toEqual(whole);
  expect(whole).toMatchObject({
    documents: [{ fileName: 'tv.jpg', fileSize: null, uploadedAt: null }],
    claimUrls: [{ url: 'https://a.example/1', description: null }],
    aiAssessment: { reasoning: 'As it was.', followupQuestions: [], flags: [] },
  });

  await t.sql(
    `update reservation set property = '{"name": "Pier"}', selected_policies = '[{"price": 4.5}]'
     where reservation_reference_id = $1`,
    [reservationReferenceId],
  );
  const found = await t.http.post('/api/reservation/lookup', { reservationReferenceId });
  expect(found.body).toMatchObject({
    property: { id: null, name: 'Pier', address: null },
    selectedPolicies: [{ price: 4.5, policyName: null, damageCoverage: null, currencyId: null }],
  });
});
