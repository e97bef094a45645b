import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addLineItem } from '@staycover/api';
import { type Database, query } from '@staycover/db';
import type { RouteAnswer } from '@staycover/http';
import { anonymous, newId, systemClock } from '@staycover/kernel';
import { commandsOn } from './index.ts';
import { boatDatabase } from './testing/boat-database.ts';
import { addSail, type Boat, boats, build } from './testing/boats.ts';

let world: Awaited<ReturnType<typeof boatDatabase>>;
let database: Database;

beforeAll(async () => {
  world = await boatDatabase();
  ({ database } = world);
});

afterAll(() => world.drop());

const platform = () => ({ database, clock: systemClock, newId });

const built = async (): Promise<Boat> => {
  const context = { actor: anonymous, now: systemClock(), newId };
  const { state, events } = build(newId(), 'acme', context);
  await boats.add(database, context, { state, events });
  return state;
};

const ask = async (
  id: string,
  { body = {}, ...rest }: { idempotencyKey?: string; ifMatch?: number; body?: object },
) => {
  // Any route that takes a key.
  const command = commandsOn(platform(), boats, ({ details, version }) => ({ sails: details.sails, version }));
  const { handler } = command(addLineItem, addSail);
  const answer: RouteAnswer = await handler({ actor: anonymous, params: { id }, body, ...rest } as unknown as never);
  return { ...answer, body: answer.json === undefined ? answer.body : JSON.parse(answer.json) };
};

const versions = async (id: string) =>
  (await query(database, 'select 1 from outbox where aggregate_id = $1', [id])).length;

describe('a command of a route', () => {
  test('answers what it made, with its version', async () => {
    const { id } = await built();
    expect(await ask(id, {})).toEqual({ body: { sails: 3, version: 2 }, version: 2 });
  });

  test('is done once for one Idempotency-Key, however often it is asked', async () => {
    const { id } = await built();
    const first = await ask(id, { idempotencyKey: id });
    expect((await ask(id, { idempotencyKey: id })).body).toEqual(first.body);
    expect(await versions(id)).toBe(2);
    expect((await ask(id, { idempotencyKey: newId() })).body).toEqual({ sails: 4, version: 3 });
  });

  test('asked twice at once under one key is done once', async () => {
    const { id } = await built();
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => ask(id, { idempotencyKey: id })));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'idempotency-key-in-flight' });
      else expect(outcome.value.body).toEqual({ sails: 3, version: 2 });
    }
    expect(await versions(id)).toBe(2);
  });

  test('with another request under the same key is refused', async () => {
    const { id } = await built();
    await ask(id, { idempotencyKey: id });
    await expect(ask(id, { idempotencyKey: id, body: { more: 1 } })).rejects.toMatchObject({
      code: 'idempotency-key-reused',
    });
  });

  test('that is refused keeps no answer under its key', async () => {
    const { id } = await built();
    await expect(ask(id, { idempotencyKey: id, ifMatch: 7 })).rejects.toMatchObject({ code: 'version-mismatch' });
    expect((await ask(id, { idempotencyKey: id, ifMatch: 1 })).body).toEqual({ sails: 3, version: 2 });
  });
});
