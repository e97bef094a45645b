import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Policy } from '@staycover/api';
import { newId } from '@staycover/kernel';
import { fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest, sweepPolicies } from './compose.ts';

let t: TestService;
let id: string;
const clock = fakeClock('2026-11-10T09:00:00Z');

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
});

afterAll(() => t.stop());

/** A policy in yen, ACTIVE since 1 November, seen on the 10th. */
beforeEach(async () => {
  clock.set('2026-11-10T09:00:00Z');
  const terms = { organizationId: newId(), currency: 'JPY', termStart: '2026-11-01', ratePerNight: 4 };
  id = (await t.http.post('/api/policy', terms)).body.id;
  await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' });
});

const put = (body: object) => t.http.put(`/api/policy/${id}`, body);
const later = (day: string, body: object) => put({ effectiveFrom: day, ...body });
const read = async (): Promise<Policy> => (await t.http.get(`/api/policy/${id}`)).body as Policy;

test.each<[string, () => ReturnType<typeof put>]>([
  ['a later day', () => later('2026-12-01', { coverage: { deductible: 10.5 } })],
  ['a later currency', () => later('2026-12-01', { coverage: { deductible: 10.5, coverageCurrency: 'JPY' } })],
  [
    'a past day alone',
    async () => {
      await put({ coverage: { deductible: 10 } });
      const correction = { effectiveFrom: '2026-11-02', reason: 'wrong', coverage: { deductible: 9.5 } };
      return t.http.post(`/api/policy/${id}/correction`, correction);
    },
  ],
])('amounts fit their currency on %s', async (_when, change) => {
  const answer = await change();
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/coverage/deductible' }] } });
});

test('amounts that fit today fit the currency of a later change, too', async () => {
  await put({ coverage: { deductible: 10, coverageCurrency: 'USD' } });
  expect(await later('2026-12-01', { coverage: { coverageCurrency: 'JPY' } })).toMatchObject({ status: 200 });
  expect(await put({ coverage: { deductible: 10.5 } })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/coverage/deductible', detail: 'must have at most 0 decimals in JPY' }] },
  });
});

test.each([
  ['alone', {}],
  ['with what others may follow', { supportedStates: ['FL'] }],
])('a command that waited beyond midnight changes what came due meanwhile, %s', async (_what, more) => {
  await later('2026-11-11', { ratePerNight: 5 });
  clock.set('2026-11-11T00:00:00Z');
  await put({ autoRenew: false });
  // It began before, and took its turn after the other.
  clock.set('2026-11-10T23:59:59Z');
  await put({ ratePerNight: 6, ...more });
  const { body } = await t.http.get(`/api/policy/${id}/changes`);
  expect(body.at(-1)).toMatchObject({ kind: 'CHANGE', effectiveFrom: '2026-11-11', members: { ratePerNight: 6 } });
  expect(await read()).toMatchObject({ ratePerNight: 6, nextChangeOn: null });
});

const long = Array.from({ length: 500 }, (_, i) => `${i} ${'x'.repeat(245)}`);
const tooLarge = { status: 413, body: { type: expect.stringMatching(/payload-too-large$/) } };

test('what could not be published on its day is refused when it comes in', async () => {
  expect(await later('2026-11-11', { supportedStates: long, supportedCountries: long })).toMatchObject(tooLarge);
  expect(await later('2026-11-11', { supportedStates: long })).toMatchObject({ status: 200 });
  expect(await later('2026-11-12', { supportedCountries: long })).toMatchObject(tooLarge);
  const additionalInsureds = long.map((name) => ({ name }));
  expect(await put({ additionalInsureds })).toMatchObject(tooLarge);

  clock.set('2026-11-12T09:00:00Z');
  expect(await sweepPolicies(t.service.platform)).toMatchObject({ failed: 0 });
  expect((await read()).supportedStates).toHaveLength(500);
  const cancelled = await t.http.patch(`/api/policy/${id}/status`, { status: 'CANCELLED', note: '名'.repeat(4000) });
  expect(cancelled).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
});

test('a change that makes room for a later one is not withdrawn', async () => {
  await put({ supportedStates: long });
  const { body } = await later('2026-11-20', { supportedStates: [] });
  expect(await later('2026-11-21', { supportedCountries: long })).toMatchObject({ status: 200 });
  const { nextChangeOn } = body as Policy;
  expect(nextChangeOn).toBe('2026-11-20');
  expect(await t.http.delete(`/api/policy/${id}/changes/3`)).toMatchObject(tooLarge);
  expect((await read()).nextChangeOn).toBe('2026-11-20');
});
