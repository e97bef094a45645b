import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DataOf, NightCover } from '@staycover/events';
import { claimsEvents, eventRejected, inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually, fakeClock, type TestService } from '@staycover/testing';
import { claimsOn } from './testing/claims.ts';
import { coverage, nightCover, startPolicyCover } from './testing/policy-cover.ts';
import { startClaims } from './testing/service.ts';

let t: TestService;
let policies: Awaited<ReturnType<typeof startPolicyCover>>;
const { stay, submit, move, read, post, put, makeDraft } = claimsOn(() => t);
const rejected = eventRejected('claims');

beforeAll(async () => {
  t = await startClaims({ clock: fakeClock('2026-11-20T09:30:00Z') });
  policies = await startPolicyCover(t.nats);
});
afterAll(async () => {
  await policies?.stop();
  await t?.stop();
});

type Submitted = DataOf<typeof inboundEvents.claimSubmitted>;

const decide = (id: string, body: object, headers?: Record<string, string>) =>
  post(`/api/claim/${id}/decision`, body, headers);

/** A claim under review of a stay in a property that these policies know. */
const inReview = async (reservationReferenceId: string, changes: object = {}) => {
  const { body } = await submit({ reservationReferenceId, estimateAmount: 1_000, ...changes });
  await move(body.id, 'UNDER_REVIEW');
  return body.id as string;
};

const stayWith = async (known: NightCover[], changes: object = {}) =>
  (await stay({ propertyId: policies.property(...known), ...changes })).reservationReferenceId;

const send = (claimId: string, statusName: 'UNDER_REVIEW' | 'APPROVED' | 'DENIED') =>
  t.events.publish(inboundEvents.claimUpdated, {
    organizationId: 'acme',
    claimId,
    changedBy: 'adjuster-4',
    statusName,
  });

const waiting = (count: number) =>
  eventually(`${count} to wait`, async () => {
    const rows = await t.sql(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rows.length === count;
  });
/** Holds back, by these statements, what `during` begins; then lets it go on. */
const holding = (text: string, params: string[], during: () => Promise<void>) =>
  t.service.platform.database.connect(async (client) => {
    await client.query('begin');
    await client.query(text, params);
    await during();
    await client.query('commit');
  });

const reservationHeld = (reference: string, during: () => Promise<void>) =>
  holding('select pg_advisory_xact_lock(hashtextextended($1, 3))', [`acme ${reference}`], during);

describe('the cover', () => {
  test('is asked at intake for the night of the damage, and kept', async () => {
    const policy = nightCover();
    const propertyId = policies.property(nightCover({ covered: false, reason: 'NOT_ENROLLED' }), policy);
    const { reservationReferenceId } = await stay({ propertyId });
    const { body } = await submit({ reservationReferenceId, damageDate: '2026-11-15', estimateAmount: 1_000 });
    expect(policies.nights).toContain(`${propertyId} 2026-11-14`);
    expect(body).toMatchObject({
      version: 2,
      policyId: policy.policyId,
      currency: 'USD',
      cover: { policyVersion: 3, covered: true, limit: 3_000, deductible: 250, used: 0, payable: 750, flags: [] },
    });
  });

  test.each<[string, number | null, number | null, object]>([
    ['covers a stay that fitted then', null, 7, { covered: true, reason: null }],
    ['covers no stay that was too short then', 7, null, { covered: false, reason: 'STAY_TOO_SHORT' }],
  ])('by what was set on the first night %s', async (_what, onArrival, later, cover) => {
    const policy = nightCover({ minNights: onArrival });
    const propertyId = policies.property(policy);
    policies.change(propertyId, '2026-11-13', { ...policy, minNights: later });
    const { reservationReferenceId } = await stay({ propertyId, arrivalDate: '2026-11-12' });
    const { body } = await submit({ reservationReferenceId, damageDate: '2026-11-13' });
    expect(body).toMatchObject({ policyId: policy.policyId, cover });
  });

  test('by a policy that is new since the first night, by what it sets on the night of the damage', async () => {
    const policy = nightCover({ termStart: '2026-11-13', minNights: 7 });
    const propertyId = policies.property({ ...policy, minNights: null, covered: false, reason: 'NOT_IN_FORCE' });
    policies.change(propertyId, '2026-11-13', policy);
    const { reservationReferenceId } = await stay({ propertyId, arrivalDate: '2026-11-12' });
    const { body } = await submit({ reservationReferenceId, damageDate: '2026-11-13' });
    expect(body.cover).toMatchObject({ covered: false, reason: 'STAY_TOO_SHORT' });
  });

  test('of a damage from before the policy was bound raises a flag', async () => {
    const reference = await stayWith([nightCover({ boundAt: '2026-11-19T08:00:00.000Z' })]);
    const { body } = await submit({ reservationReferenceId: reference });
    expect(body.cover.flags).toEqual(['BOUND_AFTER_LOSS']);
    expect(body.aiAssessment.flags).toContain('BOUND_AFTER_LOSS');
  });

  test('of a draft that is sent again for another reservation is the cover of that one', async () => {
    const claimId = newId();
    const covered = await stayWith([nightCover()]);
    const draft = await submit({ claimId, reservationReferenceId: covered, draft: true });
    expect(draft.body.cover).toMatchObject({ covered: true });
    const { body } = await submit({ claimId, reservationReferenceId: `RES-${newId()}` });
    expect(body).toMatchObject({ statusName: 'SUBMITTED', cover: null, policyId: null, currency: null });
  });

  describe('of a draft that was not covered yet', () => {
    /** A draft that came before the policy of its property was bound. */
    const draftBefore = async (changes: object = {}) => {
      const policy = nightCover();
      const propertyId = policies.property({ ...policy, covered: false, reason: 'NOT_BOUND' });
      const { reservationReferenceId } = await stay({ propertyId });
      const { body } = await submit({ reservationReferenceId, estimateAmount: 1_000, draft: true, ...changes });
      policies.change(propertyId, '2026-11-01', policy);
      return { id: body.id as string, policyId: policy.policyId, cover: body.cover };
    };
    const covered = { covered: true, reason: null, payable: 750 };

    test('is asked again when a person submits it', async () => {
      const { id, policyId, cover } = await draftBefore();
      expect(cover).toMatchObject({ covered: false, reason: 'NOT_BOUND' });
      const { body } = await move(id, 'SUBMITTED');
      expect(body).toMatchObject({
        cover: covered,
        policyId,
        currency: 'USD',
        aiAssessment: { suggestedAmountMax: 750 },
      });
      expect(body.aiAssessment.flags).not.toContain('NO_COVER');
    });

    test('is asked for the night that the event names which submits it', async () => {
      const { id, policyId, cover } = await draftBefore({ damageDate: null });
      expect(cover).toBeNull();
      const data = { organizationId: 'acme', claimId: id, changedBy: 'portal', statusName: 'SUBMITTED' as const };
      await t.events.publish(inboundEvents.claimUpdated, { ...data, damageDate: '2026-11-13' });
      const submitted = await eventually('the submission', async () => {
        const found = await read(id);
        return found.statusName === 'SUBMITTED' && found;
      });
      expect(submitted).toMatchObject({ cover: covered, policyId, aiAssessment: { suggestedAmountMax: 750 } });
    });

    test('stays as it was while the policy service is silent, and the draft is submitted', async () => {
      const { id } = await draftBefore();
      await policies.silence();
      const { status, body } = await move(id, 'SUBMITTED');
      await policies.speak();
      expect([status, body.statusName, body.cover.reason]).toEqual([200, 'SUBMITTED', 'NOT_BOUND']);
    });
  });

  describe('of claims that came before their reservation is asked when that comes', () => {
    const early = async (changes: object = {}) => (await submit({ estimateAmount: 1_000, ...changes })).body;

    test('over HTTP, for the night of each', async () => {
      const policy = nightCover();
      const propertyId = policies.property(policy);
      const { id, reservationReferenceId } = await early();
      const outside = await early({ reservationReferenceId, damageDate: '2026-11-18' });
      const undated = await early({ reservationReferenceId, damageDate: null });
      await stay({ reservationReferenceId, propertyId });
      expect(await read(id)).toMatchObject({
        policyId: policy.policyId,
        cover: { covered: true, payable: 750 },
        aiAssessment: { suggestedAmountMax: 750 },
      });
      expect((await read(outside.id)).cover).toMatchObject({ covered: false, reason: 'OUTSIDE_STAY' });
      expect((await read(undated.id)).cover).toBeNull();
    });

    test('by an event, and by the number alone', async () => {
      const policy = nightCover();
      const reservationId = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
      const { id } = await early({ reservationReferenceId: null, reservationId });
      await t.events.publish(inboundEvents.reservationSynced, {
        organizationId: 'acme',
        reservationReferenceId: `RES-${newId()}`,
        reservationId,
        arrivalDate: '2026-11-12',
        departureDate: '2026-11-15',
        propertyId: policies.property(policy),
        selectedPolicies: [{ policyName: 'Damage', damageCoverage: 3_000, deductible: 250, price: 24.9 }],
      });
      const cover = await eventually('the cover', async () => (await read(id)).cover);
      expect(cover).toMatchObject({ policyId: policy.policyId, covered: true, payable: 750 });
    });

    test('and is unknown while the policy service is silent', async () => {
      const { id, reservationReferenceId } = await early();
      await policies.silence();
      await stay({ reservationReferenceId, propertyId: policies.property(nightCover()) });
      await policies.speak();
      expect(await read(id)).toMatchObject({ cover: null, policyId: null, aiAssessment: { suggestedAmountMax: 750 } });
    });
  });

  describe('of a claim that comes at the same moment as its reservation', () => {
    /** Each has asked its question, about nothing, before either is stored. */
    const together = async (first: 'claim' | 'reservation', policy = nightCover()) => {
      const [claimId, reservationReferenceId] = [newId(), `RES-${newId()}`];
      const submitIt = () => submit({ claimId, reservationReferenceId, estimateAmount: 1_000 });
      const stateIt = () => stay({ reservationReferenceId, propertyId: policies.property(policy) });
      const started: Promise<unknown>[] = [];
      await reservationHeld(reservationReferenceId, async () => {
        for (const start of first === 'claim' ? [submitIt, stateIt] : [stateIt, submitIt]) {
          started.push(start());
          await waiting(started.length);
        }
      });
      await Promise.all(started);
      return read(claimId);
    };

    test.each(['claim', 'reservation'] as const)('is asked, with the %s first', async (first) => {
      const policy = nightCover();
      expect(await together(first, policy)).toMatchObject({
        policyId: policy.policyId,
        cover: { covered: true, payable: 750 },
      });
    });

    test.each(['claim', 'reservation'] as const)(
      'is unknown while nobody answers, with the %s first',
      async (first) => {
        await policies.silence();
        const claim = await together(first);
        await policies.speak();
        expect(claim).toMatchObject({ statusName: 'SUBMITTED', cover: null, policyId: null });
      },
    );
  });

  test('of claims on more days than are asked is unknown for the rest, and their reservation is taken', async () => {
    const reservationReferenceId = `RES-${newId()}`;
    const days = Array.from({ length: 21 }, (_, i) => `2026-11-${String(i + 1).padStart(2, '0')}`);
    const ids: string[] = [];
    for (const damageDate of days) ids.push((await submit({ reservationReferenceId, damageDate })).body.id);
    const dates = { arrivalDate: '2026-11-01', departureDate: '2026-11-30' };
    await stay({ reservationReferenceId, propertyId: policies.property(nightCover()), ...dates });
    const known = (await Promise.all(ids.map(read))).map(({ cover }) => cover?.covered ?? null);
    expect(known).toEqual([...Array<boolean>(20).fill(true), null]);
  });

  describe('of a claim of a reservation that is stated anew', () => {
    const known = [{ policyName: 'Damage', damageCoverage: 3_000, deductible: 250, price: 24.9 }];
    const restated = async (changes: object, status = 'SUBMITTED') => {
      const property = policies.property(nightCover());
      const { reservationReferenceId } = await stay({ propertyId: property });
      const { body } = await submit({ reservationReferenceId, estimateAmount: 1_000, draft: status === 'DRAFT' });
      if (status === 'DENIED') {
        await move(body.id, 'UNDER_REVIEW');
        await decide(body.id, { outcome: 'DENY' });
      }
      await stay({ reservationReferenceId, propertyId: property, ...changes });
      return read(body.id);
    };

    test.each<[string, object, number]>([
      ['other policies', { selectedPolicies: [{ policyName: 'Damage', damageCoverage: 400, price: 9 }] }, 400],
      ['no policies', { selectedPolicies: [] }, 1_000],
      ['another property', { propertyId: 'elsewhere' }, 750],
      ['other days', { arrivalDate: '2026-11-14', departureDate: '2026-11-16' }, 750],
    ])('with %s is unknown, and the claim is assessed again', async (_what, changes, suggestedAmountMax) => {
      expect(await restated(changes)).toMatchObject({ cover: null, aiAssessment: { suggestedAmountMax } });
      expect((await restated(changes, 'DRAFT')).cover).toBeNull();
    });

    test.each<[string, object, string]>([
      [
        'with another price and name',
        { selectedPolicies: [{ ...known[0], price: 30, policyName: 'All' }] },
        'SUBMITTED',
      ],
      ['with other guests', { numberOfGuests: 7 }, 'SUBMITTED'],
      ['with another number of nights', { numberOfNights: 30 }, 'SUBMITTED'],
      ['after the decision', { selectedPolicies: [] }, 'DENIED'],
    ])('%s stays as it was', async (_what, changes, status) => {
      expect(await restated(changes, status)).toMatchObject({ cover: { covered: true, limit: 3_000 } });
    });
  });

  test('has a cap, however large', async () => {
    const cap = [{ category: 'JEWELRY', above: 1e305 }];
    const reference = await stayWith([nightCover({ categoryExclusions: cap })]);
    const { status, body } = await submit({ reservationReferenceId: reference, category: 'JEWELRY' });
    expect([status, body.cover?.payable]).toEqual([201, 350]);
  });

  test('is not known while the policy service is silent, which no decision is', async () => {
    const reference = await stayWith([nightCover()]);
    await policies.silence();
    const id = await inReview(reference);
    expect(await read(id)).toMatchObject({ cover: null, policyId: null });
    expect((await decide(id, { outcome: 'APPROVE' })).status).toBe(503);
    await policies.speak();
    expect((await decide(id, { outcome: 'APPROVE' })).body).toMatchObject({ cover: { covered: true, payable: 750 } });
  });
});

describe('an assessment', () => {
  test('uses the cover of a policy when the guest has chosen none', async () => {
    const covered = nightCover({ coverage: coverage({ contentsCoverage: 500, deductible: 100 }) });
    const reference = await stayWith([covered], { selectedPolicies: [] });
    const { body } = await submit({ reservationReferenceId: reference, estimateAmount: 2_000 });
    expect(body.aiAssessment).toMatchObject({
      suggestedAmountMax: 400,
      flags: expect.arrayContaining(['ESTIMATE_ABOVE_COVER']),
    });
    const draft = { claimId: body.id, damageDescription: 'The television fell off the wall.', estimateAmount: 2_000 };
    const followup = async (reservation: object) =>
      (await post('/api/ai/followup', { claim: draft, reservation })).body.suggestedAmountMax;
    expect(await followup({ reservationReferenceId: reference })).toBe(400);
    expect(await followup({ selectedPolicies: [{ damageCoverage: 900, price: 1 }] })).toBe(900);
  });

  describe('of a claim for liability', () => {
    const chosen = (changes: object) => [
      { policyName: 'P', damageCoverage: 3_000, deductible: 250, price: 9, ...changes },
    ];
    test.each<[string, object[], number, string | null]>([
      ['uses the liability that was chosen', chosen({ liabilityCoverage: 500 }), 250, null],
      ['has no cover where none was chosen', chosen({ liabilityCoverage: 0 }), 0, 'NO_COVER'],
      ['has no cover where nothing was stated of it and no policy knows the property', chosen({}), 0, 'NO_COVER'],
    ])('%s', async (_what, selectedPolicies, most, flag) => {
      const reference = await stayWith([], { selectedPolicies });
      const claim = { reservationReferenceId: reference, coverageType: 'LIABILITY' };
      const { aiAssessment } = (await submit(claim)).body;
      expect(aiAssessment.suggestedAmountMax).toBe(most);
      expect(aiAssessment.flags.includes('NO_COVER')).toBe(flag === 'NO_COVER');
    });

    test('does not know the cover while the policy service is silent and nothing was stated of it', async () => {
      const reference = await stayWith([nightCover()], { selectedPolicies: chosen({}) });
      await policies.silence();
      const { aiAssessment } = (await submit({ reservationReferenceId: reference, coverageType: 'LIABILITY' })).body;
      await policies.speak();
      expect(aiAssessment.flags).toContain('COVER_UNKNOWN');
    });
  });

  test.each([
    ['no policy knows the property', 'speak'],
    ['the policy service is silent', 'silence'],
  ] as const)('does not know the cover when the guest has chosen none and %s', async (_what, act) => {
    const reference = await stayWith([], { selectedPolicies: [] });
    if (act === 'silence') await policies.silence();
    const { body } = await submit({ reservationReferenceId: reference });
    if (act === 'silence') await policies.speak();
    const { flags, ...assessment } = body.aiAssessment;
    expect(assessment).toMatchObject({ suggestedAmountMax: 600, confidence: 'LOW' });
    expect(flags).toContain('COVER_UNKNOWN');
    expect(flags).not.toContain('NO_COVER');
    const draft = { damageDescription: 'The television fell off the wall.', estimateAmount: 600 };
    const asked = await post('/api/ai/followup', { claim: draft, reservation: { reservationReferenceId: reference } });
    expect(asked.body).toMatchObject({ suggestedAmountMax: 600, confidence: 'LOW' });
  });

  test('does not use the cover of what the claim was about before', async () => {
    const reference = await stayWith([nightCover({ categoryExclusions: [{ category: 'JEWELRY' }] })]);
    const { body } = await submit({ reservationReferenceId: reference, category: 'JEWELRY' });
    expect(body.aiAssessment.flags).toContain('NO_COVER');
    const changed = (await put(body.id, { category: 'ELECTRONICS' })).body;
    expect(changed).toMatchObject({ cover: null, policyId: body.policyId, aiAssessment: { suggestedAmountMax: 350 } });
    expect(changed.aiAssessment.flags).not.toContain('NO_COVER');
  });

  test('advises, and is shown next to the decision', async () => {
    const id = await inReview(await stayWith([nightCover()]));
    const { body } = await decide(id, { outcome: 'DENY', denialReason: 'FRAUD' });
    expect(body).toMatchObject({ decision: { outcome: 'DENY' }, aiAssessment: { suggestedAmountMax: 750 } });
  });

  test('is flagged when no policy covers the night', async () => {
    const reference = await stayWith([nightCover({ covered: false, reason: 'SUSPENDED' })]);
    const { body } = await submit({ reservationReferenceId: reference });
    expect(body.aiAssessment).toMatchObject({ suggestedAmountMax: 0, flags: expect.arrayContaining(['NO_COVER']) });
  });
});

describe('a decision', () => {
  test('cover 3,000, deductible 250: 1,000 pays 750; then 2,500 has 2,000 left, pays 1,750; a third nothing', async () => {
    const reference = await stayWith([nightCover()]);
    const decided = [];
    for (const lossAmount of [1_000, 2_500, 500]) {
      const { body } = await decide(await inReview(reference), { outcome: 'APPROVE', lossAmount });
      decided.push([body.statusName, body.cover.used, body.decision.insuredAmount, body.decision.approvedAmount]);
    }
    expect(decided).toEqual([
      ['APPROVED', 0, 1_000, 750],
      ['APPROVED', 1_000, 2_000, 1_750],
      ['APPROVED', 3_000, 0, 0],
    ]);
  });

  test('made twice is one, is announced once, and can be taken back', async () => {
    const id = await inReview(await stayWith([nightCover()]));
    const first = await decide(id, { outcome: 'APPROVE', note: 'Seen on photos' });
    expect(first).toMatchObject({
      status: 200,
      body: { decision: { note: 'Seen on photos', decidedBy: 'anonymous' } },
    });
    expect((await decide(id, { outcome: 'APPROVE', note: 'Seen on photos' })).body.version).toBe(first.body.version);
    expect((await decide(id, { outcome: 'DENY' })).status).toBe(409);
    const { data } = await t.events.next(claimsEvents.claimDecided, ({ claimId }) => claimId === id);
    expect(data.claim.decision).toEqual(first.body.decision);

    expect((await move(id, 'UNDER_REVIEW')).body).toMatchObject({ statusName: 'UNDER_REVIEW', decision: null });
    const denied = await decide(id, { outcome: 'DENY', denialReason: 'NOT_PROVEN' });
    expect(denied.body).toMatchObject({ statusName: 'DENIED', decision: { denialReason: 'NOT_PROVEN' } });
  });

  test('that approves what was paid already is PAID at once, and is one when it is made twice', async () => {
    const id = await inReview(await stayWith([nightCover()]));
    await decide(id, { outcome: 'APPROVE' });
    await post(`/api/claim/${id}/payouts`, { amount: 750, payee: 'Acme Stays LLC', reference: 'W-1' });
    await move(id, 'CLOSED');
    await move(id, 'UNDER_REVIEW');
    const first = await decide(id, { outcome: 'APPROVE', lossAmount: 1_000 });
    expect(first.body).toMatchObject({ statusName: 'PAID', reserveAmount: 0 });
    expect(await decide(id, { outcome: 'APPROVE', lossAmount: 1_000 })).toMatchObject({
      status: 200,
      body: { version: first.body.version },
    });
  });

  test('of two claims of one stay at the same time insures no more than the limit', async () => {
    const reference = await stayWith([nightCover()]);
    const ids = [await inReview(reference), await inReview(reference), await inReview(reference)];
    const answers = await Promise.all(ids.map((id) => decide(id, { outcome: 'APPROVE', lossAmount: 2_000 })));
    const insured = answers.map(({ body }) => body.decision.insuredAmount as number);
    expect(insured.toSorted((a, b) => b - a)).toEqual([2_000, 1_000, 0]);
  });

  describe('counts against the limit of its stay where the claim has only the number of its reservation:', () => {
    /** A stay with a number that another stay had, too, when a claim for 3,000 came with that number alone. */
    const sharedNumber = async (draft: boolean) => {
      const reservationId = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
      const reference = await stayWith([nightCover()], { reservationId });
      const other = await stay({ reservationId });
      const named = { reservationReferenceId: null, reservationId };
      const { id } = (await submit({ ...named, estimateAmount: 3_000, draft })).body;
      return { id: id as string, reference, other };
    };

    test.each([
      ['decided over HTTP', false],
      ['approved by an event', false],
      ['approved by an event that waits for the draft', true],
    ])('%s', async (way, isDraft) => {
      const { id, reference, other } = await sharedNumber(isDraft);
      if (isDraft) {
        for (const statusName of ['UNDER_REVIEW', 'APPROVED'] as const) await send(id, statusName);
        await eventually('both to wait', async () => {
          const rows = await t.sql('select from waiting_update where claim_id = $1', [id]);
          return rows.length === 2;
        });
      }
      await stay({ reservationReferenceId: other.reservationReferenceId, reservationId: null });
      expect(await read(id)).toMatchObject({ reservationReferenceId: null });
      await move(id, isDraft ? 'SUBMITTED' : 'UNDER_REVIEW');
      if (way === 'decided over HTTP') await decide(id, { outcome: 'APPROVE' });
      if (way === 'approved by an event') await send(id, 'APPROVED');
      const first = await eventually('the approval', async () => {
        const found = await read(id);
        return found.statusName === 'APPROVED' && found;
      });
      expect(first).toMatchObject({ reservationReferenceId: reference, decision: { insuredAmount: 3_000 } });
      const { body } = await decide(await inReview(reference), { outcome: 'APPROVE' });
      expect(body).toMatchObject({ cover: { used: 3_000 }, decision: { insuredAmount: 0 } });
    });
  });

  test('counts what other stays have used of the term', async () => {
    const policy = nightCover({ coverage: coverage({ contentsCoverage: 3_000, totalCoverage: 4_000 }) });
    const none = { selectedPolicies: [] };
    const ids = [await inReview(await stayWith([policy], none)), await inReview(await stayWith([policy], none))];
    const insured = [];
    for (const id of ids) {
      const { body } = await decide(id, { outcome: 'APPROVE', lossAmount: 3_000 });
      insured.push([body.cover.used, body.decision.insuredAmount]);
    }
    expect(insured).toEqual([
      [0, 3_000],
      [0, 1_000],
    ]);
  });

  test('by an event approves the payable amount', async () => {
    const id = await inReview(await stayWith([nightCover()]));
    const data = { organizationId: 'acme', claimId: id, changedBy: 'adjuster-4', statusName: 'APPROVED' as const };
    await t.events.publish(inboundEvents.claimUpdated, data);
    const claim = await eventually('the approval', async () => {
      const found = await read(id);
      return found.statusName === 'APPROVED' && found;
    });
    expect(claim).toMatchObject({
      decision: { approvedAmount: 750, decidedBy: 'adjuster-4' },
      cover: { payable: 750 },
    });
  });

  describe('by an event that waits for', () => {
    const approval = (id: string) =>
      eventually('the approval', async () => {
        const found = await read(id);
        return found.statusName === 'APPROVED' && found;
      });

    test('a change of the claim uses the changed claim', async () => {
      const policy = nightCover({ categoryExclusions: [{ category: 'JEWELRY' }] });
      const id = await inReview(await stayWith([policy]));
      const change = `update claim set category = 'JEWELRY', version = version + 1 where id = $1`;
      await holding(change, [id], async () => {
        await send(id, 'APPROVED');
        await waiting(1);
      });
      expect(await approval(id)).toMatchObject({ cover: { reason: 'EXCLUDED' }, decision: { approvedAmount: 0 } });
    });

    /** A claim under review, the submission of which is held back until these updates have come, the first an approval. */
    const submittedBefore = async (...updates: readonly ('UNDER_REVIEW' | 'APPROVED')[]): Promise<string> => {
      const reference = await stayWith([nightCover()]);
      const claimId = newId();
      await send(claimId, 'UNDER_REVIEW');
      await eventually(
        'the review to wait',
        async () => (await t.sql('select from waiting_update where claim_id = $1', [claimId])).length === 1,
      );
      let submitted: Promise<unknown> | undefined;
      await holding('select pg_advisory_xact_lock(hashtextextended($1, 2))', [claimId], async () => {
        submitted = submit({ claimId, reservationReferenceId: reference, estimateAmount: 1_000 });
        await waiting(1);
        for (const status of updates) await send(claimId, status);
        await waiting(2);
      });
      await submitted;
      return claimId;
    };

    test('the claim itself uses its cover', async () => {
      const claimId = await submittedBefore('APPROVED');
      expect(await approval(claimId)).toMatchObject({ cover: { covered: true }, decision: { approvedAmount: 750 } });
    });

    test.each(['over HTTP', 'as an event'])('a claim %s that was not answered is asked about again', async (way) => {
      const reservationReferenceId = await stayWith([nightCover()]);
      const claim = makeDraft({ claimId: newId(), reservationReferenceId, estimateAmount: 1_000 }) as Submitted;
      await policies.silence();
      let submitted: Promise<unknown> | undefined;
      await reservationHeld(reservationReferenceId, async () => {
        submitted = way === 'over HTTP' ? submit(claim) : t.events.publish(inboundEvents.claimSubmitted, claim);
        await waiting(1);
        for (const status of ['UNDER_REVIEW', 'APPROVED'] as const) await send(claim.claimId, status);
        await eventually('both to wait', async () => {
          const rows = await t.sql('select from waiting_update where claim_id = $1', [claim.claimId]);
          return rows.length === 2;
        });
        await policies.speak();
      });
      await submitted;
      // One that has waited for the lock for too long is refused.
      if (way === 'over HTTP') await eventually('the claim', async () => (await submit(claim)).status < 300);
      expect(await approval(claim.claimId)).toMatchObject({ decision: { approvedAmount: 750 } });
    });

    test('a claim that keeps being unanswered is not submitted, and waits on', async () => {
      const reservationReferenceId = await stayWith([nightCover()]);
      const claimId = newId();
      await policies.silence();
      let submitted: ReturnType<typeof submit> | undefined;
      await reservationHeld(reservationReferenceId, async () => {
        submitted = submit({ claimId, reservationReferenceId });
        await waiting(1);
        await send(claimId, 'APPROVED');
        const stored = 'select from waiting_update where claim_id = $1';
        await eventually('it to wait', async () => (await t.sql(stored, [claimId])).length === 1);
      });
      expect(await submitted).toMatchObject({ status: 503 });
      // One that has waited for the lock for too long is refused for that.
      const detail = 'The policy service does not answer.';
      await eventually('the reason', async () => {
        const { status, body } = await submit({ claimId, reservationReferenceId });
        return status === 503 && body.detail === detail;
      });
      await policies.speak();
      expect((await t.http.get(`/api/claim/${claimId}`)).status).toBe(404);
      expect(await t.sql('select from waiting_update where claim_id = $1', [claimId])).toHaveLength(1);
    });

    test('a claim of another night than it names is rejected, and the claim comes in', async () => {
      const reservationReferenceId = await stayWith([nightCover()]);
      const claimId = newId();
      const data = { organizationId: 'acme', claimId, changedBy: 'adjuster-4', statusName: 'APPROVED' as const };
      const early = await t.events.publish(inboundEvents.claimUpdated, { ...data, damageDate: '2026-11-14' });
      await eventually(
        'it to wait',
        async () => (await t.sql('select from waiting_update where claim_id = $1', [claimId])).length === 1,
      );
      expect((await submit({ claimId, reservationReferenceId, damageDate: null })).status).toBe(201);
      const { data: refusal } = await t.events.next(rejected, ({ id }) => id === early);
      expect(refusal.errors).toEqual([
        { pointer: '/data/statusName', detail: 'came before the night of the damage was known' },
      ]);
    });

    test('its claim is not overtaken by what was sent after it', async () => {
      const claimId = await submittedBefore('APPROVED', 'UNDER_REVIEW');
      const { statusHistory } = await eventually('the second review', async () => {
        const found = await read(claimId);
        return found.statusHistory.length === 4 && found;
      });
      const moves = statusHistory.map(({ status }) => status);
      expect(moves).toEqual(['SUBMITTED', 'UNDER_REVIEW', 'APPROVED', 'UNDER_REVIEW']);
    });
  });

  test('by an event that denies the claim keeps the cover as it is by then', async () => {
    const policy = nightCover();
    const propertyId = policies.property({ ...policy, covered: false, reason: 'NOT_BOUND' });
    const { reservationReferenceId } = await stay({ propertyId });
    const id = await inReview(reservationReferenceId);
    expect((await read(id)).cover).toMatchObject({ covered: false, reason: 'NOT_BOUND' });
    policies.change(propertyId, '2026-11-01', policy);
    await send(id, 'DENIED');
    const denied = await eventually('the denial', async () => {
      const found = await read(id);
      return found.statusName === 'DENIED' && found;
    });
    expect(denied).toMatchObject({
      policyId: policy.policyId,
      currency: 'USD',
      cover: { covered: true, reason: null, deductible: 250 },
    });
  });

  test.each([
    ['came before the claim', true],
    ['is about a stay without a property', false],
  ])(
    'by an event that denies the claim, with another estimate, and %s has what was payable',
    async (_what, isEarly) => {
      const property = isEarly ? { propertyId: policies.property(nightCover()) } : {};
      const { reservationReferenceId } = await stay(property);
      const claimId = newId();
      const submitted = { claimId, reservationReferenceId, estimateAmount: 1_000 };
      if (!isEarly) await submit(submitted);
      await send(claimId, 'UNDER_REVIEW');
      const denial = { organizationId: 'acme', claimId, changedBy: 'adjuster-4', statusName: 'DENIED' as const };
      await t.events.publish(inboundEvents.claimUpdated, { ...denial, estimateAmount: 2_000 });
      if (isEarly) {
        const rows = () => t.sql('select from waiting_update where claim_id = $1', [claimId]);
        await eventually('both to wait', async () => (await rows()).length === 2);
        await submit(submitted);
      }
      const denied = await eventually('the denial', async () => {
        const found = await read(claimId);
        return found.statusName === 'DENIED' && found;
      });
      expect(denied).toMatchObject({ estimateAmount: 2_000, cover: { covered: true, payable: 1_750 } });
    },
  );

  test.each([
    ['category', { category: 'JEWELRY' }, { reason: 'EXCLUDED', payable: 0 }],
    ['type of cover', { coverageType: 'DWELLING' as const }, { reason: null, limit: 500, payable: 250 }],
    ['night', { damageDate: '2026-11-20' }, { reason: 'OUTSIDE_STAY', payable: 0 }],
  ])('by an event with a new description of the damage uses its %s', async (_what, described, cover) => {
    const policy = nightCover({
      categoryExclusions: [{ category: 'JEWELRY' }],
      coverage: coverage({ dwellingCoverage: 500 }),
    });
    const id = await inReview(await stayWith([policy]));
    const data = { organizationId: 'acme', claimId: id, changedBy: 'adjuster-4', statusName: 'APPROVED' as const };
    await t.events.publish(inboundEvents.claimUpdated, { ...data, ...described });
    const claim = await eventually('the approval', async () => {
      const found = await read(id);
      return found.statusName === 'APPROVED' && found;
    });
    expect(claim).toMatchObject({ ...described, cover, decision: { approvedAmount: cover.payable } });
  });
});

describe('refused is', () => {
  test.each<[string, string, Partial<NightCover>, object, object]>([
    ['a suspended stay', 'not-covered', { covered: false, reason: 'SUSPENDED' }, {}, { reason: 'SUSPENDED' }],
    ['an uncovered stay', 'not-covered', { covered: false, reason: 'NOT_ENROLLED' }, {}, { reason: 'NOT_ENROLLED' }],
    ['a short stay', 'not-covered', { minNights: 7 }, {}, { reason: 'STAY_TOO_SHORT' }],
    [
      'a loss below the minimum',
      'not-covered',
      { coverage: coverage({ minimumClaim: 1_001 }) },
      {},
      { reason: 'BELOW_MINIMUM' },
    ],
    ['more than the cover pays', 'exceeds-cover', {}, { approvedAmount: 750.01 }, { payable: 750 }],
    [
      'another currency',
      'currency-mismatch',
      { currency: 'EUR', coverage: coverage({ coverageCurrency: 'USD' }) },
      {},
      {},
    ],
  ])('%s: %s', async (_what, slug, ofPolicy, decision, extra) => {
    const id = await inReview(await stayWith([nightCover(ofPolicy)]));
    const answer = await decide(id, { outcome: 'APPROVE', ...decision });
    expect(answer).toMatchObject({ status: 409, body: extra });
    expect(answer.body.type).toMatch(new RegExp(`/problems/${slug}$`));
    expect(await read(id)).toMatchObject({ statusName: 'UNDER_REVIEW', decision: null });
  });

  test('a damage outside the stay', async () => {
    const id = await inReview(await stayWith([nightCover()]), { damageDate: '2026-11-16' });
    expect((await decide(id, { outcome: 'APPROVE' })).body).toMatchObject({ status: 409, reason: 'OUTSIDE_STAY' });
  });

  test('a claim without a loss, and one with unknown cover and no amount', async () => {
    const id = await inReview(await stayWith([nightCover()]), { estimateAmount: null });
    expect((await decide(id, { outcome: 'APPROVE' })).body).toMatchObject({ status: 409, missing: ['lossAmount'] });
    const unknown = await inReview(`RES-${newId()}`);
    expect((await decide(unknown, { outcome: 'APPROVE' })).body).toMatchObject({ missing: ['approvedAmount'] });
    expect((await decide(unknown, { outcome: 'APPROVE', approvedAmount: 400 })).status).toBe(200);
  });

  test('a claim without its day, of a stay that is known: its night decides the cover', async () => {
    const reference = await stayWith([nightCover()]);
    const id = await inReview(reference, { damageDate: null, estimateAmount: 90_000 });
    expect((await decide(id, { outcome: 'APPROVE', approvedAmount: 90_000 })).body).toMatchObject({
      status: 409,
      missing: ['damageDate'],
    });
    const data = { organizationId: 'acme', claimId: id, changedBy: 'adjuster-4', statusName: 'APPROVED' as const };
    const refused = await t.events.publish(inboundEvents.claimUpdated, data);
    const { errors } = (await t.events.next(rejected, (event) => event.id === refused)).data;
    expect(errors[0]!.detail).toBe('To approve the claim, damageDate must be known.');
    expect((await decide(id, { outcome: 'DENY' })).body.statusName).toBe('DENIED');
  });

  test.each<[string, object, ...string[]]>([
    ['no outcome', { lossAmount: 1 }, '/outcome'],
    ['an unknown outcome', { outcome: 'MAYBE' }, '/outcome'],
    ['a negative loss', { outcome: 'APPROVE', lossAmount: -1 }, '/lossAmount'],
    ['a denial reason for an approval', { outcome: 'APPROVE', denialReason: 'FRAUD' }, '/denialReason'],
    ['an amount for a denial', { outcome: 'DENY', approvedAmount: 1 }, '/approvedAmount'],
    ['an unknown reason', { outcome: 'DENY', denialReason: 'MOOD' }, '/denialReason'],
    ['a third of a cent', { outcome: 'APPROVE', approvedAmount: 1.001 }, '/approvedAmount'],
  ])('%s', async (_what, body, ...pointers) => {
    const id = await inReview(await stayWith([nightCover()]));
    const answer = await decide(id, body);
    expect([answer.status, answer.body.errors.map((fault: { pointer: string }) => fault.pointer)]).toEqual([
      400,
      pointers,
    ]);
  });

  test('a claim that does not exist, is not in review, or has changed since', async () => {
    expect((await decide(newId(), { outcome: 'DENY' })).status).toBe(404);
    const { body } = await submit();
    expect(await decide(body.id, { outcome: 'DENY' })).toMatchObject({ status: 409, body: { from: 'SUBMITTED' } });
    await move(body.id, 'UNDER_REVIEW');
    expect((await decide(body.id, { outcome: 'DENY' }, { 'if-match': '"1"' })).status).toBe(412);
  });
});

test('claims that were approved before there were decisions can be taken back', async () => {
  const { body } = await submit();
  await t.sql(`update claim set status = 'APPROVED' where id = $1`, [body.id]);
  expect((await move(body.id, 'UNDER_REVIEW')).body).toMatchObject({ statusName: 'UNDER_REVIEW', decision: null });
});
