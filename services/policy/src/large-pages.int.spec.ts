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
  const ids: string[] = [];
  let path: string | undefined = `/api/policy?organizationId=${organizationId}&view=${view}`;
  const pages: number[] = [];
  while (path) {
    const page: Answer = await t.http.get(path);
    expect(page.status).toBe(200);
    expect(JSON.stringify(page.body).length).toBeLessThan(1.1 * EIGHT_MIB);
    pages.push(page.body.length);
    ids.push(...page.body.map(({ id }: { id: string }) => id));
    path = nextPage(page);
  }
  expect(pages.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(130);
  expect(ids).toEqual(ids.toSorted());
});
