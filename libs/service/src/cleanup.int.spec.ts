import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@staycover/db';
import { systemClock } from '@staycover/kernel';
import { openTestDatabase } from '@staycover/testing';
import type pg from 'pg';
import { cleanup } from './cleanup.ts';

const SERVICE = 'billing';

let database: Database;
let admin: pg.Client;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ database, admin, drop } = await openTestDatabase(SERVICE));
});

afterAll(() => drop());

const clean = async () => {
  const leftovers = [{ table: 'schedule_run', since: 'finished_at', days: 10, where: `outcome = 'COMPLETED'` }];
  const schedule = cleanup({ database, deadLetterDays: 180, leftovers });
  return schedule.run({ due: systemClock(), signal: new AbortController().signal });
};

const listConsumers = async (table: string): Promise<string[]> =>
  (await admin.query(`select consumer from ${table} order by consumer`)).rows.map(({ consumer }) => consumer);

test('dead letters and counted starts go when their time is over, more of them than a batch has, and others stay', async () => {
  const days = (table: string, columns: string, values: string, age: number, count: number, consumer: string) =>
    admin.query(
      `insert into ${table} (consumer, event_key, ${columns}) select '${consumer}', n::text, ${values}, now() - interval '${age} days'
       from generate_series(1, ${count}) n`,
    );
  const letter = ['dead_letter', 'subject, payload, reason, attempts, created_at', `'s', '{}', 'r', 1`] as const;
  await days(...letter, 181, 1_500, 'old');
  await days(...letter, 179, 2, 'recent');
  await days('handler_start', 'starts, last_start', '1', 62, 1_000, 'old');
  await days('handler_start', 'starts, last_start', '1', 60, 1, 'recent');

  expect(await clean()).toMatchObject({ dead_letter: 1_500, handler_start: 1_000 });
  expect(await listConsumers('dead_letter')).toEqual(['recent', 'recent']);
  expect(await listConsumers('handler_start')).toEqual(['recent']);
});

test('what a service adds goes where its condition holds', async () => {
  await admin.query(
    `insert into schedule_run (schedule, due_at, started_at, finished_at, outcome)
     select 'x', now(), now(), now() - interval '11 days', o from unnest(array['COMPLETED', 'FAILED']) o`,
  );
  expect((await clean())['schedule_run']).toBe(1);
  expect((await admin.query(`select outcome from schedule_run`)).rows).toEqual([{ outcome: 'FAILED' }]);
});

test('an event that was processed stays known as long as it can be replayed as an open dead letter', async () => {
  await admin.query(
    `insert into inbox (consumer, event_key, processed_at) select c, 'e', now() - interval '62 days'
     from unnest(array['open', 'other', 'resolved']) as c`,
  );
  await admin.query(
    `insert into dead_letter (consumer, event_key, subject, payload, reason, attempts, resolved_at) values
       ('open', 'e', 's', '{}', 'r', 1, null), ('other', 'f', 's', '{}', 'r', 1, null), ('resolved', 'e', 's', '{}', 'r', 1, now())`,
  );
  expect((await clean())['inbox']).toBe(2);
  expect(await listConsumers('inbox')).toEqual(['open']);
});
