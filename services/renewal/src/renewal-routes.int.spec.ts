import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { RenewalRecord, RenewalRun, RenewalSummary, schemaExample, UpcomingRenewal } from '@staycover/api';
import { inTransaction } from '@staycover/change';
import { newId } from '@staycover/kernel';
import { allPages, eventually, fiftyAtOnce, versionsAfter } from '@staycover/testing';
import { lockPolicies } from './db/policies.ts';
import type { Policy } from './testing/policy-service.ts';
import { type RenewalWorld, startRenewalService } from './testing/renewal-service.ts';

let t: RenewalWorld;

beforeAll(async () => {
  t = await startRenewalService();
});

afterAll(() => t.stop());

const knownPolicy = async (changes: Parameters<RenewalWorld['policies']['create']>[0] = {}) => {
  const policy = await t.policies.create(changes);
  await t.known(policy.id);
  return policy;
};

/** A renewal of a policy with a term that ends in 20 days. */
const scheduled = async () => {
  const { id } = await knownPolicy({ termEnd: '2027-11-20' });
  await t.run();
  return (await t.history(id))[0] as RenewalRecord;
};

const setStatus = (id: string, body: object, headers = {}) => t.http.patch(`/api/renewal/${id}/status`, body, headers);

describe('upcoming renewals', () => {
  test('are the active policies with a term that ends within the days, by end of term and id', async () => {
    const organizationId = 'upcoming';
    const create = (termEnd: string, changes = {}) => knownPolicy({ organizationId, termEnd, ...changes });
    const a = await create('2027-11-30');
    const b = await create('2027-10-31');
    const c = await create('2027-11-30', { status: 'PENDING', autoRenew: false });
    const d = await create('2027-11-29', { status: 'SUSPENDED' });
    await create('2027-12-01');
    await create('2027-10-30');
    for (const status of ['CANCELLED', 'EXPIRED', 'SUPERSEDED']) await create('2027-11-05', { status });
    const own = async (query: string) => {
      const { body } = await t.http.get(`/api/renewal/upcoming${query}`);
      return (body as UpcomingRenewal[]).filter((policy) => policy.organizationId === organizationId);
    };

    expect((await own('')).map(({ id }) => id)).toEqual([b.id, d.id, ...[a.id, c.id].toSorted()]);
    expect((await own('?days=0')).map(({ id }) => id)).toEqual([b.id]);
    expect(await own('?days=31')).toHaveLength(5);
    const [first] = await own('?days=0');
    expect(Object.keys(first!)).toEqual(Object.keys(schemaExample(UpcomingRenewal)));
    expect(first).toEqual(UpcomingRenewal.parse(first));
  });

  test('are those of an organization where one is named', async () => {
    const { id } = await knownPolicy({ organizationId: 'upcoming-one', termEnd: '2027-10-31' });
    await knownPolicy({ organizationId: 'upcoming-other', termEnd: '2027-10-31' });
    const { body } = await t.http.get('/api/renewal/upcoming?organizationId=upcoming-one&limit=1');
    expect(body).toMatchObject([{ id, organizationId: 'upcoming-one' }]);
    expect((await t.http.get('/api/renewal/upcoming?organizationId=upcoming-none')).body).toEqual([]);
  });

  test('are counted by the week in which the term ends', async () => {
    const organizationId = 'weeks';
    for (const termEnd of ['2027-10-31', '2027-11-01', '2027-11-07', '2027-11-08', '2028-03-01']) {
      await knownPolicy({ organizationId, termEnd });
    }
    await knownPolicy({ organizationId, termEnd: '2027-11-02', status: 'CANCELLED' });
    const { body } = await t.http.get(`/api/renewal/summary?organizationId=${organizationId}&days=60`);
    expect(RenewalSummary.parse(body)).toEqual({
      asOf: expect.any(String),
      toDecide: 0,
      weeks: [
        { monday: '2027-10-25', ending: 1 },
        { monday: '2027-11-01', ending: 2 },
        { monday: '2027-11-08', ending: 1 },
      ],
    });
  });

  test('show the open renewal of the coming term, else the one that made this term', async () => {
    const { id } = await knownPolicy({ termStart: '2027-10-01', termEnd: '2027-10-31' });
    const shown = async () => {
      const { body } = await t.http.get('/api/renewal/upcoming?days=365');
      return (body as UpcomingRenewal[]).find((policy) => policy.id === id)?.currentRenewalId;
    };
    expect(await shown()).toBeNull();
    await t.run();
    await t.known(id);
    const [made] = await t.history(id);
    expect(made).toMatchObject({ status: 'COMPLETED', newTermEnd: '2027-11-30' });
    expect(await shown()).toBe(made!['id']);
    await t.run();
    const [, coming] = (await t.history(id)) as RenewalRecord[];
    expect(coming).toMatchObject({ status: 'SCHEDULED' });
    expect(await shown()).toBe(coming!.id);
    await setStatus(coming!.id, { status: 'CANCELLED' });
    expect(await shown()).toBe(made!['id']);
  });

  test('show the renewal of a policy that ends in 20 days as soon as it exists', async () => {
    const { id, organizationPolicyId } = await scheduled();
    const { body } = await t.http.get('/api/renewal/upcoming?days=20');
    const policy = (body as UpcomingRenewal[]).find((upcoming) => upcoming.id === organizationPolicyId);
    expect(policy).toMatchObject({ termEnd: '2027-11-20', currentRenewalId: id });
  });

  test('come in pages when asked', async () => {
    for (let i = 0; i < 3; i++) await knownPolicy({ termEnd: '2027-11-15' });
    const all = (await t.http.get('/api/renewal/upcoming?days=365')).body as unknown[];
    expect(await allPages(t.http, '/api/renewal/upcoming?days=365&limit=2')).toEqual(all);
  });
});

describe('renewals of all policies', () => {
  test('are listed by state, oldest first, in pages', async () => {
    const made = [await scheduled(), await scheduled(), await scheduled()];
    for (const { id } of made.slice(1)) await setStatus(id, { status: 'MANUAL_REVIEW' });
    const ids = async (path: string) => ((await t.http.get(path)).body as RenewalRecord[]).map(({ id }) => id);
    const own = made.map(({ id }) => id);
    const all = await ids('/api/renewal');
    expect(all.filter((id) => own.includes(id))).toEqual(own);
    expect((await ids('/api/renewal?status=MANUAL_REVIEW')).filter((id) => own.includes(id))).toEqual(own.slice(1));
    expect(await ids('/api/renewal?organizationId=another')).toEqual([]);
    const page = await t.http.get('/api/renewal?limit=1');
    expect(page.headers.get('link')).toBe(`</api/renewal?limit=1&cursor=${all[0]}>; rel="next"`);
    expect(await ids(`/api/renewal?limit=1&cursor=${all[0]}`)).toEqual([all[1]]);
    const newest = await allPages<RenewalRecord>(t.http, '/api/renewal?limit=2&order=newest');
    expect(newest.map(({ id }) => id)).toEqual(all.toReversed());
  });

  test('are read one by one, with what a person may do', async () => {
    const { id } = await scheduled();
    const read = await t.http.get(`/api/renewal/${id}`);
    const { policyReference } = (await t.http.get('/api/renewal/upcoming?days=365')).body.find(
      (policy: UpcomingRenewal) => policy.id === read.body.organizationPolicyId,
    );
    expect(read).toMatchObject({ status: 200, body: { id, status: 'SCHEDULED', policyReference } });
    expect(read.headers.get('etag')).toBe(`"${read.body.version}"`);
    expect(read.headers.get('allowed-actions')).toBe(
      'setRenewalStatus;to=MANUAL_REVIEW, setRenewalStatus;to=CANCELLED',
    );
  });

  test.each(['unknown', '01a182d4-4719-7132-888a-7f24aeff7c56'])('is not found as %s', async (id) => {
    expect((await t.http.get(`/api/renewal/${id}`)).status).toBe(404);
  });

  test.each(['status=DONE', 'limit=0', 'cursor=1', 'colour=red'])('refuse %s', async (query) => {
    expect((await t.http.get(`/api/renewal?${query}`)).status).toBe(400);
  });
});

describe('renewals that failed', () => {
  afterEach(() => t.policies.refuse(undefined));

  test('are to decide as long as their policy goes on and has no other term', async () => {
    const organizationId = 'failing';
    t.policies.refuse('The loss-fund rate would be above the new rate.');
    const made = [];
    for (let i = 0; i < 4; i++) made.push(await knownPolicy({ organizationId }));
    await t.run();
    const [going, leaving, cancelled, renewed] = made as [Policy, Policy, Policy, Policy];
    const toDecide = async () =>
      (await t.http.get(`/api/renewal/summary?organizationId=${organizationId}`)).body.toDecide;
    expect(await toDecide()).toBe(4);
    await t.policies.change(leaving.id, { autoRenew: false });
    await t.policies.change(cancelled.id, { status: 'CANCELLED' });
    await t.policies.change(renewed.id, { termStart: '2027-11-01', termEnd: '2028-10-31' });
    for (const { id } of [leaving, cancelled, renewed]) await t.known(id);
    expect(await toDecide()).toBe(1);
    const [{ id }] = (await t.history(going.id)) as [RenewalRecord];
    expect((await setStatus(id, { status: 'CANCELLED' })).status).toBe(200);
    expect(await toDecide()).toBe(0);
  });
});

describe('the history of a policy', () => {
  test('has its renewals from the oldest, in pages when asked', async () => {
    const { id } = await knownPolicy({ termStart: '2027-09-01', termEnd: '2027-09-30' });
    for (let month = 0; month < 3; month++) await t.run();
    const records = await t.history(id);
    expect(records.map((record) => record['newTermStart'])).toEqual(['2027-10-01', '2027-11-01', '2027-12-01']);
    expect(records.map((record) => record['status'])).toEqual(['COMPLETED', 'COMPLETED', 'SCHEDULED']);
    expect(records.map((record) => RenewalRecord.parse(record))).toEqual(records);
    expect(Object.keys(records[0]!)).toEqual(Object.keys(schemaExample(RenewalRecord)));

    const page = await t.http.get(`/api/renewal/policy/${id}?limit=2`);
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')![1]!;
    expect([...page.body, ...(await t.http.get(next)).body]).toEqual(records);
  });

  test.each(['unknown', '01a182d4-4719-7132-888a-7f24aeff7c56', '%20'])('is empty for %s', async (policyId) => {
    expect(await t.http.get(`/api/renewal/policy/${policyId}`)).toMatchObject({ status: 200, body: [] });
  });
});

describe('the status of a renewal', () => {
  test('is moved by persons, in the ways that are theirs', async () => {
    const { id } = await scheduled();
    const reviewed = await setStatus(id, { status: 'MANUAL_REVIEW' });
    expect(reviewed.body).toMatchObject({ status: 'MANUAL_REVIEW', lastModifiedBy: 'anonymous' });
    expect(reviewed.headers.get('etag')).toBe(`"${reviewed.body.version}"`);
    expect((await setStatus(id, { status: 'MANUAL_REVIEW' })).body).toEqual(reviewed.body);
    const problem = (await setStatus(id, { status: 'PROCESSING' })).body;
    expect(problem).toMatchObject({
      status: 409,
      from: 'MANUAL_REVIEW',
      to: 'PROCESSING',
      allowed: ['SCHEDULED', 'CANCELLED'],
    });
    expect(problem.type).toMatch(/\/problems\/invalid-transition$/);
    expect((await setStatus(id, { status: 'CANCELLED' })).body.status).toBe('CANCELLED');
    const refused = await setStatus(id, { status: 'MANUAL_REVIEW' });
    expect(refused.body).toMatchObject({ status: 409, allowed: ['SCHEDULED'] });
    expect((await setStatus(id, { status: 'SCHEDULED' })).body.status).toBe('SCHEDULED');
  });

  test('is answered by the connection that moved it, when others wait for one', async () => {
    const { id, organizationPolicyId } = await scheduled();
    const { database } = t.service.platform;
    const { promise: isAnswered, resolve: letGo } = Promise.withResolvers<void>();
    const { answered, others } = await inTransaction(database, async (tx) => {
      await lockPolicies(tx, [organizationPolicyId]);
      const moved = setStatus(id, { status: 'SCHEDULED', newRate: 5 });
      const locked = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%for update of p%'`;
      await eventually('the move waits', async () => (await t.sql(locked)).length > 0);
      const all = Array.from({ length: database.pool().max }, () => inTransaction(database, () => isAnswered));
      await eventually('two wait for a connection', () => database.pool().waiting >= 2);
      return { answered: moved, others: all };
    });
    expect(await answered.finally(letGo)).toMatchObject({ status: 200, body: { id, newRate: 5 } });
    await Promise.all(others);
  });

  test('is not SCHEDULED with a rate below what the loss fund gets of it', async () => {
    const { id } = await scheduled();
    const refused = await setStatus(id, { status: 'SCHEDULED', newRate: 1 });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/newRate' }] } });
    expect((await setStatus(id, { status: 'SCHEDULED', newRate: 1.1 })).body).toMatchObject({ newRate: 1.1 });
  });

  test('takes fifty changes at once, one version each', async () => {
    const { id, version } = await scheduled();
    const { landed, refused } = await fiftyAtOnce((n) => setStatus(id, { status: 'SCHEDULED', newRate: 5 + n }));
    expect(refused).toEqual([]);
    expect(landed).toEqual(versionsAfter(version));
  });

  test('is not moved by who saw an older version', async () => {
    const { id, version } = await scheduled();
    const headers = { 'if-match': `"${version}"` };
    expect((await setStatus(id, { status: 'MANUAL_REVIEW' }, headers)).status).toBe(200);
    expect(await setStatus(id, { status: 'SCHEDULED' }, headers)).toMatchObject({
      status: 412,
      body: { version: version + 1 },
    });
  });
});

test('a run has every field of the interface', async () => {
  const { body } = await t.run();
  expect(RenewalRun.parse(body)).toEqual(body);
  expect(Object.keys(body).toSorted()).toEqual(Object.keys(schemaExample(RenewalRun)).toSorted());
  expect((await t.http.get(`/api/renewal/process/${body.jobId}`)).body).toEqual(body);
});

const unknown = newId();

describe('bad input', () => {
  test.each<[string, string, unknown, number, string | null]>([
    ['GET', '/api/renewal/upcoming?days=-1', undefined, 400, '?days'],
    ['GET', '/api/renewal/upcoming?days=366', undefined, 400, '?days'],
    ['GET', '/api/renewal/upcoming?days=1.5', undefined, 400, '?days'],
    ['GET', '/api/renewal/upcoming?days=soon', undefined, 400, '?days'],
    ['GET', '/api/renewal/upcoming?days=', undefined, 400, '?days'],
    ['GET', '/api/renewal/upcoming?day=30', undefined, 400, '?day'],
    ['GET', '/api/renewal/upcoming?limit=0', undefined, 400, '?limit'],
    ['GET', '/api/renewal/upcoming?limit=1001', undefined, 400, '?limit'],
    ['GET', '/api/renewal/upcoming?cursor=x', undefined, 400, '?cursor'],
    ['GET', `/api/renewal/upcoming?cursor=2027-13-01.${unknown}`, undefined, 400, '?cursor'],
    ['GET', `/api/renewal/policy/${unknown}?cursor=x`, undefined, 400, '?cursor'],
    ['GET', `/api/renewal/policy/${unknown}?cursor=2027-02-30`, undefined, 400, '?cursor'],
    ['PATCH', `/api/renewal/${unknown}/status`, { status: 'OPEN' }, 400, '/status'],
    ['PATCH', `/api/renewal/${unknown}/status`, {}, 400, '/status'],
    ['PATCH', `/api/renewal/${unknown}/status`, { status: 'SCHEDULED', newRate: -1 }, 400, '/newRate'],
    ['PATCH', `/api/renewal/${unknown}/status`, { status: 'SCHEDULED', newRate: 1.00001 }, 400, '/newRate'],
    ['PATCH', `/api/renewal/${unknown}/status`, { status: 'CANCELLED', newRate: 4 }, 400, '/newRate'],
    ['PATCH', `/api/renewal/${unknown}/status`, [], 400, ''],
    ['PATCH', `/api/renewal/${unknown}/status`, { status: 'SCHEDULED' }, 404, null],
    ['PATCH', '/api/renewal/nonsense/status', { status: 'SCHEDULED' }, 404, null],
    ['POST', '/api/renewal/process', { asOf: '2027-02-30' }, 400, '/asOf'],
    ['POST', '/api/renewal/process', { asOf: 20_271_031 }, 400, '/asOf'],
    ['POST', '/api/renewal/process', { dryRun: 'yes' }, 400, '/dryRun'],
    ['POST', '/api/renewal/process', 'all', 400, ''],
    ['GET', `/api/renewal/process/${unknown}`, undefined, 404, null],
    ['GET', '/api/renewal/process/nonsense', undefined, 404, null],
    ['GET', '/api/renewal/process', undefined, 405, null],
    ['DELETE', '/api/renewal/upcoming', undefined, 405, null],
    ['POST', '/api/renewal', undefined, 405, null],
  ])('%s %s with %j answers %d %s', async (method, path, body, status, pointer) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await t.http.raw(method, path, text, { 'content-type': 'application/json' });

    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.body).toMatchObject({
      title: expect.any(String),
      status,
      detail: expect.any(String),
      instance: path.split('?')[0],
    });
    if (pointer !== null)
      expect(answer.body.errors.map((fault: { pointer: string }) => fault.pointer)).toContain(pointer);
  });

  test('a body of another media type is refused, no body is fine', async () => {
    expect((await t.http.raw('POST', '/api/renewal/process', '<a/>', { 'content-type': 'text/xml' })).status).toBe(415);
    expect((await t.http.raw('POST', '/api/renewal/process', '{', { 'content-type': 'application/json' })).status).toBe(
      400,
    );
    expect((await t.http.raw('POST', '/api/renewal/process')).status).toBe(200);
  });
});
