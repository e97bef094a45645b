import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { actingFrom, type Database, inTransaction, query, type Work } from '@staycover/db';
import { contractEvents } from '@staycover/events';
import { type Actor, type Context, newId } from '@staycover/kernel';
import { type Delivery, NotYet } from '@staycover/messaging';
import { eventually } from '@staycover/testing';
import type pg from 'pg';
import { change, handlesTogether, NeedsOwnTransaction } from './index.ts';
import { boatDatabase } from './testing/boat-database.ts';
import { type Boat, boats, build, launch, paint } from './testing/boats.ts';
import { delivery } from './testing/deliver.ts';

const now = Temporal.Instant.from('2026-11-20T09:30:00.123Z');
const actor: Actor = { id: 'dana', organizations: '*', roles: ['write'] };
const context: Context = { actor, now, newId };

let world: Awaited<ReturnType<typeof boatDatabase>>;
let admin: pg.Client;
let database: Database;
/** Statements that were sent to the database outside of transactions. */
let texts: string[] = [];

beforeAll(async () => {
  world = await boatDatabase();
  ({ admin } = world);
  const { run } = world.database;
  database = {
    ...world.database,
    run: (text, params) => {
      texts.push(text);
      return run(text, params);
    },
  };
});

afterAll(() => world.drop());

let names = 0;
const built = async (): Promise<Boat> => {
  const decision = build(`Bea ${++names}`, 'acme', context);
  await boats.add(database, context, decision);
  return decision.state;
};
const version = async (id: string) => (await boats.load(database, actor, id)).version;
const sources = async (id: string) =>
  (await admin.query('select source from audit where resource_id = $1 order by id', [id])).rows.map(
    ({ source }) => source as string | null,
  );
const from = <T>(source: string, work: () => Promise<T>, until = Infinity): Promise<T> =>
  actingFrom({ actor: 'dana', source, until: performance.now() + until }, work);

const count = (word: string) => texts.filter((text) => text.includes(word)).length;

test('in a shared transaction what follows a statement that failed fails for the same reason', async () => {
  const run = (tx: Work, text: string) => expect(query(tx, text)).rejects.toThrow('division by zero');
  const shared = inTransaction(
    database,
    async (tx) => {
      await Promise.all([run(tx, 'select 1 / 0'), run(tx, 'select 1')]);
      await run(tx, 'select 2');
    },
    { isShared: true },
  );
  await expect(shared).rejects.toThrow('not committed');
});

describe('changes of several aggregates at the same time', () => {
  test('go in one statement, each attributed to its own caller', async () => {
    const [a, b, c] = [await built(), await built(), await built()];
    texts = [];
    const paints = [a, b, c].map((boat) =>
      from(`PUT ${boat.id}`, () => boats.replace(database, context, boat, paint(boat, 'red'))),
    );
    expect((await Promise.all(paints)).map((boat) => boat?.version)).toEqual([2, 2, 2]);
    expect(count('update boat')).toBe(1);
    for (const { id } of [a, b, c]) expect(await sources(id)).toEqual([null, `PUT ${id}`]);
  });

  test('do not make one wait for the lock of another', async () => {
    const [held, free] = [await built(), await built()];
    await admin.query('begin');
    await admin.query('select 1 from boat where id = $1 for update', [held.id]);
    const waiting = change(database, boats, context, { id: held.id }, launch);
    expect((await change(database, boats, context, { id: free.id }, launch)).version).toBe(2);
    expect(await version(held.id)).toBe(1);
    await admin.query('commit');
    expect((await waiting).version).toBe(2);
  });

  test('of one aggregate land one after the other, or are refused: none is lost', async () => {
    const { id } = await built();
    const colours = Array.from({ length: 50 }, (_, i) => `colour ${i}`);
    const paints = colours.map((colour) => change(database, boats, context, { id }, (boat) => paint(boat, colour)));
    const landed = (await Promise.allSettled(paints)).filter(({ status }) => status === 'fulfilled');
    expect(landed.length).toBeGreaterThan(0);
    expect(await version(id)).toBe(1 + landed.length);
  });

  test('skip the one that its caller has abandoned', async () => {
    const [a, late, b] = [await built(), await built(), await built()];
    const launched = ({ id }: Boat, until?: number) =>
      from('PATCH', () => change(database, boats, context, { id }, launch), until);
    const results = await Promise.allSettled([launched(a), launched(late, 0.001), launched(b)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await version(late.id)).toBe(1);
  });

  test('are added together, and of two of the same name one', async () => {
    texts = [];
    const [a, b, twin] = ['Cleo', 'Cora', 'Cleo'].map((name) => build(name, 'acme', context));
    const added = [a, b, twin].map((decision) =>
      from(`POST ${decision!.state.id}`, () => boats.add(database, context, decision!)),
    );
    expect(await Promise.all(added)).toEqual([true, true, false]);
    expect(count('insert into boat')).toBe(1);
    expect(await sources(b!.state.id)).toEqual([`POST ${b!.state.id}`]);
  });
});

describe('a command that many events bring at once', () => {
  const organization = () => `org-${newId()}`;
  const launching = (name: string, organizationId: string, eventKey = newId()): Delivery =>
    delivery({ organizationId, name }, eventKey);
  const transactions = new Set<string>();
  const { process } = handlesTogether(
    contractEvents.contractChanged,
    async (tx, { data }, own) => {
      const [row] = await query<{ id: string }>(tx, 'select pg_current_xact_id()::text as id');
      transactions.add(row!.id);
      const { name, organizationId } = data as unknown as { name: string; organizationId: string };
      if (name === 'sinks') throw new Error('It sinks.');
      await boats.add(tx, own, build(name, organizationId, own));
    },
    {
      lock: 'hashtextextended(e.organization_id, 7)',
      apart: {
        is: ({ data }) => (data as unknown as { name: string }).name === 'apart',
        handle: (tx, { data }, own) => boats.add(tx, own, build('by itself', data.organizationId, own)),
      },
    },
  );
  const send = (one: Delivery) => from(one.eventKey, () => process(world.database, one));
  const known = async (organizationId: string) =>
    (await admin.query('select id, name from boat where organization_id = $1 order by name', [organizationId]))
      .rows as { id: string; name: string }[];

  test('shares a transaction, in which each keeps its own actor', async () => {
    const acme = organization();
    transactions.clear();
    const events = ['a', 'b', 'c'].map((name) => launching(name, acme));
    expect(await Promise.all(events.map(send))).toEqual([true, true, true]);
    expect(transactions.size).toBe(1);
    const rows = await known(acme);
    expect(rows.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    for (const [i, { id }] of rows.entries()) expect(await sources(id)).toEqual([events[i]!.eventKey]);
  });

  test('takes an event once, also when it comes twice at the same time', async () => {
    const acme = organization();
    const event = launching('once', acme);
    expect((await Promise.all([send(event), send(event)])).toSorted()).toEqual([false, true]);
    expect(await send(event)).toBe(false);
    expect(await known(acme)).toHaveLength(1);
  });

  test('fails for the one that it cannot be done for, and leaves that unprocessed', async () => {
    const acme = organization();
    const sinking = launching('sinks', acme);
    const results = await Promise.allSettled([launching('a', acme), sinking, launching('b', acme)].map(send));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await known(acme)).map(({ name }) => name)).toEqual(['a', 'b']);
    expect((await admin.query('select 1 from inbox where event_key = $1', [sinking.eventKey])).rowCount).toBe(0);
  });

  test('is done also when the caller of an event before it, which was replayed, has gone', async () => {
    const acme = organization();
    const replay = { actor: 'dana', source: 'replay', until: Infinity };
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { process: processOne } = handlesTogether(contractEvents.contractChanged, async (tx, { data }, own) => {
      const { name } = data as unknown as { name: string };
      if (name === 'second') replay.until = 0;
      else {
        begun.resolve();
        await goOn.promise;
      }
      await boats.add(tx, own, build(name, acme, own));
    });
    const first = actingFrom(replay, () => processOne(world.database, launching('first', acme)));
    await begun.promise;
    const second = from('an event', () => processOne(world.database, launching('second', acme)));
    goOn.resolve();
    expect(await Promise.all([first, second])).toEqual([true, true]);
    expect((await known(acme)).map(({ name }) => name)).toEqual(['first', 'second']);
  });

  test('leaves an event that is named to a command of its own', async () => {
    const acme = organization();
    const event = launching('apart', acme);
    expect(await Promise.all([send(event), send(launching('a', acme))])).toEqual([true, true]);
    expect(await send(event)).toBe(false);
    expect((await known(acme)).map(({ name }) => name)).toEqual(['a', 'by itself']);
  });

  describe('about aggregates', () => {
    const painted = new Set<string>();
    const painter = (before: (tx: Work) => void) =>
      handlesTogether(
        contractEvents.contractChanged,
        async (tx, { data }, own) => {
          before(tx);
          const [row] = await query<{ id: string }>(tx, 'select pg_current_xact_id()::text as id');
          painted.add(row!.id);
          const boat = await boats.find(tx, own.actor, (data as unknown as { name: string }).name);
          if (boat) await boats.replace(tx, own, boat, paint(boat, `colour ${boat.version}`));
        },
        { about: ({ data }) => (data as unknown as { name: string }).name },
      ).process;
    const paintAll = async (ids: readonly string[], before: (tx: Work) => void, owner = 'acme') => {
      painted.clear();
      const paintOne = painter(before);
      const events = ids.map((id) => launching(id, owner));
      return Promise.all(events.map((one) => from(one.eventKey, () => paintOne(world.database, one))));
    };

    test('has one event about each in a transaction', async () => {
      const [a, b] = [await built(), await built()];
      expect(await paintAll([a.id, b.id, a.id], () => undefined)).toEqual([true, true, true]);
      expect([await version(a.id), await version(b.id)]).toEqual([3, 2]);
      expect(painted.size).toBe(2);
    });

    test('finds none of another organization', async () => {
      const [a, b] = [await built(), await built()];
      expect(await paintAll([a.id, b.id], () => undefined, 'other')).toEqual([true, true]);
      expect([await version(a.id), await version(b.id)]).toEqual([1, 1]);
    });

    test('leaves what takes long to a transaction of its own', async () => {
      const [a, b] = [await built(), await built()];
      const long = (tx: Work) => {
        if (tx.isShared) throw new NeedsOwnTransaction();
      };
      expect(await paintAll([a.id, b.id], long)).toEqual([true, true]);
      expect([await version(a.id), await version(b.id)]).toEqual([2, 2]);
      expect(painted.size).toBe(2);
    });
  });

  test('given others of its organization that wait for a held lock, then what is redelivered does not wait behind them', async () => {
    const held = organization();
    let waiting: Promise<boolean> | undefined;
    const again = { ...launching('again', held), isRedelivered: true };
    await inTransaction(world.database, async (tx) => {
      await query(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 7))', [held]);
      waiting = send(launching('first', held));
      await expect(send(again)).rejects.toThrow(NotYet);
    });
    expect(await waiting).toBe(true);
    expect(await send(again)).toBe(true);
  });

  test('waits for a held lock, as long as a request does, without delaying other organizations', async () => {
    const [held, free] = [organization(), organization()];
    let waiting: Promise<boolean> | undefined;
    await inTransaction(world.database, async (tx) => {
      await query(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 7))', [held]);
      waiting = send(launching('held', held));
      expect(await send(launching('free', free))).toBe(true);
      expect(await known(held)).toEqual([]);
      await eventually('it has waited for longer than a statement does for a lock', async () => {
        const { rows } = await admin.query(`select from pg_stat_activity where wait_event = 'advisory'
          and datname = current_database() and now() - query_start > interval '1.2 s'`);
        return rows.length > 0;
      });
    });
    expect(await waiting).toBe(true);
    expect(await known(held)).toHaveLength(1);
  });
});
