import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { billingEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { type Billing, startBilling } from './testing/billing.ts';

let t: Billing;
let organizationId: string;

beforeAll(async () => {
  t = await startBilling();
});

beforeEach(() => {
  t.clock.set('2026-11-10T09:00:00Z');
  organizationId = `org-${newId()}`;
});

afterAll(() => t.stop());

const policy = (changes = {}) => t.policies.add({ policy: { organizationId }, ...changes });
const read = async (id: string) => (await t.http.get(`/api/invoice/${id}`)).body;
const payment = async (id: string) => (await t.http.get(`/api/payment/${id}`)).body;
const account = async () => (await t.http.get(`/api/account/${organizationId}`)).body.balances[0];

/** November of a new policy, 127.50, sent. */
const sentNovember = (policyId = policy()) => t.sent(policyId);

const pay = (amountPennies: number, ...invoiceIds: string[]) => t.pay(organizationId, amountPennies, ...invoiceIds);

/** Cover ends on the 10th: 21 nights of November come back. */
const endCover = (policyId: string) => {
  t.policies.change(policyId, { coverageEndsOn: '2026-11-10', policy: { status: 'CANCELLED' } });
  return t.sent(policyId);
};

/** What the splits of an invoice add up to. */
const splits = async (invoiceId: string) => {
  const rows = await t.sql<{ cents: number }>(
    `select sum((payload::jsonb #>> '{data,totalCents}')::int)::int as cents from outbox
     where aggregate_id = $1 and subject like '%.reserve-split%'`,
    [invoiceId],
  );
  return rows[0]!.cents ?? 0;
};

test.each(['text/html', 'application/pdf'])('a statement is %s where its reader asks for it', async (accept) => {
  const invoice = await sentNovember();
  await pay(5000, invoice.id);
  const path = `/api/account/${organizationId}/statement?currency=USD&from=2026-11-01&to=2026-11-30`;
  const { status, headers, body } = await t.http.get(path, { accept });
  expect([status, headers.get('content-type')?.split(';')[0], headers.get('vary')]).toEqual([200, accept, 'Accept']);
  if (accept === 'text/html')
    for (const part of ['Lighthouse Insurance Ltd', invoice.invoiceReference, '$127.50', 'PAY-', '$77.50'])
      expect(body).toContain(part);
  else expect(body).toMatch(/^%PDF-/);
});

describe('the money of an account', () => {
  test('given 127.50 sent and cancelled on the 10th, then 89.25 meets it and 38.25 is collected', async () => {
    const policyId = policy();
    const invoice = await sentNovember(policyId);
    const credit = await endCover(policyId);
    expect(credit).toMatchObject({ documentType: 'CREDIT_NOTE', status: 'SENT', total: -93.5 + 4.25 });
    expect(await read(invoice.id)).toMatchObject({ status: 'SENT', amountCredited: 89.25, amountDue: 38.25 });
    expect(await read(credit.id)).toMatchObject({ status: 'PAID', amountDue: 0 });
    expect((await pay(3825)).body).toMatchObject({
      unallocated: 0,
      allocations: [{ invoiceId: invoice.id, amount: 38.25 }],
    });
    expect(await read(invoice.id)).toMatchObject({ status: 'PAID', amountPaid: 38.25, amountDue: 0 });
    expect([await splits(invoice.id), await splits(credit.id)]).toEqual([12_750, -8925]);
  });

  test('given 127.50 paid, then a credit is held for the next invoice, of whichever policy', async () => {
    const policyId = policy();
    const invoice = await sentNovember(policyId);
    expect((await t.move(invoice.id, 'PAID')).body).toMatchObject({ status: 'PAID', amountPaid: 127.5, amountDue: 0 });
    await endCover(policyId);
    expect(await account()).toMatchObject({ due: 0, held: 89.25, balance: -89.25 });
    const next = await sentNovember();
    expect(next).toMatchObject({ status: 'SENT', amountDue: 127.5 });
    expect(await read(next.id)).toMatchObject({ status: 'SENT', amountDue: 38.25 });
  });

  test('money that is held pays the next invoice, and its payment announces that', async () => {
    const { id } = (await pay(50_000)).body;
    await sentNovember();
    const { data } = await t.events.next(billingEvents.paymentAllocated, ({ paymentId }) => paymentId === id);
    expect(data).toMatchObject({ version: 2, payment: { version: 2, unallocated: 372.5 } });
    expect(await payment(id)).toMatchObject(data.payment);
    expect(await t.announced(id)).toEqual(['payment-received', 'payment-allocated']);
  });

  test('a part payment splits its share, and the rest the rest', async () => {
    const invoice = await sentNovember();
    await pay(5000, invoice.id);
    const { data } = await t.events.next(billingEvents.reserveSplit, (of) => of.invoiceId === invoice.id);
    expect(data.splits[0]).toMatchObject({ premiumCents: 3706, lossFundCents: 1294, totalCents: 5000 });
    expect(await read(invoice.id)).toMatchObject({ status: 'SENT', amountDue: 77.5, reserveSplitsPublishedAt: null });
    expect((await t.move(invoice.id, 'PAID')).body).toMatchObject({ status: 'PAID', amountPaid: 127.5 });
    expect(await splits(invoice.id)).toBe(12_750);
  });

  test.each([
    ['before it is recorded', '2026-11-28', '2026-11-28'],
    ['before the invoice went out', '2026-11-01', '2026-11-10'],
  ])('what a payment pays that was received %s is paid since then', async (_when, receivedOn, paidDate) => {
    const invoice = await sentNovember();
    t.clock.set('2026-12-01T09:00:00Z');
    const facts = { organizationId, currency: 'USD', amountPennies: 12_750, invoiceIds: [invoice.id] };
    expect((await t.http.post('/api/payment', { ...facts, receivedOn })).body).toMatchObject({ receivedOn });
    expect(await read(invoice.id)).toMatchObject({ status: 'PAID', paidDate });
  });

  test('a reversed payment opens its invoice again, and again changes nothing', async () => {
    const invoice = await sentNovember();
    const { body } = await pay(12_750, invoice.id);
    const reverse = () => t.http.post(`/api/payment/${body.id}/reverse`, { reason: 'Returned' });
    expect((await reverse()).body).toMatchObject({ status: 'REVERSED', unallocated: 0, allocations: [] });
    expect((await reverse()).status).toBe(200);
    expect(await read(invoice.id)).toMatchObject({ status: 'SENT', amountDue: 127.5, paidDate: null });
    expect(await t.announced(invoice.id)).toEqual([
      'invoice-generated',
      'invoice-sent',
      'invoice-paid',
      'reserve-split',
      'invoice-reopened',
      'reserve-split-reversed',
    ]);
    expect(await splits(invoice.id)).toBe(0);
  });

  test('paid 127.50, 42.50 back, then a credit of 42.50 meets it: paid back once, reversed once', async () => {
    const policyId = policy();
    const invoice = await sentNovember(policyId);
    const { body } = await pay(12_750, invoice.id);
    const refunded = await t.http.post(`/api/payment/${body.id}/refunds`, { amountPennies: 4250, note: 'Asked for' });
    expect([refunded.status, refunded.body.refunds[0]]).toMatchObject([
      201,
      { amount: 42.5, open: 42.5, status: 'DONE' },
    ]);
    expect([await splits(invoice.id), await read(invoice.id)]).toMatchObject([
      8500,
      { status: 'PAID', amountRefunded: 42.5 },
    ]);
    expect(await account()).toMatchObject({ due: 0, openRefunds: 42.5, balance: 42.5 });
    t.policies.change(policyId, { enrollments: [{ unenrolledDate: '2026-11-21' }] });
    const credit = (await t.move((await t.generate(policyId)).body.id, 'SENT')).body;
    expect(await read(credit.id)).toMatchObject({ status: 'PAID', total: -42.5 });
    expect(await read(invoice.id)).toMatchObject({ status: 'PAID', amountRefunded: 0 });
    expect(await payment(body.id)).toMatchObject({ version: refunded.body.version + 1, refunds: [{ open: 0 }] });
    expect([await splits(invoice.id), await splits(credit.id)]).toEqual([12_750, -4250]);
  });

  test('goodwill has a credit note of its own, at once or later, once', async () => {
    const invoice = await sentNovember();
    const { body } = await pay(12_750, invoice.id);
    const atOnce = await t.http.post(`/api/payment/${body.id}/refunds`, { amountPennies: 1000, reason: 'GOODWILL' });
    expect(atOnce.body.version).toBe(body.version + 1);
    const later = await t.http.post(`/api/payment/${body.id}/refunds`, { amountPennies: 500 });
    const path = `/api/payment/${body.id}/refunds/${later.body.refunds[1].id}`;
    const made = () => t.http.patch(path, { reason: 'GOODWILL' });
    expect([(await made()).status, (await made()).status]).toEqual([200, 200]);
    expect((await payment(body.id)).refunds).toMatchObject([
      { reason: 'GOODWILL', open: 0 },
      { reason: 'GOODWILL', open: 0 },
    ]);
    const { body: all } = await t.http.get(`/api/invoice?organizationId=${organizationId}`);
    expect(all.map(({ total, status }: { total: number; status: string }) => [total, status])).toEqual([
      [127.5, 'PAID'],
      [-10, 'PAID'],
      [-5, 'PAID'],
    ]);
    expect(await splits(invoice.id)).toBe(12_750);
    expect((await t.http.patch(path, { reason: 'CREDIT' })).status).toBe(409);
  });

  test('void frees credits, refuses payments and used credit notes', async () => {
    const policyId = policy();
    const invoice = await sentNovember(policyId);
    const credit = await endCover(policyId);
    const slug = async (answer: Promise<{ status: number; body: { type: string } }>) =>
      (await answer).body.type.split('/').at(-1);
    await t.generate(policyId);
    expect(await slug(t.move(credit.id, 'VOID'))).toBe('credit-note-used');
    expect((await t.move(invoice.id, 'VOID')).body).toMatchObject({ status: 'VOID', amountDue: 0 });
    expect(await read(credit.id)).toMatchObject({ status: 'SENT', amountDue: -89.25 });
    const other = await sentNovember();
    expect(await read(other.id)).toMatchObject({ amountCredited: 89.25, amountDue: 38.25 });
    expect(await slug(t.move(credit.id, 'VOID'))).toBe('credit-note-used');
    await pay(1000, other.id);
    expect(await slug(t.move(other.id, 'VOID'))).toBe('invoice-has-payments');
    const allowed = async (id: string) => (await t.http.get(`/api/invoice/${id}`)).headers.get('allowed-actions');
    expect(await allowed(other.id)).toBe('setInvoiceStatus;to=PAID, setInvoiceStatus;to=PAST_DUE');
    expect(await allowed(credit.id)).toBe('');
  });

  test('what is given up is written off, and PAID takes it back', async () => {
    const invoice = await sentNovember();
    await t.move(invoice.id, 'PAST_DUE');
    expect((await t.move(invoice.id, 'UNCOLLECTIBLE')).body).toMatchObject({ amountWrittenOff: 127.5, amountDue: 0 });
    expect((await t.move(invoice.id, 'PAID')).body).toMatchObject({
      status: 'PAID',
      amountPaid: 127.5,
      amountWrittenOff: 0,
    });
  });

  test('given up 127.50, then a credit of its nights takes back what was written off', async () => {
    const policyId = policy();
    const invoice = await sentNovember(policyId);
    await t.move(invoice.id, 'PAST_DUE');
    await t.move(invoice.id, 'UNCOLLECTIBLE');
    const credit = await endCover(policyId);
    expect(await read(invoice.id)).toMatchObject({ amountWrittenOff: 38.25, amountCredited: 89.25, amountDue: 0 });
    expect(await read(credit.id)).toMatchObject({ status: 'PAID', amountDue: 0 });
  });

  test('what is held in another currency pays nothing', async () => {
    const euros = { organizationId, currency: 'EUR', amountPennies: 50_000 };
    const { body: held } = await t.http.post('/api/payment', euros);
    await pay(1000);
    const invoice = await sentNovember();
    expect(await read(invoice.id)).toMatchObject({ amountPaid: 10, amountDue: 117.5 });
    expect(await payment(held.id)).toMatchObject({ unallocated: 500, allocations: [] });
  });

  test('the statement lists every entry, and ends with the balance', async () => {
    const invoice = await sentNovember();
    await pay(5000, invoice.id);
    const { body } = await t.http.get(
      `/api/account/${organizationId}/statement?currency=USD&from=2026-11-10&to=2026-11-10`,
    );
    expect(body).toMatchObject({ opening: 0, closing: 77.5 });
    expect(body.postings.map(({ account: of, amount }: { account: string; amount: number }) => [of, amount])).toEqual([
      ['RECEIVABLE', 127.5],
      ['BILLED', -127.5],
      ['CASH', 50],
      ['RECEIVABLE', -50],
      ['RECEIVABLE', 50],
      ['RECEIVABLE', -50],
    ]);
    expect((await account()).balance).toBe(77.5);
  });

  test('its entries are read by the page, of all currencies or about one item, from both ends', async () => {
    type Entry = { entryId: string; currency: string; postings: { item: { kind: string; reference: string } }[] };
    const invoice = await sentNovember();
    t.clock.set('2026-11-11T09:00:00Z');
    const { body: paid } = await pay(5000, invoice.id);
    await t.http.post('/api/payment', { organizationId, currency: 'JPY', amountPennies: 700 });
    const entries = `/api/account/${organizationId}/entries`;
    const all: Entry[] = (await t.http.get(`${entries}?order=newest`)).body;
    const kinds = ({ postings }: Entry) => [...new Set(postings.map(({ item }) => item.kind))];
    expect(all.map(({ currency }) => currency)).toEqual(['JPY', 'USD', 'USD', 'USD']);
    expect(all.slice(1).map(kinds)).toEqual([['PAYMENT', 'INVOICE'], ['PAYMENT'], ['INVOICE']]);
    expect(all[0]).toMatchObject({
      postedOn: '2026-11-11',
      postings: [
        { account: 'CASH', amount: 700, policyId: null },
        { account: 'RECEIVABLE', amount: -700 },
      ],
    });
    expect(all[1]!.postings.map(({ item }) => item.reference)).toEqual([
      paid.paymentReference,
      invoice.invoiceReference,
    ]);
    for (const [order, expected] of [
      ['oldest', all.toReversed()],
      ['newest', all],
    ] as const) {
      const found: Entry[] = [];
      let next: string | undefined = `${entries}?order=${order}&limit=1`;
      while (next !== undefined) {
        const { body, headers } = await t.http.get(next);
        found.push(...body);
        next = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
      }
      expect(found).toEqual(expected);
    }
    const ofInvoice = await t.http.get(`${entries}?itemId=${invoice.id}&order=newest`);
    expect(ofInvoice.body).toEqual([all[1], all[3]]);
    expect((await t.http.get(`${entries}?cursor=2026-02-31.${all[0]!.entryId}`)).body).toHaveLength(4);
    expect((await t.http.get(`/api/account/another-org/entries?itemId=${invoice.id}`)).body).toEqual([]);
    expect((await t.http.get(`${entries}?cursor=yesterday`)).status).toBe(400);
  });
});

describe('payments', () => {
  test('are listed by organization and by invoice, page by page', async () => {
    const invoice = await sentNovember();
    const { body: first } = await pay(1000, invoice.id);
    const { body: second } = await pay(1000, invoice.id);
    const found = await t.http.get(`/api/payment?organizationId=${organizationId}&invoiceId=${invoice.id}&limit=1`);
    expect(found.body.map(({ id }: { id: string }) => id)).toEqual([first.id]);
    const next = /<([^>]+)>/.exec(found.headers.get('link') ?? '')![1]!;
    expect((await t.http.get(next)).body.map(({ id }: { id: string }) => id)).toEqual([second.id]);
    expect(first.paymentReference).toMatch(/^PAY-2026-\d{6}$/);
  });

  test('once per Idempotency-Key', async () => {
    const invoice = await sentNovember();
    const body = { organizationId, currency: 'USD', amountPennies: 1000, invoiceIds: [invoice.id] };
    const send = () => t.http.post('/api/payment', body, { 'Idempotency-Key': `key-${organizationId}` });
    const answers = [await send(), await send()];
    expect(answers.map((one) => [one.status, one.body.id])).toEqual([
      [201, answers[0]!.body.id],
      [201, answers[0]!.body.id],
    ]);
    expect((await read(invoice.id)).amountPaid).toBe(10);
  });

  test.each([
    ['nothing', { amountPennies: 0 }, '/amountPennies'],
    ['a part of a cent', { amountPennies: 1.5 }, '/amountPennies'],
    ['a currency out of use', { currency: 'DEM' }, '/currency'],
    ['tomorrow', { receivedOn: '2026-11-11' }, '/receivedOn'],
    ['no calendar day', { receivedOn: '2026-02-30' }, '/receivedOn'],
    ['an invoice that there is not', { invoiceIds: [newId()] }, '/invoiceIds/0'],
    ['no id', { invoiceIds: ['x'] }, '/invoiceIds/0'],
  ])('refuse %s', async (_what, changes, pointer) => {
    const answer = await t.http.post('/api/payment', {
      organizationId,
      currency: 'USD',
      amountPennies: 1000,
      ...changes,
    });
    expect([answer.status, answer.body.errors.map((fault: { pointer: string }) => fault.pointer)]).toEqual([
      400,
      [pointer],
    ]);
  });

  test('refuse more back than is left, and reversal after a refund', async () => {
    const { body } = await pay(1000, (await sentNovember()).id);
    const refund = (amountPennies: number) => t.http.post(`/api/payment/${body.id}/refunds`, { amountPennies });
    expect((await refund(600)).status).toBe(201);
    for (const refused of [await refund(500), await t.http.post(`/api/payment/${body.id}/reverse`, { reason: 'x' })])
      expect([refused.status, refused.body.type]).toEqual([409, expect.stringMatching(/payment-refunded$/)]);
    expect((await refund(400)).status).toBe(201);
  });

  test('that there are not are 404, whatever is asked of them', async () => {
    const id = newId();
    const answers = [
      await t.http.get(`/api/payment/${id}`),
      await t.http.get('/api/payment/x'),
      await t.http.post(`/api/payment/${id}/reverse`, { reason: 'x' }),
      await t.http.post(`/api/payment/${id}/refunds`, { amountPennies: 1 }),
      await t.http.patch(`/api/payment/${id}/refunds/${id}`, { reason: 'GOODWILL' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });
});

test('the ledger refuses entries that do not sum to 0, and any change', async () => {
  const post = (amount: number) =>
    t.sql(`insert into ar_posting values ($1, 0, 'acme', 'USD', 'CASH', $1, null, $2, '2026-11-10')`, [
      newId(),
      amount,
    ]);
  await expect(post(1)).rejects.toThrow(/not to zero/);
  await sentNovember();
  await expect(t.sql('update ar_posting set amount = amount + 1')).rejects.toThrow(/append-only/);
  await expect(t.sql('delete from ar_posting')).rejects.toThrow(/append-only/);
});

test('a credit note is a document of its own, for people, too', async () => {
  const policyId = policy();
  const invoice = await sentNovember(policyId);
  const credit = await endCover(policyId);
  const { status, body } = await t.http.get(`/api/invoice/${credit.id}`, { accept: 'text/html' });
  expect(status).toBe(200);
  expect(body).toContain(`<h1>Credit note <span>${credit.invoiceReference}</span></h1>`);
  expect(body).toContain(`<dt>Corrects</dt><dd>${invoice.invoiceReference}</dd>`);
  const due = (await t.http.get(`/api/invoice/${invoice.id}`, { accept: 'text/html' })).body;
  expect(due).toContain('<th scope="row">Amount due</th><td class="amount">$38.25</td>');
});

test('a credit note offers no move that it refuses', async () => {
  const policyId = policy();
  const invoice = await sentNovember(policyId);
  await t.move(invoice.id, 'PAID');
  const credit = await endCover(policyId);
  expect(credit).toMatchObject({ documentType: 'CREDIT_NOTE', status: 'SENT' });
  const { headers } = await t.http.get(`/api/invoice/${credit.id}`);
  expect(headers.get('allowed-actions')).toBe('setInvoiceStatus;to=VOID');
  const refused = await t.move(credit.id, 'PAST_DUE');
  expect(refused).toMatchObject({ status: 409, body: { allowed: ['VOID'] } });
});
