import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type LocalIssuer, localIssuer } from '@staycover/auth/local-issuer';
import type { Role } from '@staycover/kernel';
import { type Billing, startBilling } from './testing/billing.ts';

const PATH = '/api/tax-rate/TX/INSURANCE_PREMIUM';
const rate = { effectiveFrom: '2026-11-01', percent: 5 };

let issuer: LocalIssuer;
let t: Billing;

beforeAll(async () => {
  issuer = await localIssuer();
  t = await startBilling({}, issuer.environment);
});

afterAll(async () => {
  await t?.stop();
  await issuer?.close();
});

const as = async (org: string | string[], ...roles: Role[]) => ({
  authorization: `Bearer ${await issuer.token({ sub: 'dana', org, roles })}`,
});

describe('tax rates, which all organizations share', () => {
  test.each<[string | string[]]>([['globex'], [['acme', 'globex']]])('are not set for %j', async (org) => {
    const answer = await t.http.put(PATH, rate, await as(org, 'read', 'ops'));
    expect(answer).toMatchObject({
      status: 403,
      body: { type: expect.stringMatching(/forbidden$/), requiredRoles: ['ops'] },
    });
    expect((await t.http.get('/api/tax-rate', await as(org, 'read'))).body).toEqual([]);
  });

  test('are set by operators of all organizations', async () => {
    expect(await t.http.put(PATH, rate, await as('*', 'ops'))).toMatchObject({
      status: 200,
      body: { stateCode: 'TX' },
    });
    expect((await t.http.get('/api/tax-rate', await as('acme', 'read'))).body).toHaveLength(1);
  });
});
