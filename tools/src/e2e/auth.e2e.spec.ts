import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { createApiKey, revokeApiKey } from '@staycover/auth';
import { inboundEvents, policyEvents, subjectOf, type CloudEvent } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually, httpClient, type Client } from '@staycover/testing';
import { Webhook } from 'standardwebhooks';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';

jest.setTimeout(180_000);

let platform: TestPlatform;
let http: Client;

beforeAll(async () => {
  platform = await startTestPlatform({ auth: true });
  http = httpClient(platform.gatewayUrl);
});

afterAll(() => platform.stop());

const as = (who: 'acme' | 'globex' | 'ops') => ({ authorization: `Bearer ${platform.auth!.tokens[who]}` });

describe('the whole platform, asking for credentials', () => {
  test('keeps organizations apart', async () => {
    const made = await http.post('/api/policy', { organizationId: 'acme', name: 'Beach houses' }, as('acme'));
    expect(made).toMatchObject({ status: 201, body: { createdBy: 'user@acme' } });
    const path = `/api/policy/${made.body.id}`;
    expect((await http.get(path, as('ops'))).status).toBe(200);
    expect((await http.get(path)).status).toBe(401);
    expect((await http.get(path, as('globex'))).status).toBe(404);
    expect((await http.get('/api/policy', as('acme'))).body).toMatchObject([{ id: made.body.id }]);
    expect((await http.get('/api/policy', as('globex'))).body).toEqual([]);
    expect((await http.put(path, { name: 'Taken' }, as('globex'))).status).toBe(404);
    expect((await http.get(path, as('acme'))).body).toMatchObject({ name: 'Beach houses', version: 1 });
  });

  test('takes a signed deal, and no other', async () => {
    const body = JSON.stringify({ crmDealId: 'D-1', organizationId: 'acme', baseRatePerNight: 4.25 });
    const json = { 'content-type': 'application/json' };
    const send = (headers: Record<string, string>) => http.raw('POST', '/api/webhook/crm/deal-closed', body, { ...json, ...headers });
    expect((await send({})).status).toBe(401);
    expect((await send(as('acme'))).status).toBe(401);
    const now = new Date();
    const made = await send({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(platform.auth!.webhookSecret).sign('msg_1', now, body),
    });
    expect(made.status).toBe(201);
    const related = /<([^>]+)>; rel="related"/.exec(made.headers.get('link') ?? '')![1]!;
    await eventually('the policy of the deal', async () => (await http.get(related, as('acme'))).status === 200);
  });

  test('takes API keys until they are revoked', async () => {
    const file = platform.auth!.environment['API_KEYS_FILE']!;
    const { key, kept } = await createApiKey(file, { name: 'export', organizations: ['acme'], roles: ['read'] });
    const list = () => http.get('/api/policy?organizationId=acme', { 'x-api-key': key });
    await eventually('the key is known', async () => (await list()).status === 200);
    expect((await http.post('/api/policy', { organizationId: 'acme' }, { 'x-api-key': key })).status).toBe(403);
    await revokeApiKey(file, kept.id);
    await eventually('the key is refused', async () => (await list()).status === 401);
  });

  test('lets other systems bring events and hear them, each with its own user', async () => {
    await expect(connect({ servers: platform.natsUrl })).rejects.toThrow(/authorization/i);
    const open = (user: string) => {
      const login = platform.natsLogin(user);
      return connect({ servers: platform.natsUrl, user: login.user, pass: login.password, inboxPrefix: `_INBOX_${user}` });
    };
    const { body: policy } = await http.post('/api/policy', { organizationId: 'acme' }, as('acme'));
    const [observer, publisher] = await Promise.all([open('observer'), open('publisher')]);
    const heard: CloudEvent[] = [];
    observer.subscribe('insurance.policy.>', { callback: (_error, message) => void heard.push(message.json()) });
    await observer.flush();
    const example = inboundEvents.coverageElectionChanged.example;
    const data = { ...(example.data as object), organizationId: 'acme', policyId: policy.id };
    const event = { ...example, id: newId(), source: 'https://pms.example', time: new Date().toISOString(), data };
    await jetstream(publisher).publish(subjectOf(inboundEvents.coverageElectionChanged, 'acme'), JSON.stringify(event));
    await eventually('enrollments', () => heard.some(({ type }) => type === policyEvents.enrollmentChanged.type));
    await Promise.all([observer.close(), publisher.close()]);
  });
});
