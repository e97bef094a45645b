import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type LocalIssuer, localIssuer } from '@staycover/auth/local-issuer';
import { everyRole } from '@staycover/kernel';
import { fakeClock, startTestService, type TestService } from '@staycover/testing';
import { Webhook } from 'standardwebhooks';
import { webhookSecrets } from './adapters/crm/secrets.ts';
import { compose, manifest } from './compose.ts';
import type { ContractConfig } from './config.ts';

const now = '2026-11-20T09:30:00Z';
const acmeSecret = `whsec_${Buffer.from('the secret of the CRM of acme').toString('base64')}`;
const anySecret = `whsec_${Buffer.from('the secret of a CRM for all..').toString('base64')}`;

let t: TestService;
let issuer: LocalIssuer;

const start = (config: Partial<ContractConfig>) =>
  startTestService<ContractConfig>(manifest, compose, {
    clock: fakeClock(now),
    config: { CRM_MAPPING_FILE: join(import.meta.dirname, '../crm-mapping.json'), ...issuer.environment, ...config },
  });

beforeAll(async () => {
  issuer = await localIssuer();
});

afterAll(() => issuer.close());

let deals = 0;
const deal = (changes: object = {}) =>
  JSON.stringify({ crmDealId: `D-${++deals}`, organizationId: 'acme', baseRatePerNight: 4, ...changes });

const signed = (body: string, { id = `msg_${deals}`, secret = acmeSecret, at = now } = {}) => {
  const time = new Date(at);
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(time.getTime() / 1000),
    'webhook-signature': new Webhook(secret).sign(id, time, body),
  };
};

const post = (body: string, headers: Record<string, string>) =>
  t.http.raw('POST', '/api/webhook/crm/deal-closed', body, headers);

const count = async (table: 'contract' | 'received_deal') =>
  Number((await t.sql<{ count: string }>(`select count(*) from ${table}`))[0]!.count);

const json = { 'content-type': 'application/json' };

describe('the webhook, with secrets set', () => {
  beforeAll(async () => {
    t = await start({ CRM_WEBHOOK_SECRETS: webhookSecrets.parse(`${acmeSecret}@acme,acme-2;${anySecret}`) });
  });

  afterAll(() => t.stop());

  test('makes a contract of a signed deal, without other credentials', async () => {
    const body = deal();
    const made = await post(body, signed(body));
    expect(made.status).toBe(201);
    expect(await t.sql('select created_by from contract where id = $1', [made.body.id])).toEqual([
      { created_by: 'crm-webhook' },
    ]);
  });

  test.each<[string, (body: string) => [string, Record<string, string>]]>([
    ['unsigned', (body) => [body, json]],
    ['unsigned, and of another media type', (body) => [body, { 'content-type': 'text/plain' }]],
    [
      'signed with another secret',
      (body) => [body, signed(body, { secret: 'whsec_c29tZSBvdGhlciBzZWNyZXQgYWx0b2dldGhlcg==' })],
    ],
    ['changed on the way', (body) => [body.replace('4', '1'), signed(body)]],
    ['rewritten in transit', (body) => [`${body} `, signed(body)]],
    ['6 minutes old', (body) => [body, signed(body, { at: '2026-11-20T09:24:00Z' })]],
    ['not even JSON', () => ['{"', signed('{}')]],
  ])('refuses a deal that is %s, and keeps nothing', async (_what, made) => {
    const before = await count('received_deal');
    const answer = await post(...made(deal()));
    expect(answer).toMatchObject({
      status: 401,
      body: { type: expect.stringMatching(/\/problems\/unauthenticated$/) },
    });
    expect(answer.headers.has('www-authenticate')).toBe(true);
    expect(await count('received_deal')).toBe(before);
  });

  test('takes no bearer token instead of a signature', async () => {
    const token = await issuer.token({ org: '*', roles: [...everyRole] });
    expect(await post(deal(), { ...json, authorization: `Bearer ${token}` })).toMatchObject({ status: 401 });
  });

  test('has no second effect when it is replayed', async () => {
    const body = deal();
    const headers = signed(body);
    const first = await post(body, headers);
    const again = await Promise.all(Array.from({ length: 5 }, () => post(body, headers)));
    for (const answer of again) expect(answer).toMatchObject({ status: 200, body: { id: first.body.id } });
  });

  test('has no second effect under a replayed id, whatever the body', async () => {
    const body = deal();
    const first = await post(body, signed(body, { id: 'msg_twice' }));
    const contracts = await count('contract');
    const other = deal({ organizationId: 'acme-2' });
    expect(await post(other, signed(other, { id: 'msg_twice' }))).toMatchObject({
      status: 409,
      body: { type: expect.stringMatching(/deal-conflict$/), contractId: first.body.id },
    });
    expect(await count('contract')).toBe(contracts);
  });

  test('compares a repetition with the first one alone, however many there were', async () => {
    const body = deal();
    const headers = signed(body);
    const first = await post(body, headers);
    await t.sql(
      `insert into received_deal (id, received_at, channel, body, outcome, webhook_id, contract_id)
       select gen_random_uuid(), now(), 'http', 'later', 'repeated', webhook_id, contract_id
       from received_deal where contract_id = $1`,
      [first.body.id],
    );
    expect(await post(body, headers)).toMatchObject({ status: 200, body: { id: first.body.id } });
  });

  test('lets two senders use the same id', async () => {
    const mine = deal();
    expect((await post(mine, signed(mine, { id: 'msg_same' }))).status).toBe(201);
    const theirs = deal({ organizationId: 'globex' });
    expect((await post(theirs, signed(theirs, { id: 'msg_same', secret: anySecret }))).status).toBe(201);
  });

  test('tries a message again that failed before', async () => {
    const broken = deal({ effectiveDate: 'soon' });
    expect((await post(broken, signed(broken, { id: 'msg_retry' }))).status).toBe(400);
    const mended = deal();
    expect((await post(mended, signed(mended, { id: 'msg_retry' }))).status).toBe(201);
  });

  test('takes a message again that was a conflict before', async () => {
    const body = deal();
    const first = await post(body, signed(body));
    const changed = body.replace('"baseRatePerNight":4', '"baseRatePerNight":5');
    expect((await post(changed, signed(changed, { id: 'msg_conflict' }))).status).toBe(409);
    expect(await post(body, signed(body, { id: 'msg_conflict' }))).toMatchObject({
      status: 200,
      body: { id: first.body.id },
    });
  });

  test.each([
    ['text', { crmDealId: { length: { toString: false } } }],
    ['text of its policy', { policy: { name: { length: { toString: false } } } }],
  ])('refuses an object with a length where there is to be %s', async (_where, changes) => {
    const body = deal(changes);
    expect(await post(body, signed(body))).toMatchObject({ status: 400, body: { status: 400 } });
  });

  test('takes no deal of an organization that the secret is not bound to', async () => {
    const contracts = await count('contract');
    const body = deal({ organizationId: 'globex' });
    expect(await post(body, signed(body))).toMatchObject({
      status: 404,
      body: { type: expect.stringMatching(/not-found$/) },
    });
    expect((await post(body, signed(body, { secret: anySecret }))).status).toBe(201);
    expect(await count('contract')).toBe(contracts + 1);
    const kept = await t.sql(`select outcome from received_deal where body = $1 order by received_at`, [
      Buffer.from(body),
    ]);
    expect(kept).toEqual([{ outcome: 'refused' }, { outcome: 'created' }]);
  });
});

describe('the webhook, with authentication on and no secrets', () => {
  beforeAll(async () => {
    t = await start({});
  });

  afterAll(() => t.stop());

  const as = async (org: string, roles: string[]) => ({
    ...json,
    authorization: `Bearer ${await issuer.token({ org, roles })}`,
  });

  test('is for callers that may make policies, for their organizations', async () => {
    expect((await post(deal(), json)).status).toBe(401);
    expect(await post(deal(), await as('acme', ['read', 'write']))).toMatchObject({
      status: 403,
      body: { type: expect.stringMatching(/\/problems\/forbidden$/), requiredRoles: ['underwrite'] },
    });
    expect((await post(deal(), await as('globex', ['underwrite']))).status).toBe(404);
    expect((await post(deal(), await as('acme', ['underwrite']))).status).toBe(201);
  });

  test('a contract is nothing to another organization', async () => {
    const made = await post(deal(), await as('acme', ['underwrite']));
    const path = `/api/contract/${made.body.id}`;
    const globex = await as('globex', [...everyRole]);
    expect((await t.http.get(path, await as('acme', ['read']))).status).toBe(200);
    expect((await t.http.get(path)).status).toBe(401);
    expect((await t.http.get(path, globex)).status).toBe(404);
    expect((await t.http.put(path, { notes: 'mine' }, globex)).status).toBe(404);
    expect((await t.http.patch(`${path}/status`, { status: 'ACTIVE' }, globex)).status).toBe(404);
    expect((await t.http.get('/api/contract/organization/acme', globex)).body).toEqual([]);
    expect((await t.http.put(path, { notes: 'x' }, await as('acme', ['read']))).status).toBe(403);
    expect(await t.sql('select version from contract where id = $1', [made.body.id])).toEqual([{ version: 1 }]);
  });

  test('a customer changes the names of a contract, but neither its rate nor its state', async () => {
    const made = await post(deal(), await as('acme', ['underwrite']));
    const path = `/api/contract/${made.body.id}`;
    const customer = await as('acme', ['read', 'write']);
    expect(
      await t.http.put(path, { signatoryName: 'Eve', baseRatePerNight: 0, termMonths: 1 }, customer),
    ).toMatchObject({
      status: 403,
      body: { members: ['/termMonths', '/baseRatePerNight'], requiredRoles: ['underwrite'] },
    });
    expect((await t.http.patch(`${path}/status`, { status: 'ACTIVE' }, customer)).status).toBe(403);
    expect((await t.http.get(path, customer)).body).toMatchObject({ signatoryName: null, status: 'DRAFT', version: 1 });
    expect((await t.http.put(path, { signatoryName: 'Dana Reyes' }, customer)).body).toMatchObject({ version: 2 });
  });
});

test('a deal with a token that cannot be checked now is refused for now: its sender tries again', async () => {
  t = await start({ AUTH_JWKS_URL: 'http://127.0.0.1:9/keys' });
  try {
    const authorization = `Bearer ${await issuer.token({ org: 'acme', roles: ['underwrite'] })}`;
    const answer = await post(deal(), { ...json, authorization });
    expect(answer.status).toBe(503);
    expect(answer.headers.has('retry-after')).toBe(true);
  } finally {
    await t.stop();
  }
});
