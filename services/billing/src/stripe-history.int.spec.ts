import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type PaidBilling, startPaidBilling } from './testing/paid-billing.ts';
import { openAmount, type StripeInvoice, toStripeInvoice } from './testing/stripe-objects.ts';

let t: PaidBilling;

beforeAll(async () => {
  t = await startPaidBilling();
});

afterAll(() => t.stop());

/** An organization with invoices that Stripe collects, and the real movements of its money there. */
type World = {
  organizationId: string;
  policies: string[];
  /** Intents, by how much came in through each. */
  money: Map<string, number>;
  disputes: { id: string; intent: string; amount: number }[];
};

type StripeEvent = ReturnType<PaidBilling['stripe']['event']>;

/** Events that are late, or that the service did not take: Stripe sends them again. */
const untaken: StripeEvent[] = [];

const received = async (event: StripeEvent): Promise<void> => {
  const { status } = await t.deliver(event);
  if (status >= 300) untaken.push(event);
};

type Step = (world: World) => Promise<unknown>;

const nth = fc.nat({ max: 5 });
const cents = fc.integer({ min: 1, max: 15_000 });
const pick = <T>(items: readonly T[], index: number): T | undefined => items[index % Math.max(1, items.length)];

const stripeInvoices = ({ organizationId }: World): StripeInvoice[] =>
  [...t.stripe.invoices.values()].filter(({ metadata }) => metadata['organizationId'] === organizationId);
const openAtStripe = (world: World) => stripeInvoices(world).filter(({ status }) => status === 'open');

const bill: Step = async (world) => {
  const policyId = t.policies.add({ policy: { organizationId: world.organizationId, status: 'ACTIVE' } });
  world.policies.push(policyId);
  await t.hearPolicy(policyId);
  const { body } = await t.generate(policyId);
  await t.send(body.id);
};

const endCover = fc.tuple(nth, fc.integer({ min: 1, max: 29 })).map(
  ([index, day]): Step =>
    async (world) => {
      const policyId = pick(world.policies, index);
      if (!policyId) return;
      const coverageEndsOn = `2026-11-${String(day).padStart(2, '0')}`;
      t.policies.change(policyId, { policy: { status: 'CANCELLED' }, coverageEndsOn });
      await t.hearPolicy(policyId);
    },
);

const payHere = cents.map(
  (amountPennies): Step =>
    ({ organizationId }) =>
      t.http.post('/api/payment', { organizationId, currency: 'USD', amountPennies }),
);

const payThere = fc.tuple(nth, fc.option(cents), fc.boolean()).map(
  ([index, part, isHeardLate]): Step =>
    async (world) => {
      const theirs = pick(openAtStripe(world), index);
      if (!theirs) return;
      const report = async (event: StripeEvent) => (isHeardLate ? void untaken.push(event) : received(event));
      const open = openAmount(t.stripe, theirs);
      if (part !== null && part < open) {
        const intent = `pi_part_${crypto.randomUUID()}`;
        theirs.partly.push({ intent, amount: part });
        world.money.set(intent, part);
        const payment = { type: 'payment_intent', payment_intent: intent };
        const paid = { object: 'invoice_payment', invoice: theirs.id, payment };
        return report(t.stripe.event('invoice_payment.paid', paid));
      }
      theirs.status = 'paid';
      world.money.set(theirs.intent!.id, open);
      await report(t.stripe.event('invoice.paid', toStripeInvoice(theirs)));
    },
);

const onPayment = (act: (id: string, payment: { status: string; amount: number }) => Promise<unknown>) =>
  nth.map(
    (index): Step =>
      async ({ organizationId }) => {
        const { body } = await t.http.get(`/api/payment?organizationId=${organizationId}`);
        const payment = pick<{ id: string; status: string; amount: number }>(body, index);
        return payment && act(payment.id, payment);
      },
  );

const move = fc.tuple(nth, fc.constantFrom('PAID', 'PAST_DUE', 'UNCOLLECTIBLE', 'VOID')).map(
  ([index, status]): Step =>
    async ({ organizationId }) => {
      const { body } = await t.http.get(`/api/invoice?organizationId=${organizationId}`);
      const invoice = pick<{ id: string }>(body, index);
      return invoice && t.move(invoice.id, status);
    },
);

const reverse = onPayment((id) => t.http.post(`/api/payment/${id}/reverse`, { reason: 'bounced' }));
const refund = fc
  .tuple(cents, fc.constantFrom('CREDIT', 'GOODWILL'))
  .chain(([amountPennies, reason]) =>
    onPayment((id) => t.http.post(`/api/payment/${id}/refunds`, { amountPennies, reason })),
  );

const hears = (type: string, status: string, { id, intent, amount }: World['disputes'][number]) =>
  received(
    t.stripe.event(`charge.dispute.${type}`, {
      object: 'dispute',
      id,
      amount,
      currency: 'usd',
      payment_intent: intent,
      status,
    }),
  );

const dispute = fc.tuple(nth, cents).map(
  ([index, amount]): Step =>
    async (world) => {
      const [intent] = pick([...world.money], index) ?? [];
      if (!intent) return;
      const opened = { id: `dp_${crypto.randomUUID()}`, intent, amount };
      world.disputes.push(opened);
      await hears('created', 'needs_response', opened);
    },
);

const endDispute = fc.tuple(nth, fc.constantFrom('won', 'lost')).map(
  ([index, end]): Step =>
    async ({ disputes }) => {
      const one = pick(disputes, index);
      if (one) await hears('closed', end, one);
    },
);

const failing = fc
  .tuple(
    fc.constantFrom('credit_notes', 'report_payment', 'attach_payment', 'POST /v1/refunds', 'GET /v1/invoices/'),
    fc.constantFrom('lose' as const, 'drop' as const, 'limit' as const, 'error' as const),
  )
  .map(
    ([path, fault]): Step =>
      async () =>
        t.stripe.failNext(new RegExp(path), fault),
  );

const history = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(bill) },
    { weight: 3, arbitrary: endCover },
    { weight: 2, arbitrary: payHere },
    { weight: 4, arbitrary: payThere },
    { weight: 4, arbitrary: fc.constant<Step>(() => t.dun()) },
    { weight: 2, arbitrary: move },
    reverse,
    refund,
    { weight: 3, arbitrary: dispute },
    { weight: 2, arbitrary: endDispute },
    failing,
    fc.constant<Step>(async () => t.stripe.forgetKeys()),
  ),
  { minLength: 8, maxLength: 20, size: 'max' },
);

/** Everything that waits is done, whatever failed. */
const rest = async (): Promise<void> => {
  t.stripe.forgetFaults();
  for (const event of untaken.splice(0)) await received(event);
  for (let round = 0; round < 3; round++) {
    await t.loseLeases();
    await t.dun();
  }
};

/** What of the account's rows contradicts its ledger, its documents' states or its splits. */
const FAULTS = `
  with items as (
    select id, 'invoice' as kind, case when status in ('DRAFT', 'VOID') then 0 else total - amount_paid - amount_credited - amount_written_off end as owed
      from invoice where organization_id = $1
    union all select id, 'payment', -unallocated from payment where organization_id = $1
    union all select id, 'refund', coalesce((select sum(value::bigint) from jsonb_each_text(open_on)), 0)
      from payment_refund where organization_id = $1),
  published as (
    select aggregate_id, sum((payload::jsonb #>> '{data,totalCents}')::bigint) as cents from outbox
    where organization_id = $1 and subject like '%.reserve-split%' group by 1)
  select kind || ' ' || id || ' owes ' || owed as fault from items where owed <>
    (select coalesce(sum(amount), 0) from ar_posting where item_id = items.id and account = 'RECEIVABLE')
  union all
  select 'cash' where
    (select coalesce(sum(amount), 0) from ar_posting where organization_id = $1 and account = 'CASH') <>
    (select coalesce(sum(case when status = 'REVERSED' then 0 else amount - lost - disputed end), 0) from payment where organization_id = $1)
    - (select coalesce(sum(amount), 0) from payment_refund where organization_id = $1 and status <> 'FAILED')
  union all
  select id || ' is ' || status from invoice where organization_id = $1 and total <> 0 and status not in ('DRAFT', 'VOID')
    and (status = 'PAID') <> (total = amount_paid + amount_credited and amount_written_off = 0)
  union all
  select id || ' settled' from invoice where organization_id = $1
    and abs(amount_paid + amount_credited - amount_refunded) not between 0 and abs(total)
  union all
  select i.id || ' split for ' || coalesce(p.cents, 0) from invoice i left join published p on p.aggregate_id = i.id::text
    where i.organization_id = $1 and not exists (select from invoice_line l where l.invoice_id = i.id and l.manual)
    and coalesce(p.cents, 0) <> i.amount_paid + i.amount_credited - i.amount_refunded`;

/** What was heard of disputes and had no effect, but of those of a payment with nothing left, which are for a person. */
const LOST_DISPUTES = `select event_id, outcome, detail from provider_event where type like 'charge.dispute.%' and outcome <> 'DONE'
  and (outcome <> 'CONFLICT' or detail <> 'more was taken back there than is left of the payment here')`;

test('whatever happens here and at Stripe, in whatever order and with whatever faults, the books agree', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const organizationId = `org-${crypto.randomUUID()}`;
      await t.knowPayer(organizationId, `${organizationId}@acme.example`);
      const world: World = { organizationId, policies: [], money: new Map(), disputes: [] };
      for (const step of steps) await step(world);
      await rest();

      expect(await t.sql(FAULTS, [organizationId])).toEqual([]);
      expect(await t.sql(LOST_DISPUTES)).toEqual([]);
      const payments = await t.sql<{ intent: string; amount: string }>(
        `select payment_provider_intent_id as intent, amount from payment where organization_id = $1 and method = 'PROVIDER'`,
        [organizationId],
      );
      expect(new Map(payments.map(({ intent, amount }) => [intent, Number(amount)]))).toEqual(world.money);
      const ours = await t.sql<{ theirs: string; due: string; undone: boolean }>(
        `select payment_provider_invoice_id as theirs, total - amount_paid - amount_credited - amount_written_off as due,
           exists (select from allocation where target_id = i.id and amount < 0) as undone
         from invoice i where organization_id = $1 and payment_provider_invoice_id is not null and status <> 'VOID'`,
        [organizationId],
      );
      for (const { theirs: id, due, undone } of ours) {
        const theirs = t.stripe.invoices.get(id)!;
        const open = theirs.status === 'open' ? openAmount(t.stripe, theirs) : 0;
        // Stripe can take nothing back of what was paid: it asks for less then, never for more.
        if (undone) expect(open).toBeLessThanOrEqual(Number(due));
        else expect([id, open]).toEqual([id, Number(due)]);
      }
    }),
    { numRuns: 12 },
  );
});
