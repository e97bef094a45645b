import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Work } from '@staycover/change';
import { countRowsRead, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';
import { policiesElectingBroadly } from './db/named-nights.ts';
import { policiesTouchedBy } from './db/properties.ts';

let t: TestService;
let policyId: string;
const organizationId = 'large';
const OTHERS = 400;

beforeAll(async () => {
  t = await startTestService(manifest, compose);
  const property = { propertyId: 'own', state: 'FL', country: 'US' };
  const election = { scopeType: 'PROPERTY', scopeId: 'own', action: 'INCLUDE', property };
  const { body } = await t.http.post('/api/policy', { organizationId, coverageElections: [election] });
  await t.http.patch(`/api/policy/${body.id}/status`, { status: 'ACTIVE' });
  policyId = body.id;
  await addOthers();
});

afterAll(() => t.stop());

/** Policies of the organization that each have a property of their own, as the first has. */
const addOthers = async (): Promise<void> => {
  await t.sql(
    `create temporary table other as select gen_random_uuid() as id, n from generate_series(1, ${OTHERS}) as n`,
  );
  await t.sql(
    `insert into policy select copy.* from policy p, other, lateral jsonb_populate_record(p,
       jsonb_build_object('id', other.id, 'policy_reference', 'other-' || n)) as copy where p.id = $1`,
    [policyId],
  );
  await t.sql(
    `insert into coverage_election select copy.* from coverage_election e, other, lateral jsonb_populate_record(e,
       jsonb_build_object('id', gen_random_uuid(), 'policy_id', other.id, 'scope_id', 'property-' || n)) as copy
     where e.policy_id = $1`,
    [policyId],
  );
  await t.sql('analyze policy, coverage_election');
};

const rowsRead = (read: (work: Work) => Promise<unknown>): Promise<number> =>
  countRowsRead(t.service.platform.database, read);

test('a new property does not have each policy of its organization looked at', async () => {
  const touchedBy = (propertyId: string) => (work: Work) =>
    policiesTouchedBy(work, organizationId, { policyIds: [], propertyIds: [propertyId] });
  const { database } = t.service.platform;
  expect(await touchedBy('new')(database)).toEqual([]);
  expect(await touchedBy('own')(database)).toEqual([policyId]);
  expect(await rowsRead(touchedBy('new'))).toBeLessThan(20);
});

test('nor does a property that a policy names, while none elects broadly', async () => {
  const broad = (work: Work) => policiesElectingBroadly(work, { id: policyId, organizationId }, [null]);
  expect(await broad(t.service.platform.database)).toEqual([]);
  expect(await rowsRead(broad)).toBeLessThan(20);
});
