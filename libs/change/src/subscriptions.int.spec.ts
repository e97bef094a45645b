import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Database, execute, query } from '@staycover/db';
import { contractEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import type { Subscription } from '@staycover/messaging';
import { AskAgain, handles, inTransaction, projects } from './index.ts';
import { boatDatabase } from './testing/boat-database.ts';
import { boats, build, type Owner, owners } from './testing/boats.ts';
import { delivery } from './testing/deliver.ts';

let world: Awaited<ReturnType<typeof boatDatabase>>;
let database: Database;

beforeAll(async () => {
  world = await boatDatabase();
  ({ database } = world);
});

afterAll(() => world.drop());

type Data = Partial<Owner> & { organizationId: string };

const deliver = (subscription: Subscription, ...of: [data: Data, eventKey?: string]) =>
  subscription.process(database, delivery(...of));

const known = async (boatId: string) =>
  (await query(database, 'select name, version, first_seen, next_visit from owner where boat_id = $1', [boatId]))[0];

const seen = async (eventKey: string) =>
  (await query(database, 'select 1 from inbox where event_key = $1', [eventKey])).length;

describe('a projection', () => {
  const toOwner = (data: unknown): Owner | undefined => {
    const { organizationId, ...owner } = data as Data;
    return organizationId === 'unowned' ? undefined : (owner as Owner);
  };
  const project = (more?: Parameters<typeof projects<typeof contractEvents.contractChanged, Owner>>[3]) =>
    projects([contractEvents.contractChanged], owners, toOwner, more)[0] as Subscription;
  const subscription = project();
  const version = (boatId: string, n: number, more: Partial<Owner> = {}): Data => ({
    organizationId: 'acme',
    boatId,
    version: n,
    name: `name ${n}`,
    firstSeen: `seen ${n}`,
    nextVisit: null,
    ...more,
  });

  test('follows the newest version, in whatever order events come', async () => {
    const id = newId();
    for (const n of [2, 1, 3]) expect(await deliver(subscription, version(id, n))).toBe(true);
    expect(await known(id)).toMatchObject({ name: 'name 3', version: 3, first_seen: 'seen 2' });
  });

  test('keeps its details until then', async () => {
    const id = newId();
    await deliver(subscription, version(id, 1));
    await deliver(subscription, version(id, 2, { nextVisit: '2026-12-01' }));
    await deliver(subscription, version(id, 3, { nextVisit: '2027-01-01' }));
    expect(await known(id)).toMatchObject({ version: 3, next_visit: '2026-12-01' });
  });

  test('takes an event once: a redelivery does nothing', async () => {
    const id = newId();
    const key = newId();
    expect(await deliver(subscription, version(id, 1), key)).toBe(true);
    await execute(database, 'delete from owner where boat_id = $1', [id]);
    expect(await deliver(subscription, version(id, 1), key)).toBe(false);
    expect(await known(id)).toBeUndefined();
  });

  test('ignores an event that makes no row, and marks it processed', async () => {
    const key = newId();
    expect(await deliver(subscription, { ...version(newId(), 1), organizationId: 'unowned' }, key)).toBe(true);
    expect(await seen(key)).toBe(1);
  });

  test('that fails leaves the event unprocessed', async () => {
    const key = newId();
    await expect(deliver(subscription, version('not an id', 1), key)).rejects.toThrow('uuid');
    expect(await seen(key)).toBe(0);
  });

  test('stores events that come together in one statement, those of one row in the order of their versions', async () => {
    const [a, b] = [newId(), newId()];
    const key = newId();
    const came = [version(a, 1), version(b, 2), version(a, 3), version(b, 1)];
    expect(await Promise.all(came.map((data) => deliver(subscription, data)))).toEqual([true, true, true, true]);
    expect(
      await Promise.all([deliver(subscription, version(a, 4), key), deliver(subscription, version(a, 4), key)]),
    ).toEqual([true, false]);
    expect([await known(a), await known(b)]).toMatchObject([{ version: 4 }, { version: 2 }]);
  });

  test('that fails for one of several events takes the others', async () => {
    const [id, key] = [newId(), newId()];
    const [good, bad] = await Promise.allSettled([
      deliver(subscription, version(id, 1)),
      deliver(subscription, version('not an id', 1), key),
    ]);
    expect([good.status, bad.status]).toEqual(['fulfilled', 'rejected']);
    expect(await known(id)).toMatchObject({ version: 1 });
    expect(await seen(key)).toBe(0);
  });

  test('leaves an event that concerns more to the command, which then stores the row itself', async () => {
    const handled: string[] = [];
    const concerned = project({
      about: ({ data }) => data.contractId,
      where: `r.name = 'name 2'`,
      async handle(tx, { data }) {
        const owner = toOwner(data)!;
        if (await owners.put(tx, owner)) handled.push(owner.name);
      },
    });
    const [id, key] = [newId(), newId()];
    expect(await deliver(concerned, version(id, 1))).toBe(true);
    expect(await deliver(concerned, version(id, 2), key)).toBe(true);
    expect(await deliver(concerned, version(id, 2), key)).toBe(false);
    expect(await known(id)).toMatchObject({ version: 2 });
    expect(handled).toEqual(['name 2']);
  });

  test('asks once whether an event concerns more: what ends meanwhile loses no event', async () => {
    const handled: string[] = [];
    const asked = `coalesce(nullif(current_setting('boat.asked', true), ''), '0')::int + 1`;
    const concerned = project({
      about: ({ data }) => data.contractId,
      where: `set_config('boat.asked', (${asked})::text, true) = '1'`,
      handle: async (_tx, { data }) => void handled.push(toOwner(data)!.name),
    });
    expect(await deliver(concerned, version(newId(), 1))).toBe(true);
    expect(handled).toEqual(['name 1']);
  });

  test('reports within a transaction whether the row was newer', async () => {
    const id = newId();
    const put = (n: number) => inTransaction(database, (tx) => owners.put(tx, version(id, n) as unknown as Owner));
    expect([await put(2), await put(1), await put(3)]).toEqual([true, false, true]);
  });
});

describe('a command from an event', () => {
  let fails = false;
  const subscription = handles(contractEvents.contractChanged, async (tx, { data }, context) => {
    const { name } = data as unknown as { name: string };
    await boats.add(tx, context, build(name, data.organizationId, context));
    if (fails) throw new Error('It fails behind the boat.');
  });
  const count = async (name: string) => (await query(database, 'select 1 from boat where name = $1', [name])).length;

  test('is done once, by the service that the event came from', async () => {
    const key = newId();
    expect(await deliver(subscription, { organizationId: 'acme', name: 'Zoe' }, key)).toBe(true);
    await execute(database, `delete from boat where name = 'Zoe' and created_by = 'system:contract'`);
    expect(await deliver(subscription, { organizationId: 'acme', name: 'Zoe' }, key)).toBe(false);
    expect(await count('Zoe')).toBe(0);
  });

  test('that fails leaves nothing, and is done when the event comes again', async () => {
    const key = newId();
    fails = true;
    await expect(deliver(subscription, { organizationId: 'acme', name: 'Yan' }, key)).rejects.toThrow(
      'behind the boat',
    );
    expect([await count('Yan'), await seen(key)]).toEqual([0, 0]);
    fails = false;
    expect(await deliver(subscription, { organizationId: 'acme', name: 'Yan' }, key)).toBe(true);
    expect(await count('Yan')).toBe(1);
  });

  test('asks before it again, when another question counts by then', async () => {
    let question = 1;
    const asking = handles(
      contractEvents.contractChanged,
      async (tx, { data }, context, answer: number) => {
        question = 2;
        await boats.add(tx, context, build(`Wim ${answer}`, data.organizationId, context));
        if (answer !== question) throw new AskAgain('It was asked about another one.');
      },
      { before: () => Promise.resolve(question) },
    );
    expect(await deliver(asking, { organizationId: 'acme' })).toBe(true);
    expect([await count('Wim 1'), await count('Wim 2')]).toEqual([0, 1]);
  });

  test('fails when what it asks before keeps changing', async () => {
    let questions = 0;
    const never = () => Promise.reject(new AskAgain('It was asked about another one.'));
    const asking = handles(contractEvents.contractChanged, never, { before: () => Promise.resolve(++questions) });
    const key = newId();
    await expect(deliver(asking, { organizationId: 'acme' }, key)).rejects.toThrow(AskAgain);
    expect([questions, await seen(key)]).toEqual([3, 0]);
  });

  test('is done once when the event comes twice at the same time', async () => {
    const key = newId();
    const both = await Promise.all(
      [1, 2].map((n) => deliver(subscription, { organizationId: 'acme', name: `X${n}` }, key)),
    );
    expect(both.toSorted()).toEqual([false, true]);
    expect((await count('X1')) + (await count('X2'))).toBe(1);
  });
});
