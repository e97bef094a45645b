import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { addLineItem, createPolicy, exampleOf, DealBody, routes, setPolicyStatus, updatePolicy, type RouteContract } from '@staycover/api';
import { httpClient, type Client } from '@staycover/testing';
import fc from 'fast-check';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { obeyRules } from './obey-rules.ts';
import { requestsOf, validBody } from './requests.ts';

jest.setTimeout(180_000);

const SECONDS_OF_REQUESTS = 25;
const SECONDS_OF_STORIES = 25;

let platform: Platform;
let http: Client;
const ids: string[] = ['acme-stays'];

beforeAll(async () => {
  platform = await startPlatform({ say: () => undefined, onLine: () => undefined, gatewayPort: 0, ephemeral: true, env: { LOG_LEVEL: 'error' } });
  http = httpClient(platform.gatewayUrl);
  const deal = await http.post('/api/webhook/crm/deal-closed', exampleOf(DealBody));
  const policyId = deal.headers.get('link')!.match(/policy\/([^>]+)>/)![1]!;
  const invoice = await http.post(`/api/invoice/generate/${policyId}`);
  ids.push(deal.body.id, policyId, invoice.body.id);
});

afterAll(() => platform?.stop());

const bounded = (seconds: number, numRuns: number) => ({ numRuns, interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false });

describe('whatever is asked', () => {
  const known = fc.nat(3).map((i) => ids[i % ids.length]!);

  // The client itself refuses answers that are not documented.
  test.each(routes.map((route) => [route.operationId, route] as [string, RouteContract]))('%s answers as documented, and never with a 5xx', async (_id, route) => {
    const property = fc.asyncProperty(requestsOf(route, known), async ({ method, path, headers, body }) => {
      const { status } = await http.raw(method, path, body, headers);
      expect(status).toBeLessThan(500);
    });
    await fc.assert(property, bounded(SECONDS_OF_REQUESTS / routes.length, 60));
  });
});

type Body = Record<string, unknown>;
type Step = { kind: 'change' | 'move' | 'bill'; body: Body };

const acceptable = (route: RouteContract) => validBody(route).map((body) => obeyRules(body) as Body);

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    acceptable(updatePolicy).map((body): Step => ({ kind: 'change', body })),
    acceptable(setPolicyStatus).map((body): Step => ({ kind: 'move', body })),
    acceptable(addLineItem).map((body): Step => ({ kind: 'bill', body })),
  ),
  { minLength: 2, maxLength: 6 },
);

const scalars = (body: Body) => Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value !== 'object' || value === null));

const withoutEnrollments = ({ enrolledProperties: _all, activeEnrollments: _active, ...rest }: Body) => rest;

describe('whatever happens to a policy', () => {
  test('what was written is what is read, by id and in lists, and what was refused changed nothing', async () => {
    let stories = 0;
    let told = 0;
    const property = fc.asyncProperty(acceptable(createPolicy), steps, async (body, story) => {
      const organizationId = `fuzz-${++stories}`;
      const path = '/api/policy';
      const created = await http.post(path, { ...body, organizationId, previousPolicyId: null });
      if (created.status !== 201) return expect(created.status).toBe(400);
      expect(created.body).toMatchObject({ ...scalars(body), organizationId, previousPolicyId: null, version: 1 });
      told++;
      let current = created.body;
      for (const step of story) {
        current = await take(step, current);
        const read = await http.get(`${path}/${current.id}`);
        expect(withoutEnrollments(read.body)).toEqual(withoutEnrollments(current));
        expect(read.headers.get('etag')).toBe(`"${current.version}"`);
        expect((await http.get(`${path}?organizationId=${organizationId}`)).body).toEqual([read.body]);
        current = read.body;
      }
      return undefined;
    });
    await fc.assert(property, bounded(SECONDS_OF_STORIES, 200));
    expect(told).toBeGreaterThan(stories / 2);
  });
});

type Current = { id: string; version: number; status: string } & Body;

/** Takes a step and tells what the policy must be afterwards. */
const take = async ({ kind, body }: Step, current: Current): Promise<Current> => {
  const path = `/api/policy/${current.id}`;
  if (kind === 'bill') {
    await bill(current.id, body);
    return current;
  }
  const answer = kind === 'change' ? await http.put(path, body) : await http.patch(`${path}/status`, body);
  if (answer.status !== 200) {
    expect([400, 409]).toContain(answer.status);
    return current;
  }
  expect(answer.body).toMatchObject(scalars(body));
  expect([current.version, current.version + 1]).toContain(answer.body.version);
  return answer.body;
};

/** Generates an invoice, adds a line and removes it again, which leaves everything as it was. */
const bill = async (policyId: string, line: Body): Promise<void> => {
  const { status, body: draft } = await http.post(`/api/invoice/generate/${policyId}`);
  expect([200, 201, 409]).toContain(status);
  if (status === 409) return;
  const path = `/api/invoice/${draft.id}`;
  const added = await http.post(`${path}/line-items`, line);
  expect([200, 400]).toContain(added.status);
  if (added.status === 400) return;
  expect((await http.get(path)).body).toEqual(added.body);
  expect(added.body.lineItems.at(-1)).toMatchObject({ description: line['description'], category: line['category'], manual: true, orderId: null });
  const removed = await http.delete(`${path}/line-items/${added.body.lineItems.length - 1}`);
  expect(removed.body).toMatchObject({ lineItems: draft.lineItems, total: draft.total, version: draft.version + 2 });
};
