import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { type RouteContract, routes } from '@staycover/api';
import { eventSubject, events } from '@staycover/events';
import { type Client, eventually, httpClient } from '@staycover/testing';
import { printedDocument } from '@staycover/testing/documents';
import fc from 'fast-check';
import { recordStatements } from '../plans/explain.ts';
import { readsAllOnPurpose } from '../plans/on-purpose.ts';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { repeatable } from './bodies.ts';
import { arbitraryRequests } from './requests.ts';

jest.setTimeout(180_000);

const document = printedDocument('openapi');

type Examples = { example?: unknown; examples?: Record<string, { value: unknown }> };
type Operation = { requestBody?: { content: { 'application/json': Examples } } };

const listExamples = (route: RouteContract): [string, RouteContract, unknown][] => {
  const operation = document.paths[route.path]![route.method] as Operation;
  const { example, examples = {} } = operation.requestBody?.content['application/json'] ?? {};
  const named = Object.entries(examples).map(
    ([name, { value }]) => [`${route.operationId} ${name}`, route, value] as [string, RouteContract, unknown],
  );
  return example === undefined ? named : [[route.operationId, route, example], ...named];
};

const STRIPE_SECRET = 'whsec_of_the_examples';
/** Contacts are accepted; no mails are sent. */
const MAILS = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'notices@staycover.example' };

const statements = recordStatements();
let platform: TestPlatform;
let http: Client;
const ids: Record<string, string> = {};

/** A renewal that waits for a person, because its rate rises by a quarter. */
const renewalInReview = async (): Promise<string> => {
  const today = Temporal.Now.plainDateISO('UTC');
  const nextDay = today.add({ days: 1 });
  const { body: policy } = await http.post('/api/policy', {
    organizationId: 'acme-stays',
    termStart: nextDay.subtract({ months: 6 }).toString(),
    termEnd: today.toString(),
    ratePerNight: 4,
    rateTableVersions: [{ version: 1, effectiveFrom: nextDay.toString(), ratePerNight: 5 }],
  });
  await http.patch(`/api/policy/${policy.id}/status`, { status: 'ACTIVE' });
  return eventually('the renewal waits for a person', async () => {
    await http.post('/api/renewal/process', {});
    const { body } = await http.get(`/api/renewal/policy/${policy.id}`);
    return body[0]?.status === 'MANUAL_REVIEW' && body[0].id;
  });
};

const signedByStripe = (body: string): Record<string, string> => {
  const at = Math.floor(Date.now() / 1_000);
  return {
    'stripe-signature': `t=${at},v1=${createHmac('sha256', STRIPE_SECRET).update(`${at}.${body}`).digest('hex')}`,
  };
};

beforeAll(async () => {
  platform = await startTestPlatform({ env: { ...statements.env, ...MAILS, STRIPE_WEBHOOK_SECRETS: STRIPE_SECRET } });
  http = httpClient(platform.gatewayUrl);
  const nats = await connect({ servers: platform.natsUrl });
  for (const event of events.filter(({ service }) => service === 'inbound')) {
    await jetstream(nats).publish(eventSubject(event, 'acme-stays'), JSON.stringify(event.example));
  }
  await nats.drain();
  const [contract] = await eventually('the contract of the example', async () => {
    const { body } = await http.get('/api/contract/organization/acme-stays');
    return body.length > 0 && body;
  });
  const [policy] = await eventually('the policy of the example', async () => {
    const { body } = await http.get('/api/policy?organizationId=acme-stays');
    return body.length > 0 && body;
  });
  await eventually('the reservation of the example', async () => {
    const { status } = await http.post('/api/reservation/lookup', { reservationReferenceId: 'RES-88123' });
    return status === 200;
  });
  await http.patch(`/api/policy/${policy.id}/status`, { status: 'ACTIVE' });
  const [claim] = await eventually('the claim of the example', async () => {
    const { body } = await http.get('/api/claim?organizationId=acme-stays');
    return body.length > 0 && body;
  });
  const invoice = await http.post(`/api/invoice/generate/${policy.id}`);
  const endpoint = await http.post('/api/webhook-endpoint', {
    organizationId: 'acme-stays',
    url: 'https://hooks.acme.example/',
  });
  Object.assign(ids, {
    'webhook-endpoint': endpoint.body.id,
    contract: contract.id,
    policy: policy.id,
    claim: claim.id,
    invoice: invoice.body.id,
    renewal: await renewalInReview(),
  });
});

afterAll(async () => {
  await platform?.stop();
  statements.end();
});

// These need earlier operations on the same resource.
const hasItsOwnSpec = new Set([
  'addClaimPayout',
  'decideClaim',
  'discardDeadLetter',
  'refundPayment',
  'reversePayment',
  'setInvoiceStatus',
  'setMailStatus',
  'setRefundReason',
]);

// Line items come before the status that closes an invoice for them.
const examples = routes
  .filter(({ operationId }) => !hasItsOwnSpec.has(operationId))
  .flatMap(listExamples)
  .toSorted(([a], [b]) => (a < b ? -1 : 1));

test.each(examples)('the example of %s works', async (_name, route, body) => {
  const path = route.path
    .replace('{provider}', 'stripe')
    .replace('{stateCode}/{category}', 'FL/INSURANCE_PREMIUM')
    .replace('{organizationId}', 'acme-stays')
    .replace('{policyId}', ids['policy']!)
    .replace(/\{\w+\}/, ids[route.path.split('/')[2]!] ?? 'none');
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', ...(route.rawBody && signedByStripe(text)) };
  const query = route.bodyWith ? `?${route.bodyWith.parameter}=${route.bodyWith.value}` : '';
  const { status, body: answer } = await http.raw(route.method.toUpperCase(), path + query, text, headers);
  expect(status < 300 ? [] : [status, answer]).toEqual([]);
});

describe('whatever is asked', () => {
  const RUNS = 8;
  const organizationOrId = fc
    .nat()
    .map((i) => ['acme-stays', ...Object.values(ids)][i % (1 + Object.keys(ids).length)]!);

  // The client itself refuses answers that are not documented.
  test.each(routes.map((route) => [route.operationId, route] as [string, RouteContract]))(
    '%s answers as documented, and never with a 5xx',
    async (_id, route) => {
      const requests = arbitraryRequests(route, organizationOrId);
      const property = fc.asyncProperty(requests, async ({ method, path, headers, body }) => {
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
