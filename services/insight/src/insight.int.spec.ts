import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  billingEvents,
  claimsEvents,
  contractEvents,
  type EventDefinition,
  eventSubject,
  policyEvents,
} from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually, nextPage, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';
import { listTimeline } from './db/events.ts';
import { openLive } from './testing/live.ts';

const { dealClosed } = contractEvents;
const { enrollmentChanged, policyCreated } = policyEvents;
const { invoiceGenerated, invoiceSent, reserveSplit } = billingEvents;

let world: TestService;

beforeAll(async () => {
  world = await startTestService(manifest, compose, { config: { STREAM_MINUTES: 30, METRICS_PORT: 0 } });
});

afterAll(() => world.stop());

test('metrics are on a port of their own, where the environment names one', async () => {
  const { url, metricsUrl } = world.service;
  const [apart, withRequests] = await Promise.all([fetch(`${metricsUrl}/metrics`), fetch(`${url}/metrics`)]);
  expect([apart.status, withRequests.status]).toEqual([200, 404]);
  expect(await apart.text()).toContain('nodejs_');
});

/** Ids of a contract, its policy and an invoice of an organization of its own. */
const newStory = () => {
  const organizationId = `org-${newId()}`;
  const [contractId, policyId, invoiceId] = [newId(), newId(), newId()];
  const contract = { ...dealClosed.example.data.contract, id: contractId, organizationId };
  const policy = { ...policyCreated.example.data.policy, id: policyId, organizationId, contractId };
  const invoice = {
    ...invoiceSent.example.data.invoice,
    id: invoiceId,
    organizationId,
    organizationPolicyId: policyId,
  };
  return { organizationId, contractId, policyId, invoiceId, contract, policy, invoice };
};

type Published = { time?: string; trace?: string };

/** Publishes an event as its service would. */
const publish = async (
  event: EventDefinition,
  aggregateId: string,
  data: Record<string, unknown> & { organizationId: string },
  { time = '2026-11-20T09:30:00.010Z', trace }: Published = {},
): Promise<string> => {
  const id = newId();
  const traceparent = trace ? { traceparent: `00-${trace}-00f067aa0ba902b7-01` } : {};
  const envelope = { ...event.example, id, subject: aggregateId, time, ...traceparent, data };
  await world.events.publishRaw(eventSubject(event, data.organizationId), JSON.stringify(envelope), id);
  return id;
};

const listEvents = async (organizationId: string, query = '') =>
  (await world.http.get(`/api/events?organizationId=${organizationId}${query}`)).body as Record<string, unknown>[];

const kept = (organizationId: string, count: number) =>
  eventually(`${count} events are kept`, async () => {
    const events = await listEvents(organizationId);
    return events.length >= count && events;
  });

type PolicyPublished = Pick<ReturnType<typeof newStory>, 'organizationId' | 'policyId'> & { policy: object };

const publishPolicy = (named: PolicyPublished, published?: Published): Promise<string> =>
  publish(policyCreated, named.policyId, { ...policyCreated.example.data, ...named } as never, published);

const publishStory = async (story = newStory()) => {
  const { organizationId, contractId, policyId, invoiceId, contract, policy, invoice } = story;
  const trace = newId().replaceAll('-', '');
  await publish(
    dealClosed,
    contractId,
    { ...dealClosed.example.data, organizationId, contractId, policyId, contract } as never,
    {
      time: '2026-11-20T09:30:00.000Z',
      trace,
    },
  );
  await publishPolicy(
    { organizationId, policyId, policy },
    {
      time: '2026-11-20T09:30:00.100Z',
      trace,
    },
  );
  await publish(
    invoiceGenerated,
    invoiceId,
    { ...invoiceGenerated.example.data, organizationId, policyId, invoiceId, invoice } as never,
    { time: '2026-11-20T10:00:00.000Z' },
  );
  await kept(organizationId, 3);
  return { ...story, trace };
};

describe('what happened', () => {
  test('is a list, by organization, publisher and name, without what events carry', async () => {
    const { organizationId, invoiceId } = await publishStory();
    const invoices = await listEvents(organizationId, '&service=billing&name=invoice-generated');
    expect(await listEvents(organizationId, '&name=invoice-generated')).toEqual(invoices);
    expect(await listEvents(organizationId, '&name=of-another-release')).toEqual([]);
    expect(invoices).toEqual([
      expect.objectContaining({
        type: 'insurance.billing.invoice-generated.v1',
        kind: 'invoice',
        aggregateId: invoiceId,
        reference: 'INV-2026-000311',
        headline: 'sent, 117.50 USD, due 20 Dec 2026',
      }),
    ]);
  });

  test('goes on page by page, from either end', async () => {
    const { organizationId } = await publishStory();
    const names = async (query: string) => {
      const path = `/api/events?organizationId=${organizationId}&limit=2${query}`;
      const first = await world.http.get(path);
      const second = await world.http.get(nextPage(first)!);
      expect(second.headers.get('link')).toBeNull();
      return [...first.body, ...second.body].map(({ name }: { name: string }) => name);
    };
    const oldest = await names('');
    expect(await names('&order=newest')).toEqual(oldest.toReversed());
  });

  test('can be read with all of it, until that is 30 days old', async () => {
    const { organizationId, contractId } = await publishStory();
    const [{ id, position }] = (await listEvents(organizationId, '&service=contract')) as [
      { id: string; position: number },
    ];
    const { body } = await world.http.get(`/api/events/${id}`);
    expect(body).toMatchObject({ id, kind: 'contract', envelope: { id, data: { contractId } } });
    await world.sql('delete from payload where position = $1', [position]);
    expect((await world.http.get(`/api/events/${id}`)).body.envelope).toBeNull();
  });

  test.each([newId(), 'nothing', '1'])('is not found under %s', async (id) => {
    expect((await world.http.get(`/api/events/${id}`)).status).toBe(404);
  });

  test.each(['service=Billing', 'name=a b', 'cursor=x', 'order=up', 'limit=0', 'since=1', 'organizationId=a%20b'])(
    'is not filtered by %s',
    async (query) => {
      expect((await world.http.get(`/api/events?${query}`)).status).toBe(400);
    },
  );
});

describe('an event', () => {
  test('is kept once, however often it comes', async () => {
    const { organizationId } = await publishStory();
    const [first] = (await listEvents(organizationId)) as [{ id: string }];
    const [{ envelope }] = (await world.sql(
      'select envelope from payload p join event e using (position) where event_id = $1',
      [first.id],
    )) as [{ envelope: string }];
    const [{ head }] = (await world.sql('select max(position)::int as head from event')) as [{ head: number }];
    for (let i = 0; i < 3; i++)
      await world.events.publishRaw(`insurance.contract.deal-closed.${organizationId}`, envelope);
    const after = await publishStory();
    expect(await listEvents(organizationId)).toHaveLength(3);
    const [{ count }] = (await world.sql('select count(*)::int as count from event where position > $1', [head])) as [
      { count: number },
    ];
    expect([count, (await listEvents(after.organizationId)).length]).toEqual([3, 3]);
  });

  test.each([
    ['under a subject of none', 'Policy_Created', 1],
    ['with a version beyond all numbers', 'policy-created', 3_000_000_000],
  ])('%s becomes a dead letter, and holds up no other', async (_what, name, version) => {
    const { organizationId, policyId, policy } = newStory();
    const data = { ...policyCreated.example.data, organizationId, policyId, policy: { ...policy, version }, version };
    const envelope = { ...policyCreated.example, id: newId(), subject: policyId, data };
    await world.events.publishRaw(`insurance.policy.${name}.${organizationId}`, JSON.stringify(envelope));
    await publishStory();
    const letters = await world.sql('select consumer from dead_letter where organization_id = $1', [organizationId]);
    expect(letters).toEqual([{ consumer: 'insight-policy' }]);
    expect(await listEvents(organizationId)).toEqual([]);
  });

  const LETTERS = '/api/ops/insight/dead-letters';

  test('that was given up is kept once when its dead letter is replayed, and stays given up where nothing changed', async () => {
    const { organizationId, policyId, policy } = newStory();
    const versionData = (version: number) => ({
      ...policyCreated.example.data,
      organizationId,
      policyId,
      policy: { ...policy, version },
      version,
    });
    const envelope = { ...policyCreated.example, id: newId(), subject: policyId, data: versionData(3_000_000_000) };
    await world.events.publishRaw(eventSubject(policyCreated, organizationId), JSON.stringify(envelope));
    await publishStory();
    const [letter] = (await world.http.get(`${LETTERS}?organizationId=${organizationId}`)).body;
    const replay = async () => (await world.http.post(`${LETTERS}/${letter.id}/replay`)).body;
    expect(await replay()).toMatchObject({ outcome: 'REJECTED', reason: expect.stringContaining('failed again') });
    const mended = JSON.stringify({ ...envelope, data: versionData(1) });
    await world.sql('update dead_letter set payload = $2 where id = $1', [letter.id, mended]);
    expect(await replay()).toEqual({ outcome: 'REPLAYED', reason: null });
    expect(await listEvents(organizationId)).toMatchObject([{ id: envelope.id, name: 'policy-created' }]);
    expect((await world.http.get(`${LETTERS}/${letter.id}`)).body).toMatchObject({ state: 'REPLAYED' });
    expect((await world.http.post(`${LETTERS}/${letter.id}/replay`)).status).toBe(404);
  });

  test('is visible to operators: the leader and its consumers', async () => {
    const { body } = await world.http.get('/api/ops/insight/standing');
    expect(body).toMatchObject({ service: 'insight', ready: true, relay: 'ACTIVE', outbox: { unpublished: 0 } });
    expect(body.consumers.map(({ consumer }: { consumer: string }) => consumer)).toContain('insight-billing');
  });
});

describe('a timeline', () => {
  test.each(['contractId', 'policyId', 'invoiceId', 'trace'] as const)('is found by %s', async (by) => {
    const story = await publishStory();
    const { body } = await world.http.get(`/api/timeline/${story[by]}`);
    const names = body.map(({ name }: { name: string }) => name);
    const all = ['deal-closed', 'policy-created', 'invoice-generated'];
    const expected = { contractId: all, policyId: all, invoiceId: all.slice(2), trace: all.slice(0, 2) };
    expect(names).toEqual(expected[by]);
  });

  test('names what an event is about, where the event itself carries no reference', async () => {
    const story = await publishStory();
    const { organizationId, policyId, policy } = story;
    await publish(enrollmentChanged, policyId, {
      ...enrollmentChanged.example.data,
      organizationId,
      policyId,
    } as never);
    await kept(organizationId, 4);
    const [newest] = await listEvents(organizationId, '&order=newest&limit=1');
    const timeline = (await world.http.get(`/api/timeline/${policyId}`)).body as Record<string, unknown>[];
    const detail = (await world.http.get(`/api/events/${newest!['id']}`)).body;
    expect([newest, timeline.find(({ id }) => id === newest!['id']), detail]).toEqual(
      Array.from({ length: 3 }, () =>
        expect.objectContaining({ name: 'enrollment-changed', reference: policy.policyReference }),
      ),
    );
  });

  test('is found by a reference, in an organization', async () => {
    const { organizationId } = await publishStory();
    const { body } = await world.http.get(`/api/timeline/INV-2026-000311?organizationId=${organizationId}`);
    expect(body).toHaveLength(1);
  });

  test('found by a reference includes what happened to its subject without naming it', async () => {
    const { organizationId, invoiceId } = await publishStory();
    const split = { ...reserveSplit.example.data, organizationId, invoiceId };
    await publish(reserveSplit, invoiceId, split as never, { time: '2026-11-20T11:00:00.000Z' });
    await kept(organizationId, 4);
    const { body } = await world.http.get(`/api/timeline/INV-2026-000311?organizationId=${organizationId}`);
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['invoice-generated', 'reserve-split']);
  });

  test('has what happened at one time in the order of arrival', async () => {
    const { organizationId, invoiceId, policyId, invoice } = newStory();
    const data = { ...invoiceSent.example.data, organizationId, invoiceId, policyId, invoice };
    const sent: string[] = [];
    for (let i = 0; i < 100; i += 1) sent.push(await publish(invoiceSent, invoiceId, data as never));
    await kept(organizationId, 100);
    const { body } = await world.http.get(`/api/timeline/${invoiceId}?limit=200`);
    expect(body.map(({ id }: { id: string }) => id)).toEqual(sent);
    const digits = body.map(({ position }: { position: number }) => String(position).length);
    expect(new Set(digits).size).toBeGreaterThan(1);
  });

  test('of a contract includes events from before its policy was linked', async () => {
    const { organizationId, contractId, policyId, invoiceId, invoice, policy } = newStory();
    const data = { ...invoiceGenerated.example.data, organizationId, policyId, invoiceId, invoice };
    await publish(invoiceGenerated, invoiceId, data as never);
    await kept(organizationId, 1);
    await publishPolicy({ organizationId, policyId, policy });
    await kept(organizationId, 2);
    const { body } = await world.http.get(`/api/timeline/${contractId}`);
    expect(body).toHaveLength(2);
  });

  test.each([
    ['none yet', null],
    ['another one', newId()],
  ])('of a contract includes events from when its policy had %s', async (_which, before) => {
    const { organizationId, contractId, policyId, policy } = newStory();
    const publishVersion = (version: number, contract: string | null) => {
      const data = { ...policyCreated.example.data, organizationId, policyId, version };
      return publish(policyCreated, policyId, { ...data, policy: { ...policy, contractId: contract } } as never);
    };
    const ids = [await publishVersion(1, before), await publishVersion(2, before)];
    await kept(organizationId, 2);
    ids.push(await publishVersion(3, contractId), await publishVersion(4, contractId));
    await kept(organizationId, 4);
    const { body } = await world.http.get(`/api/timeline/${contractId}`);
    expect(body.map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  test('is sorted by time, not by arrival', async () => {
    const { organizationId, invoiceId, policyId, invoice } = newStory();
    const ids = { organizationId, policyId, invoiceId, invoice };
    const sent = { ...invoiceSent.example.data, ...ids };
    await publish(invoiceSent, invoiceId, sent as never, { time: '2026-11-21T00:00:00.000Z' });
    await kept(organizationId, 1);
    await publish(invoiceGenerated, invoiceId, { ...invoiceGenerated.example.data, ...ids } as never, {
      time: '2026-11-20T00:00:00.000Z',
    });
    await kept(organizationId, 2);
    const read = async (query: string) =>
      (await world.http.get(`/api/timeline/${invoiceId}${query}`)).body.map(({ name }: { name: string }) => name);
    expect(await read('')).toEqual(['invoice-generated', 'invoice-sent']);
    expect(await read('?order=newest')).toEqual(['invoice-sent', 'invoice-generated']);
  });

  test('is not found by the reference of another organization, though an own event names its id', async () => {
    const { contractId } = await publishStory();
    const [organizationId, policyId] = [`org-${newId()}`, newId()];
    const policy = { ...policyCreated.example.data.policy, organizationId, contractId };
    await publishPolicy({ organizationId, policyId, policy });
    await kept(organizationId, 1);
    const { contractReference } = dealClosed.example.data.contract;
    const find = (id: string, organizations: string[]) =>
      listTimeline(
        world.service.platform.database,
        { id: 'dana', organizations, roles: ['read'] },
        { id },
        { limit: 10, after: undefined, order: 'oldest' },
      );
    expect(await find(contractId, [organizationId])).toMatchObject([{ name: 'policy-created' }]);
    expect(await find(contractReference, [organizationId])).toEqual([]);
  });

  test('of an unknown id is not found', async () => {
    expect((await world.http.get(`/api/timeline/${newId()}`)).status).toBe(404);
  });
});

describe('a search', () => {
  const search = async (q: string, organizationId: string) =>
    (await world.http.get(`/api/search?q=${encodeURIComponent(q)}&organizationId=${organizationId}`)).body as {
      kind: string;
      reference: string;
    }[];

  test.each([
    ['inv 311', ['invoice']],
    ['INV-2026-000311', ['invoice']],
    ['inv-2026', ['invoice']],
    ['invoice 312', []],
    ['pol 123', ['policy']],
    ['damage prot', ['policy']],
    ['prot acme', ['policy']],
    ['D-1042', ['contract']],
    ['con 42', ['contract']],
    ['Dana', []],
    ["'; drop table event; --", []],
    ['%', []],
    ['_', []],
  ])('for %j finds %j', async (q, kinds) => {
    const { organizationId } = await publishStory();
    expect((await search(q, organizationId)).map(({ kind }) => kind)).toEqual(kinds);
  });

  test('finds by id, and shows how things stand now', async () => {
    const { organizationId, invoiceId, policyId, invoice } = await publishStory();
    const data = { ...invoiceSent.example.data, organizationId, policyId, invoiceId };
    await publish(invoiceSent, invoiceId, { ...data, version: 9, invoice: { ...invoice, status: 'PAID' } } as never);
    await kept(organizationId, 4);
    expect(await search(invoiceId, organizationId)).toEqual([
      expect.objectContaining({ kind: 'invoice', status: 'PAID' }),
    ]);
  });

  test.each([
    ['pol 123', 'Homes that we let on the sunny side of the gulf to a family or two who like it calm and near the sea'],
    ['beach north', 'Beach Houses (North)'],
    ['key west', 'Homes of “Key West”'],
    ["o'hara", 'The O’Hara Lodge'],
    ['cafe', 'Café Houses'],
    ['MÜNCHEN', 'Wohnungen in Munchen'],
  ])('for %j finds the policy %j', async (q, name) => {
    const { organizationId, policyId, policy } = newStory();
    const data = { ...policyCreated.example.data, organizationId, policyId, policy: { ...policy, name } };
    await publish(policyCreated, policyId, data as never);
    await kept(organizationId, 1);
    expect(await search(q, organizationId)).toMatchObject([{ kind: 'policy', name }]);
  });

  test.each(['', `q=${'x'.repeat(101)}`, 'q=a&limit=51', 'q=a&limit=0', 'q=%00'])(
    'with %j is refused',
    async (query) => {
      expect((await world.http.get(`/api/search?${query}`)).status).toBe(400);
    },
  );
});

test('organizations are found by how they begin', async () => {
  const { organizationId } = await publishStory();
  const { body } = await world.http.get(`/api/organization?q=${organizationId.slice(0, -2)}`);
  expect(body).toEqual([
    { id: organizationId, firstEventAt: '2026-11-20T09:30:00.000Z', lastEventAt: '2026-11-20T10:00:00.000Z' },
  ]);
});

test('a live stream has what comes', async () => {
  const story = newStory();
  const live = await openLive(`${world.service.url}/api/events?organizationId=${story.organizationId}`);
  await live.next('ready');
  await publishStory(story);
  const events = await live.next('event', 3);
  expect(events.map(({ data }) => data['kind']).toSorted()).toEqual(['contract', 'invoice', 'policy']);
  expect(events.map(({ id }) => id)).toEqual(events.map(({ data }) => String(data['position'])));
  live.close();
});

describe('a live stream that goes on', () => {
  const openLiveEvents = (organizationId: string, query = '', headers = {}) =>
    openLive(`${world.service.url}/api/events?organizationId=${organizationId}${query}`, headers);

  test('after an event contains each missed event once', async () => {
    const story = await publishStory();
    const [first] = (await listEvents(story.organizationId)) as [{ position: number }];
    const live = await openLiveEvents(story.organizationId, '', { 'last-event-id': String(first.position) });
    await publishStory({ ...newStory(), organizationId: story.organizationId });
    const events = await live.next('event', 4);
    const listed = await kept(story.organizationId, 6);
    const all = await live.next('event', 5);
    expect(events.length).toBeGreaterThanOrEqual(4);
    expect(all.map(({ id }) => Number(id))).toEqual(listed.slice(1).map(({ position }) => position));
    live.close();
  });

  test.each(['999999999', 'abc', '-1'])(
    'after the invalid position %s is asked to read the list again',
    async (position) => {
      const live = await openLiveEvents(newStory().organizationId, '', { 'last-event-id': position });
      const [reset] = await live.next('reset');
      expect(reset!.data).toEqual({ position: Number(reset!.id), reason: 'unknown-position' });
      live.close();
    },
  );

  test('has only what its filter names', async () => {
    const story = newStory();
    const live = await openLiveEvents(story.organizationId, '&service=billing&name=invoice-generated');
    await live.next('ready');
    await publishStory(story);
    await publishStory({ ...newStory(), organizationId: story.organizationId });
    const events = await live.next('event', 2);
    expect(events.map(({ data }) => data['name'])).toEqual(['invoice-generated', 'invoice-generated']);
    live.close();
  });
});

test('events are stored once and in their order, however often the writer is killed', async () => {
  const { organizationId, policyId, policy } = newStory();
  const data = { ...policyCreated.example.data, organizationId, policyId, policy };
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'insight-follower' and datname = current_database()`;
  const ids: string[] = [];
  for (let i = 0; i < 120; i++) {
    ids.push(await publish(policyCreated, policyId, data as never));
    if (i % 40 === 20) await world.sql(end);
  }
  const events = await eventually(
    'all are kept',
    async () => {
      const found = await listEvents(organizationId);
      return found.length >= 120 && found;
    },
    60_000,
  );
  expect(events.map(({ id }) => id)).toEqual(ids);
});

test('its events come from claims, too', async () => {
  const { organizationId, policyId } = newStory();
  const claimId = newId();
  const { claimSubmitted } = claimsEvents;
  const claim = { ...claimSubmitted.example.data.claim, id: claimId, policyId };
  await publish(claimSubmitted, claimId, { ...claimSubmitted.example.data, organizationId, claimId, claim } as never);
  await kept(organizationId, 1);
  expect((await world.http.get(`/api/timeline/${policyId}`)).body).toHaveLength(1);
});
