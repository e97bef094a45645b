import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { createApiKey, revokeApiKey } from '@staycover/auth';
import { dataOrThrow, refusalOrThrow, type StaycoverClient, staycoverClient } from '@staycover/client';
import { type CloudEvent, eventSubject, inboundEvents, policyEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { documentedFetch, eventually, httpClient } from '@staycover/testing';
import { Webhook } from 'standardwebhooks';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';

jest.setTimeout(180_000);

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform({ auth: true });
});

afterAll(() => platform.stop());

type Who = keyof NonNullable<TestPlatform['auth']>['tokens'];

const credentials = (who: Who) => ({ authorization: `Bearer ${platform.auth!.tokens[who]}` });
const clientWith = (headers: Record<string, string>): StaycoverClient =>
  staycoverClient(platform.gatewayUrl, { fetch: documentedFetch, headers });
const as = (who: Who): StaycoverClient => clientWith(credentials(who));

describe('the whole platform, asking for credentials', () => {
  test('keeps organizations apart', async () => {
    const made = await dataOrThrow(
      as('underwriter').POST('/api/policy', { body: { organizationId: 'acme', name: 'Beach houses' } }),
    );
    expect(made.createdBy).toBe('underwriter@staycover');
    const params = { path: { id: made.id } };
    const read = (api: StaycoverClient) => api.GET('/api/policy/{id}', { params });
    expect(await refusalOrThrow(read(clientWith({})))).toMatchObject({ status: 401 });
    expect(await refusalOrThrow(read(as('globex')))).toMatchObject({ status: 404 });
    expect(
      await refusalOrThrow(as('globex').PUT('/api/policy/{id}', { params, body: { name: 'Taken' } })),
    ).toMatchObject({
      status: 404,
    });
    expect(await dataOrThrow(read(as('acme')))).toEqual(made);
    expect(await dataOrThrow(read(as('ops')))).toEqual(made);
    expect(await dataOrThrow(as('acme').GET('/api/policy'))).toEqual([made]);
    expect(await dataOrThrow(as('globex').GET('/api/policy'))).toEqual([]);
  });

  test('takes a signed deal, and no other', async () => {
    const body = JSON.stringify({ crmDealId: 'D-1', organizationId: 'acme', baseRatePerNight: 4.25 });
    const json = { 'content-type': 'application/json' };
    const http = httpClient(platform.gatewayUrl);
    const send = (headers: Record<string, string>) =>
      http.raw('POST', '/api/webhook/crm/deal-closed', body, { ...json, ...headers });
    expect((await send({})).status).toBe(401);
    expect((await send(credentials('acme'))).status).toBe(401);
    const now = new Date();
    const made = await send({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(platform.auth!.webhookSecret!).sign('msg_1', now, body),
    });
    expect(made.status).toBe(201);
    const related = /<([^>]+)>; rel="related"/.exec(made.headers.get('link') ?? '')![1]!;
    await eventually(
      'the policy of the deal',
      async () => (await http.get(related, credentials('acme'))).status === 200,
    );
  });

  test('takes API keys until they are revoked', async () => {
    const file = platform.auth!.environment['API_KEYS_FILE']!;
    const { key, kept } = await createApiKey(file, { name: 'export', organizations: ['acme'], roles: ['read'] });
    const api = clientWith({ 'x-api-key': key });
    const status = async () => (await api.GET('/api/policy')).response.status;
    await eventually('the key is known', async () => (await status()) === 200);
    expect(await refusalOrThrow(api.POST('/api/policy', { body: { organizationId: 'acme' } }))).toMatchObject({
      status: 403,
    });
    await revokeApiKey(file, kept.id);
    await eventually('the key is refused', async () => (await status()) === 401);
  });

  test('lets other systems bring events and hear them, each with its own user', async () => {
    await expect(connect({ servers: platform.natsUrl })).rejects.toThrow(/authorization/i);
    const open = (user: string) => {
      const login = platform.natsLogin(user);
      return connect({
        servers: platform.natsUrl,
        user: login.user,
        pass: login.password,
      });
    };
    const policy = await dataOrThrow(as('underwriter').POST('/api/policy', { body: { organizationId: 'acme' } }));
    const [observer, publisher] = await Promise.all([open('observer'), open('acme-pms')]);
    const heard: CloudEvent[] = [];
    observer.subscribe('insurance.policy.>', { callback: (_error, message) => void heard.push(message.json()) });
    await observer.flush();
    const example = inboundEvents.coverageElectionChanged.example;
    const data = { ...(example.data as object), organizationId: 'acme', policyId: policy.id };
    const event = { ...example, id: newId(), source: 'https://pms.example', time: new Date().toISOString(), data };
    await jetstream(publisher).publish(
      eventSubject(inboundEvents.coverageElectionChanged, 'acme'),
      JSON.stringify(event),
    );
    await eventually('enrollments', () => heard.some(({ type }) => type === policyEvents.enrollmentChanged.type));
    await Promise.all([observer.close(), publisher.close()]);
  });
});
