import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Policy } from '@staycover/api';
import { inboundEvents, type PolicyGetRequest, policyGet } from '@staycover/events';
import { businessDate, newId, systemClock } from '@staycover/kernel';
import { askService, eventually, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';
import { organizationLock } from './db/policies.ts';

let t: TestService;

beforeAll(async () => {
  t = await startTestService(manifest, compose);
});

afterAll(() => t.stop());

const WAITS = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const BUSY = `select 1 from pg_stat_activity where datname = current_database() and usename = 'policy'
  and application_name = 'policy' and state <> 'idle'`;

/** Changes a policy that another transaction locks for a while. */
const changeWhileHeld = async (id: string, name: string, headers: Record<string, string>) => {
  await t.sql('begin');
  await t.sql('select 1 from policy where id = $1 for update', [id]);
  const answer = t.http.put(`/api/policy/${id}`, { name }, headers);
  let isAnswered = false;
  void answer.then(() => void (isAnswered = true));
  await eventually('the change waits, or was given up', async () => isAnswered || (await t.sql(WAITS)).length > 0);
  const waited = performance.now();
  await eventually('a patience of 100 ms is over', () => performance.now() > waited + 150);
  await t.sql('commit');
  return answer;
};

test('a change that is too late for its caller is not stored', async () => {
  const { id } = (await t.http.post('/api/policy', { organizationId: 'acme', name: 'Before' })).body as Policy;
  const late = await changeWhileHeld(id, 'Late', { 'x-answer-within-ms': '100' });
  expect(late.status).toBe(503);
  expect((await t.http.get(`/api/policy/${id}`)).body).toMatchObject({ name: 'Before', version: 1 });

  expect(await changeWhileHeld(id, 'In time', { 'x-answer-within-ms': '5000' })).toMatchObject({
    status: 200,
    body: { name: 'In time' },
  });
  expect(await changeWhileHeld(id, 'By itself', {})).toMatchObject({ status: 200, body: { name: 'By itself' } });
});

test('a change that does not get its turn in time is refused while the one before it still waits', async () => {
  const { id } = (await t.http.post('/api/policy', { organizationId: 'acme', name: 'Before' })).body as Policy;
  await t.sql('begin');
  await t.sql('select 1 from policy where id = $1 for update', [id]);
  const first = t.http.put(`/api/policy/${id}`, { name: 'First' }, { 'x-answer-within-ms': '60000' });
  await eventually('the first waits', async () => (await t.sql(WAITS)).length > 0);
  const second = await t.http.put(`/api/policy/${id}`, { name: 'Second' }, { 'x-answer-within-ms': '100' });
  expect([second.status, second.body.detail]).toEqual([
    503,
    expect.stringMatching(/^Too many changes of this resource/),
  ]);
  await t.sql('commit');
  expect((await first).body).toMatchObject({ name: 'First', version: 2 });
});

test('a change that its caller has abandoned is not stored: it may have been retried elsewhere, and changed since', async () => {
  const { id } = (await t.http.post('/api/policy', { organizationId: 'acme', name: 'Before' })).body as Policy;
  const leaving = new AbortController();
  await t.sql('begin');
  await t.sql('select 1 from policy where id = $1 for update', [id]);
  const answer = fetch(`${t.service.url}/api/policy/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-answer-within-ms': '60000' },
    body: JSON.stringify({ name: 'Late' }),
    signal: leaving.signal,
  });
  await eventually('the change waits', async () => (await t.sql(WAITS)).length > 0);
  leaving.abort();
  await expect(answer).rejects.toThrow(/abort/i);
  await t.http.get('/healthz');
  await t.sql('commit');
  await eventually('nothing waits', async () => (await t.sql(BUSY)).length === 0);
  expect((await t.http.put(`/api/policy/${id}`, { ratePerNight: 4 })).body).toMatchObject({
    name: 'Before',
    version: 2,
  });
});

const LONG_WAITS = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  and query_start < clock_timestamp() - interval '1.2 seconds'`;

const makeElection = (propertyId: string) => ({
  electionId: `e-${propertyId}`,
  scopeType: 'PROPERTY' as const,
  scopeId: propertyId,
  action: 'INCLUDE' as const,
  property: { propertyId },
});

test('elections wait their turn in the organization longer than for other locks, as many may stand before them', async () => {
  const body = { organizationId: 'crowded', coverageElections: [makeElection('p')] };
  await t.sql('begin');
  await t.sql(`select pg_advisory_xact_lock(${organizationLock('$1')})`, ['crowded']);
  const late = await t.http.post('/api/policy', body, { 'x-answer-within-ms': '100' });
  const answer = t.http.post('/api/policy', body, { 'x-answer-within-ms': '9000' });
  await eventually('it waits longer than a session does', async () => (await t.sql(LONG_WAITS)).length > 0);
  await t.sql('commit');
  expect([late.status, (await answer).status]).toEqual([503, 201]);
});

const MORE_THAN_CONNECTIONS = 12;

type Asked = (id: string) => Promise<{ status: number }>;

const today = businessDate(systemClock()).toString();
const key = () => ({ 'idempotency-key': newId() });

const quote = async (policyId: string, whatIf: PolicyGetRequest['whatIf']) => {
  await askService(t.service.platform.nats, policyGet, { policyId, organizationId: 'busy', whatIf });
  return { status: 200 };
};

const asking: [string, number, Asked][] = [
  ['changes', 200, (id) => t.http.put(`/api/policy/${id}`, { coverageElections: [makeElection(id)] })],
  [
    'corrections with a key',
    200,
    (id) =>
      t.http.post(`/api/policy/${id}/correction`, { effectiveFrom: today, reason: 'agreed', ratePerNight: 5 }, key()),
  ],
  ['new policies', 201, () => t.http.post('/api/policy', { organizationId: 'busy' })],
  ['quotes of a cancellation', 200, (id) => quote(id, { status: 'CANCELLED' })],
  ['quotes of elections', 200, (id) => quote(id, { coverageElections: [makeElection(id)] })],
  ['new policies with a key', 201, () => t.http.post('/api/policy', { organizationId: 'busy' }, key())],
];

const canRead = async (ids: readonly string[]): Promise<void> => {
  const reads = await Promise.all(ids.map((id) => t.http.get(`/api/policy/${id}/changes`)));
  expect(reads.map(({ status }) => status)).toEqual(ids.map(() => 200));
};

test.each(asking)('%s that wait for a busy organization leave connections to others', async (_what, status, ask) => {
  const create = async () => {
    const { id } = (await t.http.post('/api/policy', { organizationId: 'busy', ratePerNight: 4 })).body as Policy;
    await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' });
    return id;
  };
  const ids = await Promise.all(Array.from({ length: MORE_THAN_CONNECTIONS }, create));
  await t.sql('begin');
  await t.sql(`select pg_advisory_xact_lock(${organizationLock('$1')})`, ['busy']);
  const answers = ids.map(ask);
  await eventually('one waits for the lock', async () => (await t.sql(WAITS)).length > 0);
  await canRead(ids);
  expect(await t.sql(WAITS)).toHaveLength(1);
  await t.sql('commit');
  expect((await Promise.all(answers)).map((answer) => answer.status)).toEqual(ids.map(() => status));
});

test('elections of other systems that wait for a busy organization leave connections to others', async () => {
  const organizationId = 'elected';
  const { id } = (await t.http.post('/api/policy', { organizationId })).body as Policy;
  await t.sql('begin');
  await t.sql(`select pg_advisory_xact_lock(${organizationLock('$1')})`, [organizationId]);
  for (let n = 0; n < MORE_THAN_CONNECTIONS; n++) {
    const elections = [{ electionId: `e-${n}`, scopeType: 'PROPERTY', scopeId: `p-${n}`, action: 'INCLUDE' } as const];
    await t.events.publish(inboundEvents.coverageElectionChanged, { organizationId, policyId: id, elections });
  }
  await eventually('one waits for the lock', async () => (await t.sql(WAITS)).length > 0);
  await canRead(Array(MORE_THAN_CONNECTIONS).fill(id) as string[]);
  expect(await t.sql(WAITS)).toHaveLength(1);
  await t.sql('commit');
  await eventually('all are enrolled', async () => {
    const { body } = await t.http.get(`/api/policy/${id}`);
    return (body as Policy).enrolledProperties.length === MORE_THAN_CONNECTIONS;
  });
});
