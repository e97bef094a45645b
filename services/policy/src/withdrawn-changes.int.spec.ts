import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { PolicyChange } from '@staycover/api';
import { type LocalIssuer, localIssuer } from '@staycover/auth/local-issuer';
import { fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';

type Caller = Record<string, string>;

let t: TestService;
let issuer: LocalIssuer;
let [dana, erin]: Caller[] = [];
let path: string;
const clock = fakeClock('2026-11-10T09:00:00Z');

beforeAll(async () => {
  issuer = await localIssuer();
  t = await startTestService(manifest, compose, { clock, config: issuer.environment });
  const roles = ['read', 'write', 'underwrite'];
  const as = async (sub: string) => ({ authorization: `Bearer ${await issuer.token({ sub, roles })}` });
  [dana, erin] = [await as('dana'), await as('erin')];
});

afterAll(() => t.stop().finally(() => issuer.close()));

const bind = async (body: object = {}): Promise<string> => {
  const terms = { organizationId: 'acme', ratePerNight: 4.25, termStart: '2026-11-01', termEnd: '2027-10-31' };
  const { id } = (await t.http.post('/api/policy', { ...terms, ...body }, dana)).body;
  await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' }, dana);
  return `/api/policy/${id}`;
};

beforeEach(async () => {
  path = await bind();
});

const change = async (sequence: number): Promise<PolicyChange | undefined> => {
  const { body } = await t.http.get(`${path}/changes`, dana);
  return (body as PolicyChange[]).find((one) => one.sequence === sequence);
};

test('a change that is withdrawn names who did it, beside who recorded it', async () => {
  await t.http.put(path, { ratePerNight: 6, effectiveFrom: '2027-03-01' }, dana);
  expect(await change(2)).toMatchObject({ recordedBy: 'dana', withdrawnAt: null, withdrawnBy: null });
  await t.http.delete(`${path}/changes/2`, erin);
  const withdrawn = { recordedBy: 'dana', withdrawnAt: '2026-11-10T09:00:00.000Z', withdrawnBy: 'erin' };
  expect(await change(2)).toMatchObject(withdrawn);
  expect(await t.http.delete(`${path}/changes/2`, dana)).toMatchObject({ status: 200 });
  expect(await change(2)).toMatchObject(withdrawn);
});

test('a hand-over that is taken back names who cancelled the successor', async () => {
  const successor = await bind({ previousPolicyId: path.split('/').at(-1), termStart: '2026-12-01' });
  expect(await change(2)).toMatchObject({ kind: 'SUPERSEDE', recordedBy: 'dana', withdrawnBy: null });
  await t.http.patch(`${successor}/status`, { status: 'CANCELLED' }, erin);
  expect(await change(2)).toMatchObject({ withdrawnAt: '2026-11-10T09:00:00.000Z', withdrawnBy: 'erin' });
});

test('a change that an earlier release withdrew has no name beside it', async () => {
  await t.http.put(path, { ratePerNight: 6, effectiveFrom: '2027-03-01' }, dana);
  const withdrawn = 'update policy_change set withdrawn_at = now() where policy_id = $1 and sequence = 2';
  await t.sql(withdrawn, [path.split('/').at(-1)]);
  expect(await change(2)).toMatchObject({ withdrawnAt: expect.any(String), withdrawnBy: null });
});
