import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { inTransaction } from '@staycover/change';
import { claimsEvents, contractEvents, eventSubject } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually, nextPage, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';
import { nextWaiting } from './db/webhook-deliveries.ts';
import { beforeStatement, failOnce } from './testing/fail-once.ts';
import { isSigned, type Receiver, startReceiver } from './testing/receiver.ts';
import { webhookSteps } from './testing/webhooks.ts';

jest.setTimeout(120_000);

let world: TestService;
let receiver: Receiver;
const steps = webhookSteps(() => world);

beforeAll(async () => {
  receiver = await startReceiver();
  world = await startTestService(manifest, compose, {
    config: { WEBHOOK_TARGETS: 'local', WEBHOOK_TIMEOUT_MS: 600_000 },
  });
});

afterAll(async () => {
  await world?.stop();
  await receiver?.stop();
});

/** An endpoint with a path of its own at the receiver. */
const endpointOn = async (more: object = {}) => {
  const path = `/${newId()}`;
  return { path, ...(await steps.create(receiver.url + path, more)) };
};

const eventIds = (found: readonly { event: { id: string } }[]) => found.map(({ event }) => event.id);

describe('what happens', () => {
  test('is sent as it was published, signed with the secret that the answer to the creation had', async () => {
    const { path, secret, organizationId } = await endpointOn();
    const policyId = newId();
    const id = await steps.publish(organizationId, policyId);
    const [got] = await receiver.next(path, 1);
    expect(got!.event).toMatchObject({ id, subject: policyId, specversion: '1.0', data: { organizationId } });
    expect(got!.headers).toMatchObject({
      'webhook-id': id,
      'content-type': expect.stringContaining('cloudevents+json'),
    });
    expect(isSigned(secret, got!)).toBe(true);
    expect(isSigned(secret, { ...got!, body: got!.body.replace(policyId, newId()) })).toBe(false);
  });

  test('is not sent to other organizations, nor for events before the endpoint was created', async () => {
    const other = await endpointOn();
    const organizationId = `org-${newId()}`;
    await steps.publish(organizationId, newId());
    const mine = await eventually('it is kept', async () => {
      const { body } = await world.http.get(`/api/events?organizationId=${organizationId}`);
      return body.length === 1 && endpointOn({ organizationId });
    });
    const [id, marker] = [
      await steps.publish(organizationId, newId()),
      await steps.publish(other.organizationId, newId()),
    ];
    expect(eventIds(await receiver.next(mine.path, 1))).toEqual([id]);
    expect(eventIds(await receiver.next(other.path, 1))).toEqual([marker]);
  });

  test.each([
    [['insurance.claims.*'], ['claim-submitted']],
    [['insurance.contract.contract-changed.v1'], ['contract-changed']],
    [['*changed*', 'insurance.billing.*'], ['contract-changed']],
    [['*'], ['contract-changed', 'claim-submitted']],
  ])('is sent where the types %p ask for it', async (eventTypes, expected) => {
    const { path, organizationId } = await endpointOn({ eventTypes });
    const all = await endpointOn({ organizationId });
    await steps.publish(organizationId, newId());
    await steps.publish(organizationId, newId(), claimsEvents.claimSubmitted);
    await receiver.next(all.path, 2);
    const got = await receiver.next(path, expected.length);
    expect(got.map(({ event }) => event.type.split('.')[2]).toSorted()).toEqual(expected.toSorted());
  });

  test('comes in order for each thing, although the receiver is slow', async () => {
    const { path, organizationId } = await endpointOn();
    const answers: (() => void)[] = [];
    receiver.behave(path, (response) => void answers.push(() => response.writeHead(200).end('ok')));
    const [a, b] = [newId(), newId()];
    const ids = await steps.publishAll(organizationId, [a, b, a, b, a]);
    const answerAll = eventually('all came', () => {
      answers.splice(0).forEach((answer) => answer());
      return receiver.received.filter((each) => each.path === path).length === 5;
    });
    await answerAll;
    answers.splice(0).forEach((answer) => answer());
    const got = await receiver.next(path, 5);
    const of = (subject: string) => eventIds(got.filter(({ event }) => event.subject === subject));
    expect([of(a), of(b)]).toEqual([
      [ids[0], ids[2], ids[4]],
      [ids[1], ids[3]],
    ]);
  });

  test('waits for an endpoint that is paused', async () => {
    const { id, path, organizationId } = await endpointOn();
    const awake = await endpointOn({ organizationId });
    await world.http.patch(`/api/webhook-endpoint/${id}/status`, { status: 'PAUSED' });
    const event = await steps.publish(organizationId, newId());
    await receiver.next(awake.path, 1);
    expect(receiver.received.filter((each) => each.path === path)).toEqual([]);
    await world.http.patch(`/api/webhook-endpoint/${id}/status`, { status: 'ACTIVE' });
    expect(eventIds(await receiver.next(path, 1))).toEqual([event]);
  });

  test('is not sent to an endpoint that was deleted', async () => {
    const gone = await endpointOn();
    const { organizationId } = gone;
    const there = await endpointOn({ organizationId });
    expect((await world.http.delete(`/api/webhook-endpoint/${gone.id}`)).status).toBe(204);
    await steps.publish(organizationId, newId());
    await receiver.next(there.path, 1);
    expect(receiver.received.filter(({ path }) => path === gone.path)).toEqual([]);
  });
});

describe('an endpoint that is changed while events are sent to it', () => {
  const change = (id: string, body: object) => world.http.put(`/api/webhook-endpoint/${id}`, body);
  const pause = (id: string) => world.http.patch(`/api/webhook-endpoint/${id}/status`, { status: 'PAUSED' });

  /** An endpoint that holds back its answer to the first of two events of a thing. */
  const endpointAtWork = async () => {
    const endpoint = await endpointOn();
    const status = Promise.withResolvers<number>();
    receiver.behave(endpoint.path, async (response) => void response.writeHead(await status.promise).end());
    const thing = newId();
    const ids = await steps.publishAll(endpoint.organizationId, [thing, thing]);
    await receiver.next(endpoint.path, 1);
    await eventually('the second waits', async () => (await steps.waiting(endpoint.id)) === 2);
    return { ...endpoint, ids, answer: (code = 204) => status.resolve(code) };
  };

  const taken = (id: string) => eventually('the first is taken', async () => (await steps.attempts(id)).length === 1);

  /** Endpoints take turns: what another one gets comes after what this one still would. */
  const otherTurnsPass = async () => {
    for (let turn = 0; turn < 2; turn++) {
      const other = await endpointOn();
      await steps.publish(other.organizationId, newId());
      await receiver.next(other.path, 1);
    }
  };

  test('gets no more of them once it is paused, and the rest when it is active again', async () => {
    const { id, path, ids, answer } = await endpointAtWork();
    await pause(id);
    answer();
    await taken(id);
    await otherTurnsPass();
    expect(await steps.waiting(id)).toBe(1);
    expect(eventIds(await receiver.next(path, 1))).toEqual([ids[0]]);
    await world.http.patch(`/api/webhook-endpoint/${id}/status`, { status: 'ACTIVE' });
    expect(eventIds(await receiver.next(path, 2))).toEqual(ids);
  });

  test('gets no more of them once it is deleted', async () => {
    const { id, path, ids, answer } = await endpointAtWork();
    await world.http.delete(`/api/webhook-endpoint/${id}`);
    answer();
    await otherTurnsPass();
    expect(eventIds(await receiver.next(path, 1))).toEqual([ids[0]]);
  });

  test('gets nothing without a signature when it is deleted right before', async () => {
    const { id, path, organizationId } = await endpointOn();
    const deleted = beforeStatement(world, /from webhook_secret|join webhook_secret/, () =>
      world.http.delete(`/api/webhook-endpoint/${id}`),
    );
    await steps.publish(organizationId, newId());
    await deleted;
    await otherTurnsPass();
    expect(receiver.received.filter((each) => each.path === path)).toEqual([]);
  });

  test('gets the rest at its new address', async () => {
    const { id, path, ids, answer } = await endpointAtWork();
    const moved = `/${newId()}`;
    await change(id, { url: receiver.url + moved });
    answer();
    expect(eventIds(await receiver.next(moved, 1))).toEqual([ids[1]]);
    expect(eventIds(await receiver.next(path, 1))).toEqual([ids[0]]);
  });

  test('does not wait at its new address because the former one failed', async () => {
    const { id, ids, answer } = await endpointAtWork();
    const moved = `/${newId()}`;
    await change(id, { url: receiver.url + moved });
    answer(500);
    expect(eventIds(await receiver.next(moved, 2))).toEqual(ids);
    const attempts = await eventually('all are recorded', async () => {
      const found = await steps.attempts(id);
      return found.length === 3 && found;
    });
    const [, delivered, failed] = attempts.map(({ at }) => Temporal.Instant.from(at));
    expect(delivered!.since(failed!).total('seconds')).toBeLessThan(4);
  });

  test('gets an event once more that is replayed while it is sent', async () => {
    const { id, path, ids, answer } = await endpointAtWork();
    const { body } = await world.http.post(`/api/webhook-endpoint/${id}/replay`, { eventId: ids[0], limit: 1 });
    expect(body).toMatchObject({ events: 1 });
    answer();
    expect(eventIds(await receiver.next(path, 3))).toEqual([ids[0], ids[0], ids[1]]);
  });

  test('is not disabled because its former address is gone', async () => {
    const { id, ids, answer } = await endpointAtWork();
    const moved = `/${newId()}`;
    await change(id, { url: receiver.url + moved });
    answer(410);
    expect(eventIds(await receiver.next(moved, 2))).toEqual(ids);
    expect((await world.http.get(`/api/webhook-endpoint/${id}`)).body.status).toBe('ACTIVE');
  });
});

describe('an endpoint that hangs', () => {
  test('delays none of 10,000 others', async () => {
    const { path, organizationId } = await endpointOn();
    receiver.behave(path, () => undefined);
    await world.sql(
      `with made as (
         insert into webhook_endpoint (id, organization_id, url, event_types, status, created_by, created_date, last_modified_by, last_modified_date)
         select gen_random_uuid(), case when n <= 200 then $1 else 'org-' || n end, $2 || n, '["*"]', 'ACTIVE', 'x', now(), 'x', now()
         from generate_series(1, 10000) n returning id)
       insert into webhook_turn (endpoint_id) select id from made`,
      [organizationId, `${receiver.url}/many/`],
    );
    await steps.publish(organizationId, newId());
    await receiver.next(path, 1);
    const many = await eventually(
      'all others have it',
      () => {
        const found = new Set(receiver.received.map((each) => each.path).filter((each) => each.startsWith('/many/')));
        return found.size >= 200 && found;
      },
      90_000,
    );
    expect(many.size).toBe(200);
    expect(receiver.open()).toBeGreaterThan(0);
  });

  test('delays no other either when the session of who sends ends', async () => {
    const hanging = await endpointOn();
    receiver.behave(hanging.path, () => undefined);
    const other = await endpointOn();
    await steps.publish(hanging.organizationId, newId());
    await receiver.next(hanging.path, 1);
    await world.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'insight-webhooks' and datname = current_database()`,
    );
    await steps.publish(other.organizationId, newId());
    await receiver.next(other.path, 1);
    expect(receiver.received.filter(({ path }) => path === hanging.path)).toHaveLength(1);
  });
});

describe('deliveries that cannot be recorded yet', () => {
  test('give their endpoint no second turn beside those that are under way', async () => {
    const { path, organizationId } = await endpointOn();
    const [slow, quick] = [newId(), newId()];
    const of = (thing: string) =>
      receiver.received.filter((each) => each.path === path && each.event['subject'] === thing);
    const answers: (() => void)[] = [];
    receiver.behave(path, (response, { event }) => {
      const answer = () => void response.writeHead(200).end();
      if (event['subject'] === slow && answers.length === 0) answers.push(answer);
      else answer();
    });
    const failed = failOnce(world, /update webhook_delivery set delivered_at = /);
    await steps.publishAll(organizationId, [slow, quick]);
    await failed;
    const { path: later, organizationId: elsewhere } = await endpointOn();
    await steps.publish(elsewhere, newId());
    await receiver.next(later, 1);
    expect(of(slow)).toHaveLength(1);
    answers[0]!();
    await eventually('what was not recorded is sent again', () => of(quick).length === 2);
    expect(of(slow)).toHaveLength(1);
  });

  test('are tried once a second at most where it is our side that fails', async () => {
    const { id, path, organizationId } = await endpointOn();
    const { database } = world.service.platform;
    const { run } = database;
    const tries: number[] = [];
    database.run = (text, params) => {
      if (!/join webhook_secret/.test(text) || params?.[0] !== id) return run(text, params);
      tries.push(performance.now());
      throw new Error('It fails.');
    };
    await steps.publish(organizationId, newId());
    await eventually('it was tried twice', () => tries.length >= 2);
    expect(tries[1]! - tries[0]!).toBeGreaterThanOrEqual(1_000);
    database.run = run;
    expect(receiver.received.filter((each) => each.path === path)).toEqual([]);
  });

  test('leave connections to requests, and are recorded later', async () => {
    const organizationId = `org-${newId()}`;
    await world.sql(
      `with made as (
         insert into webhook_endpoint (id, organization_id, url, event_types, status, created_by, created_date, last_modified_by, last_modified_date)
         select gen_random_uuid(), $1, $2 || n, '["*"]', 'ACTIVE', 'x', now(), 'x', now()
         from generate_series(1, 100) n returning id)
       insert into webhook_turn (endpoint_id) select id from made`,
      [organizationId, `${receiver.url}/unrecorded/`],
    );
    const answer = await inTransaction(world.service.platform.database, async (tx) => {
      await tx.run('lock table webhook_attempt in exclusive mode', []);
      await steps.publish(organizationId, newId());
      await eventually(
        'deliveries wait for the lock',
        () => receiver.received.filter(({ path }) => path.startsWith('/unrecorded/')).length >= 50,
      );
      return world.http.get(`/api/events?organizationId=${organizationId}`);
    });
    expect(answer).toMatchObject({ status: 200, body: [expect.anything()] });
    await eventually(
      'each delivery is recorded',
      async () => {
        const rows = await world.sql(
          `select from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
           where e.organization_id = $1 and d.delivered_at is not null`,
          [organizationId],
        );
        return rows.length === 100;
      },
      60_000,
    );
  });
});

describe('secrets', () => {
  test('are shown once, and stored sealed', async () => {
    const { id, secret } = await endpointOn();
    const { body } = await world.http.get(`/api/webhook-endpoint/${id}`);
    expect(body).not.toHaveProperty('secret');
    const rows = await world.sql<{ sealed: Buffer }>('select sealed from webhook_secret where endpoint_id = $1', [id]);
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(rows).toHaveLength(1);
    expect([rows[0]!.sealed.includes(key), rows[0]!.sealed.includes(secret)]).toEqual([false, false]);
    const audit = await world.sql('select * from audit where resource_id = $1', [id]);
    expect(audit).toHaveLength(1);
    expect(JSON.stringify(audit)).not.toContain(secret);
  });

  test('are both good for a day after one was rotated', async () => {
    const { id, path, secret, organizationId } = await endpointOn();
    const { body: rotated } = await world.http.post(`/api/webhook-endpoint/${id}/rotate-secret`);
    await steps.publish(organizationId, newId());
    const [got] = await receiver.next(path, 1);
    expect([isSigned(secret, got!), isSigned(rotated.secret, got!)]).toEqual([true, true]);
    await world.sql(`update webhook_secret set expires_at = expires_at - interval '25 hours' where endpoint_id = $1`, [
      id,
    ]);
    await steps.publish(organizationId, newId());
    const [, later] = await receiver.next(path, 2);
    expect([isSigned(secret, later!), isSigned(rotated.secret, later!)]).toEqual([false, true]);
  });

  test('are the new one alone after one was rotated that was sealed with another key', async () => {
    const { id, path, organizationId } = await endpointOn();
    await world.sql(`update webhook_secret set sealed = decode(repeat('00', 60), 'hex') where endpoint_id = $1`, [id]);
    const { body: rotated } = await world.http.post(`/api/webhook-endpoint/${id}/rotate-secret`);
    await steps.publish(organizationId, newId());
    const [got] = await receiver.next(path, 1);
    expect(isSigned(rotated.secret, got!)).toBe(true);
  });

  test('sealed with another key cannot sign: attempts fail with the reason', async () => {
    const { id, organizationId } = await endpointOn();
    await world.sql(`update webhook_secret set sealed = decode(repeat('00', 60), 'hex') where endpoint_id = $1`, [id]);
    await steps.publish(organizationId, newId());
    const attempts = async () => (await world.http.get(`/api/webhook-endpoint/${id}/attempts`)).body;
    await eventually('an attempt has failed', async () => (await attempts()).length === 1);
    const { body: tested } = await world.http.post(`/api/webhook-endpoint/${id}/test`);
    const error = 'The secret of the endpoint cannot be read. Rotate it, or ask the operators of the platform.';
    expect([tested, ...(await attempts())].map((attempt) => attempt.error)).toEqual([error, error, error]);
    const [turn] = await world.sql('select failures, failing_since from webhook_turn where endpoint_id = $1', [id]);
    expect(turn).toEqual({ failures: 0, failing_since: null });
  });

  test('that could not sign do once they are rotated: what waited is sent at once', async () => {
    const { id, path, organizationId } = await endpointOn();
    await world.sql(`update webhook_secret set sealed = decode(repeat('00', 60), 'hex') where endpoint_id = $1`, [id]);
    await steps.publish(organizationId, newId());
    const rests = async () =>
      (await world.sql('select from webhook_turn where endpoint_id = $1 and rests_until > now()', [id])).length === 1;
    await eventually('it rests', rests);
    const { body: rotated } = await world.http.post(`/api/webhook-endpoint/${id}/rotate-secret`);
    const [got] = await receiver.next(path, 1);
    expect(isSigned(rotated.secret, got!)).toBe(true);
  });

  test('leave a trail: who rotated one is in the audit, without the secret', async () => {
    const { id } = await endpointOn();
    const { body: rotated } = await world.http.post(`/api/webhook-endpoint/${id}/rotate-secret`);
    expect(rotated.version).toBe(2);
    const audit = await world.sql<{ source: string }>('select * from audit where resource_id = $1 order by id', [id]);
    expect(audit).toHaveLength(2);
    expect(audit[1]!.source).toBe(`POST /api/webhook-endpoint/${id}/rotate-secret`);
    expect(JSON.stringify(audit)).not.toContain(rotated.secret);
  });
});

describe('a test', () => {
  test.each([
    ['takes it', 200, 'DELIVERED', null],
    ['is broken', 500, 'FAILED', 'The answer has the status 500.'],
    ['redirects', 302, 'FAILED', 'The answer has the status 302.'],
  ])('records a receiver that %s', async (_what, status, outcome, error) => {
    const { id, path, secret } = await endpointOn();
    receiver.behave(
      path,
      (response) => void response.writeHead(status, { location: `${receiver.url}/elsewhere` }).end('answer'),
    );
    const { body } = await world.http.post(`/api/webhook-endpoint/${id}/test`);
    expect(body).toMatchObject({
      status,
      outcome,
      error,
      answer: 'answer',
      eventType: 'insurance.insight.webhook-test.v1',
    });
    const [got] = await receiver.next(path, 1);
    expect(isSigned(secret, got!)).toBe(true);
    expect(receiver.received.filter((each) => each.path === '/elsewhere')).toEqual([]);
    expect(await steps.attempts(id)).toEqual([body]);
  });

  test('records an address without a server', async () => {
    const { id } = await steps.create('http://127.0.0.1:9/');
    const { body } = await world.http.post(`/api/webhook-endpoint/${id}/test`);
    expect(body).toMatchObject({ outcome: 'FAILED', status: null, error: 'The connection was refused.' });
  });
});

test('of the answer to a test, 200 characters are kept when it is a success, 1,000 when it is a failure', async () => {
  const { id, path } = await endpointOn();
  for (const [status, kept] of [
    [200, 200],
    [500, 1_000],
  ] as const) {
    receiver.behave(path, (response) => void response.writeHead(status).end('x'.repeat(2_000)));
    const { body } = await world.http.post(`/api/webhook-endpoint/${id}/test`);
    expect(body.answer).toBe('x'.repeat(kept));
  }
});

describe('a replay', () => {
  const replay = (id: string, body: object) => world.http.post(`/api/webhook-endpoint/${id}/replay`, body);

  test('sends events again from an id on, in their order, under the same ids', async () => {
    const { id, path, organizationId } = await endpointOn();
    const ids = await steps.publishAll(organizationId, Array(3).fill(newId()) as string[]);
    await receiver.next(path, 3);
    expect((await replay(id, { eventId: ids[1] })).body).toEqual({ events: 2, lastEventId: ids[2], isComplete: true });
    expect(eventIds(await receiver.next(path, 5))).toEqual([...ids, ids[1], ids[2]]);
    const first = await replay(id, { eventId: ids[0], limit: 1 });
    expect(first).toMatchObject({ status: 202, body: { events: 1, lastEventId: ids[0], isComplete: true } });
    expect(eventIds(await receiver.next(path, 6)).at(-1)).toBe(ids[0]);
  });

  test('sends what an endpoint missed since a time, only of the types that it asks for', async () => {
    const organizationId = `org-${newId()}`;
    const before = await endpointOn({ organizationId });
    const id = await steps.publish(organizationId, newId());
    await steps.publish(organizationId, newId(), claimsEvents.claimSubmitted);
    await receiver.next(before.path, 2);
    const late = await endpointOn({ organizationId, eventTypes: ['insurance.contract.*'] });
    expect((await replay(late.id, { from: '2026-01-01T00:00:00Z' })).body).toMatchObject({ events: 1 });
    expect(eventIds(await receiver.next(late.path, 1))).toEqual([id]);
    expect((await replay(late.id, { from: '2999-01-01T00:00:00Z' })).body).toMatchObject({
      events: 0,
      lastEventId: null,
    });
  });

  test('of one event sends no other in its place when its type is not asked for any more', async () => {
    const { id, path, organizationId } = await endpointOn();
    const event = await steps.publish(organizationId, newId());
    // Each publisher has a stream of its own: the second would else be stored first at times.
    await receiver.next(path, 1);
    await steps.publish(organizationId, newId(), claimsEvents.claimSubmitted);
    await receiver.next(path, 2);
    await world.http.put(`/api/webhook-endpoint/${id}`, { eventTypes: ['insurance.claims.*'] });
    expect((await replay(id, { eventId: event, limit: 1 })).body).toEqual({
      events: 0,
      lastEventId: null,
      isComplete: true,
    });
    expect((await replay(id, { eventId: event })).body).toMatchObject({ events: 1 });
    expect(await receiver.next(path, 3)).toHaveLength(3);
  });

  test.each([
    ['0000-01-01T00:00:00Z', 1],
    ['0001-01-01T00:00:00+23:59', 1],
    [`2026-01-01T00:00:00.${'0'.repeat(1_000)}Z`, 1],
    ['9999-12-31T23:59:59-23:59', 0],
  ])('begins at any time that can be written: %.30s', async (from, events) => {
    const { id, path, organizationId } = await endpointOn();
    await steps.publish(organizationId, newId());
    await receiver.next(path, 1);
    expect((await replay(id, { from })).body).toMatchObject({ events });
  });

  test.each([
    ['of nothing', {}, 400],
    ['of an event that is not there', { eventId: newId() }, 404],
    ['of no id', { eventId: 'x' }, 400],
    ['of a time that is none', { from: 'yesterday' }, 400],
    ['of too many', { from: '2026-01-01T00:00:00Z', limit: 10_001 }, 400],
  ])('%s is refused', async (_what, body, status) => {
    const { id } = await endpointOn();
    expect((await replay(id, body)).status).toBe(status);
  });

  test('is refused while more than 10,000 events wait for the endpoint, and is not when fewer do', async () => {
    const { id, path, organizationId } = await endpointOn();
    const event = await steps.publish(organizationId, newId());
    await receiver.next(path, 1);
    await world.http.patch(`/api/webhook-endpoint/${id}/status`, { status: 'PAUSED' });
    await world.sql(
      `insert into webhook_delivery (endpoint_id, position, aggregate_id)
       select $1, -n, 'x' from generate_series(1, 10001) n`,
      [id],
    );
    const refused = await replay(id, { eventId: event });
    expect(refused).toMatchObject({ status: 429, body: { retryAfter: 60, detail: expect.stringContaining('10,000') } });
    await world.sql('delete from webhook_delivery where endpoint_id = $1 and position = -1', [id]);
    expect((await replay(id, { eventId: event })).status).toBe(202);
    await world.sql('delete from webhook_delivery where endpoint_id = $1 and position < 0', [id]);
  });

  test('of an event of another organization is not found', async () => {
    const [mine, other] = [await endpointOn(), await endpointOn()];
    const event = await steps.publish(other.organizationId, newId());
    await receiver.next(other.path, 1);
    expect((await replay(mine.id, { eventId: event })).body).toMatchObject({ events: 0 });
  });
});

test('of large events fewer are sent at the same time: they are kept in memory', async () => {
  const { id, organizationId } = await endpointOn();
  await world.http.patch(`/api/webhook-endpoint/${id}/status`, { status: 'PAUSED' });
  const { example } = contractEvents.contractChanged;
  const customTerms = Array.from({ length: 200 }, (_, i) => ({ termName: `${i}`, termDescription: 'x'.repeat(500) }));
  const data = { ...example.data, organizationId, contract: { ...example.data.contract, customTerms } };
  for (let i = 0; i < 4; i++) {
    const envelope = { ...example, id: newId(), subject: newId(), data };
    const subject = eventSubject(contractEvents.contractChanged, organizationId);
    await world.events.publishRaw(subject, JSON.stringify(envelope), envelope.id);
  }
  await eventually('they wait', async () => (await steps.waiting(id)) === 4);
  const { database } = world.service.platform;
  expect(await nextWaiting(database, id, Temporal.Now.instant(), 8)).toHaveLength(2);
});

test('attempts are a list, page by page, by event and by how they ended', async () => {
  const { id, path, organizationId } = await endpointOn();
  const ids = await steps.publishAll(organizationId, [newId(), newId(), newId()]);
  await receiver.next(path, 3);
  await eventually('they are kept', async () => (await steps.attempts(id)).length === 3);
  const first = await world.http.get(`/api/webhook-endpoint/${id}/attempts?limit=2`);
  const second = await world.http.get(nextPage(first)!);
  const all = [...first.body, ...second.body].map(({ eventId }: { eventId: string }) => eventId);
  expect(all.toSorted()).toEqual(ids.toSorted());
  expect(await steps.attempts(id, `?eventId=${ids[1]}`)).toEqual([
    expect.objectContaining({ eventId: ids[1], outcome: 'DELIVERED', status: 204, error: null }),
  ]);
  expect(await steps.attempts(id, '?outcome=DELIVERED')).toHaveLength(3);
  expect(await steps.attempts(id, '?outcome=FAILED')).toEqual([]);
});

test('of 1,000 endpoints that get one event, one that hangs delays none', async () => {
  const organizationId = `org-${newId()}`;
  const count = 1_000;
  await world.sql(
    `insert into webhook_endpoint (id, organization_id, url, event_types, status, created_by, created_date, last_modified_by,
       last_modified_date)
     select gen_random_uuid(), $1, $2 || '/many/' || i, '["*"]', 'ACTIVE', 'spec', now(), 'spec', now()
     from generate_series(1, $3) as i`,
    [organizationId, receiver.url, count],
  );
  await world.sql('insert into webhook_turn (endpoint_id) select id from webhook_endpoint where organization_id = $1', [
    organizationId,
  ]);
  receiver.behave('/many/1', () => undefined);
  const event = await steps.publish(organizationId, newId());
  const others = () => receiver.received.filter(({ path, event: { id } }) => path.startsWith('/many/') && id === event);
  await eventually('all others came', () => new Set(others().map(({ path }) => path)).size === count);
  const taken = `select count(*)::int as taken from webhook_attempt where event_id = $1 and error is null`;
  const delivered = async () => (await world.sql<{ taken: number }>(taken, [event]))[0]!.taken;
  await eventually('they are recorded', async () => (await delivered()) === count - 1);
  expect(await delivered()).toBe(count - 1);
});

test('endpoints that failed take half of the places at most, however many are due at once', async () => {
  const [failing, well] = [Array.from({ length: 20 }, () => `org-${newId()}`), await endpointOn()];
  await world.sql(
    `with made as (
       insert into webhook_endpoint (id, organization_id, url, event_types, status, created_by, created_date, last_modified_by,
         last_modified_date)
       select gen_random_uuid(), organization_id, $2 || '/failing', '["*"]', 'ACTIVE', 'spec', now(), 'spec', now()
       from unnest($1::text[]) as organization_id, generate_series(1, 20) returning id)
     insert into webhook_turn (endpoint_id, failures) select id, 1 from made`,
    [failing, receiver.url],
  );
  receiver.behave('/failing', () => undefined);
  for (const organizationId of failing) await steps.publish(organizationId, newId());
  await receiver.next('/failing', 256);
  await steps.publish(well.organizationId, newId());
  await receiver.next(well.path, 1);
  expect(receiver.received.filter(({ path }) => path === '/failing')).toHaveLength(256);
});

test('a test that is under way as the process ends is refused with 503', async () => {
  const { id, path } = await endpointOn();
  receiver.behave(path, () => undefined);
  const answered = world.http.post(`/api/webhook-endpoint/${id}/test`, {});
  await receiver.next(path, 1);
  await world.service.stop();
  expect(await answered).toMatchObject({ status: 503, body: { detail: 'This process ends. Try again.' } });
});
