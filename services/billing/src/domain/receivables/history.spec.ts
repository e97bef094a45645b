import { expect, test } from '@jest/globals';
import { type Minor, magnitude, sum } from '@staycover/kernel';
import fc from 'fast-check';
import { openAccount, type TestAccount } from '../../testing/receivables.ts';
import { amountDue, amountSettled, isCreditNote } from '../invoice.ts';
import { openRefund } from './item.ts';

const amount = fc.integer({ min: 1, max: 20_000 }).map(BigInt);
const signed = fc
  .integer({ min: -20_000, max: 20_000 })
  .filter((cents) => cents !== 0)
  .map(BigInt);
const nth = fc.nat({ max: 12 });
/** A payment may have several disputes. */
const which = fc.constantFrom('dp-1', 'dp-2');

/** What may happen to an account; what the domain refuses changes nothing. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('send' as const),
    orders: fc.array(signed, { minLength: 1, maxLength: 3 }),
    manual: fc.oneof(fc.constant(0n), signed),
    tax: fc.oneof(fc.constant(0n), amount),
    corrects: fc.option(nth, { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('pay' as const), amount, names: fc.array(nth, { maxLength: 2 }) }),
  fc.record({ kind: fc.constant('reverse' as const), nth }),
  fc.record({ kind: fc.constant('refund' as const), nth, amount, goodwill: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('failRefund' as const, 'goodwill' as const), nth }),
  fc.record({ kind: fc.constant('dispute' as const), nth, amount, which }),
  fc.record({ kind: fc.constant('endDispute' as const), nth, isWon: fc.boolean(), which }),
  fc.record({ kind: fc.constantFrom('void' as const, 'giveUp' as const, 'pastDue' as const), nth }),
  fc.record({ kind: fc.constant('pass' as const), nth }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const REFUSALS = ['payment-refunded', 'invoice-has-payments', 'credit-note-used', 'invalid-transition'];

const pick = <T extends { id: string }>(items: readonly T[], index: number): string | undefined =>
  items[index % Math.max(1, items.length)]?.id;

const play = (t: TestAccount, one: Step): void => {
  const { invoices, payments, refunds } = t.account;
  switch (one.kind) {
    case 'send': {
      const corrects = one.corrects === undefined ? undefined : pick(invoices, one.corrects);
      return void t.sent({ ...one, ...(corrects ? { corrects } : { corrects: '' }) });
    }
    case 'pay':
      return void t.pay(one.amount, ...one.names.flatMap((index) => pick(invoices, index) ?? []));
    case 'pass':
      return void t.pass(one.nth);
    case 'void':
    case 'giveUp':
    case 'pastDue': {
      const id = pick(invoices, one.nth);
      return id && mayMove(t, id, one.kind) ? t[one.kind](id) : undefined;
    }
    case 'failRefund':
    case 'goodwill': {
      const id = pick(refunds, one.nth);
      return id ? t[one.kind](id) : undefined;
    }
    default: {
      const id = pick(payments, one.nth);
      if (!id) return undefined;
      if (one.kind === 'reverse') return t.reverse(id);
      if (one.kind === 'refund') return void t.refund(id, one.amount, one.goodwill ? 'GOODWILL' : 'CREDIT');
      if (one.kind === 'dispute') return t.dispute(id, one.amount, one.which);
      return t.endDispute(id, one.isWon, one.which);
    }
  }
};

/** What the transition table lets a command do; the domain below it does not look again. */
const mayMove = (t: TestAccount, id: string, to: 'void' | 'giveUp' | 'pastDue'): boolean => {
  const { status } = t.get(id);
  if (to === 'void') return ['SENT', 'PAST_DUE', 'UNCOLLECTIBLE'].includes(status);
  return !isCreditNote(t.get(id)) && status === (to === 'pastDue' ? 'SENT' : 'PAST_DUE');
};

const tried = (t: TestAccount, one: Step): void => {
  try {
    play(t, one);
  } catch (error) {
    if (!REFUSALS.includes((error as { code?: string }).code ?? '')) throw error;
  }
};

/** Faults in the ledger: each entry sums to 0, and each item has the balance of its postings. */
const ledgerFaults = (t: TestAccount): string[] => {
  const balances = new Map<string, Minor>();
  const entries = new Map<string, Minor>();
  for (const { entryId, account, itemId, amount: by } of t.postings) {
    entries.set(entryId, (entries.get(entryId) ?? 0n) + by);
    for (const key of [account, `${account} ${itemId}`]) balances.set(key, (balances.get(key) ?? 0n) + by);
  }
  const { invoices, payments, refunds } = t.account;
  const out = invoices.filter(({ status }) => status !== 'DRAFT' && status !== 'VOID');
  const taken = payments.map((one) => (one.status === 'REVERSED' ? 0n : one.amount - one.lost - one.disputed));
  const back = refunds.filter(({ status }) => status !== 'FAILED').map((one) => one.amount);
  const expected: [string, Minor][] = [
    ...invoices.map((one): [string, Minor] => [`RECEIVABLE ${one.id}`, one.status === 'DRAFT' ? 0n : amountDue(one)]),
    ...payments.map(({ id, unallocated }): [string, Minor] => [`RECEIVABLE ${id}`, -unallocated]),
    ...refunds.map((one): [string, Minor] => [`RECEIVABLE ${one.id}`, openRefund(one)]),
    ['CASH', sum(taken) - sum(back)],
    ['DISPUTED', sum(payments.map(({ disputed }) => disputed))],
    ['WRITTEN_OFF', sum(invoices.map(({ amountWrittenOff }) => amountWrittenOff))],
    ['BILLED', -sum(out.map(({ id }) => t.composition(id).orders))],
    ['ADJUSTMENT', -sum(out.map(({ id }) => t.composition(id).manual))],
    ['TAX', -sum(out.map(({ tax }) => tax))],
    [
      'RECEIVABLE',
      sum(out.map(amountDue)) - sum(payments.map(({ unallocated }) => unallocated)) + sum(refunds.map(openRefund)),
    ],
  ];
  return [
    ...[...entries].filter(([, total]) => total !== 0n).map(([id]) => `entry ${id} does not sum to 0`),
    ...expected
      .filter(([key, balance]) => (balances.get(key) ?? 0n) !== balance)
      .map(([key, balance]) => `${key} is ${balances.get(key)}, not ${balance}`),
  ];
};

/** Faults between the states and the amounts of documents. */
const stateFaults = (t: TestAccount): string[] =>
  t.account.invoices.flatMap((invoice) => {
    const { id, total, status, amountWrittenOff, amountRefunded, amountDisputed } = invoice;
    const settled = isCreditNote(invoice) ? -amountSettled(invoice) : amountSettled(invoice);
    const isPaid = amountDue(invoice) === 0n && amountWrittenOff === 0n;
    return [
      ...(total !== 0n && status !== 'VOID' && (status === 'PAID') !== isPaid ? [`${id} is ${status}`] : []),
      ...(settled < 0n || settled > magnitude(total) ? [`${id} has ${settled} of ${total}`] : []),
      ...(amountRefunded < 0n || amountDisputed < 0n || amountWrittenOff < 0n ? [`${id} has less than nothing`] : []),
    ];
  });

/** Nothing is due while money that could meet it is held. */
const allocationFaults = ({ account: { invoices, payments } }: TestAccount): string[] => {
  const owed = invoices.some((one) => !isCreditNote(one) && one.status !== 'UNCOLLECTIBLE' && amountDue(one) > 0n);
  const held =
    invoices.some((one) => isCreditNote(one) && amountDue(one) < 0n) ||
    payments.some((one) => one.status === 'RECEIVED' && one.unallocated > 0n);
  const overdrawn = payments
    .filter(({ unallocated }) => unallocated < 0n)
    .map(({ id }) => `${id} gave what it had not`);
  return [...(owed && held ? ['something is due and something is held'] : []), ...overdrawn];
};

/** Splits, with the settled part of what is not split, are the money that is here. */
const splitFaults = (t: TestAccount): string[] => {
  const published = new Map<string, Minor>();
  for (const { invoiceId, splits } of t.events)
    published.set(invoiceId, (published.get(invoiceId) ?? 0n) + sum(splits.map(({ total }) => total)));
  const faults: string[] = [];
  let all = 0n;
  for (const { id, total } of t.account.invoices) {
    if (total === 0n) continue;
    const its = published.get(id) ?? 0n;
    const { orders } = t.composition(id);
    const settled = t.settled(id);
    if (settled === total && its !== orders) faults.push(`${id} is settled, and split for ${its} of ${orders}`);
    if (settled === 0n && its !== 0n) faults.push(`${id} is not settled, and split for ${its}`);
    // The tax and at most one manual line are settled as the whole is, each rounded up or down.
    const others = { settled: settled - its, of: total - orders };
    if (magnitude(others.settled * total - others.of * settled) > 2n * magnitude(total))
      faults.push(`${id} is settled for ${settled} of ${total}, and split for ${its} of ${orders}`);
    all += settled;
  }
  const held = sum(t.account.payments.map(({ unallocated }) => unallocated));
  const money = t.balance('CASH') + t.balance('DISPUTED') - held;
  return all === money ? faults : [...faults, `settled is ${all}, the money ${money}`];
};

test('whatever happens to an account, in whatever order, its books agree', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 50, maxLength: 70, size: 'max' }), (steps) => {
      const t = openAccount();
      for (const one of steps) {
        tried(t, one);
        expect([...ledgerFaults(t), ...stateFaults(t), ...allocationFaults(t), ...splitFaults(t)]).toEqual([]);
      }
    }),
    { numRuns: 150 },
  );
});

test('splits that are published as invoices are sent follow write-offs and refunds, and end where the lines do', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
      const t = openAccount('SENT');
      for (const one of steps) tried(t, one);
      for (const { id, total, status, amountWrittenOff, amountRefunded } of t.account.invoices) {
        if (status === 'VOID') expect(t.split(id)).toBe(0n);
        else if (amountWrittenOff === 0n && amountRefunded === 0n) expect(t.split(id)).toBe(t.composition(id).orders);
        else expect(total).not.toBe(0n);
      }
    }),
    { numRuns: 100 },
  );
});
