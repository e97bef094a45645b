import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Invoice } from '@staycover/api';
import { isBefore } from '@staycover/kernel';
import fc from 'fast-check';
import { policyRead } from './billable-policy.ts';
import { type Billing, startBilling } from './testing/billing.ts';
import { openBooks } from './testing/books.ts';

let t: Billing;

beforeAll(async () => {
  t = await startBilling({ PARTNER_FEE_PERCENT: 5, SERVICE_FEE_PERCENT: 2.5 });
});

afterAll(() => t.stop());

/** One policy billed twice: by the service, and by the same rules kept in memory. */
type World = { policyId: string; books: ReturnType<typeof openBooks>; invoiceIds: string[]; today: Temporal.PlainDate };

type Step = (world: World) => void | Promise<void>;

const START = Temporal.PlainDate.from('2026-11-01');
const date = fc.constantFrom(0, 10, 20, 40).map((days) => START.add({ days }));

const enroll = fc.tuple(fc.subarray(['a', 'b', 'c']), date, fc.option(date)).map(
  ([ids, from, until]): Step =>
    ({ policyId }) => {
      const unenrolledDate = until && isBefore(from, until) ? until.toString() : null;
      const enrollments = ids.map((propertyId) => ({ propertyId, enrolledDate: from.toString(), unenrolledDate }));
      t.policies.change(policyId, { enrollments });
    },
);
const changeRate = fc.integer({ min: 0, max: 90_000 }).map(
  (rate): Step =>
    ({ policyId }) => {
      t.policies.change(policyId, { policy: { ratePerNight: rate / 10_000 } });
    },
);
const cancel = fc.option(date).map(
  (day): Step =>
    ({ policyId }) => {
      t.policies.change(policyId, { coverageEndsOn: day?.toString() ?? null });
    },
);
const pass = fc.constant<Step>((world) => void (world.today = world.today.add({ days: 20 })));

const shown = (category: string, stayMonth: string | null, quantity: number, cents: number) => [
  category,
  stayMonth,
  quantity,
  cents,
];

const generate: Step = async ({ policyId, books, invoiceIds, today }) => {
  t.clock.set(`${today}T12:00:00Z`);
  const { status, body } = await t.generate(policyId);
  const invoice: Invoice = body;
  const booked = books.generate(today.toString(), policyRead(t.policies.snapshot(policyId)).policy);
  if (status === 201) invoiceIds.push(invoice.id);
  expect(invoiceIds.indexOf(invoice.id)).toBe(books.invoices.indexOf(booked));
  expect(
    invoice.lineItems.map((line) => shown(line.category, line.stayMonth, line.quantity, line.audiences.customerCents)),
  ).toEqual(booked.lines.map((line) => shown(line.category, line.stayMonth, line.quantity, Number(line.amount))));
};

/** A draft that its policy made cheaper is not sent; a credit that paid something, or what it paid, is not voided. */
const REFUSALS = ['draft-stale', 'credit-note-used', 'invoice-has-payments', 'invalid-transition'];

const move = fc.tuple(fc.nat(), fc.constantFrom('SENT' as const, 'VOID' as const)).map(
  ([pick, status]): Step =>
    async ({ books, invoiceIds }) => {
      const from = status === 'SENT' ? ['DRAFT'] : ['DRAFT', 'SENT'];
      const movable = books.invoices.filter((invoice) => from.includes(invoice.status));
      if (movable.length === 0) return;
      const invoice = movable[pick % movable.length]!;
      const answer = await t.move(invoiceIds[books.invoices.indexOf(invoice)]!, status);
      if (answer.status === 200) books.move(invoice, status);
      else expect(REFUSALS).toContain(answer.body.type.split('/').at(-1));
    },
);

const history = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(generate) },
    { weight: 4, arbitrary: move },
    { weight: 2, arbitrary: enroll },
    changeRate,
    cancel,
    pass,
  ),
  { minLength: 10, maxLength: 25, size: 'max' },
);

test('the service bills any history as the rules do in memory', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const world: World = { policyId: t.policies.add(), books: openBooks(), invoiceIds: [], today: START };
      for (const step of [...steps, generate]) await step(world);
      const stored = await t.sql('select 1 from billed_nights where policy_id = $1 and balance = 1', [world.policyId]);
      expect(stored.length > 0).toBe(world.books.billed().some(({ balance }) => balance === 1));
    }),
    { numRuns: 40 },
  );
});
