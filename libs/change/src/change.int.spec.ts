import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import {
  actingFrom,
  ConcurrentChange,
  type Database,
  inTransaction,
  isDatabaseUnavailable,
  OutcomeUnknown,
  query,
  type Work,
} from '@staycover/db';
import { contractEvents } from '@staycover/events';
import {
  type Actor,
  anonymous,
  type Context,
  changed,
  type Decision,
  DomainError,
  isDomainError,
  newId,
  unchanged,
} from '@staycover/kernel';
import { newEvent } from '@staycover/messaging';
import { eventually, type Proxy, startProxy } from '@staycover/testing';
import pg from 'pg';
import { type Beside, change, publish } from './index.ts';
import { boatDatabase } from './testing/boat-database.ts';
import { addSail, type Boat, type BoatEvent, boats, build, launch, paint, type Trip, trips } from './testing/boats.ts';

const now = Temporal.Instant.from('2026-11-20T09:30:00.123Z');
const actor: Actor = { id: 'dana', organizations: ['acme'], roles: ['write'] };
const context: Context = { actor, now, newId };

let world: Awaited<ReturnType<typeof boatDatabase>>;
let admin: pg.Client;
let way: Proxy;
let database: Database;
let commits = 0;

beforeAll(async () => {
  world = await boatDatabase(async (url) => {
    way = await startProxy(url);
    return way.url;
  });
  ({ admin, database } = world);
  database.onCommit(() => void (commits += 1));
});

afterEach(() => way.release());

afterAll(async () => {
  await world.drop();
  await way.close();
});

let names = 0;
const built = async (): Promise<Boat> => {
  const decision = build(`Ann ${++names}`, 'acme', context);
  expect(await boats.add(database, context, decision)).toBe(true);
  return decision.state;
};

const stored = (id: string): Promise<Boat> => boats.load(database, actor, id);

type OutboxRow = { aggregate_version: number; ordinal: number; subject: string; payload: string };
// Not by the way that is cut.
const readOutbox = async (id: string): Promise<OutboxRow[]> =>
  (
    await admin.query<OutboxRow>(
      'select aggregate_version, ordinal, subject, payload from outbox where aggregate_id = $1 order by id',
      [id],
    )
  ).rows;

const publishedVersions = async (id: string) =>
  (await readOutbox(id)).map(({ aggregate_version, ordinal }) => `${aggregate_version}.${ordinal}`);

const readAudit = (id: string) =>
  query<{ actor: string; source: string; version: number; before: object; after: object }>(
    database,
    'select actor, source, version, before, after from audit where resource_id = $1 order by id',
    [id],
  );

describe('something new', () => {
  test('is stored as it is, with its event', async () => {
    const boat = await built();
    expect(await stored(boat.id)).toEqual(boat);
    expect(await publishedVersions(boat.id)).toEqual(['1.0']);
    const [{ subject, payload }] = (await readOutbox(boat.id)) as [OutboxRow];
    expect(subject).toBe('insurance.contract.contract-changed.acme');
    expect(JSON.parse(payload)).toMatchObject({ subject: boat.id, time: '2026-11-20T09:30:00.123Z' });
  });

  test('is stored once: the second of the same key stores and publishes nothing', async () => {
    const boat = await built();
    const again = build(boat.name, 'acme', context);
    expect(await boats.add(database, context, again)).toBe(false);
    expect(await readOutbox(again.state.id)).toEqual([]);
  });

  test('fails by any other conflict than that of its key', async () => {
    const boat = await built();
    const other = build('Another', 'acme', { ...context, newId: () => boat.id });
    await expect(boats.add(database, context, { ...other, state: { ...other.state, id: boat.id } })).rejects.toThrow(
      'boat_pkey',
    );
  });

  test('comes in many by one statement, those that are there already left out', async () => {
    const boat = await built();
    const decisions = [boat.name, 'Bea', 'Cat'].map((name) => build(name, 'acme', context));
    const added = await boats.addAll(database, context, decisions);
    expect(added.map(({ name }) => name)).toEqual(['Bea', 'Cat']);
    expect(await publishedVersions(added[1]!.id)).toEqual(['1.0']);
  });
});

describe('an organization pays for an event', () => {
  let paid = 0;
  const paying = <T>(work: () => Promise<T>): Promise<T> => {
    paid = 0;
    return actingFrom({ actor: 'dana', source: 'PUT', spend: (_organizationId, bytes) => void (paid += bytes) }, work);
  };
  const countBytes = async (id: string) =>
    (await readOutbox(id)).reduce((sum, { payload }) => sum + Buffer.byteLength(payload), 0);

  test('that is stored, once, and not for the tries that other changes came before', async () => {
    const boat = await built();
    const before = await countBytes(boat.id);
    const replace = (work: Work) => boats.replace(work, context, boat, paint(boat, 'red'));
    await paying(async () => {
      expect(await replace(database)).toMatchObject({ version: 2 });
      expect(await replace(database)).toBeUndefined();
      await inTransaction(database, replace);
      await boats.add(database, context, build(boat.name, 'acme', context));
    });
    expect(paid).toBe((await countBytes(boat.id)) - before);
  });

  test('once, however often its transaction is tried, and not when that fails', async () => {
    const boat = await built();
    const before = await countBytes(boat.id);
    const { data } = contractEvents.contractChanged.example;
    const twoEvents = async (tx: Work) => {
      await boats.replace(tx, context, boat, paint(boat, 'red'));
      const aggregate = { id: boat.id, organizationId: 'acme', version: 7 };
      await publish(tx, context, newEvent(contractEvents.contractChanged, aggregate, data));
    };
    let tries = 0;
    const failing = (error: Error, most: number) => async (tx: Work) => {
      await twoEvents(tx);
      if (++tries <= most) throw error;
    };
    const fails = () => inTransaction(database, failing(new Error('It fails.'), Infinity));
    await expect(paying(fails)).rejects.toThrow('It fails.');
    expect(paid).toBe(0);
    tries = 0;
    await paying(() => inTransaction(database, failing(new ConcurrentChange(), 2)));
    expect(paid).toBe((await countBytes(boat.id)) - before);
  });

  test('of several only when it can pay for all of them', async () => {
    const decisions = [1, 2].map(() => build(newId(), 'acme', context));
    let left = 1;
    const spend = (_organizationId: string, bytes: number) => {
      if (bytes > 0 && left-- === 0) throw new DomainError('budget-exceeded', 'Too much.');
      paid += bytes;
    };
    paid = 0;
    const added = actingFrom({ actor: 'dana', source: 'PUT', spend }, () => boats.addAll(database, context, decisions));
    await expect(added).rejects.toMatchObject({ code: 'budget-exceeded' });
    expect(paid).toBe(0);
  });
});

test('more than share a statement are added by one of their own', async () => {
  const decisions = Array.from({ length: 101 }, (_, i) => build(`Of many ${i}`, 'acme', context));
  expect(await boats.addAll(database, context, decisions)).toHaveLength(101);
  expect((await built()).version).toBe(1);
});

describe('a command', () => {
  test('stores what it changes one version on, with its author and its events', async () => {
    const boat = await built();
    const by: Context = { ...context, actor: { ...actor, id: 'eve' }, now: now.add({ hours: 1 }) };
    const after = await change(database, boats, by, { id: boat.id }, launch);
    expect(after).toEqual({
      ...boat,
      isLaunched: true,
      version: 2,
      lastModifiedBy: 'eve',
      lastModifiedDate: by.now,
    });
    expect(await stored(boat.id)).toEqual(after);
    expect(await publishedVersions(boat.id)).toEqual(['1.0', '2.0', '2.1']);
  });

  test('that changes nothing stores nothing', async () => {
    const boat = await built();
    const after = await change(database, boats, context, { id: boat.id }, (it) => paint(it, 'white'));
    expect(after).toEqual(boat);
    expect(await publishedVersions(boat.id)).toEqual(['1.0']);
  });

  test('that is refused stores nothing', async () => {
    const { id } = await built();
    await change(database, boats, context, { id }, launch);
    await expect(change(database, boats, context, { id }, (it) => paint(it, 'red'))).rejects.toThrow('in the water');
    expect((await stored(id)).version).toBe(2);
  });

  test.each([
    ['of another organization', { ...actor, organizations: ['globex'] }],
    ['of no organization', { ...actor, organizations: [] }],
  ])('finds nothing for an actor %s', async (_what, stranger) => {
    const { id } = await built();
    await expect(change(database, boats, { ...context, actor: stranger }, { id }, launch)).rejects.toMatchObject({
      code: 'not-found',
    });
    expect((await change(database, boats, { ...context, actor: anonymous }, { id }, launch)).version).toBe(2);
  });

  test.each(['', 'x', "' or 1=1", newId()])('finds nothing under the id %j', async (id) => {
    await expect(change(database, boats, context, { id }, launch)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('wakes the relay', async () => {
    const { id } = await built();
    const before = commits;
    await change(database, boats, context, { id }, launch);
    expect(commits).toBe(before + 1);
    await change(database, boats, context, { id }, launch);
    expect(commits).toBe(before + 1);
  });

  test('with an event larger than the streams accept is rejected and stores nothing', async () => {
    const { id } = await built();
    const huge = change(database, boats, context, { id }, (it) => paint(it, 'x'.repeat(300_000)));
    await expect(huge).rejects.toMatchObject({ code: 'payload-too-large' });
    expect((await stored(id)).version).toBe(1);
  });

  test('with too many events for one statement stores all of them in order, or none', async () => {
    const before = await built();
    const colour = 'x'.repeat(100_000);
    const repeatedly = (boat: Boat) =>
      changed<Boat, BoatEvent>(
        boat,
        { colour },
        ...Array.from({ length: 12 }, () => ({ type: 'painted', previousColour: boat.colour }) as const),
      );
    const expected = ['1.0', ...Array.from({ length: 12 }, (_, i) => `2.${i}`)];
    expect(await boats.replace(database, context, before, repeatedly(before))).toMatchObject({ version: 2 });
    expect(await publishedVersions(before.id)).toEqual(expected);
    expect(await boats.replace(database, context, before, repeatedly(before))).toBeUndefined();
    expect(await publishedVersions(before.id)).toEqual(expected);
  });

  test('waits for a lock no longer than its caller, and then stores nothing', async () => {
    const { id } = await built();
    await admin.query('begin');
    await admin.query('select 1 from boat where id = $1 for update', [id]);
    const origin = { actor: 'dana', source: 'PUT /boat', until: performance.now() + 900 };
    const late = actingFrom(origin, () => change(database, boats, context, { id }, launch));
    await expect(late).rejects.toMatchObject({ code: '55P03' });
    await admin.query('commit');
    expect((await stored(id)).version).toBe(1);
    expect(await query(database, 'show lock_timeout')).toEqual([{ lock_timeout: '1s' }]);
  });

  test('that its caller has abandoned is not executed', async () => {
    const { id } = await built();
    const origin = { actor: 'dana', source: 'PUT /boat', until: performance.now() - 1 };
    const late = () => change(database, boats, context, { id }, launch);
    await expect(actingFrom(origin, late)).rejects.toMatchObject({ code: 'service-unavailable' });
    const inside = () => inTransaction(database, (tx) => query(tx, 'select 1'));
    await expect(actingFrom(origin, inside)).rejects.toMatchObject({ code: 'service-unavailable' });
    expect((await stored(id)).version).toBe(1);
  });
});

test('what waits to share a statement is not stored once its caller has gone', async () => {
  const [first, second] = [build('Early', 'acme', context), build('Late', 'acme', context)];
  await admin.query('begin');
  await boats.add(database, context, build('Other', 'acme', context));
  await admin.query(
    `insert into boat select (jsonb_populate_record(boat, jsonb_build_object('id', gen_random_uuid(), 'name', 'Early'))).*
     from boat where name = 'Other'`,
  );
  const origin = { actor: 'dana', source: 'POST /boat', until: performance.now() + 60_000 };
  const waiting = boats.add(database, context, first);
  await eventually('the first waits', async () => {
    const { rowCount } = await admin.query(`select from pg_locks where not granted and locktype = 'transactionid'`);
    return rowCount === 1;
  });
  const left = actingFrom(origin, () => boats.add(database, context, second));
  // It is behind the first by then.
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
  // As where a connection is closed by the caller.
  origin.until = 0;
  await admin.query('rollback');
  expect(await waiting).toBe(true);
  await expect(left).rejects.toMatchObject({ code: 'service-unavailable' });
});

describe('a conflict', () => {
  test('with a stale If-Match version is rejected', async () => {
    const { id } = await built();
    await change(database, boats, context, { id, ifMatch: 1 }, (it) => paint(it, 'red'));
    await expect(change(database, boats, context, { id, ifMatch: 1 }, launch)).rejects.toMatchObject({
      code: 'version-mismatch',
      extra: { version: 2 },
    });
  });

  test('with a change that came first decides again, on what that one left', async () => {
    const { id } = await built();
    let loads = 0;
    const overtaken: typeof boats = {
      ...boats,
      async load(...args) {
        const boat = await boats.load(...args);
        if (++loads === 1) await change(database, boats, context, { id }, (it) => paint(it, 'red'));
        return boat;
      },
    };
    expect(await change(database, overtaken, context, { id }, addSail)).toMatchObject({
      colour: 'red',
      details: { sails: 3 },
      version: 3,
    });
    expect(await publishedVersions(id)).toEqual(['1.0', '2.0', '3.0']);
  });

  test('of fifty at once loses none: each lands or is refused', async () => {
    const { id } = await built();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => change(database, boats, context, { id }, addSail)),
    );
    const landed = outcomes.filter(({ status }) => status === 'fulfilled').length;
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      const { reason } = outcome as { reason: unknown };
      expect(isDatabaseUnavailable(reason) || isDomainError(reason, 'service-unavailable')).toBe(true);
    }
    const boat = await stored(id);
    expect(landed).toBeGreaterThan(0);
    expect(boat).toMatchObject({ version: 1 + landed, details: { sails: 2 + landed } });
    expect(await publishedVersions(id)).toHaveLength(1 + landed);
  });
});

describe('what belongs to an aggregate', () => {
  const withSails = (id: string, by = actor) =>
    boats.loadWith<{ sails: number }>(database, by, id, `(t.details ->> 'sails')::int + $3::int as sails`, [10]);

  test('is read with it, of the same moment', async () => {
    const boat = await built();
    const [state, { sails }] = await withSails(boat.id);
    expect(state).toEqual(boat);
    expect(sails).toBe(12);
  });

  test('is not found where the aggregate is not', async () => {
    const { id } = await built();
    await expect(withSails(id, { ...actor, organizations: ['globex'] })).rejects.toMatchObject({ code: 'not-found' });
    await expect(withSails('x')).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('rows that belong to an aggregate', () => {
  const trip = (day: string, miles: bigint | null): Trip => ({
    startedOn: Temporal.PlainDate.from(day),
    miles,
    crew: ['Ann', `"Bea"`],
    endedAt: now,
  });
  const of = (id: string) => trips.select(database, 'where t.boat_id = $1 order by t.started_on', [id]);

  test('are read as they were put, the later of the same key', async () => {
    const { id } = await built();
    await trips.put(database, { boatId: id }, [trip('2026-11-20', 12n), trip('2026-11-21', null)]);
    await trips.put(database, { boatId: id }, [trip('2026-11-21', 9n)]);
    expect(await of(id)).toEqual([trip('2026-11-20', 12n), trip('2026-11-21', 9n)]);
  });

  test('are read the same with it, as JSON', async () => {
    const boat = await built();
    await trips.put(database, { boatId: boat.id }, [trip('2026-11-20', 12n)]);
    const columns = '(select json_agg(trip) from trip where boat_id = t.id) as trips';
    const [, beside] = await boats.loadWith<{ trips: object[] }>(database, actor, boat.id, columns);
    expect(await trips.read(database, beside.trips)).toEqual([trip('2026-11-20', 12n)]);
  });

  test('go in the statement that stores it, and by themselves where it does not change', async () => {
    const starting = (id: string, day: string): Beside => ({
      text: `insert into trip (boat_id, started_on, crew, ended_at)
        select *, '[]', now() from unnest($1::uuid[], $2::date[])`,
      params: [[id], [day]],
    });
    const decision = build('Besides', 'acme', context);
    const boat = decision.state;
    await boats.add(database, context, decision, starting(boat.id, '2026-11-20'), starting(boat.id, '2026-11-21'));
    await inTransaction(database, async (tx) => {
      const replaced = (before: Boat, after: Decision<Boat, BoatEvent>, day: string) =>
        boats.replaceAll(tx, context, [{ before, decision: after }], starting(boat.id, day));
      const [red] = await replaced(boat, paint(boat, 'red'), '2026-11-22');
      await replaced(red!, unchanged(red!), '2026-11-23');
    });
    expect((await of(boat.id)).map(({ startedOn }) => startedOn.day)).toEqual([20, 21, 22, 23]);
  });

  /** The same work, and how many statements it has run. */
  const counting = (work: Work) => {
    const sent = { statements: 0 };
    const run = (text: string, params?: readonly unknown[]) => (sent.statements++, work.run(text, params));
    return { work: { ...work, run } as Work, sent };
  };
  const tripsFrom = (first: string, count: number): Trip[] =>
    Array.from({ length: count }, (_, days) =>
      trip(Temporal.PlainDate.from(first).add({ days }).toString(), BigInt(days)),
    );

  test('are put beside it in the same statement; many before it', async () => {
    const boat = await built();
    await inTransaction(database, async (tx) => {
      const { work, sent } = counting(tx);
      const few = await trips.putBeside(work, { boatId: boat.id }, tripsFrom('2026-11-20', 2));
      const red = await boats.replace(work, context, boat, paint(boat, 'red'), ...few);
      const none = await trips.putBeside(work, { boatId: boat.id }, []);
      expect([sent.statements, none]).toEqual([1, []]);
      const many = await trips.putBeside(work, { boatId: boat.id }, tripsFrom('2027-01-01', 101));
      expect([sent.statements, many]).toEqual([2, []]);
      const same = await trips.putBeside(work, { boatId: boat.id }, [trip('2026-11-20', 7n)]);
      await boats.replace(work, context, red!, unchanged(red!), ...same);
    });
    expect(await of(boat.id)).toHaveLength(103);
    expect((await of(boat.id))[0]).toEqual(trip('2026-11-20', 7n));
    const alone = boats.replace(database, context, boat, paint(boat, 'blue'), { text: 'select 1', params: [] });
    await expect(alone).rejects.toThrow('transaction');
  });

  test('leave and come in one statement, those with the unique values of others as well', async () => {
    const boat = await built();
    const owner = { boatId: boat.id };
    const { work, sent } = counting(database);
    await admin.query(`create unique index trip_miles on trip (boat_id, miles) where boat_id = '${boat.id}'`);
    const [first, second] = tripsFrom('2026-11-20', 2) as [Trip, Trip];
    await trips.exchange(work, owner, [], [first]);
    const moved = { ...second, miles: first.miles };
    await trips.exchange(work, owner, [first], [moved]);
    expect([sent.statements, await of(boat.id)]).toEqual([2, [moved]]);
    await admin.query('drop index trip_miles');
    const many = tripsFrom('2027-01-01', 1_500);
    await trips.exchange(work, owner, [moved], many);
    await trips.exchange(work, owner, many, [first]);
    expect(await of(boat.id)).toEqual([first]);
  });

  test('that are many go in parts, that are none not at all', async () => {
    const { id } = await built();
    const { work, sent } = counting(database);
    await trips.put(work, { boatId: id }, tripsFrom('2020-01-01', 2_501));
    await trips.put(work, { boatId: id }, []);
    expect(sent.statements).toBe(3);
    expect(await of(id)).toHaveLength(2_501);
  });
});

test('a note is stored without a new version, an event or an audit entry', async () => {
  const boat = await built();
  const noted = { ...boat, colour: 'red', lookAgainOn: Temporal.PlainDate.from('2027-01-01') };
  await boats.note(database, noted);
  expect(await stored(boat.id)).toEqual({ ...noted, colour: 'white' });
  expect(await publishedVersions(boat.id)).toEqual(['1.0']);
  expect(await readAudit(boat.id)).toHaveLength(1);
  await change(database, boats, context, { id: boat.id }, launch);
  await boats.note(database, { ...boat, lookAgainOn: null });
  expect((await stored(boat.id)).lookAgainOn).toEqual(noted.lookAgainOn);
});

describe('several aggregates', () => {
  test('change together, or not at all', async () => {
    const [a, b] = [await built(), await built()];
    const both = (colour: string) =>
      inTransaction(database, async (tx) => {
        const before = await boats.select(tx, 'where t.id = any($1::uuid[]) order by t.id for update', [[a.id, b.id]]);
        return boats.replaceAll(
          tx,
          context,
          before.map((boat) => ({
            before: boat,
            decision: boat.id === a.id ? paint(boat, 'red') : paint(boat, colour),
          })),
        );
      });
    await expect(both('plaid')).rejects.toThrow('check constraint');
    expect(await Promise.all([a, b].map(async ({ id }) => (await stored(id)).colour))).toEqual(['white', 'white']);
    await both('blue');
    expect(await Promise.all([a, b].map(async ({ id }) => (await stored(id)).colour))).toEqual(['red', 'blue']);
    expect(await publishedVersions(a.id)).toEqual(['1.0', '2.0']);
    expect(await publishedVersions(b.id)).toEqual(['1.0', '2.0']);
  });

  test('take several decisions about one of them: each is a version, the row is stored once', async () => {
    const [a, b] = [await built(), await built()];
    const red = paint(a, 'red');
    const changes = [
      { before: a, decision: red },
      { before: b, decision: launch(b) },
      { before: a, decision: launch(red.state) },
    ];
    const store = () => inTransaction(database, (tx) => boats.replaceAll(tx, context, changes));
    expect((await store()).map(({ version }) => version)).toEqual([3, 2]);
    expect(await stored(a.id)).toMatchObject({ colour: 'red', isLaunched: true, version: 3 });
    expect(await publishedVersions(a.id)).toEqual(['1.0', '2.0', '3.0', '3.1']);
    expect((await readAudit(a.id)).map(({ version }) => version)).toEqual([1, 3]);
    await expect(store()).rejects.toMatchObject({ code: 'service-unavailable' });
  });

  test('are returned with the decision that follows their insert', async () => {
    const [ada, bob] = [build(newId(), 'acme', context), build(newId(), 'acme', context)];
    const added = await boats.addAll(database, context, [ada, bob, paint(ada.state, 'red')]);
    expect(added.map(({ colour, version }) => [colour, version])).toEqual([
      ['red', 2],
      ['white', 1],
    ]);
    expect(await stored(ada.state.id)).toEqual(added[0]);
    expect(await publishedVersions(ada.state.id)).toEqual(['1.0', '2.0']);
  });

  test('are done again when another change came first to one of them', async () => {
    const [a, b] = [await built(), await built()];
    let rounds = 0;
    const after = await inTransaction(database, async (tx) => {
      const before = await boats.select(tx, 'where t.id = any($1::uuid[]) order by t.id', [[a.id, b.id]]);
      if (++rounds === 1) await change(database, boats, context, { id: b.id }, (it) => paint(it, 'green'));
      return boats.replaceAll(
        tx,
        context,
        before.map((boat) => ({ before: boat, decision: addSail(boat) })),
      );
    });
    expect(rounds).toBe(2);
    expect(after.map(({ version }) => version).toSorted()).toEqual([2, 3]);
    expect(await publishedVersions(a.id)).toEqual(['1.0', '2.0']);
    expect(await publishedVersions(b.id)).toEqual(['1.0', '2.0', '3.0']);
  });
});

describe('the audit', () => {
  test('records who changed what, in the same statement', async () => {
    const boat = await built();
    const origin = { actor: 'somebody', source: 'PUT /boat', address: '10.0.0.1' };
    await actingFrom(origin, () => change(database, boats, context, { id: boat.id }, addSail));
    expect((await readAudit(boat.id)).at(-1)).toEqual({
      actor: 'dana',
      source: 'PUT /boat',
      version: 2,
      before: { sails: 2 },
      after: { sails: 3 },
    });
    await actingFrom(origin, () =>
      inTransaction(database, (tx) => query(tx, 'delete from boat where id = $1', [boat.id])),
    );
    expect((await readAudit(boat.id)).at(-1)).toMatchObject({ actor: 'somebody', source: 'PUT /boat', after: null });
  });

  test('keeps no origin for the next who uses the connection', async () => {
    const boat = await built();
    const origin = { actor: 'somebody', source: 'PUT /boat' };
    await actingFrom(origin, () => change(database, boats, context, { id: boat.id }, addSail));
    await change(database, boats, context, { id: boat.id }, addSail);
    expect((await readAudit(boat.id)).at(-1)).toMatchObject({ source: null });
  });
});

describe('an event without a state', () => {
  test('is published with the transaction that makes it true, or not at all', async () => {
    const [committed, lost] = [newId(), newId()];
    const { data } = contractEvents.contractChanged.example;
    const publishIn = (aggregateId: string, fails: boolean) =>
      inTransaction(database, async (tx) => {
        const aggregate = { id: aggregateId, organizationId: 'acme', version: 1 };
        await publish(tx, context, newEvent(contractEvents.contractChanged, aggregate, data));
        if (fails) throw new Error('It fails after the event.');
      });
    await publishIn(committed, false);
    await expect(publishIn(lost, true)).rejects.toThrow('after the event');
    expect([await publishedVersions(committed), await publishedVersions(lost)]).toEqual([['1.0'], []]);
  });
});

describe('rows from before a member of their details was there', () => {
  test('are read whole', async () => {
    const { id } = await built();
    await admin.query(`update boat set details = '{"sails": 4}' where id = $1`, [id]);
    expect((await stored(id)).details).toEqual({ sails: 4, anchor: null });
  });
});

describe('a connection that is lost', () => {
  const waiting = (sql: string) =>
    eventually(`${sql} waits`, async () => {
      const { rows } = await admin.query(
        `select 1 from pg_stat_activity
         where datname = current_database() and state = 'active' and wait_event_type = 'Lock' and query like $1`,
        [`%${sql}%`],
      );
      return rows.length > 0;
    });

  test('while the change is stored fails it, and the pool works on', async () => {
    const boat = await built();
    const other = new pg.Client({ connectionString: world.adminUrl });
    await other.connect();
    await other.query('begin');
    await other.query('lock table policy.outbox in exclusive mode');
    const outcome = change(database, boats, context, { id: boat.id }, launch).catch((error: unknown) => error);
    const first = await Promise.race([outcome, waiting('update boat')]);
    expect(first).toBe(true);
    way.reset();
    expect(await outcome).toBeInstanceOf(OutcomeUnknown);
    await other.end();
    // Whether it landed, only the database knows: row and events agree in either case.
    await eventually('the server has finished', async () => {
      const { rows } = await admin.query(`select 1 from pg_stat_activity where query like '%update boat%'
        and state = 'active' and datname = current_database() and pid <> pg_backend_pid()`);
      return rows.length === 0;
    });
    const { rows } = await admin.query<{ version: number }>('select version from boat where id = $1', [boat.id]);
    expect((await publishedVersions(boat.id)).length).toBe(rows[0]!.version === 1 ? 1 : 3);
    await eventually('no connection is in use any more', () => database.pool().used === 0);
  });

  test('before COMMIT leaves nothing', async () => {
    const { id } = await built();
    const outcome = inTransaction(database, async (tx) => {
      await change(tx, boats, context, { id }, launch);
      way.reset();
    }).catch((error: unknown) => error);
    expect(isDatabaseUnavailable(await outcome)).toBe(true);
    expect(await publishedVersions(id)).toEqual(['1.0']);
  });

  test('at COMMIT, which the server completed, keeps everything and reports an unknown outcome', async () => {
    const { id } = await built();
    const outcome = inTransaction(database, async (tx) => {
      await change(tx, boats, context, { id }, launch);
      way.hold('answers');
    }).catch((error: unknown) => error);
    await eventually('it is committed', async () => {
      const { rows } = await admin.query('select 1 from boat where id = $1 and version = 2', [id]);
      return rows.length > 0;
    });
    way.reset();
    expect(await outcome).toBeInstanceOf(OutcomeUnknown);
    way.release();
    expect(await publishedVersions(id)).toEqual(['1.0', '2.0', '2.1']);
  });

  test('of a transaction that failed is not committed, even if the work swallows the error', async () => {
    const hidden = inTransaction(database, async (tx) => {
      await query(tx, 'select 1 / 0').catch(() => undefined);
    });
    await expect(hidden).rejects.toThrow('was not committed: ROLLBACK');
  });
});
