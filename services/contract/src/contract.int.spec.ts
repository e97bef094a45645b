import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Contract, type DealBody, schemaExample } from '@staycover/api';
import { contractEvents, eventRejected, inboundEvents, policyEvents } from '@staycover/events';
import { contentHash } from '@staycover/kernel';
import {
  allPages,
  eventually,
  fakeClock,
  fiftyAtOnce,
  startTestService,
  type TestService,
  versionsAfter,
} from '@staycover/testing';
import { compose, manifest } from './compose.ts';

let t: TestService;
const clock = fakeClock('2026-11-20T09:30:00Z');

beforeAll(async () => {
  t = await startTestService(manifest, compose, {
    clock,
    config: { CRM_MAPPING_FILE: join(import.meta.dirname, '../crm-mapping.json') },
  });
  // The policy service, as far as the webhook waits for it.
  const { connection } = t.events;
  connection.subscribe(`${contractEvents.dealClosed.subjectPrefix}.*`, {
    callback: (_error, message) => {
      const { data } = message.json<{ data: { organizationId: string; policyId: string } }>();
      const { subjectPrefix, example } = policyEvents.policyCreated;
      connection.publish(
        `${subjectPrefix}.${data.organizationId}`,
        JSON.stringify({ ...example, subject: data.policyId }),
      );
    },
  });
});

afterAll(() => t.stop());

const dealRejected = eventRejected('contract');

let deals = 0;
const deal = (changes: Record<string, unknown> = {}) => ({
  crmDealId: `D-${++deals}`,
  organizationId: 'acme-stays',
  baseRatePerNight: 4.25,
  ...changes,
});

const close = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  t.http.post('/api/webhook/crm/deal-closed', body, headers);

const newContract = async (changes: Record<string, unknown> = {}) => (await close(deal(changes))).body.id as string;

describe('a closed deal', () => {
  test('with unknown members is refused with Prefer: handling=strict, and taken without', async () => {
    const body = deal({ colour: 'red', policy: { ratePerNite: 4 } });
    expect(await close(body, { prefer: 'respond-async, Handling = "strict"' })).toMatchObject({
      status: 400,
      body: {
        type: expect.stringMatching(/\/problems\/invalid-request$/),
        errors: [
          { pointer: '/colour', detail: 'is unknown or read-only' },
          { pointer: '/policy/ratePerNite', detail: 'is unknown or read-only' },
        ],
      },
    });
    const kept = await t.sql('select outcome from received_deal where crm_deal_id = $1', [body.crmDealId]);
    expect(kept).toEqual([{ outcome: 'invalid' }]);
    const taken = await close(body);
    expect(taken.status).toBe(201);
    expect(taken.headers.get('ignored-members')).toBe('/colour, /policy/ratePerNite');
    expect(taken.headers.has('preference-applied')).toBe(false);
  });

  test('without unknown members is taken with Prefer: handling=strict, which is confirmed', async () => {
    const answer = await close(deal(), { prefer: 'handling=strict' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('preference-applied')).toBe('handling=strict');
  });

  test('of a CRM that is translated has no unknown members', async () => {
    const workflow = readFileSync(join(import.meta.dirname, 'adapters/crm/fixtures/hubspot-workflow.json'), 'utf8');
    const json = JSON.parse(workflow) as { objectId: number };
    const answer = await close({ ...json, objectId: 990_001 }, { prefer: 'handling=strict' });
    expect(answer.status).toBe(201);
  });

  test('makes a DRAFT contract and announces its policy', async () => {
    const body = deal({ signatoryName: 'Dana Reyes', termMonths: '6', policy: { lossFundRatePerNight: '1.1' } });
    const answer = await close(body);

    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(String),
      organizationId: 'acme-stays',
      crmDealId: body.crmDealId,
      contractReference: expect.stringMatching(/^CON-2026-\d{6}$/),
      signatoryName: 'Dana Reyes',
      signatoryEmail: null,
      pricingTier: null,
      currency: 'USD',
      effectiveDate: '2026-11-20',
      expirationDate: '2027-05-19',
      termMonths: 6,
      autoRenew: true,
      baseRatePerNight: 4.25,
      status: 'DRAFT',
      createdDate: '2026-11-20T09:30:00.000Z',
    });
    expect(answer.headers.get('location')).toBe(`/api/contract/${answer.body.id}`);

    const { data } = await t.events.next(contractEvents.dealClosed, ({ crmDealId }) => crmDealId === body.crmDealId);
    expect(answer.headers.get('link')).toBe(`</api/policy/${data.policyId}>; rel="related"`);
    expect(data.policyTerms).toMatchObject({
      contractId: answer.body.id,
      ratePerNight: 4.25,
      lossFundRatePerNight: 1.1,
      termStart: '2026-11-20',
      termEnd: '2027-05-19',
      currency: 'USD',
    });
  });

  test('with both days and no months has the months between them, over HTTP and NATS', async () => {
    const days = { contract_start_date: '2027-06-01', contract_end_date: '2027-12-31' };
    const properties = { organization_id: 'acme-stays', dealstage: 'closedwon', ...days };
    const workflow = await close({ objectId: 990_002, properties });
    const body = deal({ effectiveDate: '2027-06-01', expirationDate: '2027-12-31' });
    await t.events.publish(inboundEvents.dealClosed, body as never as DealBody);
    const { data } = await t.events.next(contractEvents.dealClosed, ({ crmDealId }) => crmDealId === body.crmDealId);
    for (const id of [workflow.body.id, data.contractId]) {
      const { body: contract } = await t.http.get(`/api/contract/${id}`);
      expect(contract).toMatchObject({ termMonths: 7, renewalTermMonths: 7, expirationDate: '2027-12-31' });
    }
  });

  test('elects from its own day on, whenever the policy service hears of it', async () => {
    const properties = [{ propertyId: 'a' }, { propertyId: 'b', enrolledDate: '2026-12-01' }];
    const ended = { propertyId: 'c', unenrolledDate: '2026-11-01' };
    const group = { scopeType: 'GROUP', scopeId: 'g', action: 'INCLUDE', effectiveTo: '2026-11-20' };
    const past = { ...group, scopeId: 'h', effectiveTo: '2026-11-19' };
    const policy = { enrolledProperties: [...properties, ended], coverageElections: [group, past] };
    const body = deal({ policy });
    expect((await close(body)).status).toBe(201);
    const { data } = await t.events.next(contractEvents.dealClosed, ({ crmDealId }) => crmDealId === body.crmDealId);
    const [a, b] = properties;
    expect(data.policyTerms).toMatchObject({
      enrolledProperties: [{ ...a, enrolledDate: '2026-11-20' }, b, ended],
      coverageElections: [{ ...group, effectiveFrom: '2026-11-20' }, past],
    });
  });

  test('sent again with the same content answers the same contract and makes no second event', async () => {
    const body = deal({ eventId: 'evt-1', closedAt: '2026-11-19T12:00:00Z' });
    const first = await close(body);
    const again = await close({ ...body, eventId: 'evt-2', closedAt: '2026-11-20T12:00:00Z' });

    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    const [{ count }] = (await t.sql(`select count(*)::int from outbox where aggregate_id = $1`, [first.body.id])) as [
      { count: number },
    ];
    expect(count).toBe(1);
  });

  test.each<[string, Record<string, unknown>, object]>([
    ['null for members', {}, { notes: null, policy: null }],
    ['null for members of its policy', { policy: { name: 'P' } }, { policy: { name: 'P', planId: null } }],
    ['a policy of nulls', {}, { policy: { coverage: null, minNights: null, name: null, additionalInsureds: null } }],
    ['a policy without members', {}, { policy: {} }],
    ['its deal id by another name', {}, { dealId: null }],
    [
      'null for members with a default',
      {},
      {
        termMonths: null,
        effectiveDate: null,
        expirationDate: null,
        autoRenew: null,
        renewalTermMonths: null,
        cancellationNoticeDays: null,
        currency: null,
        customTerms: null,
      },
    ],
  ])('sent again with %s that were absent answers the same contract', async (_what, before, after) => {
    const body = deal(before);
    const first = await close(body);
    expect(await close({ ...body, ...after }, { prefer: 'handling=strict' })).toMatchObject({
      status: 200,
      body: first.body,
    });
    expect(await close(deal({ ...before, ...after }))).toMatchObject({ status: 201 });
  });

  test('sent again with null in what is kept as given is a conflict', async () => {
    const body = deal({ policy: { eligibilityOverrides: {} } });
    expect((await close(body)).status).toBe(201);
    const changed = { ...body, policy: { eligibilityOverrides: { pets: null } } };
    expect((await close(changed)).status).toBe(409);
  });

  test.each<[string, Record<string, unknown>, object]>([
    ['null was', { notes: null }, {}],
    ['a policy without members was', { policy: { planId: null } }, { policy: {} }],
  ])('that came when %s content is known when it is sent again', async (_what, given, hashed) => {
    const body = deal(given);
    const first = await close(body);
    const former = contentHash({ ...body, ...hashed });
    await t.sql('update contract set deal_hash = $2 where id = $1', [first.body.id, former]);
    expect(await close(body)).toMatchObject({ status: 200, body: first.body });
  });

  test('sent again after its last day answers the same contract, and as an event has no effect', async () => {
    const body = deal({ expirationDate: '2026-11-25' });
    const first = await close(body);
    clock.set('2026-11-26T09:30:00Z');
    expect(await close(body)).toMatchObject({ status: 200, body: first.body });
    expect(await close({ ...body, baseRatePerNight: 5 })).toMatchObject({ status: 400 });
    await t.events.publish(inboundEvents.dealClosed, body as never as DealBody);
    await eventually('the event is settled as a repetition, too', async () => {
      const outcomes = await t.sql<{ channel: string }>(
        `select channel from received_deal where crm_deal_id = $1 and outcome = 'repeated' order by id`,
        [body.crmDealId],
      );
      return outcomes.map(({ channel }) => channel).join() === 'http,nats';
    });
    clock.set('2026-11-20T09:30:00Z');
  });

  test('sent 20 times at once makes one contract', async () => {
    const body = deal();
    const answers = await Promise.all(Array.from({ length: 20 }, () => close(body)));

    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(19).fill(200), 201]);
  });

  test('sent again with other content is a conflict that names the contract and keeps the body', async () => {
    const body = deal();
    const first = await close(body);
    const conflict = await close({ ...body, baseRatePerNight: 5 });

    expect(conflict.status).toBe(409);
    expect(conflict.body).toMatchObject({
      type: expect.stringMatching(/\/problems\/deal-conflict$/),
      contractId: first.body.id,
    });
    const [kept] = await t.sql<{ body: Buffer }>(
      `select body from received_deal where outcome = 'conflict' order by received_at desc limit 1`,
    );
    expect(JSON.parse(kept!.body.toString())).toMatchObject({ baseRatePerNight: 5 });
  });

  test('that failed is named where its bytes are kept, and may be sent again', async () => {
    const body = deal();
    await t.sql('alter table contract rename to contract_away');
    const failed = await close(body).finally(() => t.sql('alter table contract_away rename to contract'));
    expect(failed.status).toBe(500);
    expect((await close(body)).status).toBe(201);
    const kept = await t.sql(
      `select outcome from received_deal where organization_id = 'acme-stays' and crm_deal_id = $1 order by id`,
      [body.crmDealId],
    );
    expect(kept).toEqual([{ outcome: 'received' }, { outcome: 'created' }]);
  });

  test('may come as an event, once per deal across both ways in', async () => {
    const body = deal() as never as DealBody;
    await t.events.publish(inboundEvents.dealClosed, body);
    const { data } = await t.events.next(contractEvents.dealClosed, ({ crmDealId }) => crmDealId === body.crmDealId);
    const overHttp = await close(body as never);

    expect(overHttp.status).toBe(200);
    expect(overHttp.body.id).toBe(data.contractId);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no deal id', { crmDealId: undefined }, '/crmDealId'],
    ['a bad organization', { organizationId: 'acme stays' }, '/organizationId'],
    ['a date that does not exist', { effectiveDate: '2026-02-30' }, '/effectiveDate'],
    ['a rate with 5 decimals', { baseRatePerNight: 1.00001 }, '/baseRatePerNight'],
    ['a negative rate', { baseRatePerNight: -1 }, '/baseRatePerNight'],
    ['an unknown currency', { currency: 'XYZ' }, '/currency'],
    [
      'a term that ends before it starts',
      { effectiveDate: '2026-11-02', expirationDate: '2026-11-01' },
      '/expirationDate',
    ],
    ['a loss fund above the rate', { policy: { lossFundRatePerNight: 5 } }, '/policy/lossFundRatePerNight'],
    ['cents of yen', { currency: 'JPY', policy: { coverage: { deductible: 1.5 } } }, '/policy/coverage/deductible'],
    ['an empty election', { policy: { coverageElections: [{}] } }, '/policy/coverageElections/0/scopeType'],
  ])('with %s is refused with a pointer, and kept', async (_what, changes, pointer) => {
    const answer = await close(deal(changes));

    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.body.errors.map((fault: { pointer: string }) => fault.pointer)).toContain(pointer);
    const [kept] = await t.sql<{ outcome: string }>(`select outcome from received_deal order by id desc limit 1`);
    expect(kept!.outcome).toBe('invalid');
  });

  test('may begin with a byte order mark', async () => {
    const json = { 'content-type': 'application/json' };
    const body = `\uFEFF${JSON.stringify(deal())}`;
    expect((await t.http.raw('POST', '/api/webhook/crm/deal-closed', body, json)).status).toBe(201);
  });

  test('that is no JSON is refused', async () => {
    const json = { 'content-type': 'application/json' };
    expect(await t.http.raw('POST', '/api/webhook/crm/deal-closed', '{"a":', json)).toMatchObject({
      status: 400,
      body: { title: 'Malformed JSON' },
    });
    expect(
      await t.http.raw('POST', '/api/webhook/crm/deal-closed', '{}', { 'content-type': 'text/plain' }),
    ).toMatchObject({ status: 415 });
    expect(
      await t.http.raw('POST', '/api/webhook/crm/deal-closed', `{"a":"${'x'.repeat(1_100_000)}"}`, json),
    ).toMatchObject({ status: 413 });
  });

  test('of a policy that would be too large for its events is refused, and one just below is not', async () => {
    const insured = (count: number) => ({
      additionalInsureds: Array.from({ length: count }, (_, i) => ({ name: String(i).padEnd(255, 'é') })),
    });
    const contracts = await t.sql('select 1 from contract');
    expect(await close(deal({ policy: insured(440) }))).toMatchObject({
      status: 413,
      body: { detail: 'The policy of the deal would be of more than 240 KiB, too large for its events.' },
    });
    expect(await t.sql('select 1 from contract')).toHaveLength(contracts.length);
    expect(await close(deal({ policy: insured(390) }))).toMatchObject({ status: 201 });
  });
});

describe('a deal as a CRM sends it', () => {
  const fixture = (name: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, 'adapters/crm/fixtures', name), 'utf8'));

  test('by a HubSpot workflow makes a contract, once', async () => {
    const made = await close(fixture('hubspot-workflow.json'));
    expect(made).toMatchObject({
      status: 201,
      body: { crmDealId: '18274455120', organizationId: 'harborview', baseRatePerNight: 3.75 },
    });
    expect(await close(fixture('hubspot-workflow.json'))).toMatchObject({ status: 200, body: { id: made.body.id } });
  });

  test('by Pipedrive v2 makes a contract in its currency', async () => {
    expect(await close(fixture('pipedrive-v2.json'))).toMatchObject({
      status: 201,
      body: {
        crmDealId: '5521',
        organizationId: 'casa-norte',
        currency: 'EUR',
        termMonths: 24,
        baseRatePerNight: 2.95,
      },
    });
  });

  test('and has not won is ignored', async () => {
    const open = fixture('pipedrive-v2.json');
    open.data.status = 'open';
    expect(await close(open)).toMatchObject({
      status: 202,
      body: { ignored: true, reason: 'The deal is "open", not won.' },
    });
  });

  test('with a fault has it named where the CRM wrote it', async () => {
    const properties = { dealstage: 'closedwon', base_rate_per_night: 'a lot' };
    const answer = await close({ objectId: 1, properties });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      '/properties/base_rate_per_night',
      '/properties/organization_id',
    ]);
  });
});

describe('an inbound event that breaks its schema', () => {
  test('goes to the dead letters with its reason, its sender gets an event-rejected, and other events continue', async () => {
    const bad = {
      ...inboundEvents.dealClosed.example,
      id: 'bad-1',
      data: { organizationId: 'acme-stays', effectiveDate: 'soon' },
    };
    await t.events.publishRaw('insurance.inbound.deal-closed.acme-stays', JSON.stringify(bad));
    const good = deal() as never as DealBody;
    await t.events.publish(inboundEvents.dealClosed, good);

    await t.events.next(contractEvents.dealClosed, ({ crmDealId }) => crmDealId === good.crmDealId);
    const { data } = await t.events.next(dealRejected, ({ id }) => id === 'bad-1');
    expect(data.errors.map(({ pointer }) => pointer).toSorted()).toEqual(['/data/crmDealId', '/data/effectiveDate']);
    const [letter] = await t.sql<{ reason: string }>(`select reason from dead_letter where event_key like '%bad-1'`);
    expect(letter!.reason).toBe('The event does not match its schema.');
  });
});

test('a deal of an event that the domain refuses has its faults in the data of the event, too', async () => {
  const coverage = { deductible: 2.5 };
  const bad = deal({ currency: 'JPY', baseRatePerNight: 400, policy: { coverage } }) as never as DealBody;
  const id = await t.events.publish(inboundEvents.dealClosed, bad);
  const { data } = await t.events.next(dealRejected, (rejected) => rejected.id === id);
  expect(data.errors.map(({ pointer }) => pointer)).toEqual(['/data/policy/coverage/deductible']);
});

describe('a contract', () => {
  test('is read with every field of the interface', async () => {
    const id = await newContract();
    const answer = await t.http.get(`/api/contract/${id}`);

    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).toSorted()).toEqual(Object.keys(schemaExample(Contract)).toSorted());
    expect(Contract.parse(answer.body)).toEqual(answer.body);
    expect(answer.headers.get('etag')).toBe('"1"');
    expect((await t.http.get(`/api/contract/${id}`, { 'if-none-match': '"1"' })).status).toBe(304);
  });

  test('takes fifty changes at once, one version each', async () => {
    const id = await newContract();
    const { landed, refused } = await fiftyAtOnce((n) => t.http.put(`/api/contract/${id}`, { notes: `Note ${n}` }));
    expect(refused).toEqual([]);
    expect(landed).toEqual(versionsAfter(1));
  });

  test('of fifty changes at once of one version takes one', async () => {
    const id = await newContract();
    const change = (n: number) => t.http.put(`/api/contract/${id}`, { notes: `Note ${n}` }, { 'if-match': '"1"' });
    const { landed, refused } = await fiftyAtOnce(change);
    expect(landed).toEqual([2]);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([412]));
  });

  test('changes only what the body provides; null clears; what changes nothing stores nothing', async () => {
    const id = await newContract({ notes: 'old', signatoryName: 'Dana' });
    const changed = await t.http.put(`/api/contract/${id}`, {
      notes: null,
      termMonths: 24,
      status: 'ACTIVE',
      colour: 'red',
    });

    expect(changed.body).toMatchObject({
      notes: null,
      signatoryName: 'Dana',
      termMonths: 24,
      status: 'DRAFT',
      version: 2,
    });
    expect(changed.headers.get('ignored-members')).toBe('/status, /colour');
    expect((await t.http.put(`/api/contract/${id}`, { termMonths: 24 })).body.version).toBe(2);
    const { data } = await t.events.next(contractEvents.contractChanged, ({ contractId }) => contractId === id);
    expect(data.contract).toEqual(changed.body);
    expect(t.events.of(contractEvents.contractChanged).filter((event) => event.data.contractId === id)).toHaveLength(1);
  });

  test.each(['handling=strict', 'handling="strict"', 'respond-async, Handling = strict', 'wait=3; handling=strict'])(
    'with Prefer: %s refuses unknown and read-only members',
    async (prefer) => {
      const id = await newContract();
      const answer = await t.http.put(`/api/contract/${id}`, { status: 'ACTIVE' }, { prefer });

      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([{ pointer: '/status', detail: 'is unknown or read-only' }]);
    },
  );

  test('moves between states and lists its next states', async () => {
    const id = await newContract();
    const move = (status: string) => t.http.patch(`/api/contract/${id}/status`, { status });

    expect((await move('SUSPENDED')).body).toMatchObject({
      status: 409,
      from: 'DRAFT',
      to: 'SUSPENDED',
      allowed: ['ACTIVE', 'TERMINATED'],
    });
    expect((await move('ACTIVE')).body).toMatchObject({ status: 'ACTIVE', version: 2 });
    expect((await move('ACTIVE')).body).toMatchObject({ status: 'ACTIVE', version: 2 });
    expect((await move('TERMINATED')).body).toMatchObject({ status: 'TERMINATED', version: 3 });
    expect((await t.http.put(`/api/contract/${id}`, { notes: 'x' })).body.type).toMatch(/contract-final$/);
    await t.events.next(
      contractEvents.contractStatusChanged,
      ({ contractId, version }) => contractId === id && version === 3,
    );
    const moved = t.events.of(contractEvents.contractStatusChanged).filter(({ data }) => data.contractId === id);
    expect(moved.map(({ data }) => `${data.previousStatus} → ${data.contract.status}`)).toEqual([
      'DRAFT → ACTIVE',
      'ACTIVE → TERMINATED',
    ]);
  });

  test('with the longest terms that are taken moves to another state, whoever moves it', async () => {
    const id = await newContract();
    const put = (longest: number) => {
      const terms = [...Array<number>(61).fill(4_000), longest];
      const customTerms = terms.map((length) => ({ termName: 'x', termDescription: 'é'.repeat(length / 2) }));
      return t.http.put(`/api/contract/${id}`, { customTerms, notes: 'x'.repeat(4_000) });
    };
    expect((await put(3_990)).status).toBe(413);
    expect((await put(2_900)).status).toBe(200);
    await t.sql(
      `update contract set last_modified_by = repeat('é', 255), created_by = repeat('é', 255) where id = $1`,
      [id],
    );
    expect((await t.http.patch(`/api/contract/${id}/status`, { status: 'TERMINATED' })).status).toBe(200);
  });

  test('refuses a stale version', async () => {
    const id = await newContract();
    await t.http.put(`/api/contract/${id}`, { notes: 'a' }, { 'if-match': '"1"' });

    expect(await t.http.put(`/api/contract/${id}`, { notes: 'b' }, { 'if-match': '"1"' })).toMatchObject({
      status: 412,
      body: { version: 2 },
    });
  });

  test('of an organization is listed, in pages when asked', async () => {
    for (let i = 0; i < 3; i++) await newContract({ organizationId: 'pagers' });
    const all = await t.http.get('/api/contract/organization/pagers');

    expect(all.body).toHaveLength(3);
    expect(await allPages(t.http, '/api/contract/organization/pagers?limit=2')).toEqual(all.body);
    const newest = await allPages(t.http, '/api/contract/organization/pagers?limit=2&order=newest');
    expect(newest).toEqual(all.body.toReversed());
    expect((await t.http.get('/api/contract/organization/unknown')).body).toEqual([]);

    await t.http.patch(`/api/contract/${all.body[1].id}/status`, { status: 'ACTIVE' });
    const idsIn = async (status: string) => {
      const found = await allPages<Contract>(t.http, `/api/contract/organization/pagers?limit=1&status=${status}`);
      return found.map(({ id }) => id);
    };
    expect(await idsIn('ACTIVE')).toEqual([all.body[1].id]);
    expect(await idsIn('DRAFT')).toEqual([all.body[0].id, all.body[2].id]);
    expect((await t.http.get('/api/contract/organization/pagers?status=WON')).status).toBe(400);
  });

  test('with long terms is listed in pages of 8 MiB at most', async () => {
    const id = await newContract({ organizationId: 'wordy' });
    const customTerms = Array.from({ length: 50 }, (_, n) => ({
      termName: `${n}`,
      termDescription: 'x'.repeat(4_000),
    }));
    expect((await t.http.put(`/api/contract/${id}`, { customTerms })).status).toBe(200);
    await t.sql(
      `insert into contract select copy.* from contract c, generate_series(2, 60) n, lateral jsonb_populate_record(c,
         jsonb_build_object('id', gen_random_uuid(), 'policy_id', gen_random_uuid(), 'contract_reference', 'WORDY-' || n, 'crm_deal_id', n)) copy
       where c.id = $1`,
      [id],
    );

    const first = await t.http.get('/api/contract/organization/wordy');
    expect([first.status, first.status === 200 || first.body]).toEqual([200, true]);
    expect(first.body.length).toBeLessThan(60);
    expect(JSON.stringify(first.body).length).toBeLessThan(9 * 1024 * 1024);
    expect(await allPages(t.http, '/api/contract/organization/wordy')).toHaveLength(60);
  });

  test.each<[string, string, unknown, number]>([
    ['PUT', '/api/contract/{id}', { termMonths: 'many' }, 400],
    ['PUT', '/api/contract/{id}', { termMonths: 0 }, 400],
    ['PUT', '/api/contract/{id}', { legalBusinessName: 'x'.repeat(256) }, 400],
    ['PUT', '/api/contract/{id}', { effectiveDate: '2999-01-01' }, 400],
    ['PUT', '/api/contract/{id}', [], 400],
    ['PUT', '/api/contract/{id}', null, 400],
    ['PATCH', '/api/contract/{id}/status', { status: 'OPEN' }, 400],
    ['PATCH', '/api/contract/{id}/status', {}, 400],
    ['PUT', '/api/contract/nonsense', {}, 404],
    ['PUT', '/api/contract/01a182d4-4719-7132-888a-7f24aeff7c56', {}, 404],
    ['DELETE', '/api/contract/{id}', {}, 405],
    ['POST', '/api/contract', {}, 404],
    ['GET', '/api/contract', undefined, 404],
    ['GET', '/api/contract/organization/acme-stays?cursor=x', undefined, 400],
    ['GET', '/api/contract/organization/acme-stays?limit=0', undefined, 400],
    ['GET', '/api/contract/organization/acme-stays?state=DRAFT', undefined, 400],
  ])('%s %s with %j answers %d with a problem', async (method, path, body, status) => {
    const id = await newContract();
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await t.http.raw(method, path.replace('{id}', id), text, { 'content-type': 'application/json' });

    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({
      type: expect.any(String),
      title: expect.any(String),
      status,
      detail: expect.any(String),
      instance: expect.any(String),
    });
  });

  test('with all the headers that the gateway lets through, and those that it adds, reaches a contract', async () => {
    const id = await newContract();
    const most = { 'x-long': 'x'.repeat(16_384), 'x-forwarded-host': 'x'.repeat(1_000) };
    expect((await t.http.get(`/api/contract/${id}`, most)).status).toBe(200);
  });
});
