import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { billingEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually } from '@staycover/testing';
import { type PaidBilling, startPaidBilling } from './testing/paid-billing.ts';
import { newId as newStripeId, type StripeInvoice } from './testing/stripe-objects.ts';

let t: PaidBilling;

beforeAll(async () => {
  t = await startPaidBilling();
});

beforeEach(() => t.stripe.forgetFaults());

afterAll(() => t.stop());

const statusAndSlug = ({ status, body }: { status: number; body: { type: string } }) => [
  status,
  body.type.split('/').at(-1),
];
const FAILED = [502, 'payment-provider-failed'];
const FROZEN = [409, 'invoice-frozen'];
const line = { description: 'Goodwill', amountPennies: -1000, category: 'CREDIT' };

describe('sending an invoice', () => {
  test('makes the customer, the invoice and its lines, finalizes it and has it emailed', async () => {
    const draft = await t.invoiceIn();
    const { status, body } = await t.send(draft.id);
    const theirs = t.stripe.findInvoice(draft.id);
    expect([status, body.status, body.paymentProviderInvoiceId]).toEqual([200, 'SENT', theirs.id]);
    expect(body.paymentProviderIntentId).toBe(theirs.intent!.id);
    expect(body.dueDate).toBe('2026-12-20');
    expect(theirs).toMatchObject({
      status: 'open',
      currency: 'usd',
      total: 12_750,
      due_date: Date.UTC(2026, 11, 21) / 1000 - 1,
      metadata: { invoiceId: draft.id, invoiceReference: draft.invoiceReference, organizationId: 'acme-stays' },
      lines: [{ description: 'Beach House, 30 nights in 2026-11', amount: 12_750 }],
    });
    expect(t.stripe.emails).toContain(theirs.id);
    expect(t.stripe.customers.get(theirs.customer)).toMatchObject({
      email: 'dana@acme-stays.example',
      metadata: { organizationId: 'acme-stays' },
    });
    const { data } = await t.events.next(billingEvents.invoiceSent, ({ invoiceId }) => invoiceId === draft.id);
    expect(data).toMatchObject({ channel: 'PROVIDER', paymentProviderInvoiceId: theirs.id, dueDate: '2026-12-20' });
  });

  test('is among what is allowed on a draft, and on nothing else', async () => {
    const allowed = async (id: string): Promise<string> =>
      (await t.http.raw('GET', `/api/invoice/${id}`)).headers.get('allowed-actions') ?? '';
    const draft = await t.invoiceIn();
    expect(await allowed(draft.id)).toMatch(/^sendInvoice,/);
    await t.send(draft.id);
    expect(await allowed(draft.id)).not.toContain('sendInvoice');
  });

  test('given a draft that is being sent, then nothing else is allowed on it', async () => {
    const draft = await t.invoiceIn();
    const held = t.stripe.hold(/finalize/);
    const away = t.send(draft.id);
    await held.arrived;
    const { headers } = await t.http.raw('GET', `/api/invoice/${draft.id}`);
    held.release();
    expect(headers.get('allowed-actions')).toBe('sendInvoice');
    expect((await away).status).toBe(200);
  });

  test('goes to the contract that has not ended, also when one that has ended is newer', async () => {
    const organizationId = `org-${crypto.randomUUID()}`;
    await t.knowPayer(organizationId, 'current@acme.example');
    const ended = { status: 'TERMINATED', createdDate: '2026-11-19T00:00:00.000Z' };
    await t.knowPayer(organizationId, 'ended@acme.example', ended);
    const { body } = await t.generate(t.policies.add({ policy: { organizationId } }));
    await t.send(body.id);
    const customer = t.stripe.customers.get(t.stripe.findInvoice(body.id).customer);
    expect(customer).toMatchObject({ email: 'current@acme.example' });
  });

  test('finds the customer again, for the organization and not for the email', async () => {
    const [{ theirs: one }, { theirs: other }] = [await t.sentInvoice(), await t.sentInvoice()];
    expect(other.customer).toBe(one.customer);
    await t.sql('delete from provider_customer');
    t.stripe.forgetKeys();
    expect((await t.sentInvoice()).theirs.customer).toBe(one.customer);
  });

  test('given a customer that the provider has deleted, then makes it again and keeps to that', async () => {
    const { theirs: before } = await t.sentInvoice();
    t.stripe.customers.delete(before.customer);
    const { theirs: after } = await t.sentInvoice();
    expect(after.customer).not.toBe(before.customer);
    expect(await t.sql('select customer_id from provider_customer')).toEqual([{ customer_id: after.customer }]);
    expect((await t.sentInvoice()).theirs.customer).toBe(after.customer);
  });

  test('given that a payer of a long name has another address by the next try, then makes the customer with that', async () => {
    const organizationId = `org-${newId()}`;
    await t.knowPayer(organizationId, 'lee@late.example', { legalBusinessName: 'x'.repeat(200) });
    const { body: draft } = await t.generate(t.policies.add({ policy: { organizationId } }));
    t.stripe.failNext(/POST \/v1\/customers$/, 'lose');
    expect(statusAndSlug(await t.send(draft.id))).toEqual(FAILED);
    await t.sql(`update payer_contract set email = 'lou@late.example' where organization_id = $1`, [organizationId]);
    expect((await t.send(draft.id)).status).toBe(200);
    const { customer } = t.stripe.findInvoice(draft.id);
    expect(t.stripe.customers.get(customer)).toMatchObject({ email: 'lou@late.example' });
  });

  test.each([null, ''])(
    'given a newer contract with %j for a name, then keeps that of the older one',
    async (legalBusinessName) => {
      const organizationId = `org-${newId()}`;
      await t.knowPayer(organizationId, 'dana@acme.example', { legalBusinessName: 'Acme Stays LLC' });
      const createdDate = '2030-01-01T00:00:00.000Z';
      await t.knowPayer(organizationId, 'lee@acme.example', { legalBusinessName, createdDate });
      const { body: draft } = await t.generate(t.policies.add({ policy: { organizationId } }));
      expect((await t.send(draft.id)).status).toBe(200);
      const { customer } = t.stripe.findInvoice(draft.id);
      expect(t.stripe.customers.get(customer)).toMatchObject({ name: 'Acme Stays LLC', email: 'lee@acme.example' });
    },
  );

  test('and another one of an organization that the provider does not know yet, at once, sends both', async () => {
    const organizationId = `org-${newId()}`;
    await t.knowPayer(organizationId, `${organizationId}@acme.example`);
    const draft = async () => (await t.generate(t.policies.add({ policy: { organizationId } }))).body;
    const [one, other] = [await draft(), await draft()];
    const creations = () =>
      t.stripe.requests.filter(
        ({ method, path, form }) =>
          `${method} ${path}` === 'POST /v1/customers' && form['metadata[organizationId]'] === organizationId,
      ).length;
    const { arrived, release } = t.stripe.hold(/POST \/v1\/customers$/, undefined, 'THERE');
    const sendings = [t.send(one.id), t.send(other.id)];
    await arrived;
    await eventually('both have asked', async () => creations() > 1);
    release();
    expect((await Promise.all(sendings)).map(({ status }) => status)).toEqual([200, 200]);
    const made = [...t.stripe.customers.values()].filter(
      ({ metadata }) => metadata['organizationId'] === organizationId,
    );
    expect(made).toHaveLength(1);
  });

  test('five times at once sends once', async () => {
    const { id } = await t.invoiceIn();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => t.send(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect([...t.stripe.invoices.values()].filter(({ metadata }) => metadata['invoiceId'] === id)).toHaveLength(1);
  });

  test('is rejected for an invoice that is not a draft or has no payer; a credit note goes out without the provider', async () => {
    const { invoice } = await t.sentInvoice();
    expect(statusAndSlug(await t.send(invoice.id))).toEqual([409, 'invoice-not-draft']);

    const negative = await t.invoiceIn();
    await t.http.post(`/api/invoice/${negative.id}/line-items`, { ...line, amountPennies: -20_000 });
    const { status, body: credit } = await t.send(negative.id);
    expect([status, credit.status, credit.paymentProviderInvoiceId, credit.amountDue]).toEqual([
      200,
      'SENT',
      null,
      -72.5,
    ]);

    const policyId = t.policies.add({ policy: { organizationId: 'nobody-knows' } });
    const { body } = await t.generate(policyId);
    expect(statusAndSlug(await t.send(body.id))).toEqual([409, 'invoice-not-deliverable']);
    await t.knowPayer('nobody-knows', 'late@nobody.example');
    expect((await t.send(body.id)).status).toBe(200);
  });

  test('of more lines than the provider takes sums them up', async () => {
    const enrollments = Array.from({ length: 400 }, (_, i) => ({ propertyId: `prop-${i}` }));
    const { body } = await t.generate(t.policies.add({ enrollments }));
    expect((await t.send(body.id)).status).toBe(200);
    expect(t.stripe.findInvoice(body.id)).toMatchObject({
      total: 5_100_000,
      lines: [{ description: 'Insurance premium, 2026-11 (400 lines)', amount: 5_100_000 }],
    });
  });

  test('of less than the provider charges is refused until there is more', async () => {
    const { body } = await t.generate(t.policies.add({ policy: { ratePerNight: 0.01 } }));
    expect(body.total).toBe(0.3);
    expect(statusAndSlug(await t.send(body.id))).toEqual([409, 'invoice-not-deliverable']);
    expect([(await t.read(body.id)).status, t.stripe.findInvoice(body.id)]).toEqual(['DRAFT', undefined]);
    expect((await t.http.post(`/api/invoice/${body.id}/line-items`, { ...line, amountPennies: 20 })).status).toBe(200);
    expect((await t.send(body.id)).status).toBe(200);
  });

  test('in dinars is refused between the steps of the provider', async () => {
    const { body } = await t.generate(t.policies.add({ policy: { currency: 'BHD', ratePerNight: 4.2501 } }));
    expect(statusAndSlug(await t.send(body.id))).toEqual([409, 'invoice-not-deliverable']);
    expect((await t.read(body.id)).status).toBe('DRAFT');
    expect((await t.http.post(`/api/invoice/${body.id}/line-items`, { ...line, amountPennies: -3 })).status).toBe(200);
    expect((await t.send(body.id)).status).toBe(200);
  });
});

describe('while an invoice is being sent', () => {
  test('nothing changes it', async () => {
    const draft = await t.invoiceIn();
    const held = t.stripe.hold(/finalize/);
    const sending = t.send(draft.id);
    await held.arrived;
    expect(statusAndSlug(await t.http.post(`/api/invoice/${draft.id}/line-items`, line))).toEqual(FROZEN);
    expect(statusAndSlug(await t.move(draft.id, 'VOID'))).toEqual(FROZEN);
    expect(statusAndSlug(await t.move(draft.id, 'SENT'))).toEqual(FROZEN);
    expect(statusAndSlug(await t.generate(draft.organizationPolicyId))).toEqual(FROZEN);
    expect(statusAndSlug(await t.send(draft.id))).toEqual(FROZEN);
    held.release();
    expect((await sending).body).toMatchObject({ status: 'SENT', total: 127.5 });
  });
});

describe('a provider that fails', () => {
  test.each(['forbidden', 'limit'] as const)(
    'by refusing (%s) leaves an invoice that can be changed and sent again',
    async (fault) => {
      const draft = await t.invoiceIn();
      t.stripe.failNext(/POST \/v1\/invoices$/, fault);
      expect(statusAndSlug(await t.send(draft.id))).toEqual(FAILED);
      await t.http.post(`/api/invoice/${draft.id}/line-items`, line);
      expect((await t.send(draft.id)).body).toMatchObject({ status: 'SENT', total: 117.5 });
      expect(t.stripe.findInvoice(draft.id).total).toBe(11_750);
    },
  );

  test('by refusing half-way has its draft taken back', async () => {
    const draft = await t.invoiceIn();
    t.stripe.failNext(/finalize/, 'forbidden');
    expect(statusAndSlug(await t.send(draft.id))).toEqual(FAILED);
    expect(t.stripe.findInvoice(draft.id)).toBeUndefined();
    expect((await t.send(draft.id)).status).toBe(200);
  });

  test('by refusing half-way leaves nothing frozen when its draft is gone already: the answer to the first try was lost', async () => {
    const draft = await t.invoiceIn();
    t.stripe.failNext(/finalize/, 'forbidden');
    t.stripe.failOnce(/DELETE/, 'lose');
    expect(statusAndSlug(await t.send(draft.id))).toEqual(FAILED);
    expect((await t.http.post(`/api/invoice/${draft.id}/line-items`, line)).status).toBe(200);
    expect((await t.send(draft.id)).body).toMatchObject({ status: 'SENT', total: 117.5 });
  });

  test('by refusing half-way thaws the invoice at the second look when the answer about its draft was lost', async () => {
    const draft = await t.invoiceIn();
    t.stripe.failNext(/finalize/, 'forbidden');
    t.stripe.failNext(/DELETE/, 'lose');
    expect(statusAndSlug(await t.send(draft.id))).toEqual(FAILED);
    expect(statusAndSlug(await t.http.post(`/api/invoice/${draft.id}/line-items`, line))).toEqual(FROZEN);
    await t.dun();
    expect((await t.http.post(`/api/invoice/${draft.id}/line-items`, line)).status).toBe(200);
    expect((await t.send(draft.id)).body).toMatchObject({ status: 'SENT', total: 117.5 });
  });

  test.each([
    ['POST /v1/invoices$', 'lose'],
    ['POST /v1/invoices$', 'drop'],
    ['POST /v1/invoices$', 'hang'],
    ['POST /v1/invoices$', 'empty'],
    ['POST /v1/invoices$', 'nonsense'],
    ['add_lines', 'lose'],
    ['add_lines', 'error'],
    ['add_lines', 'empty'],
    ['add_lines', 'nonsense'],
    ['finalize', 'lose'],
    ['finalize', 'hang'],
    ['send$', 'lose'],
    ['send$', 'error'],
    ['GET /v1/invoices/', 'nonsense'],
  ] as const)('at %s (%s) leaves the invoice frozen until what happened is found out', async (path, fault) => {
    const draft = await t.invoiceIn();
    t.stripe.failNext(new RegExp(path), fault);
    expect(statusAndSlug(await t.send(draft.id))).toEqual(FAILED);
    expect((await t.read(draft.id)).status).toBe('DRAFT');
    expect(statusAndSlug(await t.http.post(`/api/invoice/${draft.id}/line-items`, line))).toEqual(FROZEN);
    if (fault !== 'error') t.stripe.forgetKeys();

    expect(await t.dun()).toMatchObject({ reconciled: 1, errors: 0 });
    expect(await t.read(draft.id)).toMatchObject({
      status: 'SENT',
      paymentProviderInvoiceId: t.stripe.findInvoice(draft.id).id,
    });
    expect([...t.stripe.invoices.values()].filter(({ metadata }) => metadata['invoiceId'] === draft.id)).toHaveLength(
      1,
    );
    expect(await t.dun()).toMatchObject({ reconciled: 0 });
  });

  test.each(['limit', 'forbidden'] as const)(
    'at a second look (%s) leaves it frozen: the first attempt may have got through',
    async (fault) => {
      const draft = await t.invoiceIn();
      t.stripe.failNext(/send$/, 'lose');
      await t.send(draft.id);
      t.stripe.failNext(/GET \/v1\/invoices/, fault);
      await t.dun();
      expect(statusAndSlug(await t.http.post(`/api/invoice/${draft.id}/line-items`, line))).toEqual(FROZEN);

      expect(await t.dun()).toMatchObject({ reconciled: 1 });
      expect([...t.stripe.invoices.values()].filter(({ metadata }) => metadata['invoiceId'] === draft.id)).toHaveLength(
        1,
      );
    },
  );

  test('before the invoice left anything behind leaves it as it was', async () => {
    await t.sql('delete from provider_customer');
    const draft = await t.invoiceIn();
    t.stripe.failNext(/customers/, 'drop');
    expect(statusAndSlug(await t.send(draft.id))).toEqual(FAILED);
    expect((await t.http.post(`/api/invoice/${draft.id}/line-items`, line)).status).toBe(200);
  });

  test('is found out by sending it again, also when its policy has become cheaper meanwhile', async () => {
    const draft = await t.invoiceIn();
    t.stripe.failNext(/send$/, 'lose');
    expect(statusAndSlug(await t.send(draft.id))).toEqual(FAILED);
    t.policies.change(draft.organizationPolicyId, { coverageEndsOn: '2026-11-21' });
    await t.hearPolicy(draft.organizationPolicyId);
    await t.loseLeases();
    expect((await t.send(draft.id)).body).toMatchObject({ status: 'SENT', total: draft.total });
    expect(await t.credit()).toMatchObject({ credited: 1 });
  });

  test('is found out also when the contract has lost the email address meanwhile', async () => {
    const organizationId = `org-${newId()}`;
    await t.knowPayer(organizationId, 'lee@late.example');
    const { body: draft } = await t.generate(t.policies.add({ policy: { organizationId } }));
    t.stripe.failNext(/send$/, 'lose');
    expect(statusAndSlug(await t.send(draft.id))).toEqual(FAILED);
    await t.sql('update payer_contract set email = null where organization_id = $1', [organizationId]);
    await t.loseLeases();
    expect(await t.dun()).toMatchObject({ reconciled: 1 });
    expect((await t.read(draft.id)).status).toBe('SENT');
  });

  test('keeps the payer that the provider has, also when the contract has another by the time it is found out', async () => {
    const organizationId = `org-${newId()}`;
    await t.knowPayer(organizationId, 'lee@acme.example', { legalBusinessName: 'Acme LLC' });
    const { body: draft } = await t.generate(t.policies.add({ policy: { organizationId } }));
    t.stripe.failNext(/send$/, 'lose');
    expect(statusAndSlug(await t.send(draft.id))).toEqual(FAILED);
    const renamed = `update payer_contract set legal_name = 'Acme Group', email = null where organization_id = $1`;
    await t.sql(renamed, [organizationId]);
    await t.loseLeases();
    expect(await t.dun()).toMatchObject({ reconciled: 1 });
    const { party } = (await t.http.get(`/api/invoice/${draft.id}/document`)).body;
    expect(party).toEqual(['Acme LLC', 'lee@acme.example']);
    expect(t.stripe.customers.get(t.stripe.findInvoice(draft.id).customer)).toMatchObject({ name: 'Acme LLC' });
  });

  test('is answered as sent also when what waited for that cannot be taken up now', async () => {
    const draft = await t.invoiceIn();
    await t.sql('alter table provider_event rename to provider_event_away');
    const { status, body } = await t
      .send(draft.id)
      .finally(() => t.sql('alter table provider_event_away rename to provider_event'));
    expect([status, body.status]).toEqual([200, 'SENT']);
  });

  test('given that the process died while sending, when the lease has run out, then another takes over', async () => {
    const draft = await t.invoiceIn();
    t.stripe.failNext(/finalize/, 'lose');
    await t.send(draft.id);
    await t.sql(`update delivery set busy_until = now() + interval '2 minutes' where invoice_id = $1`, [draft.id]);
    expect(await t.dun()).toMatchObject({ reconciled: 0 });
    expect(statusAndSlug(await t.send(draft.id))).toEqual(FROZEN);
    await t.loseLeases();
    expect((await t.send(draft.id)).body.status).toBe('SENT');
  });
});

describe('given a database that was restored to a moment before an invoice was sent', () => {
  /** A draft of ours, and what its sending after that moment has left at Stripe. */
  const sentBefore = async (changes: Partial<StripeInvoice> = {}) => {
    const draft = await t.invoiceIn();
    const { theirs } = await t.sentInvoice();
    const before: StripeInvoice = {
      ...theirs,
      id: newStripeId('in'),
      metadata: { ...theirs.metadata, invoiceId: draft.id, delivery: 'of before' },
      intent: { id: newStripeId('pi'), status: 'requires_payment_method', error: null },
      ...changes,
    };
    t.stripe.invoices.set(before.id, before);
    return { draft, before };
  };
  const countSendings = (id: string) =>
    [...t.stripe.invoices.values()].filter(({ metadata }) => metadata['invoiceId'] === id).length;

  test('when it is sent again, then the customer has one invoice', async () => {
    const { draft, before } = await sentBefore();
    const { status, body } = await t.send(draft.id);
    expect([status, body.status, body.paymentProviderInvoiceId]).toEqual([200, 'SENT', before.id]);
    expect(body.paymentProviderIntentId).toBe(before.intent!.id);
    expect(countSendings(draft.id)).toBe(1);
    before.status = 'paid';
    await t.hears('invoice.paid', before);
    expect((await t.read(draft.id)).status).toBe('PAID');
  });

  test('when sending it again is interrupted, then the next look finds the same one', async () => {
    const { draft, before } = await sentBefore();
    t.stripe.failNext(/send$/, 'lose');
    expect(statusAndSlug(await t.send(draft.id))).toEqual(FAILED);
    expect(await t.dun()).toMatchObject({ reconciled: 1 });
    expect((await t.read(draft.id)).paymentProviderInvoiceId).toBe(before.id);
    expect(countSendings(draft.id)).toBe(1);
  });

  test('and that was paid, then the payment waits for it to be sent again', async () => {
    const { draft, before } = await sentBefore({ status: 'paid' });
    await t.hears('invoice.paid', before);
    expect([(await t.read(draft.id)).status, await t.readEventOutcomes(draft.id)]).toEqual(['DRAFT', ['PENDING']]);
    expect((await t.send(draft.id)).status).toBe(200);
    expect(await t.read(draft.id)).toMatchObject({ status: 'PAID', amountPaid: 127.5 });
    expect([await t.readEventOutcomes(draft.id), t.stripe.emails.includes(before.id)]).toEqual([['DONE'], false]);
  });

  test('with another total, then neither is touched until a person makes them the same', async () => {
    const { draft, before } = await sentBefore({ total: 11_750 });
    const refused = await t.send(draft.id);
    expect(statusAndSlug(refused)).toEqual(FAILED);
    expect(refused.body.detail).toContain(`${before.id} was sent for this one with a total of 11750, ours is 12750`);
    expect([before.status, countSendings(draft.id)]).toEqual(['open', 1]);
    expect((await t.http.post(`/api/invoice/${draft.id}/line-items`, line)).status).toBe(200);
    expect((await t.send(draft.id)).body).toMatchObject({ status: 'SENT', paymentProviderInvoiceId: before.id });
  });

  test('when Stripe cannot be asked for it, then nothing is sent, and the draft can be changed', async () => {
    const { draft } = await sentBefore();
    t.stripe.failNext(/GET \/v1\/invoices$/, 'drop');
    expect(statusAndSlug(await t.send(draft.id))).toEqual(FAILED);
    expect((await t.http.post(`/api/invoice/${draft.id}/line-items`, line)).status).toBe(200);
    expect(countSendings(draft.id)).toBe(1);
  });

  test.each(['void', 'draft'] as const)('where it is %s there, then it is sent', async (status) => {
    const { draft, before } = await sentBefore({ status });
    const { body } = await t.send(draft.id);
    expect([body.status, body.paymentProviderInvoiceId === before.id]).toEqual(['SENT', false]);
  });
});

describe('closing what the provider has', () => {
  test('PAID marks it paid by other means there first', async () => {
    const { invoice, theirs } = await t.sentInvoice();
    expect((await t.move(invoice.id, 'PAID')).body.status).toBe('PAID');
    expect([theirs.status, theirs.paidOutOfBand, t.stripe.charges.includes(theirs.id)]).toEqual(['paid', true, false]);
  });

  test('VOID voids it there first', async () => {
    const { invoice, theirs } = await t.sentInvoice();
    expect((await t.move(invoice.id, 'VOID')).body.status).toBe('VOID');
    expect(theirs.status).toBe('void');
    const again = await t.move(invoice.id, 'VOID');
    expect(again.status).toBe(200);
  });

  test.each([
    ['PAID', 'invoice.paid', /pay$/],
    ['VOID', 'invoice.voided', /void$/],
  ])(
    '%s of an expected version is done also where the event of it is faster than the answer',
    async (status, type, path) => {
      const { id, theirs } = await t.sentAlone();
      const { version } = await t.read(id);
      const held = t.stripe.hold(path, undefined, 'DONE');
      const moving = t.http.patch(`/api/invoice/${id}/status`, { status }, { 'If-Match': `"${version}"` });
      await held.arrived;
      await t.hears(type, theirs);
      const heard = await t.read(id);
      held.release();
      expect(await moving).toMatchObject({ status: 200, body: { status, version: heard.version } });
      expect([heard.status, await t.read(id)]).toEqual([status, heard]);
      const paid = (await t.http.get(`/api/payment?invoiceId=${id}`)).body;
      expect(paid.map(({ amount }: { amount: number }) => amount)).toEqual(status === 'PAID' ? [127.5] : []);
    },
  );

  test('is not begun where another version was expected', async () => {
    const { id, theirs } = await t.sentAlone();
    for (const status of ['PAID', 'VOID']) {
      const stale = await t.http.patch(`/api/invoice/${id}/status`, { status }, { 'If-Match': '"1"' });
      expect(statusAndSlug(stale)).toEqual([412, 'version-mismatch']);
    }
    expect([theirs.status, (await t.read(id)).status]).toEqual(['open', 'SENT']);
  });

  test('fails with it, and works again afterwards', async () => {
    const { invoice, theirs } = await t.sentInvoice();
    t.stripe.failNext(/pay$/, 'lose');
    expect(statusAndSlug(await t.move(invoice.id, 'PAID'))).toEqual(FAILED);
    expect((await t.read(invoice.id)).status).toBe('SENT');
    expect((await t.move(invoice.id, 'PAID')).body.status).toBe('PAID');
    expect(theirs.status).toBe('paid');
  });

  test('is a conflict where the customer was faster', async () => {
    const { invoice, theirs } = await t.sentInvoice();
    theirs.status = 'paid';
    const refused = await t.move(invoice.id, 'VOID');
    expect(statusAndSlug(refused)).toEqual([409, 'invalid-transition']);
    expect((await t.read(invoice.id)).status).toBe('SENT');
  });

  test('is not asked for where our own state forbids it', async () => {
    const { invoice, theirs } = await t.sentInvoice();
    await t.move(invoice.id, 'PAID');
    const before = t.stripe.requests.length;
    expect(statusAndSlug(await t.move(invoice.id, 'VOID'))).toEqual([409, 'invalid-transition']);
    expect([theirs.status, t.stripe.requests.length]).toEqual(['paid', before]);
  });
});
