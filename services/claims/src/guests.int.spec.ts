import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type LocalIssuer, localIssuer, type TokenClaims } from '@staycover/auth/local-issuer';
import { inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually, type TestService } from '@staycover/testing';
import { startClaims } from './testing/service.ts';

let issuer: LocalIssuer;
let t: TestService;

beforeAll(async () => {
  issuer = await localIssuer();
  const config = { ...issuer.environment, AI_FOLLOWUPS_PER_MINUTE: 3 };
  t = await startClaims({ config: { ...config, AUTH_TOKEN_TYPES: ['at+jwt'] } });
});

afterAll(async () => {
  await t?.stop();
  await issuer?.close();
});

const ARRIVAL = '2026-11-12';

const synced = async (organizationId = 'acme', reservationReferenceId = `RES-${newId()}`) => {
  const claimToken = newId();
  const data = {
    organizationId,
    reservationReferenceId,
    claimToken,
    arrivalDate: ARRIVAL,
    departureDate: '2026-11-15',
  };
  await t.events.publish(inboundEvents.reservationSynced, data);
  await eventually('the reservation', async () => {
    const sql = 'select from reservation where organization_id = $1 and reservation_reference_id = $2';
    return (await t.sql(sql, [organizationId, reservationReferenceId])).length > 0;
  });
  return { reservationReferenceId, claimToken };
};

const bearer = async (claims: TokenClaims) => ({
  authorization: `Bearer ${await issuer.token({ sub: newId(), roles: ['read'], ...claims })}`,
});

const lookup = (body: unknown, headers: Record<string, string> = {}, address = newId()) =>
  t.http.post('/api/reservation/lookup', body, { ...headers, 'x-forwarded-for': address });

describe('a guest', () => {
  test.each<[string, () => Promise<Record<string, string>>]>([
    ['without credentials', async () => ({})],
    ['with a token that is broken', async () => ({ authorization: 'Bearer a.b.c' })],
    ['with a token that has no roles', () => bearer({ org: 'acme', roles: [] })],
    ['with a token that may do everything but read', () => bearer({ org: 'acme', roles: ['write'] })],
  ])('%s finds a reservation by its token, or by its reference and its arrival', async (_who, credentials) => {
    const { reservationReferenceId, claimToken } = await synced();
    const headers = await credentials();
    const found = await lookup({ reservationReferenceId, arrivalDate: ARRIVAL }, headers);
    expect(found).toMatchObject({ status: 200, body: { reservationReferenceId, claimToken: null } });
    expect(await lookup({ claimToken }, headers)).toMatchObject({ status: 200, body: { claimToken } });
    expect((await lookup({ reservationReferenceId }, headers)).status).toBe(404);
    expect((await lookup({ reservationReferenceId, arrivalDate: '2026-11-13' }, headers)).status).toBe(404);
  });

  test('who has a role but may not read finds nothing of other organizations', async () => {
    const { reservationReferenceId } = await synced('globex');
    const headers = await bearer({ org: 'acme', roles: ['write'] });
    expect((await lookup({ reservationReferenceId, arrivalDate: ARRIVAL }, headers)).status).toBe(404);
  });

  test('does not learn from a wrong token whether there is a reservation', async () => {
    const { reservationReferenceId } = await synced();
    const known = await lookup({ reservationReferenceId, claimToken: 'guessed' });
    const unknown = await lookup({ reservationReferenceId: 'RES-nothing', claimToken: 'guessed' });
    expect(known).toMatchObject({ status: 404, body: unknown.body });
  });

  test('finds nothing where two organizations have the reference and the arrival', async () => {
    const { reservationReferenceId, claimToken } = await synced('acme');
    await synced('globex', reservationReferenceId);
    expect((await lookup({ reservationReferenceId, arrivalDate: ARRIVAL })).status).toBe(404);
    expect((await lookup({ reservationReferenceId, claimToken })).status).toBe(200);
  });
});

describe('a reader', () => {
  test('finds what its organizations have, with the claim token', async () => {
    const { reservationReferenceId, claimToken } = await synced();
    for (const org of ['acme', ['globex', 'acme'], '*']) {
      const answer = await lookup({ reservationReferenceId }, await bearer({ org }));
      expect(answer).toMatchObject({ status: 200, body: { claimToken } });
    }
  });

  test('finds the one of its own where another organization uses the same reference', async () => {
    const { reservationReferenceId } = await synced('acme');
    const { claimToken } = await synced('globex', reservationReferenceId);
    const own = await lookup({ reservationReferenceId }, await bearer({ org: 'globex' }));
    expect(own.body).toMatchObject({ claimToken });
    expect((await lookup({ reservationReferenceId }, await bearer({ org: '*' }))).status).toBe(404);
  });

  test('of another organization gets what a guest gets, and what a broken token gets', async () => {
    const { reservationReferenceId } = await synced();
    const answers = [
      await lookup({ reservationReferenceId }, await bearer({ org: 'globex' })),
      await lookup({ reservationReferenceId }),
      await lookup({ reservationReferenceId }, { authorization: 'Bearer a.b.c' }),
      await lookup({ reservationReferenceId: 'RES-nothing' }),
    ];
    for (const { status, body } of answers) expect([status, body]).toEqual([404, answers[0]!.body]);
  });
});

describe('the limit of 10 lookups a minute', () => {
  test('counts successful lookups of a guest, and does not limit accounts at the same address', async () => {
    const { reservationReferenceId, claimToken } = await synced();
    for (let i = 0; i < 10; i++) expect((await lookup({ claimToken }, {}, '192.0.2.1')).status).toBe(200);
    const limited = await lookup({ claimToken }, {}, '192.0.2.1');
    expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await lookup({ claimToken }, { authorization: 'Bearer a.b.c' }, '192.0.2.1')).status).toBe(429);
    const account = await bearer({ org: 'acme' });
    expect((await lookup({ reservationReferenceId }, account, '192.0.2.1')).status).toBe(200);
  });

  test('counts an IPv6 network as one', async () => {
    for (let i = 1; i <= 10; i++) {
      expect((await lookup({ claimToken: newId() }, {}, `2001:db8:1:2::${i}`)).status).toBe(404);
    }
    expect((await lookup({ claimToken: newId() }, {}, '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await lookup({ claimToken: newId() }, {}, '2001:db8:1:3::1')).status).toBe(404);
  });

  test('does not count what an account with a role finds', async () => {
    const { reservationReferenceId } = await synced();
    const account = await bearer({ org: 'acme' });
    for (let i = 0; i < 12; i++) expect((await lookup({ reservationReferenceId }, account)).status).toBe(200);
  });

  test('follows an account from address to address', async () => {
    const account = await bearer({ org: 'acme' });
    for (let i = 0; i < 10; i++) expect((await lookup({ reservationReferenceId: 'RES-0' }, account)).status).toBe(404);
    expect((await lookup({ reservationReferenceId: 'RES-0' }, account)).status).toBe(429);
  });
});

test('an organization that asks for too many assessments waits, and no other does', async () => {
  const { reservationReferenceId } = await synced('spender');
  const ask = async (org: string, reservation: object = { selectedPolicies: [] }) =>
    t.http.post(
      '/api/ai/followup',
      { claim: { damageDescription: 'The lamp broke.' }, reservation },
      await bearer({ org, roles: ['write'] }),
    );
  expect((await ask('spender', { reservationReferenceId, arrivalDate: '2020-01-01' })).status).toBe(200);
  for (let i = 0; i < 2; i++) expect((await ask('spender')).status).toBe(200);
  const refused = await ask('spender');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect((await ask('saver')).status).toBe(200);
});
