import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type DataOf, deadLetterReplays, eventRejected, inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import type { RunningService } from '@staycover/service';
import { askService, eventually, type TestService, testLog } from '@staycover/testing';
import { compose, readConfig } from './compose.ts';
import { claimsOn } from './testing/claims.ts';
import { startClaims } from './testing/service.ts';

let t: TestService;
let replica: RunningService;
const { submit, move, read } = claimsOn(() => t);
const rejected = eventRejected('claims');

beforeAll(async () => {
  t = await startClaims();
  const { url, user, password } = t.nats;
  const connections = { NATS_URL: url, NATS_USER: user, NATS_PASSWORD: password, PORT: 0 };
  replica = await compose(
    readConfig({ NODE_ENV: 'test', ...testLog(), DATABASE_URL: t.database.urlFor('claims'), ...connections }),
  );
  // The states of a claim in the order in which they were stored; every `nth` of the next forty attempts to store fails,
  // once `failing` is set: for ever, some events would fail again and again, and wait for minutes.
  await t.sql(`create table stored_state (place serial, claim_id uuid, description text, status text)`);
  await t.sql(`create sequence attempts`);
  await t.sql(`create table failing (nth int, until bigint)`);
  await t.sql(`create function store_state() returns trigger language plpgsql security definer set search_path = claims as $$
    begin
      if exists (select from failing where nextval('attempts') % nth = 0 and lastval() < until) then
        raise exception 'not now';
      end if;
      insert into stored_state (claim_id, description, status) values (new.id, new.damage_description, new.status);
      return new;
    end $$`);
  await t.sql(`create trigger store_state before update on claim for each row execute function store_state()`);
});
beforeEach(() => t.sql('delete from failing'));
afterAll(async () => {
  await replica?.stop();
  await t?.stop();
});

type Update = Partial<DataOf<typeof inboundEvents.claimUpdated>>;
const update = (claimId: string, changes: Update) =>
  t.events.publish(inboundEvents.claimUpdated, { organizationId: 'acme', claimId, changedBy: 'bank', ...changes });

/** Waits until every update is processed or refused. */
const handled = (updates: readonly string[]) =>
  eventually(
    'all updates',
    async () => {
      const [row] = await t.sql<{ left: number }>(
        `select count(*)::int as left from unnest($1::text[]) as event
         where not exists (select from inbox where event_key like '%' || event)
           and not exists (select from dead_letter where event_key like '%' || event)`,
        [updates],
      );
      return row!.left === 0;
    },
    60_000,
  );

const readDescriptions = async (claimId: string): Promise<number[]> => {
  const rows = await t.sql<{ description: string }>(
    `select description from stored_state where claim_id = $1 and description like 'Version %' order by place`,
    [claimId],
  );
  return rows.map(({ description }) => Number(description.split(' ')[1]));
};

/** Each can follow the one before it alone. */
const WALK = ['UNDER_REVIEW', 'DENIED', 'CLOSED'] as const;

describe('two replicas that share what comes', () => {
  test.each([
    ['take turns', undefined],
    ['fail now and then, so that events come again', 7],
  ])('store nothing older over something newer while they %s', async (_what, nth) => {
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) ids.push((await submit()).body.id);
    if (nth) await t.sql('insert into failing select $1, last_value + 40 from attempts', [nth]);
    const updates: string[] = [];
    for (let version = 1; version <= 30; version++)
      for (const id of ids) updates.push(await update(id, { damageDescription: `Version ${version}` }));
    await handled(updates);
    for (const id of ids) {
      const stored = await readDescriptions(id);
      expect(stored).toEqual(stored.toSorted((a, b) => a - b));
      expect((await read(id)).damageDescription).toBe('Version 30');
    }
  });

  test.each([
    ['by being faster', undefined],
    ['by failing', 7],
  ])('refuse no move for overtaking the one before it %s', async (_what, nth) => {
    const ids: string[] = [];
    for (let i = 0; i < 10; i++) ids.push((await submit()).body.id);
    if (nth) await t.sql('insert into failing select $1, last_value + 40 from attempts', [nth]);
    const updates: string[] = [];
    for (const id of ids) for (const statusName of WALK) updates.push(await update(id, { statusName }));
    await handled(updates);
    const ways = await Promise.all(ids.map(async (id) => (await read(id)).statusHistory.map(({ status }) => status)));
    expect(ways).toEqual(ids.map(() => ['SUBMITTED', ...WALK]));
  });

  test('refuse a move at once that nothing under way could allow', async () => {
    const { body } = await submit();
    const id = await update(body.id, { statusName: 'PAID' });
    await t.events.next(rejected, (data) => data.id === id);
    expect(await t.sql('select attempts from dead_letter where event_key like $1', [`%${id}`])).toEqual([
      { attempts: 1 },
    ]);
  });
});

test('a dead letter that is replayed moves nothing that was moved since, at whichever replica', async () => {
  const { body } = await submit();
  const early = await update(body.id, { statusName: 'INFO_REQUESTED' });
  await t.events.next(rejected, ({ id }) => id === early);
  for (const status of ['UNDER_REVIEW', 'INFO_REQUESTED', 'UNDER_REVIEW']) await move(body.id, status);
  const [letter] = await t.sql<{ id: string }>('select id::text from dead_letter where event_key like $1', [
    `%${early}`,
  ]);
  const replay = deadLetterReplays.find(({ service }) => service === 'claims')!;
  for (const { platform } of [t.service, replica]) {
    const answer = await askService(platform.nats, replay, { id: letter!.id, operator: newId() });
    expect(answer).toMatchObject({ outcome: 'REJECTED', reason: expect.stringContaining('was overtaken') });
  }
  expect((await read(body.id)).statusName).toBe('UNDER_REVIEW');
});
