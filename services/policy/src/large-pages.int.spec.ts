import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Answer, nextPage, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';

let t: TestService;

beforeAll(async () => {
  t = await startTestService(manifest, compose);
});

afterAll(() => t.stop());

const EIGHT_MIB = 8 * 1024 * 1024;

/** Policies that are as large as one may be without enrollments, of which some more than a page takes. */
const addLargePolicies = async (organizationId: string, count: number): Promise<void> => {
  const rules = Array.from({ length: 2_000 }, (_, i) => [`rule-${i}`, `value ${i}`]);
  const supportedStates = Array.from({ length: 500 }, (_, i) => `state ${i} ${'x'.repeat(150)}`);
  const body = { organizationId, supportedStates, eligibilityOverrides: Object.fromEntries(rules) };
  const { status, body: policy } = await t.http.post('/api/policy', body);
  expect(status).toBe(201);
  await t.sql(
    `insert into policy select copy.* from policy p, generate_series(2, $2::int) n, lateral jsonb_populate_record(p,
       jsonb_build_object('id', gen_random_uuid(), 'policy_reference', p.organization_id || n)) copy where p.id = $1`,
    [policy.id, count],
  );
};

test.each(['full', 'summary'])('a list of large policies has pages of 8 MiB at most: view %s', async (view) => {
  const organizationId = `large-${view}`;
  await addLargePolicies(organizationId, 130);
  const ids = await readPages(`/api/policy?organizationId=${organizationId}&view=${view}`, ({ id }) => id);
  expect(new Set(ids).size).toBe(130);
  expect(ids).toEqual(ids.toSorted());
});

test('a list of large changes has pages of 8 MiB at most', async () => {
  const { body: policy } = await t.http.post('/api/policy', { organizationId: 'large-changes' });
  await t.http.patch(`/api/policy/${policy.id}/status`, { status: 'ACTIVE' });
  const supportedStates = Array.from({ length: 450 }, (_, i) => `state ${i} ${'x'.repeat(230)}`);
  const { status } = await t.http.put(`/api/policy/${policy.id}`, { supportedStates });
  expect(status).toBe(200);
  await t.sql(
    `insert into policy_change select copy.* from policy_change c, generate_series(3, 130) n, lateral
       jsonb_populate_record(c, jsonb_build_object('sequence', n)) copy where c.policy_id = $1 and c.sequence = 2`,
    [policy.id],
  );
  const all = Array.from({ length: 130 }, (_, i) => i + 1);
  const path = `/api/policy/${policy.id}/changes`;
  expect(await readPages(path, ({ sequence }) => sequence)).toEqual(all);
  expect(await readPages(`${path}?order=newest`, ({ sequence }) => sequence)).toEqual(all.toReversed());
});

/** All items of a list, which has more than one page, by `getKey`. */
const readPages = async (first: string, getKey: (item: Answer['body']) => unknown): Promise<unknown[]> => {
  const keys: unknown[] = [];
  let pages = 0;
  for (let path: string | undefined = first; path; pages += 1) {
    const page: Answer = await t.http.get(path);
    expect(page.status).toBe(200);
    expect(JSON.stringify(page.body).length).toBeLessThan(1.1 * EIGHT_MIB);
    keys.push(...page.body.map(getKey));
    path = nextPage(page);
  }
  expect(pages).toBeGreaterThan(1);
  return keys;
};
