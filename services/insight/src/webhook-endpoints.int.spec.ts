import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type LocalIssuer, localIssuer } from '@staycover/auth/local-issuer';
import type { DataOf, insightEvents } from '@staycover/events';
import { newId, type Role } from '@staycover/kernel';
import { startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';
import type { InsightConfig } from './config.ts';
import { mailValues } from './mail-values.ts';

const PATH = '/api/webhook-endpoint';
const URL = 'https://hooks.acme.example/staycover';

let issuer: LocalIssuer;
let t: TestService;

beforeAll(async () => {
  issuer = await localIssuer();
  t = await startTestService<InsightConfig>(manifest, compose, { config: issuer.environment });
});
afterAll(async () => {
  await t?.stop();
  await issuer?.close();
});

const as = async (org: string, ...roles: Role[]) => ({
  authorization: `Bearer ${await issuer.token({ sub: 'dana', org, roles })}`,
});
const operator = (org: string) => as(org, 'read', 'ops');

const created = async (org = newId()) => {
  const headers = await operator(org);
  const { body } = await t.http.post(PATH, { organizationId: org, url: URL }, headers);
  return { org, headers, id: body.id as string, path: `${PATH}/${body.id}`, body };
};

test('an endpoint is created for all events, with a secret and where it is found', async () => {
  const organizationId = newId();
  const headers = await operator(organizationId);
  const answer = await t.http.post(PATH, { organizationId, url: URL }, headers);
  expect(answer).toMatchObject({
    status: 201,
    body: {
      organizationId,
      url: URL,
      description: null,
      eventTypes: ['*'],
      status: 'ACTIVE',
      createdBy: 'dana',
      version: 1,
    },
  });
  expect(answer.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const { secret: _secret, ...shown } = answer.body;
  expect((await t.http.get(answer.headers.get('location')!, headers)).body).toEqual(shown);
  expect((await t.http.get(`${PATH}?organizationId=${organizationId}`, headers)).body).toEqual([shown]);
});

test('what a change does not name stays, and a version that is gone is not changed', async () => {
  const { path, headers } = await created();
  const eventTypes = ['insurance.billing.*'];
  expect((await t.http.put(path, { eventTypes }, headers)).body).toMatchObject({ url: URL, eventTypes, version: 2 });
  expect((await t.http.put(path, { description: 'x' }, { ...headers, 'if-match': '"1"' })).status).toBe(412);
  expect((await t.http.put(path, { eventTypes }, headers)).body).toMatchObject({ version: 2 });
});

test('an endpoint is paused and resumed; a deleted one is gone, with its secret', async () => {
  const { id, path, headers } = await created();
  const status = async (to: string) => (await t.http.patch(`${path}/status`, { status: to }, headers)).body.status;
  expect([await status('PAUSED'), await status('PAUSED'), await status('ACTIVE')]).toEqual([
    'PAUSED',
    'PAUSED',
    'ACTIVE',
  ]);
  expect((await t.http.delete(path, headers)).status).toBe(204);
  for (const gone of [
    t.http.get(path, headers),
    t.http.delete(path, headers),
    t.http.post(`${path}/test`, undefined, headers),
  ])
    expect((await gone).status).toBe(404);
  expect(await t.sql('select * from webhook_secret where endpoint_id = $1', [id])).toEqual([]);
});

describe('an endpoint of another organization', () => {
  test.each([
    ['read', 'get', '', undefined],
    ['changed', 'put', '', { description: 'mine' }],
    ['paused', 'patch', '/status', { status: 'PAUSED' }],
    ['deleted', 'delete', '', undefined],
    ['tested', 'post', '/test', undefined],
    ['given another secret', 'post', '/rotate-secret', undefined],
    ['looked into', 'get', '/attempts', undefined],
    ['replayed', 'post', '/replay', { from: '2026-01-01T00:00:00Z' }],
  ])('is not there to be %s', async (_what, method, part, body) => {
    const { path, headers } = await created();
    const stranger = { ...(await operator('other')), 'content-type': 'application/json' };
    const text = body === undefined ? undefined : JSON.stringify(body);
    expect((await t.http.raw(method.toUpperCase(), path + part, text, stranger)).status).toBe(404);
    expect((await t.http.get(path, headers)).body.version).toBe(1);
  });

  test('is in no list, and cannot be made', async () => {
    const { id, org } = await created();
    const stranger = await operator('other');
    const listed = (await t.http.get(PATH, stranger)).body as { id: string }[];
    expect(listed.map((each) => each.id)).not.toContain(id);
    expect((await t.http.get(`${PATH}?organizationId=${org}`, stranger)).status).toBe(404);
    expect((await t.http.post(PATH, { organizationId: org, url: URL }, stranger)).status).toBe(404);
  });
});

test('a reader may not decide where events go', async () => {
  const { path, org } = await created();
  const reader = await as(org, 'read', 'write', 'underwrite', 'finance', 'adjust');
  expect((await t.http.get(path, reader)).status).toBe(200);
  expect((await t.http.post(PATH, { organizationId: org, url: URL }, reader)).status).toBe(403);
  expect((await t.http.post(`${path}/rotate-secret`, undefined, reader)).status).toBe(403);
});

describe('rejected input', () => {
  test.each([
    ['no address', { url: undefined }],
    ['an address by http', { url: 'http://hooks.acme.example/' }],
    ['this machine', { url: 'https://localhost/' }],
    ['a private address', { url: 'https://10.0.0.1/' }],
    ['a private address in other figures', { url: 'https://2130706433/' }],
    ['a link-local address of IPv6', { url: 'https://[fe80::1]/' }],
    ['the metadata of a cloud', { url: 'https://169.254.169.254/latest/meta-data' }],
    ['credentials', { url: 'https://dana:secret@hooks.acme.example/' }],
    ['another scheme', { url: 'file:///etc/passwd' }],
    ['no types', { eventTypes: [] }],
    ['types with wildcards of SQL', { eventTypes: ['insurance_%'] }],
    ['a type with four wildcards', { eventTypes: ['*a*a*a*'] }],
    ['too many types', { eventTypes: Array.from({ length: 51 }, (_, i) => `t${i}`) }],
    ['a long description', { description: 'x'.repeat(256) }],
  ])('%s', async (_what, wrong) => {
    const organizationId = newId();
    const answer = await t.http.post(PATH, { organizationId, url: URL, ...wrong }, await operator(organizationId));
    expect(answer).toMatchObject({ status: 400, body: { title: 'Invalid request' } });
  });

  test('a private address in a change, too', async () => {
    const { path, headers } = await created();
    expect((await t.http.put(path, { url: 'https://192.168.0.1/' }, headers)).status).toBe(400);
  });

  test('a status that callers cannot set', async () => {
    const { path, headers } = await created();
    for (const status of ['DISABLED', 'DELETED', 'x'])
      expect((await t.http.patch(`${path}/status`, { status }, headers)).status).toBe(400);
  });

  test('one endpoint too many, also of several that are made at once', async () => {
    const { org, headers } = await created();
    await t.sql(
      `insert into webhook_endpoint (id, organization_id, url, event_types, status, created_by, created_date, last_modified_by, last_modified_date)
       select gen_random_uuid(), $1, 'https://x.example/', '["*"]', 'PAUSED', 'x', now(), 'x', now() from generate_series(1, 97)`,
      [org],
    );
    const create = () => t.http.post(PATH, { organizationId: org, url: URL }, headers);
    const answers = await Promise.all(Array.from({ length: 6 }, create));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409]);
  });
});

test('the list goes on page by page', async () => {
  const organizationId = newId();
  const headers = await operator(organizationId);
  for (let i = 0; i < 3; i++) await t.http.post(PATH, { organizationId, url: URL }, headers);
  const first = await t.http.get(`${PATH}?organizationId=${organizationId}&limit=2`, headers);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)![1]!;
  expect([first.body.length, (await t.http.get(next, headers)).body.length]).toEqual([2, 1]);
});

test('the contact of an endpoint from before, with a type of more wildcards, hears that it is disabled', () => {
  const { example, readValues } = mailValues.WEBHOOK_DISABLED;
  const event = example as DataOf<typeof insightEvents.webhookEndpointDisabled>;
  const data = { ...event, webhookEndpoint: { ...event.webhookEndpoint, eventTypes: ['*a*a*a*'] } };
  const context = { publicUrl: URL, policyReference: null, today: Temporal.PlainDate.from('2026-11-20') };
  expect(readValues(data, context)).toMatchObject({ url: event.webhookEndpoint.url });
});
