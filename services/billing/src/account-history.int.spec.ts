import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { amountDue } from './domain/invoice.ts';
import type { Book } from './domain/receivables/book.ts';
import { closeDispute, openDispute } from './domain/receivables/disputes.ts';
import { failRefund } from './domain/receivables/refunds.ts';
import { pictureBooks, pictureStored } from './testing/account-pictures.ts';
import { openReports } from './testing/account-reports.ts';
import { type Billing, startBilling } from './testing/billing.ts';
import { openTwinAccount, type TwinAccount } from './testing/twin-account.ts';

let t: Billing;

beforeAll(async () => {
  t = await startBilling({ PARTNER_FEE_PERCENT: 5, SERVICE_FEE_PERCENT: 2.5 });
  await t.http.raw(
    'PUT',
    '/api/tax-rate/FL/INSURANCE_PREMIUM',
    JSON.stringify({ effectiveFrom: '2020-01-01', percent: 5 }),
    { 'Content-Type': 'application/json' },
  );
});

afterAll(() => t.stop());

type Step = (twin: TwinAccount) => Promise<void>;

const cents = fc.integer({ min: 1, max: 20_000 });
const nth = fc.nat({ max: 20 });

/** What the service refuses, the rules in memory refuse as well, and neither has changed anything. */
const both = async (ask: () => Promise<{ status: number; body: unknown }>, play: () => unknown): Promise<void> => {
  const { status, body } = await ask();
  let refusal: unknown;
  try {
    play();
  } catch (error) {
    refusal = error;
  }
  if (refusal && (refusal as { code?: string }).code === undefined) throw refusal;
  expect({ refused: status >= 400, status, body }).toMatchObject({ refused: refusal !== undefined });
  expect(status).toBeLessThan(410);
};

const bill = fc
  .record({
    policy: fc.nat({ max: 2 }),
    amounts: fc.array(cents, { maxLength: 3 }),
    ended: fc.nat({ max: 3 }),
    manual: fc.array(
      fc.oneof(
        cents,
        cents.map((one) => -one),
      ),
      { maxLength: 1 },
    ),
  })
  .map(
    ({ policy, amounts, ended, manual }): Step =>
      async (twin) => {
        twin.change(policy, amounts, ended);
        const { id, book } = await twin.draft(policy, manual);
        await both(
          () => t.move(id, 'SENT'),
          () => twin.books.send(book),
        );
      },
  );

const pay = fc.tuple(cents, fc.array(nth, { maxLength: 2 })).map(
  ([amountPennies, named]): Step =>
    async (twin) => {
      const { invoices } = await twin.ids();
      const picks = [...new Set(named.map((n) => n % invoices.length))];
      const { organizationId } = twin;
      const body = { organizationId, currency: 'USD', amountPennies, invoiceIds: picks.map((i) => invoices[i]) };
      await both(
        () => t.http.post('/api/payment', body),
        () => twin.books.pay(BigInt(amountPennies), ...picks.map((i) => twin.books.account.invoices[i]!.id)),
      );
    },
);

/** Something about one invoice that may be moved so. */
const onInvoice = (
  kind: 'PAID' | 'VOID' | 'UNCOLLECTIBLE' | 'PAST_DUE',
  from: readonly string[],
  play: (twin: TwinAccount, id: string) => void,
) =>
  nth.map(
    (n): Step =>
      async (twin) => {
        const { invoices } = await twin.ids();
        const movable = twin.books.account.invoices.flatMap((one, i) => {
          const isCredit = one.total < 0n && kind !== 'VOID';
          return from.includes(one.status) && one.total !== 0n && !isCredit ? [{ id: one.id, i }] : [];
        });
        if (movable.length === 0) return;
        const { id, i } = movable[n % movable.length]!;
        await both(
          () => t.move(invoices[i]!, kind),
          () => play(twin, id),
        );
      },
  );

const moves = fc.oneof(
  onInvoice('PAID', ['SENT', 'PAST_DUE', 'UNCOLLECTIBLE'], ({ books }, id) => {
    books.pay(amountDue(books.get(id)) + books.get(id).amountWrittenOff, id);
  }),
  onInvoice('PAST_DUE', ['SENT'], ({ books }, id) => books.pastDue(id)),
  onInvoice('UNCOLLECTIBLE', ['PAST_DUE'], ({ books }, id) => books.giveUp(id)),
  onInvoice('VOID', ['SENT', 'PAST_DUE', 'UNCOLLECTIBLE'], ({ books }, id) => books.void(id)),
);

/** Something about one payment, by its place. */
const onPayment = (play: (twin: TwinAccount, stored: string, booked: string) => Promise<void>) =>
  nth.map(
    (n): Step =>
      async (twin) => {
        const { payments } = await twin.ids();
        if (payments.length === 0) return;
        const i = n % payments.length;
        await play(twin, payments[i]!, twin.books.account.payments[i]!.id);
      },
  );

const reverse = onPayment((twin, stored, booked) =>
  both(
    () => t.http.post(`/api/payment/${stored}/reverse`, { reason: 'Returned' }),
    () => twin.books.reverse(booked),
  ),
);

const refund = fc
  .tuple(cents, fc.constantFrom('CREDIT' as const, 'GOODWILL' as const))
  .chain(([amountPennies, reason]) =>
    onPayment((twin, stored, booked) =>
      both(
        () => t.http.post(`/api/payment/${stored}/refunds`, { amountPennies, reason }),
        () => twin.books.refund(booked, BigInt(amountPennies), reason),
      ),
    ),
  );

/** What the provider's events bring, once one wants it. */
const byProvider = async (twin: TwinAccount, stored: string, command: (book: Book) => void, play: () => void) => {
  await twin.onStored(stored, command);
  play();
};

/** A payment may have several disputes. */
const which = fc.constantFrom('dp-1', 'dp-2');

const dispute = fc.tuple(cents, which).chain(([amount, disputeId]) =>
  onPayment((twin, stored, booked) =>
    byProvider(
      twin,
      stored,
      (book) => openDispute(book, stored, disputeId, BigInt(amount)),
      () => twin.books.dispute(booked, BigInt(amount), disputeId),
    ),
  ),
);

const endDispute = fc.tuple(fc.boolean(), which).chain(([isWon, disputeId]) =>
  onPayment((twin, stored, booked) =>
    byProvider(
      twin,
      stored,
      (book) => closeDispute(book, stored, disputeId, isWon),
      () => twin.books.endDispute(booked, isWon, disputeId),
    ),
  ),
);

const onRefund = (play: (twin: TwinAccount, stored: string, booked: string, paymentId: string) => Promise<void>) =>
  nth.map(
    (n): Step =>
      async (twin) => {
        const { refunds, payments } = await twin.ids();
        if (refunds.length === 0) return;
        const i = n % refunds.length;
        const { id, paymentId, status } = twin.books.account.refunds[i]!;
        const paid = payments[twin.books.account.payments.findIndex((one) => one.id === paymentId)]!;
        if (status !== 'FAILED') await play(twin, refunds[i]!, id, paid);
      },
  );

const lateGoodwill = onRefund((twin, stored, booked, paymentId) =>
  both(
    () => t.http.patch(`/api/payment/${paymentId}/refunds/${stored}`, { reason: 'GOODWILL' }),
    () => twin.books.goodwill(booked),
  ),
);

const fail = onRefund((twin, stored, booked, paymentId) =>
  byProvider(
    twin,
    paymentId,
    (book) => failRefund(book, stored),
    () => twin.books.failRefund(booked),
  ),
);

const pass = fc.nat({ max: 25 }).map(
  (days): Step =>
    async ({ pass: go }) =>
      go(days),
);

const step = fc.oneof(
  { weight: 6, arbitrary: bill },
  { weight: 4, arbitrary: pay },
  { weight: 4, arbitrary: moves },
  { weight: 2, arbitrary: refund },
  reverse,
  dispute,
  endDispute,
  lateGoodwill,
  fail,
  pass,
);

/** Night by night, billed net of credits is 1 where covered, else 0; a line's credits and their tax stay within it. */
const linesAgree = async ({ organizationId, policies, covered }: TwinAccount): Promise<void> => {
  for (const policyId of policies) await t.generate(policyId);
  const [row] = await t.sql(
    `with line as (
       select l.* from invoice_line l join invoice i on i.id = l.invoice_id
       where i.organization_id = $1 and i.status <> 'VOID' and not l.manual),
     net as (select property_id, sum(quantity) as nights from line group by property_id),
     left_over as (
       select origin_id, max(amount) filter (where origin_id = id) as amount, sum(amount) as rest, sum(tax) as tax,
         sum(premium + loss_fund + partner_fee + service_fee) as parts, sum(quantity) as nights
       from line group by origin_id)
     select
       coalesce((select json_agg(property_id order by property_id) from net where nights = 1), '[]') as billed,
       (select count(*)::int from net where nights not in (0, 1)) as twice,
       (select count(*)::int from left_over where rest not between 0 and amount or tax < 0 or parts <> rest
         or nights = 0 and (rest <> 0 or tax <> 0)) as faults`,
    [organizationId],
  );
  expect(row).toEqual({ billed: covered(), twice: 0, faults: 0 });
};

test('whatever happens to an account, what is stored is what the rules make of it, and its reports add up to its ledger', async () => {
  await fc.assert(
    fc.asyncProperty(bill, fc.array(step, { minLength: 50, maxLength: 70, size: 'max' }), async (first, steps) => {
      const twin = openTwinAccount(t);
      const reports = openReports(t, twin);
      for (const one of [first, ...steps]) {
        await one(twin);
        expect(await pictureStored(t, twin.organizationId)).toEqual(pictureBooks(twin.books));
        await reports.readEnded();
      }
      expect(await reports.faults()).toEqual([]);
      await linesAgree(twin);
    }),
    { numRuns: Number(process.env['HISTORIES'] ?? 4), endOnFailure: true },
  );
}, 600_000);
