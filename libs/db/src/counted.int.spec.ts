import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@staycover/testing';
import fc from 'fast-check';
import pg from 'pg';
import { type Counted, counted, isAnyToMerge, mergeCounts } from './counted.ts';
import { type Database, openDatabase } from './database.ts';
import { ownerRole } from './migrate.ts';

const SCHEMA = 'claims';
const things: Counted = {
  table: 'thing',
  by: { organization_id: 'r.organization_id', state: 'r.state' },
  sums: { weight: `case when r.state = 'gone' then 0 else r.weight end` },
};

let testDatabase: TestDatabase;
let database: Database;
let owner: pg.Client;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const options = `-c search_path=${SCHEMA} -c role=${ownerRole(SCHEMA)}`;
  owner = new pg.Client({ connectionString: testDatabase.adminUrl, options });
  await owner.connect();
  database = await openDatabase({ url: testDatabase.urlFor(SCHEMA), schema: SCHEMA, entities: [] });
});

/** Three things that were there before they were counted. */
beforeEach(async () => {
  await owner.query('drop table if exists thing, thing_count cascade; drop function if exists count_thing');
  await owner.query(
    `create table thing (id int primary key, organization_id text not null, state text not null, weight bigint not null, note text)`,
  );
  await owner.query(
    `insert into thing values (-1, 'acme', 'new', 10), (-2, 'acme', 'new', 20), (-3, 'globex', 'gone', 5)`,
  );
  await owner.query('begin');
  for (const sql of counted(things)) await owner.query(sql);
  await owner.query('commit');
});

afterAll(async () => {
  await database.close();
  await owner.end();
  await testDatabase.drop();
});

const figures = async (from: string): Promise<unknown[]> => {
  const { rows } = await database.run(
    `select organization_id, state, sum(counted)::int as counted, sum(weight)::int as weight from ${from}
     group by organization_id, state having sum(counted) <> 0 or sum(weight) <> 0 order by organization_id, state`,
  );
  return rows;
};
const kept = () => figures('thing_count');
const scanned = () =>
  figures(
    `(select organization_id, state, 1 as counted, case when state = 'gone' then 0 else weight end as weight from thing) t`,
  );
const run = (sql: string) => database.run(sql);

describe('a counted table', () => {
  test('has the figures of what was there before', async () => {
    expect(await kept()).toEqual([
      { organization_id: 'acme', state: 'new', counted: 2, weight: 30 },
      { organization_id: 'globex', state: 'gone', counted: 1, weight: 0 },
    ]);
  });

  test.each([
    ['several rows', `insert into thing values (1, 'acme', 'new', 1), (2, 'globex', 'old', 2)`],
    [
      'a row that is there already',
      `insert into thing values (-1, 'acme', 'old', 1) on conflict (id) do update set state = 'old'`,
    ],
    ['a row that stays', `insert into thing values (-1, 'acme', 'old', 1) on conflict do nothing`],
    ['a state', `update thing set state = 'gone' where id = -1`],
    ['a weight', 'update thing set weight = weight * 2'],
    ['an organization', `update thing set organization_id = 'globex'`],
    ['rows that go', 'delete from thing where id > -3'],
    [
      'several statements in one',
      `with added as (insert into thing values (1, 'acme', 'new', 7)), gone as (delete from thing where id = -2)
       update thing set state = 'old' where id = -1`,
    ],
  ])('follows %s', async (_what, sql) => {
    await run(sql);
    expect(await kept()).toEqual(await scanned());
  });

  test('has nothing of what was rolled back, nor a row of what changes no figure', async () => {
    const before = await run('select from thing_count');
    await database.connect(async (client) => {
      await client.query('begin');
      await client.query(`update thing set state = 'old'`);
      await client.query('rollback');
    });
    await run(`update thing set note = 'renamed'`);
    expect((await run('select from thing_count')).count).toBe(before.count);
  });

  test('does not make writers wait for one another', async () => {
    await database.connect(async (client) => {
      await client.query('begin');
      await client.query(`update thing set state = 'old' where id = -1`);
      await run(`update thing set state = 'old' where id = -2`);
      await client.query('commit');
    });
    expect(await kept()).toEqual(await scanned());
  });
});

describe('its counts', () => {
  test('are merged by key, and those of nothing go', async () => {
    await run(`update thing set state = 'old' where id = -1`);
    await run(`update thing set state = 'old' where id = -2`);
    expect(await isAnyToMerge(database, things)).toBe(true);
    await mergeCounts(database, things);
    const { rows } = await run('select state, counted from thing_count order by state');
    expect(rows).toEqual([
      { state: 'gone', counted: '1' },
      { state: 'old', counted: '2' },
    ]);
    expect(await isAnyToMerge(database, things)).toBe(false);
  });

  test('stay right whatever is written, also while they are merged', async () => {
    const id = fc.integer({ min: -3, max: 6 });
    const organization = fc.constantFrom('acme', 'globex');
    const state = fc.constantFrom('new', 'old', 'gone');
    const weight = fc.integer({ min: -50, max: 50 });
    const step = fc.oneof(
      fc.tuple(id, organization, state, weight).map(
        ([i, o, s, w]) => `insert into thing values (${i}, '${o}', '${s}', ${w}), (${i + 10}, '${o}', '${s}', ${w})
          on conflict (id) do update set state = excluded.state, weight = excluded.weight`,
      ),
      fc.tuple(id, state).map(([i, s]) => `update thing set state = '${s}' where id <= ${i}`),
      fc.tuple(id, weight).map(([i, w]) => `update thing set weight = ${w} where id = ${i}`),
      id.map((i) => `delete from thing where id = ${i}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        for (const sql of steps) await Promise.all([run(sql), mergeCounts(database, things)]);
        expect(await kept()).toEqual(await scanned());
      }),
      { numRuns: 30 },
    );
  });
});
