import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Claim } from '@staycover/api';
import { type DataOf, eventRejected, inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { type Answer, eventually, fakeClock, type TestService } from '@staycover/testing';
import { claimsOn } from './testing/claims.ts';
import { startClaims } from './testing/service.ts';

let t: TestService;
const { submit, move, read, put, post, makeDraft } = claimsOn(() => t);
const rejected = eventRejected('claims');

beforeAll(async () => {
  t = await startClaims({ clock: fakeClock('2026-11-20T09:30:00Z') });
  // What is not to be handled yet fails, and comes again. A sequence keeps what is rolled back otherwise.
  await t.sql('create sequence refusals');
  await t.sql('grant usage on sequence refusals to claims');
  await t.sql(`create function refuse_unripe() returns trigger language plpgsql as $$
    begin
      if new.damage_description like 'unripe%' or new.status_history @> '[{"changedBy": "unripe"}]' then
        perform nextval('refusals');
        raise exception 'not yet';
      end if;
      return new;
    end $$`);
});
afterAll(() => t.stop());

/** Updates described as 'unripe' fail until `ripen` is called. */
const holdBack = async () => {
  await t.sql('alter sequence refusals restart');
  await t.sql('create trigger unripe before insert or update on claim for each row execute function refuse_unripe()');
  const isRefused = async () => (await t.sql('select from refusals where is_called')).length > 0;
  return {
    refused: () => eventually('it is refused', isRefused),
    ripen: () => t.sql('drop trigger unripe on claim'),
  };
};

type Update = Partial<DataOf<typeof inboundEvents.claimUpdated>>;

const update = (claimId: string, changes: Update) =>
  t.events.publish(inboundEvents.claimUpdated, { organizationId: 'acme', claimId, changedBy: 'bank', ...changes });

const claimThat = (id: string, fits: (claim: Claim) => boolean) =>
  eventually('the claim', async () => {
    const claim = await read(id);
    return fits(claim) && claim;
  });

const awaitRefusal = async (eventId: string) =>
  (await t.events.next(rejected, ({ id }) => id === eventId)).data.errors[0];

const OVERTAKEN = 'was overtaken: a newer statement about the claim came first';

describe('an update that comes again after it failed', () => {
  test('replaces no value of newer ones, sets the others, and adds its documents', async () => {
    const { body } = await submit();
    const { ripen, refused } = await holdBack();
    await update(body.id, {
      damageDescription: 'unripe: a lamp',
      category: 'LAMPS',
      documents: [{ fileName: 'lamp.jpg' }],
      followupAnswers: { 'How old?': 'One year', 'How large?': '40 cm' },
    });
    await refused();
    await update(body.id, { damageDescription: 'A television', followupAnswers: { 'How old?': 'Two years' } });
    await put(body.id, { estimateAmount: 650 });
    await claimThat(body.id, ({ damageDescription }) => damageDescription === 'A television');
    await ripen();
    expect(await claimThat(body.id, ({ documents }) => documents.length > 0)).toMatchObject({
      damageDescription: 'A television',
      category: 'LAMPS',
      estimateAmount: 650,
      aiAssessment: { followupAnswers: { 'How old?': 'Two years', 'How large?': '40 cm' } },
    });
  });

  test('replaces no answer, where an earlier release recorded one time for all of them', async () => {
    const { body } = await submit();
    const { ripen, refused } = await holdBack();
    const question = 'How old?';
    await update(body.id, {
      damageDescription: 'unripe: a lamp',
      documents: [{ fileName: 'lamp.jpg' }],
      followupAnswers: { [question]: 'One year' },
    });
    await refused();
    await put(body.id, { followupAnswers: { [question]: 'Two years' } });
    const asBefore = `update claim_statement set members = jsonb_build_object('followupAnswers', members -> $2) where claim_id = $1`;
    await t.sql(asBefore, [body.id, `followupAnswers/${question}`]);
    await ripen();
    const claim = await claimThat(body.id, (one) => one.documents.length > 0);
    expect(claim.aiAssessment?.followupAnswers).toEqual({ [question]: 'Two years' });
  });

  test('that moves the claim is refused as a whole when a newer one has set a value of it', async () => {
    const { body } = await submit();
    const { ripen, refused } = await holdBack();
    const old = await update(body.id, { damageDescription: 'unripe: a lamp', statusName: 'UNDER_REVIEW' });
    await refused();
    await put(body.id, { damageDescription: 'A television' });
    await ripen();
    expect(await awaitRefusal(old)).toEqual({ pointer: '/data', detail: OVERTAKEN });
    expect(await read(body.id)).toMatchObject({ damageDescription: 'A television', statusName: 'SUBMITTED' });
  });

  test('moves nothing that was moved since, by an event or by a person', async () => {
    const { body } = await submit();
    const { ripen, refused } = await holdBack();
    const old = await update(body.id, { statusName: 'UNDER_REVIEW', changedBy: 'unripe' });
    await refused();
    await move(body.id, 'UNDER_REVIEW');
    await move(body.id, 'INFO_REQUESTED');
    await ripen();
    expect(await awaitRefusal(old)).toEqual({ pointer: '/data', detail: OVERTAKEN });
    expect((await read(body.id)).statusName).toBe('INFO_REQUESTED');
  });

  test('moves what was only repeated since, which changes nothing', async () => {
    const { body } = await submit();
    await move(body.id, 'UNDER_REVIEW');
    const decide = () => post(`/api/claim/${body.id}/decision`, { outcome: 'APPROVE', approvedAmount: 400 });
    const repeated = async (statusName: 'INFO_REQUESTED' | 'PAID', repeat: () => Promise<Answer>) => {
      const { ripen, refused } = await holdBack();
      await update(body.id, { statusName, changedBy: 'unripe' });
      await refused();
      const { version } = await read(body.id);
      expect(await repeat()).toMatchObject({ status: 200, body: { version } });
      await ripen();
      return (await claimThat(body.id, (claim) => claim.statusName === statusName)).statusName;
    };
    expect(await repeated('INFO_REQUESTED', () => move(body.id, 'UNDER_REVIEW'))).toBe('INFO_REQUESTED');
    await move(body.id, 'UNDER_REVIEW');
    await decide();
    expect(await repeated('PAID', decide)).toBe('PAID');
  });

  test('still adds its documents, and moves a claim with only other newer statements', async () => {
    const { body } = await submit();
    const { ripen } = await holdBack();
    await update(body.id, { statusName: 'UNDER_REVIEW', changedBy: 'unripe', documents: [{ fileName: 'tv.jpg' }] });
    await put(body.id, { estimateAmount: 650 });
    await ripen();
    const claim = await claimThat(body.id, ({ statusName }) => statusName === 'UNDER_REVIEW');
    expect(claim).toMatchObject({ estimateAmount: 650, documents: [{ fileName: 'tv.jpg' }] });
  });
});

test('a draft that comes again after it failed does not replace the newer one', async () => {
  const claimId = newId();
  const draft = { ...makeDraft({ claimId, draft: true }), claimId };
  const { ripen, refused } = await holdBack();
  const old = await t.events.publish(inboundEvents.claimSubmitted, { ...draft, damageDescription: 'unripe: a lamp' });
  await refused();
  await t.events.publish(inboundEvents.claimSubmitted, { ...draft, damageDescription: 'A television' });
  await eventually('the newer', async () => (await t.http.get(`/api/claim/${claimId}`)).status === 200);
  await ripen();
  expect(await awaitRefusal(old)).toEqual({ pointer: '/data/claimId', detail: OVERTAKEN });
  expect((await read(claimId)).damageDescription).toBe('A television');
});

describe('a draft that is sent again and comes late', () => {
  /** A draft, sent again for good as an event that fails until it ripens. */
  const sentAgain = async () => {
    const claimId = newId();
    const draft = { ...makeDraft({ claimId, draft: true }), claimId };
    expect((await submit(draft)).status).toBe(201);
    const { ripen, refused } = await holdBack();
    const again = { ...draft, draft: false, damageDescription: 'unripe: a lamp', estimateAmount: 650 };
    await t.events.publish(inboundEvents.claimSubmitted, again);
    await refused();
    return { claimId, ripen };
  };

  test('keeps the values that newer updates have set, and sets the others', async () => {
    const { claimId, ripen } = await sentAgain();
    await update(claimId, { category: 'LAMPS' });
    await claimThat(claimId, ({ category }) => category === 'LAMPS');
    await put(claimId, { damageDate: '2026-11-14', followupAnswers: { 'How old?': 'Two years' } });
    await ripen();
    expect(await claimThat(claimId, ({ statusName }) => statusName === 'SUBMITTED')).toMatchObject({
      damageDescription: 'unripe: a lamp',
      estimateAmount: 650,
      category: 'LAMPS',
      damageDate: '2026-11-14',
      aiAssessment: { followupAnswers: { 'How old?': 'Two years' } },
    });
  });

  test('is not changed by an older update of the same value', async () => {
    const claimId = newId();
    const draft = { ...makeDraft({ claimId, draft: true }), claimId };
    await submit(draft);
    const { ripen, refused } = await holdBack();
    await update(claimId, { damageDescription: 'unripe: a lamp', documents: [{ fileName: 'lamp.jpg' }] });
    await refused();
    expect((await submit({ ...draft, draft: false })).status).toBe(200);
    await ripen();
    const claim = await claimThat(claimId, ({ documents }) => documents.length > 0);
    expect(claim.damageDescription).toBe(draft.damageDescription);
  });
});

test('an older update is not overtaken by a newer one that only adds a document', async () => {
  const { body } = await submit();
  const { ripen, refused } = await holdBack();
  await update(body.id, { damageDescription: 'unripe: a lamp' });
  await refused();
  await put(body.id, { documents: [{ fileName: 'tv.jpg' }] });
  await ripen();
  const claim = await claimThat(body.id, ({ damageDescription }) => damageDescription === 'unripe: a lamp');
  expect(claim.documents).toHaveLength(1);
});

describe('a move that comes before the draft of its claim is submitted', () => {
  const waits = (eventId: string) =>
    eventually('it waits', async () => {
      const rows = await t.sql('select from waiting_update where event_id = $1', [eventId]);
      return rows.length > 0;
    });
  const newDraft = async () => {
    const claimId = newId();
    const draft = { ...makeDraft({ claimId, draft: true }), claimId };
    expect((await submit(draft)).status).toBe(201);
    return draft;
  };
  const moves = async (claimId: string, last: Claim['statusName']) => {
    const { statusHistory } = await claimThat(claimId, ({ statusName }) => statusName === last);
    return statusHistory.map(({ status }) => status);
  };

  test('waits for the claim for good', async () => {
    const draft = await newDraft();
    const { ripen, refused } = await holdBack();
    const submitted = { ...draft, draft: false, damageDescription: 'unripe: a lamp' };
    await t.events.publish(inboundEvents.claimSubmitted, submitted);
    await refused();
    await waits(await update(draft.claimId, { statusName: 'UNDER_REVIEW', estimateAmount: 700 }));
    await ripen();
    expect(await moves(draft.claimId, 'UNDER_REVIEW')).toEqual(['DRAFT', 'SUBMITTED', 'UNDER_REVIEW']);
    expect(await read(draft.claimId)).toMatchObject({ damageDescription: 'unripe: a lamp', estimateAmount: 700 });
  });

  test('waits for the person who submits it, and counts as newer', async () => {
    const { claimId } = await newDraft();
    const more = { documents: [{ fileName: 'tv.jpg' }], estimateAmount: 700 };
    await waits(await update(claimId, { statusName: 'UNDER_REVIEW', ...more }));
    const { status, body } = await move(claimId, 'SUBMITTED');
    expect({ status, body }).toMatchObject({ status: 200, body: { statusName: 'UNDER_REVIEW', ...more } });
    expect(await moves(claimId, 'UNDER_REVIEW')).toEqual(['DRAFT', 'SUBMITTED', 'UNDER_REVIEW']);
    expect(await t.sql('select from waiting_update where claim_id = $1', [claimId])).toEqual([]);
    expect((await move(claimId, 'SUBMITTED')).status).toBe(409);
  });

  test('waits for an update that submits it and was sent later', async () => {
    const { claimId } = await newDraft();
    await waits(await update(claimId, { statusName: 'UNDER_REVIEW', estimateAmount: 700 }));
    await update(claimId, { statusName: 'SUBMITTED' });
    expect(await moves(claimId, 'UNDER_REVIEW')).toEqual(['DRAFT', 'SUBMITTED', 'UNDER_REVIEW']);
    expect(await read(claimId)).toMatchObject({ estimateAmount: 700 });
  });

  test('waits for the update that submits it, and so does an approval', async () => {
    const { claimId } = await newDraft();
    const { ripen, refused } = await holdBack();
    await update(claimId, { statusName: 'SUBMITTED', changedBy: 'unripe' });
    await refused();
    for (const statusName of ['UNDER_REVIEW', 'APPROVED'] as const) await waits(await update(claimId, { statusName }));
    await ripen();
    expect(await moves(claimId, 'APPROVED')).toEqual(['DRAFT', 'SUBMITTED', 'UNDER_REVIEW', 'APPROVED']);
  });

  type Draft = ReturnType<typeof makeDraft> & { claimId: string };

  test.each<[string, (draft: Draft) => Promise<unknown>]>([
    ['an event', (draft) => t.events.publish(inboundEvents.claimSubmitted, draft)],
    ['a request', (draft) => submit(draft)],
  ])('waits for a draft that comes as %s after its submission', async (_how, send) => {
    const claimId = newId();
    for (const statusName of ['UNDER_REVIEW', 'SUBMITTED', 'INFO_REQUESTED'] as const)
      await waits(await update(claimId, { statusName }));
    await send({ ...makeDraft({ draft: true }), claimId });
    expect(await moves(claimId, 'INFO_REQUESTED')).toEqual(['DRAFT', 'SUBMITTED', 'UNDER_REVIEW', 'INFO_REQUESTED']);
  });
});

test('an update that waited for its claim and was overtaken meanwhile is refused alone, and the claim comes in', async () => {
  const claimId = newId();
  const moved = await update(claimId, { statusName: 'UNDER_REVIEW', estimateAmount: 100 });
  const waiting = 'select from waiting_update where event_id = $1';
  await eventually('it waits', async () => (await t.sql(waiting, [moved])).length > 0);
  expect((await submit({ claimId, draft: true })).status).toBe(201);
  await put(claimId, { estimateAmount: 650 });
  expect(await submit({ claimId })).toMatchObject({ status: 200, body: { statusName: 'SUBMITTED' } });
  expect(await awaitRefusal(moved)).toEqual({ pointer: '/data', detail: OVERTAKEN });
});

test('of updates without a claim 100 wait, the next is refused, and they are applied when the claim comes', async () => {
  const claimId = newId();
  const eventIds: string[] = [];
  for (let i = 1; i <= 101; i++) eventIds.push(await update(claimId, { estimateAmount: i }));
  expect(await awaitRefusal(eventIds.at(-1)!)).toEqual({
    pointer: '/data/claimId',
    detail: expect.stringContaining('100 updates wait'),
  });
  const waiting = 'select from waiting_update where claim_id = $1';
  expect(await t.sql(waiting, [claimId])).toHaveLength(100);
  expect(await submit({ claimId })).toMatchObject({ status: 201, body: { estimateAmount: 100 } });
  expect(await t.sql(waiting, [claimId])).toEqual([]);
});

describe('an approval that overtakes the reservation of its claim', () => {
  /** No reservation is stored until it goes on; each comes again, as after a wait for a lock. */
  const holdReservations = async () => {
    await t.sql(`create function refuse_early() returns trigger language plpgsql as $$
      begin raise exception 'not yet' using errcode = '55P03'; end $$`);
    await t.sql('create trigger early before insert on reservation for each row execute function refuse_early()');
    return () => t.sql('drop function refuse_early cascade');
  };
  const cover = { damageCoverage: 3_000, deductible: 250, price: 24.9 };
  const stated = async (organizationId = 'acme') => {
    const reservationReferenceId = `RES-${newId()}`;
    const days = { arrivalDate: '2026-11-12', departureDate: '2026-11-15' };
    const data = { organizationId, reservationReferenceId, ...days, selectedPolicies: [cover] };
    await t.events.publish(inboundEvents.reservationSynced, data);
    return { reservationReferenceId, estimateAmount: 10_000 };
  };
  const comesAgain = (event: string) =>
    eventually('it comes again', async () => {
      const { body } = await t.http.get('/api/ops/claims/standing');
      const consumers = body.consumers as { consumer: string; redelivered: number }[];
      return consumers.find(({ consumer }) => consumer === `claims-inbound-${event}`)!.redelivered > 0;
    });
  const approved = { statusName: 'PAID', decision: { approvedAmount: 2_750 }, cover: { limit: 3_000 } };
  const paid = (id: string) => claimThat(id, ({ statusName }) => statusName === 'PAID');
  const walk = async (claimId: string, ...moves: Claim['statusName'][]) => {
    for (const statusName of moves) await update(claimId, { statusName });
  };

  test('waits for it, and so does what follows', async () => {
    const goOn = await holdReservations();
    const { body } = await submit(await stated());
    await walk(body.id, 'UNDER_REVIEW', 'APPROVED', 'PAID');
    await comesAgain('claim-updated');
    expect((await read(body.id)).decision).toBeNull();
    await goOn();
    expect(await paid(body.id)).toMatchObject(approved);
  });

  test('waits for it where the approval came before the claim', async () => {
    const goOn = await holdReservations();
    const claim = { ...makeDraft(await stated()), claimId: newId() };
    await walk(claim.claimId, 'UNDER_REVIEW', 'APPROVED', 'PAID');
    const waiting = 'select from waiting_update where claim_id = $1';
    await eventually('all wait', async () => (await t.sql(waiting, [claim.claimId])).length === 3);
    await t.events.publish(inboundEvents.claimSubmitted, claim);
    await comesAgain('claim-submitted');
    expect((await t.http.get(`/api/claim/${claim.claimId}`)).status).toBe(404);
    await goOn();
    expect(await paid(claim.claimId)).toMatchObject(approved);
  });

  test('waits with its neighbours for a draft to be submitted, which a person tries again', async () => {
    const goOn = await holdReservations();
    const { body } = await submit({ ...(await stated()), draft: true });
    await walk(body.id, 'UNDER_REVIEW', 'APPROVED', 'PAID');
    const waiting = 'select from waiting_update where claim_id = $1';
    await eventually('all wait', async () => (await t.sql(waiting, [body.id])).length === 3);
    expect(await move(body.id, 'SUBMITTED')).toMatchObject({ status: 503 });
    await goOn();
    await eventually('it is submitted', async () => (await move(body.id, 'SUBMITTED')).status === 200);
    expect(await paid(body.id)).toMatchObject(approved);
  });

  test('waits for it where the claim comes over HTTP, after its approval', async () => {
    const goOn = await holdReservations();
    const claim = { ...(await stated()), claimId: newId() };
    await walk(claim.claimId, 'UNDER_REVIEW', 'APPROVED');
    const waiting = 'select from waiting_update where claim_id = $1';
    await eventually('both wait', async () => (await t.sql(waiting, [claim.claimId])).length === 2);
    expect(await submit(claim)).toMatchObject({ status: 503 });
    await goOn();
    await eventually('it is taken', async () => (await submit(claim)).status === 201);
    expect((await read(claim.claimId)).decision?.approvedAmount).toBe(2_750);
  });

  test('waits for no other organization', async () => {
    const goOn = await holdReservations();
    await stated('globex');
    const { body } = await submit({ estimateAmount: 10_000 });
    await walk(body.id, 'UNDER_REVIEW', 'APPROVED');
    expect(await claimThat(body.id, ({ decision }) => decision !== null)).toMatchObject({ statusName: 'APPROVED' });
    await goOn();
  });
});

test('an approval of a claim of an unknown reservation takes the estimate at once', async () => {
  const { body } = await submit({ estimateAmount: 10_000 });
  await update(body.id, { statusName: 'UNDER_REVIEW' });
  await update(body.id, { statusName: 'APPROVED' });
  const claim = await claimThat(body.id, ({ statusName }) => statusName === 'APPROVED');
  expect(claim).toMatchObject({ decision: { approvedAmount: 10_000 }, cover: { limit: null } });
});

test('what waits for a draft that comes late, and submits and approves it, is applied when it comes', async () => {
  const claimId = newId();
  const { ripen, refused } = await holdBack();
  const draft = { ...makeDraft({ draft: true }), claimId, damageDescription: 'unripe: a lamp' };
  await t.events.publish(inboundEvents.claimSubmitted, draft);
  await refused();
  for (const statusName of ['SUBMITTED', 'UNDER_REVIEW', 'APPROVED'] as const) await update(claimId, { statusName });
  const waiting = 'select from waiting_update where claim_id = $1';
  await eventually('all wait', async () => (await t.sql(waiting, [claimId])).length === 3);
  await ripen();
  expect(await claimThat(claimId, ({ statusName }) => statusName === 'APPROVED')).toMatchObject({
    estimateAmount: 600,
  });
});
