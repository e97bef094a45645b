import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Database, openDatabase } from '@staycover/db';
import { createApp } from '@staycover/http';
import { everyRole, newId, systemClock } from '@staycover/kernel';
import { connectNats, type Nats, replayDeadLetter } from '@staycover/messaging';
import { createLogger } from '@staycover/telemetry';
import { type Client, createTestDatabase, createTestNats, httpClient, type TestDatabase } from '@staycover/testing';
import pg from 'pg';
import { type Listening, listen } from './listen.ts';
import { operationsRoutes } from './operations.ts';

const logger = createLogger('test', { level: 'silent' });
const LETTERS = '/api/ops/billing/dead-letters';

let testDatabase: TestDatabase;
let database: Database;
let admin: pg.Client;
let nats: Nats;
let server: Listening;
let http: Client;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  admin = new pg.Client({ connectionString: testDatabase.adminUrl, options: '-c search_path=billing' });
  await admin.connect();
  database = await openDatabase({ url: testDatabase.urlFor('billing'), schema: 'billing', entities: [] });
  nats = await connectNats({ ...(await createTestNats([])), service: 'billing', logger });
  const replay = replayDeadLetter({
    service: 'billing',
    subscriptions: [],
    database,
    clock: systemClock,
    newId,
    logger,
  });
  const health = async () => ({ ready: true, eventsReady: true, checks: { database: 'ok' } });
  const routes = operationsRoutes({
    service: 'billing',
    database,
    nats,
    wallClock: systemClock,
    health,
    consumers: [],
    streams: ['BILLING'],
    follows: false,
    replay,
  });
  /** The credentials name the organizations of the caller. */
  const authenticate = async ({ authorization = '*' }) => ({
    id: 'dana',
    organizations: authorization === '*' ? ('*' as const) : authorization.split(' '),
    roles: everyRole,
  });
  server = await listen(createApp({ publicUrl: 'http://localhost', routes, logger, authenticate }), '127.0.0.1', 0);
  http = httpClient(server.url);
});

afterAll(async () => {
  await server.close();
  await nats.close();
  await database.close();
  await admin.end();
  await testDatabase.drop();
});

beforeEach(() => admin.query('truncate dead_letter'));

const store = async (organizationId: string | null, key: string = newId()): Promise<string> => {
  const { rows } = await admin.query(
    `insert into dead_letter (consumer, event_key, organization_id, subject, payload, reason, attempts)
     values ('billing-inbound-order-confirmed', $2, $1, 'insurance.inbound.order-confirmed.acme', '{"a":1}', 'bad', 1)
     returning id::text`,
    [organizationId, key],
  );
  return rows[0].id;
};

const as = (organizations: string) => ({ authorization: organizations });
const idsIn = (body: { id: string }[]) => body.map(({ id }) => id);

describe('dead letters', () => {
  test('are listed the oldest first, page by page, and read with their payload', async () => {
    const ids = [await store('acme'), await store(null), await store('globex')];
    const first = await http.get(`${LETTERS}?limit=2`);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)![1]!;
    expect([...idsIn(first.body), ...idsIn((await http.get(next)).body)]).toEqual(ids);
    expect((await http.get(`${LETTERS}/${ids[0]}`)).body).toMatchObject({
      service: 'billing',
      organizationId: 'acme',
      state: 'OPEN',
      reason: 'bad',
      payload: '{"a":1}',
    });
  });

  test('of other organizations, or without one, are hidden from callers of some organizations', async () => {
    const [own, foreign, unowned] = [await store('acme'), await store('globex'), await store(null)];
    expect(idsIn((await http.get(LETTERS, as('acme'))).body)).toEqual([own]);
    expect((await http.get(`${LETTERS}?organizationId=globex`, as('acme'))).status).toBe(404);
    for (const id of [foreign, unowned]) {
      expect((await http.get(`${LETTERS}/${id}`, as('acme'))).status).toBe(404);
      expect((await http.post(`${LETTERS}/${id}/replay`, undefined, as('acme'))).status).toBe(404);
      expect((await http.post(`${LETTERS}/${id}/discard`, { reason: 'mine' }, as('acme'))).status).toBe(404);
    }
    expect(idsIn((await http.get(LETTERS)).body)).toEqual([own, foreign, unowned]);
  });

  test('are discarded once, with the reason and who did it, also in the audit trail', async () => {
    const id = await store('acme');
    const { body } = await http.post(`${LETTERS}/${id}/discard`, { reason: 'sent by mistake' }, as('acme'));
    expect(body).toMatchObject({ state: 'DISCARDED', resolvedBy: 'dana', note: 'sent by mistake' });
    expect((await http.post(`${LETTERS}/${id}/discard`, { reason: 'again' })).status).toBe(404);
    expect((await http.get(LETTERS)).body).toEqual([]);
    expect(idsIn((await http.get(`${LETTERS}?state=RESOLVED`)).body)).toEqual([id]);
    const { rows } = await admin.query('select actor, source, after from audit where resource_id = $1 order by id', [
      id,
    ]);
    expect(rows.at(-1)).toMatchObject({
      actor: 'dana',
      source: `POST ${LETTERS}/${id}/discard`,
      after: { resolution: 'DISCARDED', note: 'sent by mistake' },
    });
  });

  test('that several discard at once are discarded by one of them', async () => {
    const id = await store('acme');
    const discard = () => http.post(`${LETTERS}/${id}/discard`, { reason: 'sent by mistake' });
    const answers = await Promise.all([discard(), discard(), discard()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  });

  test('without a consumer stay open on replay, with a reason', async () => {
    const id = await store('acme');
    const { body } = await http.post(`${LETTERS}/${id}/replay`);
    expect(body).toEqual({ outcome: 'REJECTED', reason: expect.stringContaining('Nothing in this service listens') });
    expect((await http.get(`${LETTERS}/${id}`)).body).toMatchObject({
      state: 'OPEN',
      attempts: 2,
      reason: body.reason,
    });
  });

  test.each(['0', 'x', '9'.repeat(30), '1;drop'])('there is none with the id %s', async (id) => {
    expect((await http.get(`${LETTERS}/${encodeURIComponent(id)}`)).status).toBe(404);
    expect((await http.post(`${LETTERS}/${encodeURIComponent(id)}/replay`)).status).toBe(404);
  });

  test.each([[{}], [{ reason: '' }], [{ reason: ' ' }], [{ reason: 'x'.repeat(1_001) }]])(
    'are not discarded for %j',
    async (body) => {
      expect((await http.post(`${LETTERS}/${await store('acme')}/discard`, body)).status).toBe(400);
    },
  );
});

describe('how a service is', () => {
  test('shows waiting events, dead letters, schedule runs and the publishing replica', async () => {
    await store('acme');
    await admin.query(
      `insert into schedule (name, ran_until) values ('dunning', '2026-11-20T02:00:00Z') on conflict do nothing`,
    );
    await admin.query(
      `insert into schedule_run (schedule, due_at, started_at, finished_at, outcome, counts, error)
       values ('dunning', '2026-11-20T02:00:00Z', '2026-11-20T02:00:01Z', '2026-11-20T02:00:02Z', 'FAILED', '{"pastDue":3}', 'why')`,
    );
    const { body } = await http.get('/api/ops/billing/standing');
    expect(body).toMatchObject({
      service: 'billing',
      ready: true,
      relay: 'MISSING',
      outbox: { unpublished: 0, oldestSeconds: 0, failing: 0 },
      streams: [{ stream: 'BILLING', fill: 0 }],
      deadLetters: 1,
      schedules: [
        { name: 'dunning', running: false, lastRun: { outcome: 'FAILED', counts: { pastDue: 3 }, error: 'why' } },
      ],
    });
    const holder = new pg.Client({ connectionString: testDatabase.urlFor('billing') });
    await holder.connect();
    await holder.query(`select pg_advisory_lock(hashtext('outbox-relay'), hashtext('billing'))`);
    expect((await http.get('/api/ops/billing/standing')).body.relay).toBe('ACTIVE');
    await holder.end();
  });

  test('is for operators of all organizations, and of this service', async () => {
    expect((await http.get('/api/ops/billing/standing', as('acme'))).status).toBe(403);
    expect((await http.get('/api/ops/claims/standing')).status).toBe(404);
    expect((await http.get('/api/ops/nothing/standing')).status).toBe(400);
  });
});
