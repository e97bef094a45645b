import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Reservation } from '@staycover/api';
import { type DataOf, eventRejected, inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually, fakeClock, type TestService } from '@staycover/testing';
import { tokenVault } from './adapters/token-vault.ts';
import { startClaims } from './testing/service.ts';

let t: TestService;
const clock = fakeClock('2026-11-20T09:30:00Z');
const KEY = 'a secret of at least 32 characters.';
const rejected = eventRejected('claims');

beforeAll(async () => {
  t = await startClaims({ clock, config: { CLAIM_TOKEN_KEY: KEY } });
});
afterAll(() => t.stop());

type Synced = DataOf<typeof inboundEvents.reservationSynced>;

const stated = (changes: Partial<Synced> = {}): Synced => ({
  organizationId: 'acme',
  reservationReferenceId: `RES-${newId()}`,
  reservationId: 88_123,
  arrivalDate: '2026-11-12',
  departureDate: '2026-11-15',
  numberOfGuests: 4,
  property: { id: 101, name: 'Beach House', address: '7 Ocean Drive' },
  selectedPolicies: [
    { policyId: 12, policyName: 'Damage', damageCoverage: 3_000, deductible: 100, price: 0.1, currencyId: 840 },
    { policyId: 13, policyName: 'Liability', liabilityCoverage: 100_000, price: 0.2 },
  ],
  claimToken: newId(),
  ...changes,
});

const stored = (reference: string, organizationId = 'acme') =>
  eventually(`reservation ${reference}`, async () => {
    const sql = 'select * from reservation where reservation_reference_id = $1 and organization_id = $2';
    return (await t.sql<Record<string, unknown>>(sql, [reference, organizationId]))[0];
  });

/** Publishes as a booking system, and waits until it was taken. */
const sync = async (changes: Partial<Synced> = {}, time = clock().toString()) => {
  const data = stated(changes);
  const id = newId();
  const envelope = { ...inboundEvents.reservationSynced.example, id, data, time };
  await t.events.publishRaw(`insurance.inbound.reservation-synced.${data.organizationId}`, JSON.stringify(envelope));
  await eventually(
    'the event',
    async () => (await t.sql(`select 1 from inbox where event_key like '%' || $1`, [id])).length > 0,
  );
  return data;
};

const lookup = (body: unknown, address = newId()) =>
  t.http.post('/api/reservation/lookup', body, { 'x-forwarded-for': `203.0.113.9, ${address}` });

describe('a lookup', () => {
  test('by reference or by token answers every field of the interface', async () => {
    const { reservationReferenceId, claimToken } = await sync();
    for (const keys of [{ reservationReferenceId }, { claimToken }, { claimToken, reservationReferenceId }]) {
      const { status, headers, body } = await lookup(keys);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(Reservation.parse(body)).toEqual(body);
      expect(body).toEqual({
        reservationId: 88_123,
        propertyId: '101',
        reservationReferenceId,
        arrivalDate: '2026-11-12',
        departureDate: '2026-11-15',
        numberOfNights: 3,
        numberOfGuests: 4,
        property: { id: 101, name: 'Beach House', address: '7 Ocean Drive' },
        selectedPolicies: [
          {
            policyId: 12,
            policyName: 'Damage',
            damageCoverage: 3_000,
            liabilityCoverage: null,
            dwellingCoverage: null,
            price: 0.1,
            currencyId: 840,
          },
          {
            policyId: 13,
            policyName: 'Liability',
            damageCoverage: null,
            liabilityCoverage: 100_000,
            dwellingCoverage: null,
            price: 0.2,
            currencyId: null,
          },
        ],
        totalInsuranceCost: 0.3,
        claimToken,
        isInsured: true,
      });
    }
  });

  test('of a bare reservation has nulls, no policies and a token made here', async () => {
    const { reservationReferenceId } = await sync({
      reservationId: undefined,
      numberOfGuests: undefined,
      property: undefined,
      selectedPolicies: undefined,
      claimToken: undefined,
    });
    const { body } = await lookup({ reservationReferenceId });
    expect(body).toMatchObject({
      reservationId: null,
      numberOfGuests: null,
      property: null,
      selectedPolicies: [],
      totalInsuranceCost: 0,
      isInsured: false,
    });
    expect(Buffer.from(body.claimToken, 'base64url')).toHaveLength(16);
    expect((await lookup({ claimToken: body.claimToken })).body).toEqual(body);
  });

  test('of something unknown is 404 with the same body, whichever way', async () => {
    const byReference = await lookup({ reservationReferenceId: 'RES-nothing' });
    const byToken = await lookup({ claimToken: 'nothing' });
    expect(byReference.status).toBe(404);
    expect(byToken).toMatchObject({ status: 404, body: byReference.body });
  });

  test('with an arrival date finds only what arrives then', async () => {
    const { reservationReferenceId, claimToken } = await sync();
    for (const keys of [{ reservationReferenceId }, { claimToken }]) {
      expect((await lookup({ ...keys, arrivalDate: '2026-11-12' })).status).toBe(200);
      expect((await lookup({ ...keys, arrivalDate: '2026-11-13' })).status).toBe(404);
    }
  });

  test('by keys of different reservations is refused', async () => {
    const [one, other] = [await sync(), await sync()];
    for (const keys of [
      { claimToken: one.claimToken, reservationReferenceId: other.reservationReferenceId },
      { claimToken: one.claimToken, reservationReferenceId: 'RES-nothing' },
      { claimToken: 'nothing', reservationReferenceId: one.reservationReferenceId },
    ]) {
      expect(await lookup(keys)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '', detail: expect.stringContaining('different reservations') }] },
      });
    }
  });

  test.each<[string, unknown, number]>([
    ['nothing', {}, 400],
    ['nulls', { claimToken: null, reservationReferenceId: null }, 400],
    ['empty text', { claimToken: '' }, 400],
    ['a number', { reservationReferenceId: 5 }, 400],
    ['a long text', { claimToken: 'x'.repeat(256) }, 400],
    ['NUL', { claimToken: 'a\u0000b' }, 400],
    ['half a character', { claimToken: '\ud800' }, 400],
    ['an arrival date alone', { arrivalDate: '2026-11-12' }, 400],
    ['an arrival date that is none', { reservationReferenceId: 'RES-1', arrivalDate: '2026-02-30' }, 400],
    ['an object that cannot be measured', { reservationReferenceId: { length: { toString: false } } }, 400],
    ['a list', [], 400],
    ['text', 'RES-1', 400],
    ['an injection', { reservationReferenceId: `' or '1'='1` }, 404],
  ])('with %s', async (_what, body, status) => {
    expect((await lookup(body)).status).toBe(status);
  });

  test('with another media type, without a body or with broken JSON', async () => {
    const path = '/api/reservation/lookup';
    expect(
      (await t.http.raw('POST', path, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status,
    ).toBe(415);
    expect((await t.http.raw('POST', path)).status).toBe(400);
    expect((await t.http.raw('POST', path, '{"claimToken":', { 'content-type': 'application/json' })).body.title).toBe(
      'Malformed JSON',
    );
  });
});

describe('failed lookups', () => {
  const fail = (address: string) => lookup({ claimToken: newId() }, address);

  test('are limited to 10 a minute for each address, and then everything of it waits', async () => {
    const { claimToken } = await sync();
    for (let i = 0; i < 10; i++) {
      expect((await fail('192.0.2.1')).status).toBe(404);
      expect((await lookup({ claimToken }, '192.0.2.1')).status).toBe(i < 9 ? 200 : 429);
    }
    const limited = await fail('192.0.2.1');
    expect(limited).toMatchObject({ status: 429, body: { type: expect.stringMatching(/rate-limited$/) } });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await lookup({ claimToken }, '192.0.2.2')).status).toBe(200);
  });

  test('that come all at once get no further', async () => {
    const statuses = (await Promise.all(Array.from({ length: 40 }, () => fail('192.0.2.4')))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 404)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  test('count for the address that our gateway adds, not for one that the client makes up', async () => {
    const spoof = (i: number) =>
      t.http.post(
        '/api/reservation/lookup',
        { claimToken: newId() },
        { 'x-forwarded-for': `198.51.100.${i}, 192.0.2.3` },
      );
    for (let i = 0; i < 10; i++) await spoof(i);
    expect((await spoof(11)).status).toBe(429);
  });
});

describe('a reservation', () => {
  test('is replaced by a later statement and not by an earlier one', async () => {
    const { reservationReferenceId, claimToken } = await sync({}, '2026-11-18T10:00:00Z');
    await sync({ reservationReferenceId, numberOfGuests: 6, claimToken: undefined }, '2026-11-19T10:00:00Z');
    await sync({ reservationReferenceId, numberOfGuests: 2, claimToken: undefined }, '2026-11-18T12:00:00Z');
    expect((await lookup({ reservationReferenceId })).body).toMatchObject({ numberOfGuests: 6, claimToken });
    const renewed = newId();
    await sync({ reservationReferenceId, claimToken: renewed }, '2026-11-19T11:00:00Z');
    expect((await lookup({ claimToken })).status).toBe(404);
    expect((await lookup({ claimToken: renewed })).status).toBe(200);
  });

  test('of a clock that runs ahead does not keep later statements out', async () => {
    const { reservationReferenceId } = await sync({}, '9999-12-31T23:59:59Z');
    await sync({ reservationReferenceId, numberOfGuests: 9 }, '0000-01-01T00:00:00Z');
    await sync({ reservationReferenceId, numberOfGuests: 5 });
    expect((await lookup({ reservationReferenceId })).body.numberOfGuests).toBe(5);
  });

  test('of a clock that is finer than ours is taken as well', async () => {
    const { reservationReferenceId } = await sync({}, '2026-11-18T10:00:00.1234567890Z');
    expect((await lookup({ reservationReferenceId })).status).toBe(200);
  });

  test('is replaced over HTTP, also where the clock of an event before was a little ahead', async () => {
    const { reservationReferenceId } = await sync();
    const ahead = `update reservation set stated_at = $1::timestamptz + interval '500 ms' where reservation_reference_id = $2`;
    await t.sql(ahead, [clock().toString(), reservationReferenceId]);
    const claimToken = newId();
    const answer = await t.http.post(
      '/api/reservation',
      stated({ reservationReferenceId, claimToken, numberOfGuests: 9 }),
    );
    expect(answer).toMatchObject({ status: 200, body: { numberOfGuests: 9, claimToken } });
    await sync({ reservationReferenceId, numberOfGuests: 2 });
    expect((await lookup({ reservationReferenceId })).body).toMatchObject({ numberOfGuests: 9, claimToken });
  });

  test('keeps no token that can be read', async () => {
    const { reservationReferenceId, claimToken } = await sync();
    const row = await stored(reservationReferenceId);
    expect(JSON.stringify(row)).not.toContain(claimToken);
    const sealed = row['claim_token'] as Buffer;
    expect(sealed.includes(claimToken!)).toBe(false);
    expect(tokenVault(KEY).open(sealed, `acme ${reservationReferenceId}`)).toBe(claimToken);
  });

  test('of which the token was sealed with a lost key is found and stated anew, with another token when it brings one', async () => {
    const { reservationReferenceId } = await sync();
    const sealed = tokenVault('another secret of 32 characters..').seal('t', `acme ${reservationReferenceId}`);
    const lose = 'update reservation set claim_token = $1 where reservation_reference_id = $2';
    await t.sql(lose, [sealed, reservationReferenceId]);
    expect(await lookup({ reservationReferenceId })).toMatchObject({ status: 200, body: { claimToken: null } });
    const state = (claimToken?: string) =>
      t.http.post('/api/reservation', stated({ reservationReferenceId, claimToken, numberOfGuests: 9 }));
    expect(await state()).toMatchObject({ status: 200, body: { claimToken: null, numberOfGuests: 9 } });
    const claimToken = newId();
    expect(await state(claimToken)).toMatchObject({ status: 200, body: { claimToken } });
  });

  test('with the token of another is rejected, and its sender gets an event-rejected', async () => {
    const { claimToken } = await sync();
    const data = stated({ organizationId: 'others', claimToken });
    const id = await t.events.publish(inboundEvents.reservationSynced, data);
    const rejection = await t.events.next(rejected, (d) => d.id === id);
    expect(rejection.data).toMatchObject({ organizationId: 'others', errors: [{ pointer: '/data/claimToken' }] });
  });

  test('takes whatever the schema allows', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    const { reservationReferenceId } = await sync({
      reservationId: most,
      numberOfNights: most,
      numberOfGuests: most,
      arrivalDate: '1900-01-01',
      departureDate: '2999-12-31',
      property: { id: most, name: '', address: '"\\ 🏖 \u0001' },
      selectedPolicies: Array.from({ length: 100 }, () => ({
        price: 99_999_999_999.9999,
        damageCoverage: 99_999_999_999.9999,
      })),
    });
    expect((await lookup({ reservationReferenceId })).body).toMatchObject({
      reservationId: most,
      numberOfNights: most,
      totalInsuranceCost: 9_999_999_999_999.99,
    });
  });
});
