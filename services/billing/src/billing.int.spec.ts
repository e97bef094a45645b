import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Invoice, type LineItem } from '@staycover/api';
import { billingEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { allPages, documentedFetch, eventually, fiftyAtOnce, nextPage, versionsAfter } from '@staycover/testing';
import { type Billing, startBilling } from './testing/billing.ts';

let t: Billing;

beforeAll(async () => {
  t = await startBilling();
});

afterAll(() => t.stop());

describe('generating an invoice', () => {
  test('bills the nights of the month that are covered, with every field present', async () => {
    const policyId = t.policies.add();
    const made = await t.generate(policyId);

    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`/api/invoice/${made.body.id}`);
    expect(made.headers.get('etag')).toBe('"1"');
    expect(Invoice.parse(made.body)).toEqual(made.body);
    expect(made.body).toMatchObject({
      organizationId: 'acme-stays',
      organizationPolicyId: policyId,
      invoiceReference: expect.stringMatching(/^INV-2026-\d{6}$/),
      stateCode: 'FL',
      periodStart: '2026-11-01',
      periodEnd: '2026-11-30',
      subtotal: 127.5,
      tax: 0,
      total: 127.5,
      subtotalsByCategory: { INSURANCE_PREMIUM: 127.5 },
      status: 'DRAFT',
      createdBy: 'anonymous',
      version: 1,
    });
    expect(made.body.lineItems).toEqual([
      {
        description: 'Beach House, 30 nights in 2026-11',
        organizationPolicyId: policyId,
        policyId,
        orderId: expect.any(String),
        orderLineId: expect.any(String),
        orderReference: `${made.body.invoiceReference}-1`,
        propertyName: 'Beach House',
        stayMonth: '2026-11',
        productLine: 'DAMAGE_PROTECTION',
        quantity: 30,
        unitPrice: 4.25,
        amount: 127.5,
        lossFundCharge: 33,
        tax: 0,
        correctsInvoiceId: null,
        category: 'INSURANCE_PREMIUM',
        manual: false,
        components: [
          { code: 'PREMIUM', treatment: 'INSURANCE_PREMIUM', amount: 94.5, taxable: true },
          { code: 'LOSS_FUND', treatment: 'LOSS_FUND', amount: 33, taxable: false },
        ],
        audiences: { customerCents: 12_750, organizationCents: 3300, partnerCents: 0, serviceCostCents: 0 },
      },
    ]);
    const { data } = await t.events.next(billingEvents.invoiceGenerated, ({ invoiceId }) => invoiceId === made.body.id);
    expect(data.invoice.total).toBe(127.5);
    expect((await t.http.get(`/api/invoice/${made.body.id}`)).body).toEqual(made.body);
  });

  test('again refreshes the draft and keeps manual lines; what changes nothing stores nothing', async () => {
    const policyId = t.policies.add();
    const { body: first } = await t.generate(policyId);
    const again = await t.generate(policyId);
    expect([again.status, again.body]).toEqual([200, first]);

    const line = { description: 'Set-up', amountPennies: 1000, category: 'SERVICE_FEE' };
    await t.http.post(`/api/invoice/${first.id}/line-items`, line);
    expect((await t.generate(policyId)).body.version).toBe(2);

    t.policies.change(policyId, { policy: { ratePerNight: 5 } });
    const { body } = await t.generate(policyId);
    expect(body).toMatchObject({ id: first.id, subtotal: 160, subtotalsByCategory: { SERVICE_FEE: 10 }, version: 3 });
    const orders = body.lineItems.map((item: LineItem) => [item.manual, item.orderReference]);
    expect(orders).toEqual([
      [false, `${first.invoiceReference}-2`],
      [true, null],
    ]);
    expect(await t.announced(first.id)).toEqual(['invoice-generated', 'invoice-changed', 'invoice-changed']);
  });

  test('keeps the order of a line that a refresh does not change', async () => {
    const policyId = t.policies.add();
    const { body: first } = await t.generate(policyId);
    t.policies.change(policyId, { enrollments: [{}, { propertyId: 'prop-102', enrolledDate: '2026-11-16' }] });
    const { body } = await t.generate(policyId);
    expect(body.lineItems[0]).toEqual(first.lineItems[0]);
    expect(body).toMatchObject({ total: 191.25, version: 2 });
  });

  test('at another rate gives the line another order, and leaves the nights that it bills as they are', async () => {
    const policyId = t.policies.add();
    const { body: first } = await t.generate(policyId);
    const rows = () => t.sql('select ctid, * from billed_nights where policy_id = $1', [policyId]);
    const before = await rows();
    t.policies.change(policyId, { policy: { ratePerNight: 4 } });
    const { body } = await t.generate(policyId);
    expect([body.total, body.lineItems[0].orderId === first.lineItems[0].orderId]).toEqual([120, false]);
    expect(await rows()).toEqual(before);
  });

  test('50 times at once makes one invoice and bills no night twice', async () => {
    const policyId = t.policies.add();
    // A slow machine rejects some for now, with a Retry-After.
    const patiently = () =>
      eventually('an answer', async () => {
        const answer = await t.generate(policyId);
        return answer.status === 503 ? undefined : answer;
      });
    const answers = await Promise.all(Array.from({ length: 50 }, patiently));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(49).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await t.sql('select nights from billed_nights where policy_id = $1', [policyId])).toEqual([
      { nights: '[2026-11-01,2026-12-01)' },
    ]);
  });

  test('after it was sent makes a new draft of what is not billed yet, possibly of nothing', async () => {
    const policyId = t.policies.add();
    const { body: first } = await t.generate(policyId);
    await t.move(first.id, 'SENT');
    const second = await t.generate(policyId);
    expect(second.status).toBe(201);
    expect(second.body).toMatchObject({ total: 0, lineItems: [], stateCode: null, subtotalsByCategory: {} });
    expect(second.body.id).not.toBe(first.id);
    expect((await t.move(second.body.id, 'SENT')).body.status).toBe('SENT');
  });

  test('of an ended policy with nothing to bill is a conflict', async () => {
    const policyId = t.policies.add({ policy: { status: 'CANCELLED' }, coverageEndsOn: '2026-11-11' });
    const { body } = await t.generate(policyId);
    expect(body.total).toBe(42.5);
    await t.move(body.id, 'SENT');
    const nothing = await t.generate(policyId);
    expect([nothing.status, nothing.body.type]).toEqual([409, expect.stringMatching(/nothing-to-bill$/)]);
  });

  test('heeds If-Match on the draft', async () => {
    const policyId = t.policies.add();
    await t.generate(policyId);
    const stale = await t.http.post(`/api/invoice/generate/${policyId}`, undefined, { 'if-match': '"7"' });
    expect([stale.status, stale.body.version]).toEqual([412, 1]);
  });
});

describe('reading the policy', () => {
  const many = Array.from({ length: 1_200 }, (_, i) => ({ propertyId: `prop-${i}` }));

  test('takes all pages of one version, again when it changes meanwhile', async () => {
    const policyId = t.policies.add({ enrollments: many });
    const before = t.policies.calls.length;
    t.policies.onPage((call) => {
      if (call === before + 2) t.policies.change(policyId, { policy: { ratePerNight: 1 } });
    });
    const { body } = await t.generate(policyId);
    t.policies.onPage(() => undefined);
    expect(body.total).toBe(1_200 * 30);
    expect(t.policies.calls.length - before).toBe(5);
  });

  test('never bills an older version than another call has billed', async () => {
    const policyId = t.policies.add();
    await t.generate(policyId);
    await t.sql('update billing_account set policy_version = 2 where policy_id = $1', [policyId]);
    const refused = await t.generate(policyId);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
    t.policies.change(policyId, { policy: { ratePerNight: 5 } });
    expect((await t.generate(policyId)).body.total).toBe(150);
  });
});

describe('an invoice that is sent and paid', () => {
  test('goes out by hand when no provider is configured', async () => {
    const invoice = await t.invoiceIn();
    const refused = await t.http.post(`/api/invoice/${invoice.id}/send`);
    expect([refused.status, refused.body.type]).toEqual([
      409,
      expect.stringMatching(/payment-provider-not-configured$/),
    ]);

    const { body: sent } = await t.move(invoice.id, 'SENT');
    expect(sent).toMatchObject({
      status: 'SENT',
      dueDate: '2026-12-20',
      sentAt: '2026-11-20T09:30:00.000Z',
      version: 2,
    });
    const { data } = await t.events.next(billingEvents.invoiceSent, ({ invoiceId }) => invoiceId === invoice.id);
    expect(data).toMatchObject({
      policyId: invoice.organizationPolicyId,
      invoiceReference: invoice.invoiceReference,
      total: 127.5,
      dueDate: '2026-12-20',
      channel: 'MANUAL',
      paymentProviderInvoiceId: null,
    });
  });

  test('publishes its reserve splits once, however often and fast it is paid', async () => {
    const invoice = await t.invoiceIn('SENT');
    const paid = await Promise.all(Array.from({ length: 20 }, () => t.move(invoice.id, 'PAID')));
    expect(new Set(paid.map(({ status }) => status))).toEqual(new Set([200]));
    expect(paid[0]!.body).toMatchObject({ status: 'PAID', paidDate: '2026-11-20', version: 3 });
    expect(paid[0]!.body.reserveSplitsPublishedAt).toBe('2026-11-20T09:30:00.000Z');

    const { data } = await t.events.next(billingEvents.reserveSplit, ({ invoiceId }) => invoiceId === invoice.id);
    const [{ orderId, orderLineId }] = invoice.lineItems;
    expect(data).toMatchObject({ version: 3, paidDate: '2026-11-20', totalCents: 12_750, part: 1, parts: 1 });
    expect(data.splits).toEqual([
      {
        orderId,
        orderLineId,
        propertyName: 'Beach House',
        stayMonth: '2026-11',
        premiumCents: 9450,
        lossFundCents: 3300,
        partnerCents: 0,
        serviceCostCents: 0,
        totalCents: 12_750,
      },
    ]);
    expect(await t.announced(invoice.id)).toEqual([
      'invoice-generated',
      'invoice-sent',
      'invoice-paid',
      'reserve-split',
    ]);
  });

  test('without order lines publishes none', async () => {
    const { body: empty } = await t.generate(t.policies.add({ enrollments: [] }));
    await t.http.post(`/api/invoice/${empty.id}/line-items`, {
      description: 'Fee',
      amountPennies: 500,
      category: 'SERVICE_FEE',
    });
    await t.move(empty.id, 'SENT');
    expect((await t.move(empty.id, 'PAID')).body).toMatchObject({ total: 5, reserveSplitsPublishedAt: null });
    expect(await t.announced(empty.id)).not.toContain('reserve-split');
  });

  test.each([
    [
      ['SENT', 'PAST_DUE', 'SUSPENDED', 'UNCOLLECTIBLE', 'PAID'],
      ['invoice-past-due', 'invoice-suspended', 'invoice-uncollectible', 'invoice-paid'],
    ],
    [
      ['SENT', 'PAST_DUE', 'SUSPENDED', 'VOID'],
      ['invoice-past-due', 'invoice-suspended', 'invoice-voided'],
    ],
  ])('moves through %j', async (states, events) => {
    const invoice = await t.invoiceIn(...states);
    expect(invoice).toMatchObject({ status: states.at(-1), version: states.length + 1 });
    expect((await t.announced(invoice.id)).filter((event) => event !== 'reserve-split').slice(2)).toEqual(events);
  });

  test('cannot move where its state does not lead; the same state stores nothing', async () => {
    const invoice = await t.invoiceIn('SENT', 'PAID');
    const refused = await t.move(invoice.id, 'VOID');
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ from: 'PAID', to: 'VOID', allowed: [] });
    expect((await t.move(invoice.id, 'PAID')).body).toEqual(invoice);
  });

  test('that fifty pay at once is paid once', async () => {
    const { id, version } = await t.invoiceIn('SENT');
    const { landed, refused } = await fiftyAtOnce(() => t.move(id, 'PAID'));
    expect(refused).toEqual([]);
    expect(new Set(landed)).toEqual(new Set([version + 1]));
    expect((await t.announced(id)).filter((event) => event === 'reserve-split')).toHaveLength(1);
  });
});

describe('manual lines', () => {
  const goodwill = { description: 'Goodwill', amountPennies: -1000, category: 'CREDIT' };

  test('are added once per key and removed by index; generated ones are immutable', async () => {
    const invoice = await t.invoiceIn();
    const path = `/api/invoice/${invoice.id}/line-items`;
    const key = { 'idempotency-key': newId() };
    const added = await t.http.post(path, goodwill, key);
    expect(added.body).toMatchObject({
      total: 117.5,
      subtotalsByCategory: { INSURANCE_PREMIUM: 127.5, CREDIT: -10 },
      version: 2,
    });
    expect(added.body.lineItems[1]).toEqual({
      description: 'Goodwill',
      organizationPolicyId: invoice.organizationPolicyId,
      policyId: invoice.organizationPolicyId,
      orderId: null,
      orderLineId: null,
      orderReference: null,
      propertyName: null,
      stayMonth: null,
      productLine: null,
      quantity: 1,
      unitPrice: -10,
      amount: -10,
      tax: 0,
      correctsInvoiceId: null,
      lossFundCharge: 0,
      category: 'CREDIT',
      manual: true,
      components: [{ code: 'CREDIT', treatment: 'CREDIT', amount: -10, taxable: false }],
      audiences: { customerCents: -1000, organizationCents: 0, partnerCents: 0, serviceCostCents: 0 },
    });
    expect((await t.http.post(path, goodwill, key)).body).toEqual(added.body);
    expect((await t.http.post(path, { ...goodwill, amountPennies: -1 }, key)).status).toBe(422);

    expect((await t.http.delete(`${path}/0`)).body.type).toMatch(/order-line-immutable$/);
    expect((await t.http.delete(`${path}/2`)).status).toBe(404);
    expect((await t.http.delete(`${path}/1`)).body).toMatchObject({ total: 127.5, version: 3 });
  });

  test('sent 20 times at once under one key have one effect', async () => {
    const { id } = await t.invoiceIn();
    const key = { 'idempotency-key': newId() };
    const send = () => t.http.post(`/api/invoice/${id}/line-items`, goodwill, key);
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect((await send()).body).toMatchObject({ total: 117.5, version: 2 });
  });

  test('added fifty at once without a key are all kept, one version each', async () => {
    const { id, version } = await t.invoiceIn();
    const cent = { ...goodwill, amountPennies: -1 };
    const { landed, refused } = await fiftyAtOnce(() => t.http.post(`/api/invoice/${id}/line-items`, cent));
    expect(refused).toEqual([]);
    expect(landed).toEqual(versionsAfter(version));
    expect((await t.http.get(`/api/invoice/${id}`)).body).toMatchObject({ total: 127 });
  });

  test('only while it is a draft; below 0 it is a credit note', async () => {
    const { id } = await t.invoiceIn();
    const path = `/api/invoice/${id}/line-items`;
    await t.http.post(path, { ...goodwill, amountPennies: -20_000 });
    expect((await t.http.get(`/api/invoice/${id}`)).body).toMatchObject({ documentType: 'CREDIT_NOTE', total: -72.5 });
    await t.http.delete(`${path}/1`);
    await t.move(id, 'SENT');
    for (const late of [await t.http.post(path, goodwill), await t.http.delete(`${path}/1`)])
      expect([404, 409]).toContain(late.status);
    expect((await t.http.post(path, goodwill)).body.type).toMatch(/invoice-not-draft$/);
  });
});

describe('the lines of an invoice', () => {
  test('come in pages, in their order, under its version', async () => {
    const { id } = await t.invoiceIn();
    const path = `/api/invoice/${id}/line-items`;
    for (const amountPennies of [-100, -200, -300]) {
      await t.http.post(path, { description: `Goodwill ${amountPennies}`, amountPennies, category: 'CREDIT' });
    }
    await t.http.delete(`${path}/2`);
    const { lineItems, version } = (await t.http.get(`/api/invoice/${id}`)).body as Invoice;
    expect(lineItems.map(({ amount }) => amount)).toEqual([127.5, -1, -3]);
    const whole = await t.http.get(path);
    expect([whole.body, whole.headers.get('etag')]).toEqual([lineItems, `"${version}"`]);
    expect(await allPages(t.http, `${path}?limit=2`)).toEqual(lineItems);
    expect((await t.http.get(`${path}?limit=2`)).headers.get('link')).toBe(`<${path}?limit=2&cursor=2>; rel="next"`);
    expect((await t.http.get(`${path}?cursor=999999999999999999`)).body).toEqual([]);
  });

  test.each([
    ['nobody', '', 404],
    [newId(), '', 404],
    [newId(), '?cursor=-1', 400],
    [newId(), '?limit=1001', 400],
  ])('of %s are not there at %s', async (id, search, status) => {
    expect((await t.http.get(`/api/invoice/${id}/line-items${search}`)).status).toBe(status);
  });
});

test('generating, adjusting and sending all at once leaves one sound set of invoices', async () => {
  const policyId = t.policies.add();
  const { body: first } = await t.generate(policyId);
  const fee = { description: 'Fee', amountPennies: 100, category: 'SERVICE_FEE' };
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => t.generate(policyId)),
    ...Array.from({ length: 8 }, () => t.http.post(`/api/invoice/${first.id}/line-items`, fee)),
    t.move(first.id, 'SENT'),
    ...Array.from({ length: 8 }, () => t.generate(policyId)),
    t.move(first.id, 'VOID'),
  ]);
  expect(answers.filter(({ status }) => ![200, 201, 409].includes(status)).map(({ body }) => body)).toEqual([]);

  await t.generate(policyId);
  const { body: invoices } = await t.http.get(`/api/invoice?organizationPolicyId=${policyId}`);
  const live = invoices
    .filter(({ status }: Invoice) => status !== 'VOID')
    .flatMap(({ lineItems }: Invoice) => lineItems);
  const nights = live
    .filter(({ manual }: LineItem) => !manual)
    .reduce((sum: number, { quantity }: LineItem) => sum + quantity, 0);
  expect(nights).toBe(30);
  for (const { lineItems, subtotal } of invoices as Invoice[]) {
    expect(subtotal).toBeCloseTo(
      lineItems.reduce((sum, { amount }) => sum + amount, 0),
      6,
    );
  }
});

test('the document has the same content in JSON and HTML', async () => {
  const { body } = await t.generate(t.policies.add());
  const line = { description: 'Goodwill', amountPennies: -1_000, category: 'CREDIT' };
  await t.http.post(`/api/invoice/${body.id}/line-items`, line);
  const { body: document } = await t.http.get(`/api/invoice/${body.id}/document`);
  const { body: html } = await t.http.get(`/api/invoice/${body.id}`, { accept: 'text/html' });
  expect(document).toMatchObject({
    title: 'Invoice',
    reference: body.invoiceReference,
    issuer: ['Lighthouse Insurance Ltd'],
    tables: [{ groups: [{ name: 'Beach House' }, { name: 'Adjustments', lines: [['Goodwill', '', '', '-$10.00']] }] }],
  });
  expect(html).toContain('<strong>Lighthouse Insurance Ltd</strong>');
  const shown: { name: string; value: string }[] = [...document.facts, ...document.sums.flat()];
  for (const { name, value } of shown) {
    expect(html).toContain(`>${name}<`);
    expect(html).toContain(`>${value}<`);
  }
});

describe('explaining an invoice', () => {
  test('explains each line by its election, rate, nights and rounding', async () => {
    const rateTableVersions = [
      { version: 3, planId: null, effectiveFrom: '2026-11-16', ratePerNight: 3.3333, lossFundRatePerNight: 1 },
    ];
    const { body } = await t.generate(t.policies.add({ policy: { rateTableVersions } }));
    const explained = await t.http.get(`/api/invoice/${body.id}/explain`);
    expect(explained.body).toMatchObject({ invoiceId: body.id, rounding: 'HALF_AWAY_FROM_ZERO', currency: 'USD' });
    expect(explained.body.lines[1]).toEqual({
      index: 1,
      description: 'Beach House, 15 nights in 2026-11',
      manual: false,
      propertyId: 'prop-101',
      propertyName: 'Beach House',
      electionId: 'el-1',
      stayMonth: '2026-11',
      nights: 15,
      nightRanges: [{ from: '2026-11-16', to: '2026-11-30' }],
      rateSource: 'RATE_TABLE',
      rateTableVersion: 3,
      planId: 'plan-standard',
      ratePerNight: 3.3333,
      rate: 3.3333,
      per: 1,
      lossFundRatePerNight: 1,
      unroundedAmount: '49.9995',
      amount: 50,
    });
  });
});

describe('listing invoices', () => {
  test('filters, and leads on to the next page', async () => {
    const policyId = t.policies.add({ policy: { organizationId: 'lister' } });
    const made = [];
    for (let i = 0; i < 3; i++) made.push((await t.move((await t.generate(policyId)).body.id, 'SENT')).body.id);

    const ids = async (path: string) => {
      const page = await t.http.get(path);
      return { ids: page.body.map(({ id }: { id: string }) => id), next: nextPage(page) };
    };
    expect((await ids(`/api/invoice?organizationPolicyId=${policyId}`)).ids).toEqual(made);
    expect((await ids('/api/invoice?organizationId=lister&status=DRAFT')).ids).toEqual([]);
    expect((await ids('/api/invoice?organizationId=nobody')).ids).toEqual([]);
    expect((await ids('/api/invoice?organizationPolicyId=nobody')).ids).toEqual([]);

    const first = await ids('/api/invoice?organizationId=lister&limit=2');
    expect(first.ids).toEqual(made.slice(0, 2));
    expect(await ids(first.next!)).toEqual({ ids: made.slice(2), next: undefined });
    const newest = await allPages<Invoice>(t.http, '/api/invoice?organizationId=lister&limit=2&order=newest');
    expect(newest.map(({ id }) => id)).toEqual(made.toReversed());

    const [full] = (await t.http.get('/api/invoice?organizationId=lister&limit=1')).body;
    const heads = await t.http.get('/api/invoice?organizationId=lister&limit=2&view=summary');
    expect(full.lineItems.length).toBeGreaterThan(0);
    expect(heads.body[0]).toEqual({ ...full, lineItems: [] });
    expect(heads.headers.get('link')).toContain('view=summary');

    const one = await t.http.get(`/api/invoice/${full.id}?view=summary`);
    expect(one.body).toEqual({ ...full, lineItems: [] });
    expect(one.headers.get('etag')).toBe(`"${full.version}"`);
    expect(one.headers.get('allowed-actions')).toContain('setInvoiceStatus');
    expect((await t.http.get(`/api/invoice/${full.id}?colour=red`)).body).toEqual(full);
  });
});

describe('an invoice as a document', () => {
  const get = (id: string, accept: string) =>
    documentedFetch(new Request(`${t.service.url}/api/invoice/${id}`, { headers: { accept } }));

  test.each([
    ['text/html', 'text/html; charset=utf-8', '<!doctype html>'],
    ['application/pdf', 'application/pdf', '%PDF-'],
    ['*/*', 'application/json; charset=utf-8', '{"id"'],
  ])('for Accept: %s is %s', async (accept, type, start) => {
    const { id } = await t.invoiceIn('SENT');
    const answer = await get(id, accept);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('vary')]).toEqual([
      200,
      type,
      'Accept',
    ]);
    expect((await answer.text()).startsWith(start)).toBe(true);
  });

  test('is documented, and of an unknown invoice is a problem', async () => {
    const { id, invoiceReference } = await t.invoiceIn();
    expect((await t.http.get(`/api/invoice/${id}`, { accept: 'text/html' })).body).toContain(invoiceReference);
    expect((await t.http.get(`/api/invoice/${newId()}`, { accept: 'application/pdf' })).status).toBe(404);
  });
});
