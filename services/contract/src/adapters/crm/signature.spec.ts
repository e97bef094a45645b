import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { webhookSecrets } from './secrets.ts';
import { type SignedRequest, signatureVerifier } from './signature.ts';

const current = `whsec_${Buffer.from('the current secret of the CRM').toString('base64')}`;
const retired = `whsec_${Buffer.from('a secret that was in use once').toString('base64')}`;
const clientSecret = 'f0f1c6e2-56c1-4e33-8c53-client';
const publicUrl = 'https://api.example';
const target = '/api/webhook/crm/deal-closed';
const body = Buffer.from('{"crmDealId": "D-1",  "organizationId":"acme", "dealName":"Größe"}');
const now = Temporal.Instant.from('2026-11-20T09:30:00Z');

const verifier = (secrets: string) =>
  signatureVerifier({ secrets: webhookSecrets.parse(secrets), publicUrl, clock: () => now });

const request = (headers: Record<string, string>, changes: Partial<SignedRequest> = {}): SignedRequest => ({
  body,
  target,
  header: (name) => headers[name],
  ...changes,
});

/** Signed by the reference implementation. */
const standardHeaders = (secret = current, { id = 'msg_1', at = now, signed = body as Buffer | string } = {}) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.epochMilliseconds / 1000)),
  'webhook-signature': new Webhook(secret).sign(id, new Date(at.epochMilliseconds), signed.toString()),
});

const hubSpotHeaders = ({ secret = clientSecret, address = `${publicUrl}${target}`, at = now, signed = body } = {}) => {
  const timestamp = String(at.epochMilliseconds);
  const signature = createHmac('sha256', secret)
    .update(`POST${address}${signed.toString()}${timestamp}`)
    .digest('base64');
  return { 'x-hubspot-request-timestamp': timestamp, 'x-hubspot-signature-v3': signature };
};

describe('a Standard Webhook', () => {
  test('is known by its signature and its id', () => {
    const sender = verifier(current)(request(standardHeaders()));
    expect(sender.actor).toEqual({ id: 'crm-webhook', organizations: '*', roles: ['underwrite'] });
    expect(sender.webhookId).toMatch(/^[0-9a-f]{16}:msg_1$/);
  });

  test('may bring the organizations that its secret is bound to', () => {
    expect(verifier(`${retired};${current}@acme,globex`)(request(standardHeaders())).actor.organizations).toEqual([
      'acme',
      'globex',
    ]);
  });

  test.each([
    ['the old secret, while both are set', `${current};${retired}`, standardHeaders(retired)],
    ['the new secret, while both are set', `${retired};${current}`, standardHeaders()],
  ])('is fine with %s', (_what, secrets, headers) => {
    expect(verifier(secrets)(request(headers)).actor.id).toBe('crm-webhook');
  });

  test('may carry several signatures', () => {
    const headers = standardHeaders();
    const several = `v1a,ZWQyNTUxOQ== ${standardHeaders(retired)['webhook-signature']} ${headers['webhook-signature']}`;
    expect(verifier(current)(request({ ...headers, 'webhook-signature': several })).actor.id).toBe('crm-webhook');
  });

  test.each<[string, Record<string, string>, Partial<SignedRequest>]>([
    ['no signature', {}, {}],
    ['another secret', standardHeaders(retired), {}],
    ['a changed body', standardHeaders(), { body: Buffer.from(body.toString().replace('acme', 'evil')) }],
    [
      'the same JSON, serialized again',
      standardHeaders(),
      { body: Buffer.from(JSON.stringify(JSON.parse(body.toString()))) },
    ],
    ['a byte more', standardHeaders(), { body: Buffer.concat([body, Buffer.from(' ')]) }],
    ['another id', { ...standardHeaders(), 'webhook-id': 'msg_2' }, {}],
    ['no id', { ...standardHeaders(), 'webhook-id': '' }, {}],
    ['another time', { ...standardHeaders(), 'webhook-timestamp': String(now.epochMilliseconds / 1000 + 1) }, {}],
    ['a time that is none', { ...standardHeaders(), 'webhook-timestamp': '1e9' }, {}],
    ['an old time', standardHeaders(current, { at: now.subtract({ seconds: 301 }) }), {}],
    ['a time to come', standardHeaders(current, { at: now.add({ seconds: 301 }) }), {}],
    [
      'a signature of another version',
      { ...standardHeaders(), 'webhook-signature': standardHeaders()['webhook-signature'].replace('v1,', 'v2,') },
      {},
    ],
    [
      'half a signature',
      { ...standardHeaders(), 'webhook-signature': standardHeaders()['webhook-signature'].slice(0, 20) },
      {},
    ],
    ['an empty signature', { ...standardHeaders(), 'webhook-signature': 'v1,' }, {}],
  ])('with %s is refused', (_what, headers, changes) => {
    expect(() => verifier(current)(request(headers, changes))).toThrow(
      expect.objectContaining({ code: 'unauthenticated' }),
    );
  });
});

describe('a HubSpot webhook', () => {
  const secrets = `hubspot:${clientSecret}@acme`;

  test('is known by its signature', () => {
    expect(verifier(secrets)(request(hubSpotHeaders()))).toEqual({
      actor: { id: 'crm-webhook', organizations: ['acme'], roles: ['underwrite'] },
    });
  });

  test('signs its address with some characters decoded', () => {
    const headers = hubSpotHeaders({ address: `${publicUrl}${target}?a=x:y,z&b=%20` });
    expect(verifier(secrets)(request(headers, { target: `${target}?a=x%3Ay%2cz&b=%20` })).actor.id).toBe('crm-webhook');
  });

  test.each<[string, Record<string, string>, Partial<SignedRequest>]>([
    ['another secret', hubSpotHeaders({ secret: 'another secret' }), {}],
    ['another address', hubSpotHeaders({ address: `https://other.example${target}` }), {}],
    ['another query', hubSpotHeaders(), { target: `${target}?x=1` }],
    ['a changed body', hubSpotHeaders(), { body: Buffer.from('{}') }],
    ['an old time', hubSpotHeaders({ at: now.subtract({ seconds: 301 }) }), {}],
    ['no time', { 'x-hubspot-signature-v3': hubSpotHeaders()['x-hubspot-signature-v3'] }, {}],
  ])('with %s is refused', (_what, headers, changes) => {
    expect(() => verifier(secrets)(request(headers, changes))).toThrow(
      expect.objectContaining({ code: 'unauthenticated' }),
    );
  });

  test('cannot be signed with a secret of the other kind', () => {
    const headers = hubSpotHeaders({ secret: 'the current secret of the CRM' });
    expect(() => verifier(current)(request(headers))).toThrow(/not valid/);
  });
});

test('no webhook gets through, whatever its headers are made of', () => {
  const seconds = String(Math.floor(now.epochMilliseconds / 1_000));
  const times = fc.constantFrom(seconds, String(now.epochMilliseconds), '', 'NaN', '-1', '1e9', '٣');
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.base64String(),
    fc.constantFrom('', '=', 'é'.repeat(44), 'A'.repeat(43)),
  );
  const signature = fc.oneof(
    text,
    fc.array(text).map((all) => all.map((one) => `v1,${one}`).join(' ')),
  );
  const headers = fc.record(
    {
      'webhook-id': text,
      'webhook-timestamp': times,
      'webhook-signature': signature,
      'x-hubspot-request-timestamp': times,
      'x-hubspot-signature-v3': signature,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(headers, fc.uint8Array(), (given, bytes) => {
      const forged = request(given as Record<string, string>, { body: Buffer.from(bytes) });
      expect(() => verifier(`${current};hubspot:${clientSecret}`)(forged)).toThrow(
        expect.objectContaining({ code: 'unauthenticated' }),
      );
    }),
    { numRuns: 2_000 },
  );
});

describe('secrets', () => {
  test('count once, however often one is named', () => {
    expect(webhookSecrets.parse(`${current};${current}`)).toHaveLength(1);
  });

  test.each([
    ['nosuchprefix_abc', /secret 1 must be whsec_/],
    [`${current};whsec_!!!`, /secret 2 must be whsec_/],
    ['whsec_c2hvcnQ=', /at least 16 bytes/],
    [`${current}@a b`, /must be organizations/],
    [`${current}@`, /must be organizations/],
    [`${current}@acme@globex`, /must have one @ at most/],
    [`${current}@acme;${current}@globex`, /secret 2 is there before: name all its organizations in one entry/],
  ])('that are none are refused without being shown: %s', (text, message) => {
    const { error } = webhookSecrets.safeParse(text);
    expect(error?.message).toMatch(message);
    expect(error?.message).not.toContain(text.slice(6));
  });
});
