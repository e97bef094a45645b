import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { type Database, execute, inTransaction, openDatabase, query, timeLeft } from '@staycover/db';
import { contractEvents, type EventDefinition, eventRejected, policyGet } from '@staycover/events';
import { DomainError, newId, systemClock } from '@staycover/kernel';
import { createLogger } from '@staycover/telemetry';
import {
  createTestDatabase,
  createTestNats,
  eventually,
  oncePerEvent,
  streamSize,
  type TestDatabase,
  type TestNats,
} from '@staycover/testing';
import pg from 'pg';
import { countStart, forgiveStart, MAX_STARTS } from './dead-letters.ts';
import {
  answer,
  appendEvents,
  type Consumer,
  callRpc,
  connectNats,
  type Delivery,
  durableName,
  type Nats,
  NotYet,
  newEvent,
  type Relay,
  ServiceAway,
  type Subscription,
  serveRpc,
  slots,
  startConsumer,
  startRelay,
  streamName,
} from './index.ts';

const SERVICE = 'policy';
/** Handlers that run at once. */
const AT_ONCE = 8;
const logger = createLogger('test', { level: 'silent' });
const SUBJECT = 'insurance.contract.deal-closed.acme';

let testDatabase: TestDatabase;
let database: Database;
let admin: pg.Client;
let testNats: TestNats;
let nats: Nats;
const running: (Relay | Consumer)[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  admin = new pg.Client({ connectionString: testDatabase.adminUrl, options: `-c search_path=${SERVICE}` });
  await admin.connect();
  await admin.query('create table effect (deal text not null)');
  await admin.query(`grant select, insert, delete on effect to ${SERVICE}`);
  database = await openDatabase({ url: testDatabase.urlFor(SERVICE), schema: SERVICE, entities: [] });
});

beforeEach(async () => {
  testNats = await createTestNats([{ service: SERVICE, event: contractEvents.dealClosed }]);
  nats = await connectNats({ ...testNats, service: SERVICE, logger });
  await admin.query('truncate effect, outbox, inbox, dead_letter, handler_start');
});

afterEach(async () => {
  for (const each of running.splice(0)) await each.stop();
  await nats.close();
});

afterAll(async () => {
  await database.close();
  await admin.end();
  await testDatabase.drop();
});

const relay = (): Relay => {
  const started = startRelay({ url: testDatabase.urlFor(SERVICE), schema: SERVICE, nats, logger });
  running.push(started);
  return started;
};

const dealData = (crmDealId: string) => ({
  ...contractEvents.dealClosed.example.data,
  organizationId: 'acme',
  crmDealId,
});

const deal = (crmDealId: string, aggregate = { id: newId(), version: 1 }) =>
  newEvent(contractEvents.dealClosed, { organizationId: 'acme', ...aggregate }, dealData(crmDealId));

const append = (...events: ReturnType<typeof deal>[]) =>
  inTransaction(database, (tx) => appendEvents(tx, events, { now: systemClock(), newId }));

const envelope = (crmDealId: string, id = newId()) => ({
  ...contractEvents.dealClosed.example,
  id,
  data: dealData(crmDealId),
});

const publish = (body: unknown, subject = SUBJECT) =>
  jetstream(nats.connection).publish(subject, typeof body === 'string' ? body : JSON.stringify(body));

const rows = <Row>(sql: string) => query<Row>(database, sql);
const effects = async () => (await rows<{ deal: string }>('select deal from effect')).map((row) => row.deal);
const unpublished = async () =>
  Number((await rows<{ n: string }>('select count(*) n from outbox where published_at is null'))[0]!.n);

const consume = async (
  before: (deal: string) => Promise<void> | void = () => undefined,
  startedAt = performance.timeOrigin,
  more: Partial<Subscription> = {},
  retryMs = [1],
) => {
  const subscription = oncePerEvent(contractEvents.dealClosed, async (tx, data) => {
    await before(data.crmDealId);
    await execute(tx, 'insert into effect (deal) values ($1)', [data.crmDealId]);
  });
  const options = {
    service: SERVICE,
    nats,
    database,
    logger,
    clock: systemClock,
    aheadMs: () => 0,
    newId,
    handlers: slots(AT_ONCE),
    retryMs,
    serviceAwayMs: 50,
    startedAt,
  };
  const consumer = startConsumer({ ...subscription, ...more }, options);
  running.push(consumer);
  return consumer;
};

/** An event that is not returned is redelivered after ten minutes. */
const withLongAckWait = async (): Promise<void> => {
  const manager = await jetstreamManager(nats.connection);
  const durable = durableName(SERVICE, contractEvents.dealClosed);
  await manager.consumers.update(streamName('contract'), durable, { ack_wait: nanos(600_000) });
};

describe('the starts of a redelivered event', () => {
  const start = () => countStart(database, 'policy-contract-deal-closed', 'e-1');

  test('are counted while it is not processed, and not below none', async () => {
    expect([await start(), await start()]).toEqual([1, 2]);
    for (let i = 0; i < 3; i++) await forgiveStart(database, 'policy-contract-deal-closed', 'e-1');
    expect(await start()).toBe(1);
  });

  test('are none when it is processed and only its acks were lost', async () => {
    await admin.query(`insert into inbox (consumer, event_key) values ('policy-contract-deal-closed', 'e-1')`);
    expect(await start()).toBe(0);
  });
});

describe('an event with five handler starts that never ended', () => {
  const started = envelope('suspect');
  const publishStarted = async () => {
    const text = 'insert into handler_start (consumer, event_key, starts) values ($1, $2, 5)';
    await admin.query(text, ['policy-contract-deal-closed', started.id]);
    await publish(started);
  };
  const handle = async (startedAt: number) => {
    await publishStarted();
    await publish(envelope('neighbour'));
    await consume(undefined, startedAt);
    await eventually('the neighbour is handled', async () => (await effects()).includes('neighbour'));
  };
  const rejections = () => rows<{ reason: string }>('select reason from dead_letter');
  const starts = () => rows(`select 1 from handler_start where event_key = '${started.id}'`);

  test('is given up by a process that is younger than it, although the server counts no delivery', async () => {
    await handle(Date.now() + 3_600_000);
    const [rejection] = await eventually('it is given up', async () => {
      const found = await rejections();
      return found.length > 0 && found;
    });
    expect(rejection!.reason).toBe('The handler failed or killed the process each time.');
    expect(await effects()).toEqual(['neighbour']);
    expect(await countStart(database, 'policy-contract-deal-closed', started.id)).toBe(1);
  });

  test('is tried as often as a new one when it comes again, although its dead letter is there already', async () => {
    await handle(Date.now() + 3_600_000);
    await eventually('it is given up', async () => (await rejections()).length > 0);
    for (let i = 0; i < 2; i++) {
      await publishStarted();
      await eventually('its starts are forgotten', async () => (await starts()).length === 0);
    }
    expect(await rejections()).toHaveLength(1);
  });

  test('is handled when the process is older: it cannot have ended another before', async () => {
    await handle(performance.timeOrigin);
    await eventually('both are handled', async () => (await effects()).length === 2);
    expect(await rejections()).toEqual([]);
  });
});

describe('the outbox', () => {
  test('holds committed events and no rolled back ones', async () => {
    await append(deal('kept'));
    await expect(
      inTransaction(database, async (tx) => {
        await appendEvents(tx, [deal('lost')], { now: systemClock(), newId });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    relay();
    await eventually('the outbox is empty', async () => (await unpublished()) === 0);
    expect(await streamSize(nats.connection, 'CONTRACT')).toBe(1);
  });

  test('publishes the versions of each aggregate in order', async () => {
    const aggregates = [newId(), newId(), newId()];
    for (let version = 1; version <= 20; version++)
      await append(...aggregates.map((id) => deal(`${id} ${version}`, { id, version })));
    relay();
    await eventually('the outbox is empty', async () => (await unpublished()) === 0);
    const order = await rows<{ aggregate_id: string; aggregate_version: number }>(
      'select aggregate_id, aggregate_version from outbox order by stream_seq',
    );
    for (const id of aggregates) {
      const versions = order.filter((row) => row.aggregate_id === id).map((row) => row.aggregate_version);
      expect(versions).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    }
  });

  test('refuses two events of one version from different transactions: a lost update shows', async () => {
    const aggregate = { id: newId(), version: 1 };
    await append(deal('first', aggregate), deal('second', aggregate));
    await expect(append(deal('third', aggregate))).rejects.toThrow(/duplicate key/);
  });

  test('refuses what could not be published', async () => {
    const big = deal('big');
    big.data.policyTerms = { ...big.data.policyTerms, eligibilityOverrides: { text: 'x'.repeat(300_000) } };
    await expect(append(big)).rejects.toMatchObject({ code: 'payload-too-large' });
  });

  test('is published by one of two relays, and by the other when the first stops', async () => {
    const [first, second] = [relay(), relay()];
    const active = await eventually('one holds the lock', () => [first, second].find((each) => each.isActive()));
    const standby = active === first ? second : first;
    expect(standby.isActive()).toBe(false);
    await active.stop();
    await eventually('the other took over', () => standby.isActive());
    await append(deal('after'));
    standby.wake();
    await eventually('the outbox is empty', async () => (await unpublished()) === 0);
  });

  test('waits while the stream refuses, and drains when it takes again', async () => {
    const jsm = await jetstreamManager(nats.connection);
    await jsm.streams.update('CONTRACT', { max_msgs: 1 });
    await append(deal('a'), deal('b'), deal('c'));
    relay();
    await eventually(
      'the refusal is noted',
      async () => (await rows(`select 1 from outbox where attempts > 1`)).length > 0,
    );
    await jsm.streams.update('CONTRACT', { max_msgs: -1 });
    await eventually('the outbox is empty', async () => (await unpublished()) === 0);
    expect(await streamSize(nats.connection, 'CONTRACT')).toBe(3);
  });
});

describe('a consumer', () => {
  test('given the same event a hundred times has one effect', async () => {
    const event = envelope('once');
    await consume();
    await Promise.all(Array.from({ length: 100 }, () => publish(event)));
    await publish(envelope('last'));
    await eventually('all were seen', async () => {
      const { num_pending, num_ack_pending } = await (await jetstreamManager(nats.connection)).consumers.info(
        'CONTRACT',
        'policy-contract-deal-closed',
      );
      return num_pending === 0 && num_ack_pending === 0;
    });
    expect((await effects()).toSorted()).toEqual(['last', 'once']);
  });

  test.each<[string, string, string]>([
    ['text that is no JSON', 'not json', 'not JSON'],
    ['another schema', JSON.stringify({ id: 'x' }), 'schema'],
    [
      'another organization than its subject',
      JSON.stringify({ ...envelope('x'), data: { ...dealData('x'), organizationId: 'evil' } }),
      'organizations',
    ],
  ])('sends %s to the dead letters, publishes the rejection, and continues', async (_what, text, reason) => {
    await consume();
    await publish(text);
    await publish(envelope('healthy'));
    await eventually('the healthy one had its effect', async () => (await effects()).includes('healthy'));
    const letter = await eventually(
      'a dead letter',
      async () => (await rows<{ reason: string; payload: string }>('select reason, payload from dead_letter'))[0],
    );
    expect(letter.reason).toMatch(reason);
    expect(letter.payload).toBe(text);
    const rejected = eventRejected(SERVICE);
    const [rejection] = await rows<{ payload: string }>(`select payload from outbox`);
    expect(rejected.envelope.safeParse(JSON.parse(rejection!.payload)).error).toBeUndefined();
  });

  test('sends an event under a subject that cannot be stored to the dead letters', async () => {
    await consume();
    await publish(envelope('astray'), 'insurance.contract.deal-closed.ac\0me');
    const letter = await eventually(
      'a dead letter',
      async () => (await rows<{ subject: string; reason: string }>('select subject, reason from dead_letter'))[0],
    );
    expect(letter).toEqual({
      subject: 'insurance.contract.deal-closed.ac\uFFFDme',
      reason: 'The subject must end in one organization id.',
    });
  });

  test('sends what the domain refuses to the dead letters, and rolls its effect back', async () => {
    await consume((name) => {
      if (name === 'refused') throw new DomainError('deal-conflict', 'Other content.');
    });
    await publish(envelope('refused'));
    const letter = await eventually(
      'a dead letter',
      async () => (await rows<{ reason: string }>('select reason from dead_letter'))[0],
    );
    expect(letter.reason).toBe('Other content.');
    expect(await effects()).toEqual([]);
  });

  describe('refuses an event that comes under the same id as a dead letter', () => {
    const isResolved = 'resolved_at is not null as "isResolved"';
    const letters = () =>
      rows<{ reason: string; payload: string; isResolved: boolean }>(
        `select reason, payload, ${isResolved} from dead_letter`,
      );
    const rejections = () => rows('select 1 from outbox');
    const refuse = async () => {
      const reasons = ['The first reason.', 'The second reason.', 'The third reason.'];
      await consume((name) => {
        if (name.startsWith('refused')) throw new DomainError('deal-conflict', reasons.shift()!);
      });
      const event = envelope('refused');
      await publish(event);
      await eventually('a dead letter', async () => (await letters())[0]);
      return event;
    };

    test('and keeps it again when that is resolved, with another answer to its sender', async () => {
      const event = await refuse();
      await admin.query(`update dead_letter set resolved_at = now(), resolution = 'DISCARDED', resolved_by = 'dana'`);
      await publish(event);
      const reason = 'The second reason.';
      await eventually('it is open again', async () => (await letters())[0]!.reason === reason);
      expect(await letters()).toEqual([{ reason, payload: JSON.stringify(event), isResolved: false }]);
      expect(await rejections()).toHaveLength(2);
    });

    test('and keeps it in the place of that when it has other content', async () => {
      const event = await refuse();
      const corrected = envelope('refused, corrected', event.id);
      await publish(corrected);
      const reason = 'The second reason.';
      await eventually('it is kept', async () => (await letters())[0]!.reason === reason);
      expect(await letters()).toEqual([{ reason, payload: JSON.stringify(corrected), isResolved: false }]);
      expect(await rejections()).toHaveLength(2);
    });

    test('and keeps one of the two that are the same', async () => {
      const event = await refuse();
      await publish(event);
      await publish(envelope('healthy'));
      await publish(envelope('refused too'));
      await eventually('all were handled', async () => (await letters()).length === 2);
      const reasons = (await letters()).map(({ reason }) => reason);
      expect(reasons).toContain('The first reason.');
      expect(await rejections()).toHaveLength(2);
    });
  });

  test('tries what fails again, then gives it up with others flowing on', async () => {
    let tries = 0;
    await consume((name) => {
      if (name === 'broken') throw new Error(`try ${++tries}`);
    });
    await publish(envelope('broken'));
    await publish(envelope('healthy'));
    await eventually('an effect', async () => (await effects())[0]);
    await eventually('a dead letter', async () => (await rows('select 1 from dead_letter'))[0]);
    expect(tries).toBe(6);
    expect(await effects()).toEqual(['healthy']);
  });

  test('retries an event after a failed first try, with one effect', async () => {
    let failed = false;
    await consume(() => {
      if (failed) return;
      failed = true;
      throw new Error('not this time');
    });
    await publish(envelope('second time'));
    await eventually('the effect', async () => (await effects())[0]);
    expect(await effects()).toEqual(['second time']);
    expect(await rows('select 1 from dead_letter')).toEqual([]);
  });
});

test('an event came when its stream got it, however late it is handled', async () => {
  const seen: Delivery<EventDefinition>['context'][] = [];
  const process: Subscription['process'] = async (_database, { context }) => {
    seen.push(context);
    if (seen.length === 1) throw new Error('not this time');
    return true;
  };
  await publish(envelope('twice'));
  const published = systemClock();
  await consume(undefined, performance.timeOrigin, { process }, [50]);
  await eventually('it came twice', () => seen.length === 2);
  // Times of streams count in milliseconds.
  for (const { cameAt } of seen) expect(cameAt.since(published).total('milliseconds')).toBeLessThanOrEqual(1);
});

test('an event that waits for others keeps those that follow it waiting, too', async () => {
  let isReady = false;
  let tried = 0;
  for (const name of ['approved', 'paid']) await publish(envelope(name));
  await consume(
    async (name) => {
      tried += Number(name === 'paid');
      if (name === 'approved' && !isReady) throw new NotYet('Others come first.');
      if (name === 'paid' && !(await effects()).includes('approved'))
        throw new DomainError('invalid-transition', 'It is not approved.');
    },
    performance.timeOrigin,
    { ordered: true },
  );
  await eventually('the second was tried more often than one that comes early', () => tried > 2 * MAX_STARTS);
  expect(await rows('select from dead_letter')).toEqual([]);
  isReady = true;
  await eventually('both are handled', async () => (await effects()).join() === 'approved,paid');
});

describe('a consumer that stops', () => {
  test('returns its prefetched events: the next consumer has them long before the ack wait ends', async () => {
    const names = Array.from({ length: 3 * AT_ONCE }, (_, i) => `d-${i}`);
    await withLongAckWait();
    await Promise.all(names.map((name) => publish(envelope(name))));
    const held = Promise.withResolvers<void>();
    const first = await consume(() => held.promise);
    await eventually(
      'it has more than it handles',
      async () => first.isFresh() && (await first.info()).num_ack_pending > AT_ONCE,
    );
    const stopped = first.stop();
    held.resolve();
    await stopped;
    expect((await effects()).length).toBeLessThan(names.length);
    await consume();
    const handled = await eventually('all', async () => (await effects()).length === names.length && effects());
    expect(handled.toSorted()).toEqual(names.toSorted());
  });
});

describe('a request to another service', () => {
  const request = { policyId: newId(), organizationId: 'acme' };

  test('gets its answer, or the refusal of the other side', async () => {
    const example = policyGet.example.response as Awaited<ReturnType<Parameters<typeof answer<typeof policyGet>>[1]>>;
    const stop = await serveRpc(
      nats,
      SERVICE,
      [
        answer(policyGet, async ({ organizationId }) => {
          if (organizationId !== 'acme') throw DomainError.notFound('policy', 'x');
          return example;
        }),
      ],
      logger,
    );
    expect(await callRpc(nats, policyGet, request)).toEqual(example);
    await expect(callRpc(nats, policyGet, { ...request, organizationId: 'other' })).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(callRpc(nats, policyGet, { ...request, limit: 501 })).rejects.toMatchObject({
      code: 'invalid-request',
    });
    await stop();
  });

  test('is worked on no longer than its caller waits', async () => {
    const example = policyGet.example.response as Awaited<ReturnType<Parameters<typeof answer<typeof policyGet>>[1]>>;
    const left: number[] = [];
    const note = async () => {
      left.push(timeLeft());
      return example;
    };
    const stop = await serveRpc(nats, SERVICE, [answer(policyGet, note)], logger);
    await callRpc(nats, policyGet, request, 60_000);
    await callRpc(nats, policyGet, request);
    expect(left.map((ms) => ms > 3_000)).toEqual([true, false]);
    expect(left[0]).toBeLessThanOrEqual(60_000);
    await stop();
  });

  test('is still answered when the other side stops meanwhile', async () => {
    const example = policyGet.example.response as Awaited<ReturnType<Parameters<typeof answer<typeof policyGet>>[1]>>;
    const other = await connectNats({ ...testNats, service: SERVICE, logger });
    let asked = false;
    const stop = await serveRpc(
      other,
      SERVICE,
      [
        answer(policyGet, async () => {
          asked = true;
          return new Promise((resolve) => setTimeout(() => resolve(example), 200));
        }),
      ],
      logger,
    );
    const answered = callRpc(nats, policyGet, request);
    await eventually('the request is there', () => asked);
    await stop();
    await other.close();
    expect(await answered).toEqual(example);
  });

  test('is answered by another replica when the one that has it is lost', async () => {
    const example = policyGet.example.response as Awaited<ReturnType<Parameters<typeof answer<typeof policyGet>>[1]>>;
    const lost = await connectNats({ ...testNats, service: SERVICE, logger });
    let asked = false;
    const never = answer(policyGet, () => {
      asked = true;
      return new Promise(() => undefined);
    });
    await serveRpc(lost, SERVICE, [never], logger);
    const answered = callRpc(nats, policyGet, request);
    await eventually('the request is there', () => asked);
    await lost.connection.close();
    const stop = await serveRpc(nats, SERVICE, [answer(policyGet, async () => example)], logger);
    expect(await answered).toEqual(example);
    await stop();
    await lost.close();
  });

  test('fails at once without a responder', async () => {
    await expect(callRpc(nats, policyGet, request)).rejects.toThrow(ServiceAway);
  });

  test('of a handler keeps the events that follow its event waiting, too', async () => {
    const isApproved = async () => (await effects()).includes('approved');
    const approveFirst = async (name: string) => {
      if (name === 'approved') await callRpc(nats, policyGet, request);
      else if (!(await isApproved())) throw new DomainError('invalid-transition', 'It is not approved.');
    };
    for (const name of ['approved', 'paid']) await publish(envelope(name));
    let tried = 0;
    await consume(
      (name) => {
        tried += Number(name === 'paid');
        return approveFirst(name);
      },
      performance.timeOrigin,
      { ordered: true },
    );
    await eventually('the second was tried more often than one that comes early', () => tried > 2 * MAX_STARTS);
    expect(await rows('select from dead_letter')).toEqual([]);
    const example = policyGet.example.response as Awaited<ReturnType<Parameters<typeof answer<typeof policyGet>>[1]>>;
    const stop = await serveRpc(nats, SERVICE, [answer(policyGet, async () => example)], logger);
    await eventually('both are handled', async () => (await effects()).join() === 'approved,paid');
    await stop();
  });

  test('of a handler keeps its event waiting while the other service is away, however often it is tried', async () => {
    let tried = 0;
    await publish(envelope('waits'));
    await consume(async () => {
      tried += 1;
      await callRpc(nats, policyGet, request);
    });
    await eventually('it was tried more often than one that fails', () => tried > 2 * MAX_STARTS);
    expect(await rows('select from dead_letter')).toEqual([]);
    const example = policyGet.example.response as Awaited<ReturnType<Parameters<typeof answer<typeof policyGet>>[1]>>;
    const stop = await serveRpc(nats, SERVICE, [answer(policyGet, async () => example)], logger);
    await eventually('it is handled', async () => (await effects()).includes('waits'));
    await stop();
  });

  test('of a handler keeps its event waiting while the database of the other service is away', async () => {
    const example = policyGet.example.response as Awaited<ReturnType<Parameters<typeof answer<typeof policyGet>>[1]>>;
    let isAway = true;
    const stop = await serveRpc(
      nats,
      SERVICE,
      [
        answer(policyGet, async () => {
          if (isAway) throw Object.assign(new Error('the database system is starting up'), { code: '57P03' });
          return example;
        }),
      ],
      logger,
    );
    let tried = 0;
    await publish(envelope('waits'));
    await consume(async () => {
      tried += 1;
      await callRpc(nats, policyGet, request);
    });
    await eventually('it was tried more often than one that fails', () => tried > 2 * MAX_STARTS);
    expect(await rows('select from dead_letter')).toEqual([]);
    isAway = false;
    await eventually('it is handled', async () => (await effects()).includes('waits'));
    await stop();
  });

  test('that fails for another reason finds the other service unavailable, not away', async () => {
    const fail = answer(policyGet, async () => {
      throw new Error('It fails.');
    });
    const stop = await serveRpc(nats, SERVICE, [fail], logger);
    const failure: unknown = await callRpc(nats, policyGet, request).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'service-unavailable' });
    expect(failure).not.toBeInstanceOf(ServiceAway);
    await stop();
  });

  test('of a handler that fails after the other service was away is tried again as soon as after any first failure', async () => {
    let waited = 0;
    let failed = false;
    await publish(envelope('waits'));
    await consume(
      async () => {
        waited += 1;
        if (waited <= 3) await callRpc(nats, policyGet, request);
        if (failed) return;
        failed = true;
        throw new Error('It fails once.');
      },
      performance.timeOrigin,
      {},
      [1, 1, 600_000],
    );
    await eventually('it is handled', async () => (await effects()).includes('waits'));
    expect([waited, failed]).toEqual([5, true]);
  });
});
