import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Database, execute, inTransaction, openDatabase, query } from '@staycover/db';
import { newId } from '@staycover/kernel';
import { createLogger } from '@staycover/telemetry';
import { createTestDatabase, eventually, fakeClock, type TestDatabase } from '@staycover/testing';
import type { Batch } from './batch.ts';
import { type Batches, type BatchOptions, inBatches, startBatches } from './batches.ts';
import { beginRun, ClaimLost, claimItems, type Fill, findRun } from './queue.ts';

const logger = createLogger('batches', { level: 'silent' });
const clock = fakeClock('2026-01-10T09:00:00Z');
const never = new AbortController().signal;

let testDatabase: TestDatabase;
let database: Database;
let replicas: Batches[];

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase({ url: testDatabase.urlFor('claims'), schema: 'claims', entities: [] });
  const admin = await openDatabase({ url: testDatabase.adminUrl, schema: 'claims', entities: [] });
  await execute(admin, 'create table due (id uuid primary key, organization_id text, n int)');
  await execute(admin, 'create table effect (id uuid, replica text, at bigint generated always as identity)');
  await execute(admin, 'grant all on due, effect to claims');
  await admin.close();
  replicas = [];
});

afterEach(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()));
  await database.close();
  await testDatabase.drop();
});

const sql = <Row>(text: string, params: unknown[] = []) => query<Row>(database, text, params);

/** Due items, by the number for each organization. */
const due = async (counts: Record<string, number>): Promise<void> => {
  for (const [organization, count] of Object.entries(counts)) {
    await sql(`insert into due select gen_random_uuid(), $1, n from generate_series(1, $2::int) as n`, [
      organization,
      count,
    ]);
  }
};

const all: Fill = { select: 'select id, organization_id, n as due from due', params: [] };

/** Notes the items of a batch, in the transaction that settles it. */
const noting = (replica: string, before: (batch: Batch) => unknown = () => undefined) => ({
  name: 'chores',
  size: 20,
  async handle(batch: Batch) {
    await before(batch);
    await batch.settle(async (tx) => {
      await execute(tx, 'insert into effect (id, replica) select id, $2 from unnest($1::uuid[]) as id', [
        batch.ids,
        replica,
      ]);
      return { noted: batch.ids.length };
    });
  },
});

const start = (work: ReturnType<typeof noting>, options: Partial<BatchOptions> = {}): Batches => {
  const replica = startBatches({ database, clock, newId, logger, works: [work], tickMs: 10, workers: 1, ...options });
  replicas.push(replica);
  return replica;
};

const doneBy = async (): Promise<Record<string, number>> => {
  const rows = await sql<{ replica: string; n: number }>('select replica, count(*)::int as n from effect group by 1');
  return Object.fromEntries(rows.map(({ replica, n }) => [replica, n]));
};

/** Resolves when both have come. */
const meeting = () => {
  const both = Promise.withResolvers<void>();
  const here = new Set<string>();
  return (name: string) => {
    here.add(name);
    if (here.size === 2) both.resolve();
    return both.promise;
  };
};

test('two replicas do each item exactly once, and both add to the run', async () => {
  await due({ acme: 150, beach: 150 });
  const meet = meeting();
  const one = start(noting('one', () => meet('one')));
  start(noting('two', () => meet('two')));
  const { id } = await one.begin('chores', all);
  const run = await one.ended(id, never);

  expect(run).toMatchObject({ status: 'COMPLETED', items: 300, done: 300, failed: 0, counts: { noted: 300 } });
  const [effects] = await sql('select count(*)::int as rows, count(distinct id)::int as items from effect');
  expect(effects).toEqual({ rows: 300, items: 300 });
  expect(Object.keys(await doneBy()).toSorted()).toEqual(['one', 'two']);
  expect(await sql('select from batch_item')).toEqual([]);
});

type PoolClient = Parameters<Parameters<Database['connect']>[0]>[0];

/** The database, with something that another session does right after the first try to begin a run. */
const whileBeginning = (work: () => Promise<unknown>): Database => {
  let isDone = false;
  const after = async (client: PoolClient, statement: { text?: string }): Promise<unknown> => {
    const answer: unknown = await client.query(statement as never);
    if (isDone || !statement.text?.startsWith('insert into batch_run')) return answer;
    isDone = true;
    await work();
    return answer;
  };
  const watched = (client: PoolClient): PoolClient =>
    Object.create(client, { query: { value: (statement: { text?: string }) => after(client, statement) } });
  return { ...database, connect: (use) => database.connect((client) => use(watched(client))) };
};

test('a run begins although the one before ends just then', async () => {
  await due({ acme: 1 });
  const before = await beginRun(database, { id: newId(), work: 'chores', startedAt: clock() }, all);
  const end = () => execute(database, `update batch_run set status = 'COMPLETED' where id = $1`, [before.id]);
  const id = newId();
  const begun = await beginRun(whileBeginning(end), { id, work: 'chores', startedAt: clock() }, all);
  expect(begun).toEqual({ id, isNew: true });
  expect(await findRun(database, id)).toMatchObject({ status: 'RUNNING', items: 1 });
  expect(await beginRun(database, { id: newId(), work: 'chores', startedAt: clock() }, all)).toEqual({
    id,
    isNew: false,
  });
});

describe('of a replica that was killed', () => {
  /** It had some items, and never came back. */
  const killedWith = async (runId: string, leaseSeconds: number): Promise<string[]> => {
    const items = await claimItems(database, { runId, owner: newId(), leaseSeconds }, 20);
    return items.map(({ id }) => id);
  };

  test('claims are taken over when their lease has run out, not before', async () => {
    await due({ acme: 30 });
    const replica = start(noting('heir'), { works: [] });
    const { id } = await replica.begin('chores', all);
    const claimed = await killedWith(id, 3_600);
    expect(claimed).toHaveLength(20);
    const heir = start(noting('heir'));
    await eventually('all others are done', async () => (await doneBy())['heir'] === 10);
    expect(await findRun(database, id)).toMatchObject({ status: 'RUNNING', done: 10 });

    await sql('update batch_item set claimed_until = now()');
    expect(await heir.ended(id, never)).toMatchObject({ done: 30, failed: 0, counts: { noted: 30 } });
    const [effects] = await sql('select count(*)::int as rows, count(distinct id)::int as items from effect');
    expect(effects).toEqual({ rows: 30, items: 30 });
  });

  test('what killed five of them is given up', async () => {
    await due({ acme: 3 });
    const idle = start(noting('idle'), { works: [] });
    const { id } = await idle.begin('chores', all);
    await sql(`update batch_item set attempts = 5 where turn = 2`);

    const run = await start(noting('heir')).ended(id, never);
    expect(run).toMatchObject({ status: 'COMPLETED', done: 3, failed: 1, counts: { noted: 2 } });
  });

  test.each([1, 10])('what killed five of them takes no others with it, as number %d of 20', async (turn) => {
    await due({ acme: 20 });
    const [killer] = (await sql<{ id: string }>('select id from due where n = $1', [turn])) as [{ id: string }];
    const end = Promise.withResolvers<never>();
    end.promise.catch(() => undefined);
    const startDoomed = async (): Promise<void> => {
      let isDead = false;
      const died = Promise.withResolvers<void>();
      const doomed = noting('doomed', ({ ids }) => {
        isDead ||= ids.includes(killer.id);
        if (isDead) died.resolve();
        return isDead && end.promise;
      });
      start(doomed, { leaseSeconds: 3_600 });
      await died.promise;
      await sql('update batch_item set claimed_until = now()');
    };
    const idle = start(noting('idle'), { works: [] });
    const { id } = await idle.begin('chores', all);
    for (let killed = 0; killed < 5; killed++) await startDoomed();
    const run = await start(noting('heir')).ended(id, never);
    end.reject(new Error('The process is gone.'));
    expect(run).toMatchObject({ status: 'COMPLETED', done: 20, failed: 1, counts: { noted: 19 } });
  });
});

test('a replica that was suspended for longer than its lease stores nothing', async () => {
  await due({ acme: 1 });
  const [away, back] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let failure: unknown;
  const slow = noting('slow');
  const stalling = start({
    ...slow,
    async handle(batch: Batch) {
      away.resolve();
      await back.promise;
      await slow.handle(batch).catch((error: unknown) => {
        failure = error;
        throw error;
      });
    },
  });
  const { id } = await stalling.begin('chores', all);
  await away.promise;
  await sql('update batch_item set claimed_until = now()');
  const run = await start(noting('quick')).ended(id, never);
  back.resolve();

  expect(run).toMatchObject({ done: 1, counts: { noted: 1 } });
  await eventually('the suspended replica notices', () => failure);
  expect(failure).toBeInstanceOf(ClaimLost);
  expect(await doneBy()).toEqual({ quick: 1 });
});

describe('one large organization', () => {
  test('has a quarter of each batch while others wait, and all of it when it is alone', async () => {
    await due({ large: 100, small: 10 });
    const sizes: number[] = [];
    const replica = start(noting('one', ({ ids }) => sizes.push(ids.length)));
    const { id } = await replica.begin('chores', all);
    await replica.ended(id, never);

    const effects = await sql<{ organization_id: string }>(
      'select organization_id from effect join due using (id) order by at',
    );
    const lastSmall = effects.findLastIndex(({ organization_id }) => organization_id === 'small');
    expect(lastSmall).toBeLessThan(20);
    expect(sizes.slice(0, 3)).toEqual([10, 10, 20]);
  });

  test('does not keep those waiting that come later in the order of their ids', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`small-${i}`, 1]));
    await due({ large: 200, ...many });
    const replica = start(noting('one'));
    const { id } = await replica.begin('chores', all);
    await replica.ended(id, never);

    const first = await sql<{ organization_id: string }>(
      'select organization_id from effect join due using (id) order by at limit 40',
    );
    expect(first.filter(({ organization_id }) => organization_id !== 'large')).toHaveLength(30);
  });
});

describe('an item that cannot be done', () => {
  test.each([
    ['alone at fault', 1],
    ['among others at fault', 7],
  ])('%s stops no other, and is counted', async (_name, faults) => {
    await due({ acme: 50 });
    const rows = await sql<{ id: string }>('select id from due order by n limit $1', [faults]);
    const poisoned = new Set(rows.map(({ id }) => id));
    const replica = start(
      noting('one', ({ ids }) => {
        if (ids.some((id) => poisoned.has(id))) throw new Error('no luck');
      }),
    );
    const { id } = await replica.begin('chores', all);
    const run = await replica.ended(id, never);

    const noted = 50 - faults;
    expect(run).toMatchObject({ status: 'COMPLETED', items: 50, done: 50, failed: faults, counts: { noted } });
    expect(await doneBy()).toEqual({ one: noted });
  });
});

describe('a run', () => {
  test('without due items ends at once', async () => {
    const replica = start(noting('one'));
    const { id, isNew } = await replica.begin('chores', all);
    expect(isNew).toBe(true);
    expect(await replica.ended(id, never)).toMatchObject({ items: 0, done: 0, status: 'COMPLETED' });
  });

  test('does not begin when a schedule finds nothing due', async () => {
    const replica = start(noting('one'));
    const { run } = inBatches(replica, { work: 'chores', fill: () => all, nothing: { noted: 0 } });
    expect(await run({ due: clock(), signal: never })).toEqual({ due: 0, noted: 0, failed: 0 });
    expect(await sql('select from batch_run')).toEqual([]);
  });

  test('begins however long it takes to list what is due', async () => {
    await due({ acme: 3 });
    const slow: Fill = { select: 'select id, organization_id, n as due from due, pg_sleep(5.2)', params: [] };
    const replica = start(noting('one'));
    const { id } = await replica.begin('chores', slow);
    expect(await replica.ended(id, never)).toMatchObject({ items: 3, done: 3 });
  });

  test('that is still running is joined, and new items are done after it', async () => {
    await due({ acme: 3 });
    const idle = start(noting('idle'), { works: [] });
    const earlier = await idle.begin('chores', all);
    expect(await idle.begin('chores', all)).toEqual({ id: earlier.id, isNew: false });
    await inTransaction(database, (tx) => execute(tx, 'delete from due'));
    await due({ beach: 2 });

    const replica = start(noting('one'));
    const occurrence = { due: clock(), signal: never };
    expect(await inBatches(replica, { work: 'chores', fill: () => all }).run(occurrence)).toEqual({
      due: 2,
      noted: 2,
      failed: 0,
    });
    expect(await findRun(database, earlier.id)).toMatchObject({ status: 'COMPLETED', done: 3 });
  });

  test('goes on at once without a replica that stops in the middle of a batch', async () => {
    await due({ acme: 10 });
    const begun = Promise.withResolvers<void>();
    const leaving = start(
      noting('leaving', async ({ signal }) => {
        const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
        begun.resolve();
        await aborted;
        signal.throwIfAborted();
      }),
    );
    await leaving.begin('chores', all);
    await begun.promise;
    await leaving.stop();
    expect(await sql('select from batch_item where owner is not null or attempts > 0')).toEqual([]);
  });

  test('is left to the other replicas when its own stops', async () => {
    await due({ acme: 60 });
    const begun = Promise.withResolvers<void>();
    const leaving = start(noting('leaving', () => begun.resolve()));
    const { id } = await leaving.begin('chores', all);
    await begun.promise;
    await leaving.stop();
    const run = await start(noting('staying')).ended(id, never);

    expect(run).toMatchObject({ done: 60, failed: 0, counts: { noted: 60 } });
  });
});
