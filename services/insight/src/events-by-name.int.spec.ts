import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@staycover/kernel';
import { startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';
import { type EventFilter, listEvents } from './db/events.ts';

const everybody: Actor = { id: 'dana', organizations: '*', roles: ['read'] };

let t: TestService;

beforeAll(async () => {
  t = await startTestService(manifest, compose);
  await t.sql(
    `insert into event (event_id, organization_id, service, name, type, kind, aggregate_id, version, at, headline)
     select gen_random_uuid(), 'acme', service, name, 'type', 'kind', 'id', 1, now(), ''
     from generate_series(1, 5000),
       (values ('billing', 'invoice-sent'), ('policy', 'policy-created')) as e (service, name)`,
  );
  await t.sql('analyze event');
});

afterAll(() => t.stop());

type Plan = { 'Index Cond'?: string; Plans?: Plan[] };

const findConditions = ({ 'Index Cond': condition, Plans = [] }: Plan): string[] => [
  ...(condition === undefined ? [] : [condition]),
  ...Plans.flatMap(findConditions),
];

/** What a list of events looks up in indexes. */
const lookedUp = async (filter: EventFilter): Promise<string> => {
  const { database } = t.service.platform;
  let plan: Plan = {};
  const run = async (text: string, params?: readonly unknown[]) => {
    const { rows } = await database.run<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, params);
    plan = rows[0]!['QUERY PLAN'][0].Plan;
    return { rows: [], count: 0 };
  };
  const page = { limit: 10, after: undefined, order: 'newest' } as const;
  await listEvents({ ...database, run }, everybody, filter, page);
  return findConditions(plan).join();
};

// By the name alone, PostgreSQL 18 looks behind each service, and older ones read the whole history.
test.each([
  ['of which there are none', { name: 'claim-submitted' }],
  ['of several services', { name: 'event-rejected' }],
  ['in an organization', { name: 'claim-submitted', organizationId: 'acme' }],
])('events of a name %s are looked up by their service, too', async (_which, filter) => {
  expect(await lookedUp(filter)).toMatch(/\(service = .*\(name = /);
});

test('events of a name that this release does not know are listed, too', async () => {
  await t.sql(
    `insert into event (event_id, organization_id, service, name, type, kind, aggregate_id, version, at, headline)
     values (gen_random_uuid(), 'acme', 'billing', 'invoice-framed', 'type', 'kind', 'id', 1, now(), '')`,
  );
  const { body } = await t.http.get('/api/events?name=invoice-framed');
  expect(body).toMatchObject([{ service: 'billing', name: 'invoice-framed' }]);
});
