import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@staycover/kernel';
import { eventually, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';

let t: TestService;
let id: string;
const organizationId = newId();
const clock = fakeClock('2026-11-01T09:00:00Z');

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
  id = (await t.http.post('/api/policy', { organizationId })).body.id;
});

afterAll(() => t.stop());

const group = (scopeId: string) => ({ electionId: scopeId, scopeType: 'GROUP', scopeId, action: 'INCLUDE' });
const elect = (...names: string[]) => t.http.put(`/api/policy/${id}`, { coverageElections: names.map(group) });
const kept = async () =>
  (await t.sql<{ name: string }>('select election_id as name from coverage_election order by 1')).map(
    ({ name }) => name,
  );

test('elections withdrawn before their first day go after 61 days, with an entry of the cleanup; others stay', async () => {
  await elect('begun', 'old', 'recent');
  clock.set('2026-11-01T10:00:00Z');
  await elect('begun');
  clock.set('2026-11-02T09:00:00Z');
  await elect();
  const age = `update coverage_election set stated_at = now() - $2::int * interval '1 day' where election_id = $1`;
  for (const [name, days] of [
    ['begun', 70],
    ['old', 62],
    ['recent', 60],
  ])
    await t.sql(age, [name, days]);
  clock.advance({ hours: 48 });
  await eventually('the cleanup', () => t.service.scheduler.catchUp());
  expect(await kept()).toEqual(['begun', 'recent']);
  const removed = `select source, before ->> 'election_id' as name from audit where source = 'schedule cleanup'`;
  expect(await t.sql(removed)).toEqual([{ source: 'schedule cleanup', name: 'old' }]);
});

test('one that is stated again begins anew, whatever else was withdrawn', async () => {
  await elect('again', 'other');
  await elect();
  await elect('again');
  const live = `select election_id as name from coverage_election where retired_on is null`;
  expect(await t.sql(live)).toEqual([{ name: 'again' }]);
  const withdrawn = `select count(*)::int from coverage_election where election_id = 'again' and retired_on is not null`;
  expect(await t.sql(withdrawn)).toEqual([{ count: 0 }]);
});
