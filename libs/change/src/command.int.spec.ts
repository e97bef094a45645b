import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addLineItem } from '@staycover/api';
import { actingFrom, type Database, query } from '@staycover/db';
import type { RouteAnswer } from '@staycover/http';
import { type Actor, anonymous, DomainError, newId, systemClock } from '@staycover/kernel';
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
  {
    body = {},
    actor = anonymous,
    ...rest
  }: { idempotencyKey?: string; ifMatch?: number; body?: object; actor?: Actor },
) => {
  // Any route that takes a key.
  const command = commandsOn(platform(), boats, ({ details, version }) => ({ sails: details.sails, version }));
  const { handler } = command(addLineItem, addSail);
  const answer: RouteAnswer = await handler({ actor, params: { id }, body, ...rest } as unknown as never);
  return { ...answer, body: answer.json === undefined ? answer.body : JSON.parse(answer.json) };
};

const versions = async (id: string) =>
  (await query(database, 'select 1 from outbox where aggregate_id = $1', [id])).length;

describe('a command of a route', () => {
  test('returns the created resource with its version', async () => {
    const { id } = await built();
    expect(await ask(id, {})).toEqual({ body: { sails: 3, version: 2 }, version: 2 });
  });

  test('is done once for one Idempotency-Key, however often it is asked', async () => {
    const { id } = await built();
    const first = await ask(id, { idempotencyKey: id });
    expect(await ask(id, { idempotencyKey: id })).toMatchObject({ body: first.body, headers: { ETag: '"2"' } });
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

  test('is paid for by the answer that it keeps, and undone where that is too much', async () => {
    const { id } = await built();
    const acme = { ...anonymous, organizations: ['acme'] };
    const paid: number[] = [];
    const spend = (organizationId: string, bytes: number) => {
      expect(organizationId).toBe('acme');
      paid.push(bytes);
    };
    const origin = { actor: 'dana', source: 'POST' };
    await actingFrom({ ...origin, spend }, () => ask(id, { idempotencyKey: id, actor: acme }));
    const [event, answer] = paid;
    expect(paid).toHaveLength(2);
    expect(event).toBeGreaterThan(100);
    expect(answer).toBeGreaterThan(1_024);
    let left = 1;
    const refuse = () => {
      if (left-- === 0) throw new DomainError('budget-exceeded', 'Too much.');
    };
    const another = () => ask(id, { idempotencyKey: newId(), actor: acme });
    await expect(actingFrom({ ...origin, spend: refuse }, another)).rejects.toMatchObject({ code: 'budget-exceeded' });
    expect(await versions(id)).toBe(2);
  });

  test('is done once, though the caller has another organization when it asks again', async () => {
    const { id } = await built();
    const body = { organizationId: 'acme' };
    const asked = (organizations: string[]) =>
      ask(id, { idempotencyKey: id, body, actor: { ...anonymous, organizations } });
    const first = await asked(['acme']);
    expect((await asked(['globex', 'acme'])).body).toEqual(first.body);
    expect(await versions(id)).toBe(2);
  });

  test('is done once for a caller with many organizations', async () => {
    const { id } = await built();
    const organizations = ['acme', ...Array.from({ length: 200 }, newId)];
    const asked = () => ask(id, { idempotencyKey: id, actor: { ...anonymous, organizations } });
    expect((await asked()).body).toEqual((await asked()).body);
    expect(await versions(id)).toBe(2);
  });

  test('is paid for by the organizations that it is for, together', async () => {
    const { id } = await built();
    const organizations = ['acme', 'globex'];
    const paid: string[] = [];
    const origin = { actor: 'dana', source: 'POST', spend: (one: string) => void paid.push(one) };
    const asked = (body: object) =>
      actingFrom(origin, () => ask(id, { idempotencyKey: newId(), body, actor: { ...anonymous, organizations } }));
    await asked({});
    expect(paid.splice(0)).toEqual(['acme', 'acme', 'globex']);
    await asked({ organizationId: 'globex' });
    expect(paid).toEqual(['acme', 'globex']);
  });

  test.each(['', 'é', 'x'.repeat(256)])(
    'under the key %j is refused, with the header named',
    async (idempotencyKey) => {
      const { id } = await built();
      await expect(ask(id, { idempotencyKey })).rejects.toThrow(/^Idempotency-Key must be 1 to 255 printable ASCII/);
      expect(await versions(id)).toBe(1);
    },
  );

  test('that is refused keeps no answer under its key', async () => {
    const { id } = await built();
    await expect(ask(id, { idempotencyKey: id, ifMatch: 7 })).rejects.toMatchObject({ code: 'version-mismatch' });
    expect((await ask(id, { idempotencyKey: id, ifMatch: 1 })).body).toEqual({ sails: 3, version: 2 });
  });
});
