import { expect, jest, test } from '@jest/globals';
import { least, type Minor, sum } from '@staycover/kernel';
import fc from 'fast-check';
import { openAccount } from '../../testing/receivables.ts';
import { amountDue, amountMissing, type Invoice, isCreditNote, standingStatuses } from '../invoice.ts';
import { allocate } from './allocate.ts';
import {
  type Account,
  allot,
  announceRefund,
  type Book,
  byDueDate,
  creditLeft,
  layRefund,
  oldestFirst,
  openBook,
} from './book.ts';
import { amountOn, available, openRefund } from './item.ts';

const DAY = Temporal.PlainDate.from('2026-11-10');

const openedOn = (account: Account): Book => {
  let ids = 0;
  const actor = { id: 'dana', organizations: '*' as const, roles: [] };
  return openBook(account, { actor, now: Temporal.Instant.from('2026-11-10T09:00:00Z'), newId: () => `new-${++ids}` });
};

/** Looks at all invoices for all credits and payments. */
const allocateByLookingAtAll = (book: Book): void => {
  const all = () => [...book.invoices.values()].toSorted(byDueDate);
  const takes = (one: Invoice) => (standingStatuses[one.status] && !isCreditNote(one) ? amountMissing(one) : 0n);
  const due = (one: Invoice) => (standingStatuses[one.status] && !isCreditNote(one) ? amountDue(one) : 0n);
  const give = (id: string, left: () => Minor, most: (invoice: Invoice) => Minor) => {
    for (const invoice of all()) allot(book, id, invoice.id, least(left(), most(invoice)));
  };
  for (const { id } of oldestFirst(all())) {
    const left = () => creditLeft(book.invoices.get(id)!);
    if (left() <= 0n) continue;
    give(id, left, (one) => (book.corrects.get(id)?.has(one.id) ? takes(one) : 0n));
    for (const invoice of all()) {
      for (const refund of oldestFirst([...book.refunds.values()].filter((one) => openRefund(one) > 0n))) {
        const met = least(left(), amountOn(refund.openOn, invoice.id));
        if (met === 0n) continue;
        layRefund(book, refund.id, invoice.id, -met);
        allot(book, id, refund.id, met);
        announceRefund(book, refund.id);
      }
    }
    give(id, left, due);
  }
  for (const { id, invoiceIds } of oldestFirst([...book.payments.values()])) {
    const left = () => available(book.payments.get(id)!);
    give(id, left, (one) => (invoiceIds.includes(one.id) ? takes(one) : 0n));
    give(id, left, due);
  }
};

const amount = fc.bigInt({ min: 1n, max: 9n }).map((times) => times * 1_000n);
const named = fc.array(fc.nat(5), { maxLength: 3 });
const step = fc.oneof(
  fc.record({ what: fc.constant('invoice' as const), amount, isGivenUp: fc.boolean() }),
  fc.record({ what: fc.constant('payment' as const), amount, named, isRefunded: fc.boolean() }),
  fc.record({ what: fc.constant('credit' as const), amount, named }),
);

/** An account in which what there is has not met what is due yet. */
const notAllocated = (steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]): Account => {
  const t = openAccount();
  const invoices: string[] = [];
  for (const one of steps) {
    const ids = 'named' in one ? one.named.flatMap((at) => invoices[at] ?? []) : [];
    if (one.what === 'payment') {
      const id = t.pay(one.amount, ...ids);
      if (one.isRefunded) t.refund(id, 1_000n);
    } else {
      const id = t.sent({
        orders: [one.what === 'credit' ? -one.amount : one.amount],
        ...(ids[0] ? { corrects: ids[0] } : {}),
      });
      if (one.what === 'credit') continue;
      if (one.isGivenUp) t.giveUp(id);
      invoices.push(id);
    }
  }
  return t.account;
};

const more = (account: Account, due: readonly Minor[], money: readonly Minor[]): Account => {
  const invoice = account.invoices.find((one) => !isCreditNote(one))!;
  const payment = account.payments[0]!;
  return {
    ...account,
    invoices: [
      ...account.invoices,
      ...due.map((total, i): Invoice => {
        const dueDate = DAY.add({ days: (i * 7) % 5 });
        const nothing = { amountPaid: 0n, amountCredited: 0n, amountWrittenOff: 0n, amountRefunded: 0n };
        return { ...invoice, ...nothing, id: `more-${String(i).padStart(4, '0')}`, status: 'SENT', total, dueDate };
      }),
    ],
    payments: [
      ...account.payments,
      ...money.map((unallocated, i) => {
        const invoiceIds = i % 3 === 0 ? [`more-${String(i).padStart(4, '0')}`, invoice.id] : [];
        const facts = { amount: unallocated, unallocated, status: 'RECEIVED' as const, invoiceIds };
        return { ...payment, ...facts, id: `pay-${String(i).padStart(4, '0')}` };
      }),
    ],
  };
};

const start = [
  { what: 'invoice' as const, amount: 1_000n, isGivenUp: false },
  { what: 'payment' as const, amount: 1_000n, named: [], isRefunded: false },
];

test('whatever an account holds, it goes where a look at all invoices for each of it finds', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.array(amount), fc.array(amount), (steps, due, money) => {
      const account = more(notAllocated([...start, ...steps]), due, money);
      const [book, naive] = [openedOn(account), openedOn(account)];
      allocate(book);
      allocateByLookingAtAll(naive);
      expect(book).toEqual({ ...naive, context: expect.anything() });
    }),
  );
});

test('hundreds of payments look at hundreds of invoices once', () => {
  const many = Array.from({ length: 500 }, () => 1_000n);
  const book = openedOn(more(notAllocated(start), [...many, 1n], many));
  const looks = jest.spyOn(book.invoices, 'get');
  allocate(book);
  expect(sum(book.made.map((one) => one.amount))).toBe(500_000n);
  expect(looks.mock.calls.length).toBeLessThan(20 * many.length);
});
