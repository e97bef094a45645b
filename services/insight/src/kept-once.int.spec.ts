import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '@staycover/db';
import { contractEvents, eventSubject } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';
import { storeEvents } from './messages/store.ts';

const { contractChanged } = contractEvents;
const organizationId = 'acme';

let t: TestService;

beforeAll(async () => {
  t = await startTestService(manifest, compose);
});

afterAll(() => t.stop());

const changed = (id: string, version: number) => {
  const data = { ...contractChanged.example.data, organizationId, version };
  return {
    subject: eventSubject(contractChanged, organizationId),
    text: JSON.stringify({ ...contractChanged.example, id, data }),
  };
};

type Event = ReturnType<typeof changed>;

const store = (...batch: Event[]) => inTransaction(t.service.platform.database, (tx) => storeEvents(tx, batch));

const kept = (id: string) =>
  t.sql(
    `select e.version, p.envelope, (select count(*)::int > 0 from event_link as l where l.position = e.position) as linked
     from event as e join payload as p using (position) where event_id = $1`,
    [id],
  );

test.each([
  ['in one batch', async (...events: Event[]) => store(...events)],
  ['in batches of their own', async (...events: Event[]) => void (await store(events[0]!), await store(events[1]!))],
])('of two events of one id %s the first stays', async (_name, send) => {
  const id = newId();
  const [first, second] = [changed(id, 1), changed(id, 2)];
  await send(first, second);
  expect(await kept(id)).toEqual([{ version: 1, envelope: first.text, linked: true }]);
});

test('an event of an id in capitals is kept with its text', async () => {
  const id = newId().toUpperCase();
  const event = changed(id, 1);
  await store(event, changed(id.toLowerCase(), 2));
  expect(await kept(id)).toEqual([{ version: 1, envelope: event.text, linked: true }]);
});
