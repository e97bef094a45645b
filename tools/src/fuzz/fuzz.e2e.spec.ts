import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { DealBody, type RouteContract, routes, schemaExample } from '@staycover/api';
import { type Client, httpClient } from '@staycover/testing';
import fc from 'fast-check';
import { recordStatements } from '../plans/explain.ts';
import { readsAllOnPurpose } from '../plans/on-purpose.ts';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { repeatable } from './bodies.ts';
import { arbitraryRequests } from './requests.ts';

jest.setTimeout(180_000);

const RUNS = 12;

const statements = recordStatements();
let platform: TestPlatform;
let http: Client;
const ids: string[] = ['acme-stays'];

beforeAll(async () => {
  platform = await startTestPlatform({ env: statements.env });
  http = httpClient(platform.gatewayUrl);
  const deal = await http.post('/api/webhook/crm/deal-closed', schemaExample(DealBody));
  const policyId = deal.headers.get('link')!.match(/policy\/([^>]+)>/)![1]!;
  const invoice = await http.post(`/api/invoice/generate/${policyId}`);
  ids.push(deal.body.id, policyId, invoice.body.id);
});

afterAll(async () => {
  await platform?.stop();
  statements.end();
});

describe('whatever is asked', () => {
  const known = fc.nat(3).map((i) => ids[i % ids.length]!);

  // The client itself refuses answers that are not documented.
  test.each(routes.map((route) => [route.operationId, route] as [string, RouteContract]))(
    '%s answers as documented, and never with a 5xx',
    async (_id, route) => {
      const property = fc.asyncProperty(arbitraryRequests(route, known), async ({ method, path, headers, body }) => {
        const { status } = await http.raw(method, path, body, headers);
        expect(status).toBeLessThan(500);
      });
      await fc.assert(property, repeatable(RUNS));
    },
  );
});

// What the requests above have sent, and what the services sent by themselves meanwhile.
test('no statement reads a whole table, but for those that have a reason to', async () => {
  const scans = await statements.wholeScans(platform.databases);
  expect(scans.filter((scan) => !readsAllOnPurpose(scan))).toEqual([]);
});
