import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { routes, type RouteContract } from '@staycover/api';
import { openApiDocument } from '@staycover/documents';
import { events, subjectOf } from '@staycover/events';
import { eventually, httpClient, type Client } from '@staycover/testing';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';

jest.setTimeout(180_000);

const document = openApiDocument({ publicUrl: 'http://localhost' });

type Examples = { example?: unknown; examples?: Record<string, { value: unknown }> };
type Operation = { requestBody?: { content: { 'application/json': Examples } } };

const examplesOf = (route: RouteContract): [string, RouteContract, unknown][] => {
  const operation = document.paths[route.path]![route.method] as Operation;
  const { example, examples = {} } = operation.requestBody?.content['application/json'] ?? {};
  const named = Object.entries(examples).map(([name, { value }]) => [`${route.operationId} ${name}`, route, value] as [string, RouteContract, unknown]);
  return example === undefined ? named : [[route.operationId, route, example], ...named];
};

let platform: TestPlatform;
let http: Client;
const ids: Record<string, string> = {};

beforeAll(async () => {
  platform = await startTestPlatform();
  http = httpClient(platform.gatewayUrl);
  const nats = await connect({ servers: platform.natsUrl });
  for (const event of events.filter(({ service }) => service === 'inbound')) {
    await jetstream(nats).publish(subjectOf(event, 'acme-stays'), JSON.stringify(event.example));
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
  const invoice = await http.post(`/api/invoice/generate/${policy.id}`);
  Object.assign(ids, { contract: contract.id, policy: policy.id, invoice: invoice.body.id, renewal: 'none', payment: 'stripe' });
});

afterAll(() => platform?.stop());

/** What an example cannot do on a platform that has just started: there is no renewal, and no payment provider. */
const otherwise: Record<string, number> = { setRenewalStatus: 404, receivePaymentEvent: 404 };

// Line items come before the status that closes an invoice for them.
const examples = routes.flatMap(examplesOf).toSorted(([a], [b]) => (a < b ? -1 : 1));

test.each(examples)('the example of %s does what it says', async (_name, route, body) => {
  const path = route.path.replace(/\{\w+\}/, ids[route.path.split('/')[2]!] ?? 'none');
  const { status, body: answer } = await http.raw(route.method.toUpperCase(), path, JSON.stringify(body), { 'content-type': 'application/json' });
  expect({ ok: status < 300 || status === otherwise[route.operationId], answer }).toMatchObject({ ok: true });
});
