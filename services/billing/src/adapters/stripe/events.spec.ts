import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Stripe } from 'stripe';
import { stripeEvents } from './events.ts';

const SECRET = 'whsec_the_secret_of_now';
const payload = JSON.stringify({
  id: 'evt_1',
  type: 'invoice.paid',
  data: { object: { object: 'invoice', id: 'in_1', status: 'paid', metadata: { invoiceId: 'i-1' } } },
});
const read = (body: Buffer, signature: string | undefined, secrets: readonly string[] = [SECRET]) =>
  stripeEvents(secrets).readSigned(body, (name) => (name === 'stripe-signature' ? signature : undefined));
const now = () => Math.floor(Date.now() / 1_000);
const signed = (timestamp = now(), secret = SECRET) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
const unauthenticated = expect.objectContaining({ code: 'unauthenticated' });

test('a signature of any of the secrets counts, alone or among others', () => {
  const event = expect.objectContaining({ eventId: 'evt_1', news: { kind: 'PAID' } });
  expect(read(Buffer.from(payload), signed(), ['whsec_of_last_year', SECRET])).toEqual(event);
  expect(read(Buffer.from(payload), `${signed()},v1=${'0'.repeat(64)},v0=x`)).toEqual(event);
});

test.each([
  ['invoice_settings', { default_payment_method: null }, { kind: 'NEW_PAYMENT_METHOD', customerId: 'cus_1' }],
  ['default_source', null, { kind: 'NEW_PAYMENT_METHOD', customerId: 'cus_1' }],
  ['delinquent', false, { kind: 'OTHER' }],
  ['address', null, { kind: 'OTHER' }],
])(
  'given that the %s of a customer changed, then its payment method is new only where that is another',
  (name, before, news) => {
    const data = { object: { object: 'customer', id: 'cus_1' }, previous_attributes: { [name]: before } };
    const body = JSON.stringify({ id: 'evt_1', type: 'customer.updated', data });
    expect(stripeEvents([]).readTrusted(Buffer.from(body)).news).toEqual(news);
  },
);

describe('no event is read', () => {
  test.each<[string, string | undefined]>([
    ['no header', undefined],
    ['an empty header', ''],
    ['an empty signature', 't=1,v1='],
    ['an empty signature of now', `t=${now()},v1=`],
    ['a signature without a value', `t=${now()},v1`],
    ['no signature', `t=${now()}`],
    ['no time', `v1=${'0'.repeat(64)}`],
    ['a time that is none', `t=now,v1=${'0'.repeat(64)}`],
    ['64 characters outside ASCII', `t=${now()},v1=${'é'.repeat(64)}`],
    ['32 characters of two bytes', `t=${now()},v1=${'é'.repeat(32)}`],
    ['64 zeros', `t=${now()},v1=${'0'.repeat(64)}`],
    ['an older scheme', signed().replace('v1=', 'v0=')],
    ['the signature of another secret', signed(now(), 'whsec_of_somebody_else')],
    ['the signature of ten minutes ago', signed(now() - 600)],
    ['the signature of another time', signed().replace(/t=\d+/, `t=${now() + 1}`)],
    ['two headers that bring nothing', 't=1,v1=, t=1,v1='],
  ])('with %s', (_what, signature) => {
    expect(() => read(Buffer.from(payload), signature)).toThrow(unauthenticated);
  });

  test('while no secret is set', () => {
    expect(() => read(Buffer.from(payload), signed(), [])).toThrow(unauthenticated);
  });

  test('whatever the header and the body are made of', () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.constant(''), fc.constant('é'.repeat(64)));
    const item = fc.tuple(fc.constantFrom('t', 'v1', 'v0', ''), value).map(([key, text]) => `${key}=${text}`);
    const header = fc.oneof(
      fc.array(item).map((items) => items.join(',')),
      fc.string({ unit: 'binary' }),
    );
    const body = fc.oneof(fc.constant(Buffer.from(payload)), fc.uint8Array().map(Buffer.from));
    fc.assert(
      fc.property(header, body, (signature, bytes) => {
        expect(() => read(bytes, signature)).toThrow(unauthenticated);
      }),
      { numRuns: 2_000 },
    );
  });
});
