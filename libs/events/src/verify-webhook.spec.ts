import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from './verify-webhook.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const body = JSON.stringify({ id: 'evt-1', type: 'insurance.billing.invoice-sent.v1', data: { name: 'Zoë' } });
const SENT = 1_800_000_000;
const now = SENT * 1_000;

/** Headers as the library of Standard Webhooks makes them. */
const signedHeaders = (by = secret, text = body) => ({
  'webhook-id': 'evt-1',
  'webhook-timestamp': String(SENT),
  'webhook-signature': new Webhook(by).sign('evt-1', new Date(now), text),
});

describe('a request that the library of Standard Webhooks signed', () => {
  test.each<[string, Parameters<typeof verifyWebhook>[1], string | Uint8Array]>([
    ['headers of Node and a text', signedHeaders(), body],
    ['headers of fetch and bytes', new Headers(signedHeaders()), new TextEncoder().encode(body)],
    [
      'signatures of several secrets and versions',
      {
        ...signedHeaders(),
        'webhook-signature': `v1a,x v1,%% ${signedHeaders(other)['webhook-signature']} ${signedHeaders()['webhook-signature']}`,
      },
      body,
    ],
  ])('is good, with %s', async (_what, headers, sent) => {
    await expect(verifyWebhook(secret, headers, sent, { now })).resolves.toEqual(JSON.parse(body));
    await expect(verifyWebhook([other, secret], headers, sent, { now })).resolves.toEqual(JSON.parse(body));
  });

  test.each([299, -299])('is good %p s off, and no further', async (seconds) => {
    await expect(verifyWebhook(secret, signedHeaders(), body, { now: now + seconds * 1_000 })).resolves.toBeDefined();
    const further = now + Math.sign(seconds) * 301_000;
    await expect(verifyWebhook(secret, signedHeaders(), body, { now: further })).rejects.toThrow('too far');
  });
});

test('of many signatures ten are tried, as each costs a hash of the body', async () => {
  const { 'webhook-signature': good, ...headers } = signedHeaders();
  const verifyBehind = (others: number) =>
    verifyWebhook(secret, { ...headers, 'webhook-signature': 'v1,AAAA '.repeat(others) + good }, body, { now });
  await expect(verifyBehind(9)).resolves.toEqual(JSON.parse(body));
  await expect(verifyBehind(10)).rejects.toThrow('of another secret');
});

describe('rejected requests', () => {
  test.each([
    ['another body', signedHeaders(), `${body} `, 'of another secret'],
    ['another secret', signedHeaders(other), body, 'of another secret'],
    ['another id', { ...signedHeaders(), 'webhook-id': 'evt-2' }, body, 'of another secret'],
    [
      'a time that was changed',
      { ...signedHeaders(), 'webhook-timestamp': String(SENT + 1) },
      body,
      'of another secret',
    ],
    ['no signature', { ...signedHeaders(), 'webhook-signature': undefined }, body, 'webhook-signature is missing'],
    ['an empty one', { ...signedHeaders(), 'webhook-signature': 'v1,' }, body, 'of another secret'],
    ['no id', { ...signedHeaders(), 'webhook-id': undefined }, body, 'webhook-id is missing'],
    ['a time in words', { ...signedHeaders(), 'webhook-timestamp': 'now' }, body, 'no number'],
  ])('%s', async (_what, headers, text, reason) => {
    await expect(verifyWebhook(secret, headers, text, { now })).rejects.toThrow(reason);
    await expect(verifyWebhook(secret, headers, text, { now })).rejects.toMatchObject({
      name: 'WebhookVerificationError',
    });
  });

  test.each(['', 'whsec_', 'whsec_%%%'])('the secret %p', async (wrong) => {
    await expect(verifyWebhook(wrong, signedHeaders(), body, { now })).rejects.toThrow(TypeError);
  });
});
