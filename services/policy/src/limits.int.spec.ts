import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Election, Policy } from '@staycover/api';
import { eventRejected, inboundEvents, type PolicySnapshot, policyEvents, policyGet } from '@staycover/events';
import { askService, eventually, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';

let t: TestService;
const clock = fakeClock('2026-11-20T09:30:00Z');
const organizationId = 'large';

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
});

afterAll(() => t.stop());

const read = async (id: string): Promise<Policy> => (await t.http.get(`/api/policy/${id}`)).body as Policy;

const elections = (from: number, count: number): Election[] =>
  Array.from({ length: count }, (_, i) => {
    const propertyId = `prop-${from + i}`;
    const property = { propertyId, propertyName: `House ${propertyId}`, state: 'FL', country: 'US' };
    return { electionId: `el-${propertyId}`, scopeType: 'PROPERTY', scopeId: propertyId, action: 'EXCLUDE', property };
  });

const elect = (policyId: string | null, list: Election[]) =>
  t.events.publish(inboundEvents.coverageElectionChanged, { organizationId, policyId, elections: list });

describe('an organization of 10,000 properties', () => {
  test('is enrolled on one policy, published in parts, and not beyond', async () => {
    const { id: catalog } = (await t.http.post('/api/policy', { organizationId })).body as Policy;
    await t.sql(
      `insert into property (organization_id, property_id, stated_at, known_from, group_ids)
       select $1, 'prop-' || n, now(), '2026-11-20', '[]' from generate_series(10000, 19499) n`,
      [organizationId],
    );
    await elect(catalog, elections(19_500, 500));
    await eventually('the properties', async () => (await t.sql(`select 1 from property`)).length === 10_000);

    const everything = [{ scopeType: 'ORGANIZATION', action: 'INCLUDE', effectiveFrom: '2026-11-20' }];
    const answer = await t.http.post('/api/policy', {
      organizationId,
      ratePerNight: 4.25,
      coverageElections: everything,
    });
    expect(answer.status).toBe(201);
    const policy = answer.body as Policy;
    expect(policy.activeEnrollments).toHaveLength(10_000);

    const parts = await eventually('20 parts', () => {
      const of = t.events.of(policyEvents.enrollmentChanged).filter(({ data }) => data.policyId === policy.id);
      return of.length === 20 && of;
    });
    expect(parts.map(({ data }) => [data.part, data.parts, data.version])).toEqual(
      Array.from({ length: 20 }, (_, i) => [i + 1, 20, 1]),
    );
    expect(new Set(parts.flatMap(({ data }) => data.changes.map(({ propertyId }) => propertyId))).size).toBe(10_000);

    expect(await read(policy.id)).toEqual(policy);
    const { body } = await t.http.put(`/api/policy/${policy.id}`, { ratePerNight: 4.5 });
    expect(body.activeEnrollments[9_999]).toMatchObject({ computedRatePerNight: 4.5, computedRatePerMonth: 135 });
    expect(await enrollmentsByRpc(policy.id)).toHaveLength(10_000);

    await elect(catalog, elections(20_000, 1));
    await eventually('one more property', async () => (await t.sql(`select 1 from property`)).length === 10_001);
    expect((await read(policy.id)).activeEnrollments).toHaveLength(10_000);
    const refused = await t.http.post('/api/policy', { organizationId, coverageElections: everything });
    expect(refused).toMatchObject({ status: 409, body: { type: expect.stringMatching(/enrollment-limit$/) } });

    const [one] = elections(20_000, 1);
    const id = await elect(policy.id, [{ ...one!, electionId: 'one-more', action: 'INCLUDE' }]);
    const rejected = eventRejected('policy');
    const { data } = await t.events.next(rejected, (event) => event.id === id);
    expect(data.errors).toEqual([{ pointer: '', detail: 'The elections would enroll more than 10000 properties.' }]);

    await t.http.patch(`/api/policy/${policy.id}/status`, { status: 'ACTIVE' });
    const correction = { effectiveFrom: '2026-11-20', reason: 'agreed', ratePerNight: 4.6 };
    const corrected = await t.http.post(`/api/policy/${policy.id}/correction`, correction);
    expect(corrected).toMatchObject({ status: 200, body: { ratePerNight: 4.6, activeEnrollmentCount: 10_000 } });

    const cancelled = await t.http.patch(`/api/policy/${policy.id}/status`, { status: 'CANCELLED' });
    expect(cancelled.body).toMatchObject({ status: 'CANCELLED', activeEnrollments: [] });
  }, 300_000);
});

const enrollmentsByRpc = async (policyId: string) => {
  const found: unknown[] = [];
  let cursor: string | null = null;
  do {
    const request = { policyId, organizationId, cursor, version: 2 };
    const page: PolicySnapshot = await askService(t.service.platform.nats, policyGet, request);
    found.push(...page.enrollments);
    cursor = page.nextCursor;
  } while (cursor);
  return found;
};
