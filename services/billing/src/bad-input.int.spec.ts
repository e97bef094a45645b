import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createContext, inTransaction } from '@staycover/change';
import type { Actor } from '@staycover/kernel';
import { isDomainError, newId } from '@staycover/kernel';
import type { Answer } from '@staycover/testing';
import { readPolicyAsIf } from './adapters/policy-service.ts';
import { createDeps } from './compose.ts';
import type { BillingConfig } from './config.ts';
import { readInvoice, readInvoices, readLines } from './db/read-invoices.ts';
import { type Billing, startBilling } from './testing/billing.ts';
import { refundInvoice } from './testing/refunding.ts';
import { addLineItem, removeLineItem } from './use-cases/change-line-items.ts';
import { generateInvoiceFor } from './use-cases/generate-invoice.ts';
import { setInvoiceStatus } from './use-cases/set-invoice-status.ts';

let t: Billing;
let id: string;

beforeAll(async () => {
  t = await startBilling();
  id = (await t.invoiceIn()).id;
});

afterAll(() => t.stop());

/** A problem in short form. */
const checkProblem = ({ status, headers, body }: Answer) => {
  const isComplete = ['type', 'title', 'detail', 'instance'].every((member) => typeof body[member] === 'string');
  if (!isComplete || body.status !== status || !headers.get('content-type')?.startsWith('application/problem+json')) {
    throw new Error(`Not a problem: ${status} ${JSON.stringify(body)}`);
  }
  const slug = body.type.replace('http://localhost:8080/problems/', '');
  return { status, slug, pointers: (body.errors ?? []).map(({ pointer }: { pointer: string }) => pointer).toSorted() };
};

const invalid = (...pointers: string[]) => ({ status: 400, slug: 'invalid-request', pointers: pointers.toSorted() });

const good = { description: 'Goodwill', amountPennies: -1000, category: 'CREDIT' };

describe('a query', () => {
  test.each([
    ['GET', '/api/invoice?policyId=x', ['?policyId']],
    ['GET', '/api/invoice?policyId=x&status=OPEN&state=PAID', ['?policyId', '?status', '?state']],
    ['POST', `/api/invoice/generate/${newId()}?dryrun=true`, ['?dryrun']],
  ])('%s %s is refused with every parameter that is unknown or wrong', async (method, path, pointers) => {
    expect(checkProblem(await t.http.raw(method, path))).toEqual(invalid(...pointers));
  });

  test('lists the known parameters', async () => {
    const { body } = await t.http.get('/api/invoice?policyId=x');
    expect(body.errors).toEqual([
      {
        pointer: '?policyId',
        detail: 'is unknown; known are organizationId, organizationPolicyId, status, view, order, limit, cursor',
      },
    ]);
  });

  test('that is unknown generates nothing', async () => {
    const policyId = t.policies.add();
    expect((await t.http.post(`/api/invoice/generate/${policyId}?dryrun=true`)).status).toBe(400);
    expect((await t.http.get(`/api/invoice?organizationPolicyId=${policyId}`)).body).toEqual([]);
    expect((await t.generate(policyId)).status).toBe(201);
  });
});

describe('a manual line', () => {
  test.each<[string, unknown, string[]]>([
    ['an empty object', {}, ['/description', '/amountPennies', '/category']],
    ['an array', [good], ['']],
    ['null', null, ['']],
    ['a number', 7, ['']],
    ['an empty description', { ...good, description: '' }, ['/description']],
    ['a description of blanks', { ...good, description: ' \t' }, ['/description']],
    ['a description that is too long', { ...good, description: 'x'.repeat(501) }, ['/description']],
    ['a description with NUL', { ...good, description: 'a\0b' }, ['/description']],
    ['an amount of 0', { ...good, amountPennies: 0 }, ['/amountPennies']],
    ['a fraction of a penny', { ...good, amountPennies: 1.5 }, ['/amountPennies']],
    ['an amount in text', { ...good, amountPennies: '10' }, ['/amountPennies']],
    ['too much', { ...good, amountPennies: 1_000_000_001 }, ['/amountPennies']],
    ['too little', { ...good, amountPennies: -1_000_000_001 }, ['/amountPennies']],
    ['an unknown category', { ...good, category: 'BRIBE' }, ['/category']],
    ['no category', { ...good, category: null }, ['/category']],
  ])('with %s is refused with every fault', async (_name, body, pointers) => {
    expect(checkProblem(await t.http.post(`/api/invoice/${id}/line-items`, body))).toEqual(invalid(...pointers));
  });

  test('beyond the 200th of an invoice is refused, and answers under keys take little room', async () => {
    const draft = await t.invoiceIn();
    const path = `/api/invoice/${draft.id}/line-items`;
    const add = (key: string) => t.http.post(path, good, { 'idempotency-key': key });
    for (let i = 0; i < 200; i++) expect((await add(`line-${i}`)).status).toBe(200);
    expect(checkProblem(await add('line-200'))).toEqual({ status: 409, slug: 'line-limit', pointers: [] });
    expect(
      (await t.http.get(`/api/invoice/${draft.id}`)).body.lineItems.filter(({ manual }: { manual: boolean }) => manual),
    ).toHaveLength(200);
    expect((await add('line-199')).body.lineItems).toHaveLength(201);
    const [row] = await t.sql<{ bytes: number }>('select sum(octet_length(body))::int as bytes from idempotency_key');
    expect(row!.bytes).toBeLessThan(200 * 4_096);
  });

  test('unknown members are ignored and named, or refused when strictness is preferred', async () => {
    const draft = await t.invoiceIn();
    const path = `/api/invoice/${draft.id}/line-items`;
    const extra = { ...good, orderId: 'o1', version: 9 };
    const lenient = await t.http.post(path, extra);
    expect([lenient.status, lenient.headers.get('ignored-members')]).toEqual([200, '/orderId, /version']);
    const strict = await t.http.post(path, extra, { prefer: 'handling=strict' });
    expect(checkProblem(strict)).toEqual(invalid('/orderId', '/version'));
  });

  test.each(['-1', '1.5', 'x', '1e3', '%20', '99999999999999999999'])('is not at index %s', async (index) => {
    expect(checkProblem(await t.http.delete(`/api/invoice/${id}/line-items/${index}`))).toMatchObject({
      status: 400,
      slug: 'invalid-request',
    });
  });

  test('a key that is not printable is refused', async () => {
    const answer = await t.http.post(`/api/invoice/${id}/line-items`, good, { 'idempotency-key': 'x'.repeat(256) });
    expect(checkProblem(answer)).toMatchObject({ status: 400, slug: 'invalid-request' });
  });
});

describe('a status', () => {
  test.each<[string, unknown, string[]]>([
    ['nothing', {}, ['/status']],
    ['an unknown value', { status: 'LOST' }, ['/status']],
    ['another case', { status: 'sent' }, ['/status']],
    ['a list', { status: ['SENT'] }, ['/status']],
  ])('of %s is refused', async (_name, body, pointers) => {
    const answer = await t.http.patch(`/api/invoice/${id}/status`, body);
    expect(checkProblem(answer)).toEqual(invalid(...pointers));
  });

  test.each(['DRAFT', 'PAID', 'PAST_DUE', 'SUSPENDED', 'UNCOLLECTIBLE'])(
    'of a draft does not become %s',
    async (status) => {
      const answer = await t.move(id, status);
      if (status === 'DRAFT') expect(answer.status).toBe(200);
      else expect(checkProblem(answer)).toMatchObject({ status: 409, slug: 'invalid-transition' });
    },
  );
});

describe('any body', () => {
  const path = () => `/api/invoice/${id}/status`;
  const json = { 'content-type': 'application/json' };

  test.each<[string, string | undefined, Record<string, string>, number, string]>([
    ['that is not JSON', '{', json, 400, 'malformed-json'],
    ['that is missing', undefined, {}, 400, 'invalid-request'],
    ['of another type', 'status=SENT', { 'content-type': 'text/plain' }, 415, 'unsupported-media-type'],
    ['that is too large', JSON.stringify({ status: 'x'.repeat(1_100_000) }), json, 413, 'payload-too-large'],
    ['that is too deep', `${'['.repeat(40)}${']'.repeat(40)}`, json, 400, 'malformed-json'],
  ])('%s is refused', async (_name, body, headers, status, slug) => {
    expect(checkProblem(await t.http.raw('PATCH', path(), body, headers))).toMatchObject({ status, slug });
  });

  test('is ignored where none is needed', async () => {
    const policyId = t.policies.add();
    const url = `${t.service.url}/api/invoice/generate/${policyId}`;
    expect((await fetch(url, { method: 'POST', body: '{', headers: json })).status).toBe(201);
  });
});

describe('a list', () => {
  test.each([
    ['?status=LOST', '?status'],
    ['?organizationId=a.b', '?organizationId'],
    ['?organizationId=acme&limit=0', '?limit'],
    ['?organizationId=acme&limit=1001', '?limit'],
    ['?organizationId=acme&limit=x', '?limit'],
    ['?status=DRAFT&status=SENT', '?status'],
    ['?organizationId=acme&cursor=nonsense', '?cursor'],
  ])('by %j is refused', async (query, pointer) => {
    expect(checkProblem(await t.http.get(`/api/invoice${query}`))).toEqual(invalid(pointer));
  });
});

describe('an unknown id', () => {
  test.each(['nope', newId(), '%00', "1'--", 'x'.repeat(500)])('%s is 404 on every route', async (unknown) => {
    const answers = [
      await t.http.get(`/api/invoice/${unknown}`),
      await t.http.get(`/api/invoice/${unknown}/explain`),
      await t.http.post(`/api/invoice/generate/${unknown}`),
      await t.http.patch(`/api/invoice/${unknown}/status`, { status: 'SENT' }),
      await t.http.post(`/api/invoice/${unknown}/send`),
      await t.http.post(`/api/invoice/${unknown}/line-items`, good),
      await t.http.delete(`/api/invoice/${unknown}/line-items/0`),
    ];
    for (const answer of answers) expect(checkProblem(answer)).toMatchObject({ status: 404, slug: 'not-found' });
  });

  test('another method on a known path is 405', async () => {
    const answer = await t.http.put(`/api/invoice/${id}`, {});
    expect(checkProblem(answer)).toMatchObject({ status: 405, slug: 'method-not-allowed' });
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('ids in capitals', () => {
  test.each(['VOID', 'UNCOLLECTIBLE', 'PAID'])('move an invoice to %s', async (status) => {
    const invoice = await t.invoiceIn('SENT', 'PAST_DUE');
    const { body } = await t.move(invoice.id.toUpperCase(), status);
    expect(body).toMatchObject({ id: invoice.id, status });
  });

  test('send no draft that its policy has made cheaper', async () => {
    const policyId = t.policies.add();
    const { body: draft } = await t.generate(policyId);
    t.policies.change(policyId, { coverageEndsOn: '2026-11-10' });
    await t.hearPolicy(policyId);
    const { status, body } = await t.move(draft.id.toUpperCase(), 'SENT');
    expect({ status, total: body.total }).toEqual({ status: 409, total: 38.25 });
  });

  test('name what is paid, reversed and paid back', async () => {
    const invoice = await t.invoiceIn('SENT');
    const { organizationId, currency } = invoice;
    const money = { organizationId, currency, amountPennies: 1000, invoiceIds: [invoice.id.toUpperCase()] };
    const { body: payment } = await t.http.post('/api/payment', money);
    expect(payment.allocations).toEqual([{ invoiceId: invoice.id, amount: 10 }]);
    const path = `/api/payment/${payment.id.toUpperCase()}`;
    const refunded = await t.http.post(`${path}/refunds`, { amountPennies: 400 });
    const refundId = refunded.body.refunds[0].id.toUpperCase();
    const goodwill = await t.http.patch(`${path}/refunds/${refundId}`, { reason: 'GOODWILL' });
    expect(goodwill.body.refunds).toMatchObject([{ amount: 4, reason: 'GOODWILL', open: 0 }]);

    const { body: returned } = await t.http.post('/api/payment', money);
    const reversed = await t.http.post(`/api/payment/${returned.id.toUpperCase()}/reverse`, { reason: 'Returned' });
    expect(reversed.body).toMatchObject({ id: returned.id, status: 'REVERSED' });
  });
});

describe('versions', () => {
  test('a stale If-Match is 412 and changes nothing; If-None-Match answers 304', async () => {
    const stale = { 'if-match': '"9"' };
    const answers = [
      await t.http.patch(`/api/invoice/${id}/status`, { status: 'SENT' }, stale),
      await t.http.post(`/api/invoice/${id}/line-items`, good, stale),
      await t.http.delete(`/api/invoice/${id}/line-items/0`, stale),
    ];
    for (const answer of answers) expect(checkProblem(answer)).toMatchObject({ status: 412, slug: 'version-mismatch' });
    expect((await t.http.get(`/api/invoice/${id}`, { 'if-none-match': '"1"' })).status).toBe(304);
  });

  test.each([
    ['"1"', 304],
    ['"9"', 200],
  ])('HEAD with If-None-Match %s answers %d, as GET does', async (etag, status) => {
    const headers = { 'if-none-match': etag };
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(`${t.service.url}/api/invoice/${id}`, { method, headers });
      expect([answer.status, answer.headers.get('etag')]).toEqual([status, '"1"']);
      await answer.arrayBuffer();
    }
  });
});

describe('another organization', () => {
  const stranger: Actor = { id: 'mallory', organizations: ['globex'], roles: ['read', 'write'] };

  test('finds none of it', async () => {
    const { platform } = t.service;
    const { organizationPolicyId } = (await t.http.get(`/api/invoice/${id}`)).body;
    const deps = createDeps(platform, t.rules as BillingConfig);
    const context = createContext(platform, { actor: stranger });
    const line = { description: 'x', amount: 1n, category: 'CREDIT' as const };
    const attempts = [
      readInvoice(platform.database, stranger, id),
      readLines(platform.database, stranger, id, { from: 0, limit: 1 }),
      setInvoiceStatus(deps)(stranger, { id, status: 'VOID' }),
      inTransaction(platform.database, (tx) => addLineItem(tx, context, { id, line })),
      inTransaction(platform.database, (tx) => removeLineItem(tx, context, { id, index: 0 })),
      refundInvoice(platform, t.rules)(stranger, { id, refundId: 're_1', amount: 1n }),
      generateInvoiceFor(deps)(stranger, { policyId: organizationPolicyId }),
      readPolicyAsIf(platform.nats, { status: 'CANCELLED' })(stranger, organizationPolicyId),
    ];
    for (const outcome of await Promise.allSettled(attempts)) {
      expect(outcome.status === 'rejected' && isDomainError(outcome.reason, 'not-found')).toBe(true);
    }
    expect(await readInvoices(platform.database, stranger, { organizationId: 'acme-stays' }, { limit: 10 })).toEqual({
      invoices: [],
      next: undefined,
    });
    expect(await readInvoices(platform.database, stranger, { status: 'DRAFT' }, { limit: 10 })).toEqual({
      invoices: [],
      next: undefined,
    });
  });
});

test('a silent policy service is 503', async () => {
  const policyId = t.policies.add();
  await t.policies.stop();
  const answer = await t.generate(policyId);
  expect(checkProblem(answer)).toMatchObject({ status: 503, slug: 'service-unavailable' });
  expect(answer.headers.get('retry-after')).toBeTruthy();
});
