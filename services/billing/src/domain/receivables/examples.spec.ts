import { beforeEach, describe, expect, test } from '@jest/globals';
import { openAccount, type TestAccount } from '../../testing/receivables.ts';

let t: TestAccount;

beforeEach(() => {
  t = openAccount();
});

const november = { orders: [12_750n] };
const status = (id: string) => t.get(id).status;

describe('credits and payments meet what is open', () => {
  test('127.50 sent, cancelled on the 10th: 89.25 meets it, 38.25 is collected, both are paid', () => {
    const invoice = t.sent(november);
    const credit = t.sent({ orders: [-8925n], corrects: invoice });
    expect([t.due(invoice), status(invoice), status(credit)]).toEqual([3825n, 'SENT', 'PAID']);
    t.pay(3825n);
    expect([t.due(invoice), status(invoice)]).toEqual([0n, 'PAID']);
    expect([t.split(invoice), t.split(credit)]).toEqual([12_750n, -8925n]);
  });

  test('127.50 paid, then 89.25 back: it is held, and of the next 110.00 there is 20.75 due', () => {
    const invoice = t.sent(november);
    t.pay(12_750n, invoice);
    const credit = t.sent({ orders: [-8925n], corrects: invoice });
    expect([t.due(credit), status(credit), t.split(credit)]).toEqual([-8925n, 'SENT', 0n]);
    const next = t.sent({ orders: [11_000n] });
    expect([t.due(next), status(credit)]).toEqual([2075n, 'PAID']);
  });

  test('80.00 due, 100.00 paid: paid, and 20.00 is held', () => {
    const invoice = t.sent({ orders: [8000n] });
    const payment = t.pay(10_000n);
    expect(status(invoice)).toBe('PAID');
    expect(t.account.payments.find(({ id }) => id === payment)!.unallocated).toBe(2000n);
    const next = t.sent({ orders: [5000n] });
    expect(t.due(next)).toBe(3000n);
  });

  test('50.00 of 127.50 paid: 37.06 premium and 12.94 loss fund; the rest is one more event', () => {
    const invoice = t.sent(november);
    t.pay(5000n, invoice);
    expect(t.findSplits(invoice)).toMatchObject([
      { type: 'reserve-split', splits: [{ premium: 3706n, lossFund: 1294n }] },
    ]);
    expect(status(invoice)).toBe('SENT');
    t.pay(7750n);
    expect(t.findSplits(invoice)[1]).toMatchObject({
      type: 'reserve-split',
      splits: [{ premium: 5744n, lossFund: 2006n }],
    });
  });

  test('a payment goes to the invoices that it names, then to what is due first', () => {
    const first = t.sent(november);
    t.pass(1);
    const second = t.sent(november);
    const third = t.sent(november);
    t.pay(20_000n, third);
    expect([first, second, third].map(t.due)).toEqual([5500n, 12_750n, 0n]);
  });

  test('what is due first is paid first, also when it was made later', () => {
    const early = t.draft(november);
    const late = t.sent(november);
    t.pass(1);
    t.send(early);
    t.pay(12_750n);
    expect([early, late].map(t.due)).toEqual([12_750n, 0n]);
  });

  test.each([
    [30, 'SENT'],
    [31, 'PAST_DUE'],
  ])('a payment that is reversed %d days after the invoice went out leaves it %s', (days, expected) => {
    const invoice = t.sent(november);
    const payment = t.pay(12_750n, invoice);
    t.pass(days);
    t.reverse(payment);
    expect([status(invoice), t.due(invoice), t.get(invoice).lastFailureReason]).toEqual([expected, 12_750n, null]);
  });

  test('a credit goes to an invoice that it corrects although another is due before', () => {
    const first = t.sent(november);
    t.pass(1);
    const second = t.sent(november);
    t.sent({ orders: [-8925n], corrects: second });
    expect([first, second].map(t.due)).toEqual([12_750n, 3825n]);
  });
});

describe('splits', () => {
  const publishedAt = (id: string) => t.get(id).reserveSplitsPublishedAt;

  test('are noted as published once the invoice is paid, and only then; without orders there are none', () => {
    const invoice = t.sent(november);
    t.pay(5000n, invoice);
    expect(publishedAt(invoice)).toBeNull();
    const payment = t.pay(7750n, invoice);
    const first = publishedAt(invoice);
    expect(first).not.toBeNull();
    t.pass(1);
    t.refund(payment, 100n);
    expect(publishedAt(invoice)).toEqual(first);
    const manual = t.sent({ orders: [], manual: 1000n });
    t.pay(1000n, manual);
    expect([status(manual), publishedAt(manual)]).toEqual(['PAID', null]);
  });

  test.each([
    ['SENT', 1000n],
    ['PAID', 0n],
  ] as const)(
    'that come when an invoice is %s, of one that a manual line makes 0, are %d when it goes out',
    (on, split) => {
      t = openAccount(on);
      const invoice = t.sent({ orders: [1000n], manual: -1000n });
      expect([t.split(invoice), publishedAt(invoice) !== null]).toEqual([split, on === 'SENT']);
    },
  );
});

describe('refunds', () => {
  test('paid 127.50, 42.50 refunded, then ten nights end: paid back once, reversed once', () => {
    const invoice = t.sent(november);
    const payment = t.pay(12_750n, invoice);
    t.refund(payment, 4250n);
    expect([status(invoice), t.due(invoice), t.split(invoice), t.get(invoice).amountRefunded]).toEqual([
      'PAID',
      0n,
      8500n,
      4250n,
    ]);
    const credit = t.sent({ orders: [-4250n], corrects: invoice });
    expect([t.split(invoice), t.split(credit), t.split()]).toEqual([12_750n, -4250n, 8500n]);
    expect([status(credit), t.get(invoice).amountRefunded, t.balance('CASH')]).toEqual(['PAID', 0n, 8500n]);
  });

  test('of a payment that was reversed, or of more than a dispute leaves of it, are refused', () => {
    const [reversed, disputed, lost] = [t.pay(5000n), t.pay(5000n), t.pay(5000n)];
    t.reverse(reversed);
    t.dispute(disputed, 2000n);
    t.dispute(lost, 2000n);
    t.endDispute(lost, false);
    expect(() => t.refund(reversed, 1n)).toThrow(expect.objectContaining({ code: 'payment-refunded' }));
    for (const payment of [disputed, lost]) {
      expect(() => t.refund(payment, 3001n)).toThrow(expect.objectContaining({ code: 'payment-refunded' }));
      t.refund(payment, 3000n);
    }
    expect(t.balance('CASH')).toBe(0n);
  });

  test('take back what was split where that follows the invoice, not the money', () => {
    t = openAccount('SENT');
    const invoice = t.sent(november);
    const payment = t.pay(12_750n, invoice);
    t.refund(payment, 4250n);
    expect([t.split(invoice), status(invoice)]).toEqual([8500n, 'PAID']);
  });

  test('take what the payment has left, then credit that is held, and only then what was paid', () => {
    const invoice = t.sent({ orders: [8000n] });
    const payment = t.pay(10_000n, invoice);
    t.sent({ orders: [-1000n] });
    t.refund(payment, 3500n);
    expect([t.get(invoice).amountRefunded, t.split()]).toEqual([500n, 8000n - 1000n - 500n]);
  });

  test('of goodwill are met by a credit note of their own, at once or later', () => {
    const invoice = t.sent(november);
    const payment = t.pay(12_750n, invoice);
    t.refund(payment, 1000n, 'GOODWILL');
    const asked = t.refund(payment, 500n);
    t.goodwill(asked);
    expect([t.get(invoice).amountRefunded, t.split(invoice), t.balance('ADJUSTMENT')]).toEqual([0n, 12_750n, 1500n]);
    expect(t.account.refunds.map(({ reason }) => reason)).toEqual(['GOODWILL', 'GOODWILL']);
  });

  test('that a credit does not reach change nothing', () => {
    const [first, second] = [t.sent(november), t.sent(november)];
    for (const invoice of [first, second]) t.refund(t.pay(12_750n, invoice), 4250n);
    const before = t.get(second);
    t.sent({ orders: [-2000n] });
    expect(t.get(first).amountRefunded).toBe(2250n);
    expect(t.get(second)).toBe(before);
  });

  test('that fail give back what had met them', () => {
    const invoice = t.sent(november);
    const payment = t.pay(15_000n, invoice);
    const asked = t.refund(payment, 5000n);
    t.failRefund(asked);
    expect(t.account.payments[0]).toMatchObject({ unallocated: 2250n });
    expect([t.get(invoice).amountRefunded, t.split(invoice), t.balance('CASH')]).toEqual([0n, 12_750n, 15_000n]);
  });

  test('of goodwill that fail are as if they had not been, and other credits that had met them are held', () => {
    const invoice = t.sent(november);
    const payment = t.pay(12_750n, invoice);
    const credit = t.sent({ orders: [-1000n] });
    const asked = t.refund(payment, 3000n);
    t.goodwill(asked);
    t.failRefund(asked);
    t.failRefund(t.refund(payment, 2000n, 'GOODWILL'));
    expect([t.due(credit), t.balance('ADJUSTMENT'), t.balance('CASH')]).toEqual([-1000n, 0n, 12_750n]);
    const notes = t.account.invoices.filter(({ total }) => total < 0n);
    expect(notes.map(({ total, status: of }) => [total, of])).toEqual([
      [-1000n, 'SENT'],
      [-2000n, 'VOID'],
      [-2000n, 'VOID'],
    ]);
    expect(t.due(t.sent(november))).toBe(11_750n);
  });

  test('of more than is left are refused', () => {
    const payment = t.pay(1000n, t.sent({ orders: [1000n] }));
    t.refund(payment, 600n);
    expect(() => t.refund(payment, 500n)).toThrow(expect.objectContaining({ code: 'payment-refunded' }));
    expect(() => t.reverse(payment)).toThrow(expect.objectContaining({ code: 'payment-refunded' }));
  });
});

describe('disputes, losses and what is void', () => {
  test('127.50 disputed keeps state and splits; lost, the splits come back and it is past due', () => {
    const invoice = t.sent(november);
    const payment = t.pay(12_750n, invoice);
    t.dispute(payment, 12_750n);
    expect([status(invoice), t.get(invoice).amountDisputed, t.split(invoice)]).toEqual(['PAID', 12_750n, 12_750n]);
    t.endDispute(payment, false);
    expect(t.get(invoice)).toMatchObject({ status: 'PAST_DUE', lastFailureReason: 'dispute_lost', nextRetryAt: null });
    expect(t.findSplits(invoice)[1]).toMatchObject({ type: 'reserve-split-reversed', reason: 'DISPUTE' });
    expect([t.split(invoice), t.due(invoice), t.balance('DISPUTED'), t.balance('CASH')]).toEqual([0n, 12_750n, 0n, 0n]);
  });

  test('won, all is as before', () => {
    const invoice = t.sent(november);
    const payment = t.pay(12_750n, invoice);
    t.dispute(payment, 12_750n);
    t.endDispute(payment, true);
    expect(t.get(invoice)).toMatchObject({ status: 'PAID', amountDisputed: 0n });
    expect(t.findSplits(invoice)).toHaveLength(1);
  });

  test('a part that is won leaves the invoice as it was', () => {
    const invoice = t.sent(november);
    const payment = t.pay(5000n, invoice);
    t.dispute(payment, 5000n);
    t.endDispute(payment, true);
    expect(t.get(invoice)).toMatchObject({ status: 'SENT', lastFailureReason: null, amountPaid: 5000n });
  });

  test.each([
    ['won', true, 3750n],
    ['lost', false, 6500n],
  ])('given that one is %s, then what it held pays another invoice, which is not past due', (_end, isWon, due) => {
    const invoice = t.sent(november);
    const payment = t.pay(20_000n, invoice);
    t.dispute(payment, 2750n);
    const next = t.sent({ orders: [11_000n] });
    t.endDispute(payment, isWon);
    expect([status(invoice), status(next), t.due(next)]).toEqual(['PAID', 'SENT', due]);
    expect(t.get(next).lastFailureReason).toBeNull();
  });

  test('given that it is past due already, then a part that is lost is not charged either', () => {
    const invoice = t.sent(november);
    const payment = t.pay(5000n, invoice);
    t.pass(31);
    t.pastDue(invoice);
    t.dispute(payment, 5000n);
    t.endDispute(payment, false);
    expect(t.get(invoice)).toMatchObject({ status: 'PAST_DUE', lastFailureReason: 'dispute_lost', nextRetryAt: null });
  });

  test('lost, then won on appeal, the invoice is paid again', () => {
    const invoice = t.sent(november);
    const payment = t.pay(12_750n, invoice);
    t.dispute(payment, 12_750n);
    t.endDispute(payment, false);
    t.endDispute(payment, true);
    expect(t.get(invoice)).toMatchObject({ status: 'PAID', lastFailureReason: null });
    expect(t.account.payments[0]).toMatchObject({
      status: 'RECEIVED',
      reversalReason: null,
      lost: 0n,
      unallocated: 0n,
    });
    expect([t.split(invoice), t.balance('CASH'), t.balance('DISPUTED')]).toEqual([12_750n, 12_750n, 0n]);
  });

  test('given an invoice that is not past due yet, then what is lost makes it so', () => {
    const invoice = t.sent(november);
    const payment = t.pay(5000n, invoice);
    t.dispute(payment, 5000n);
    t.endDispute(payment, false);
    expect([status(invoice), t.due(invoice), t.get(invoice).lastFailureReason]).toEqual([
      'PAST_DUE',
      12_750n,
      'dispute_lost',
    ]);
  });

  test('given an invoice that is past due, then no retry charges what is lost, and what is paid leaves the retry', () => {
    const invoice = t.sent(november);
    const payment = t.pay(5000n, invoice);
    t.pastDue(invoice);
    const nextRetryAt = Temporal.Instant.from('2026-11-12T09:00:00Z');
    Object.assign(t.get(invoice), { nextRetryAt });
    t.pay(100n, invoice);
    expect(t.get(invoice)).toMatchObject({ status: 'PAST_DUE', nextRetryAt, lastFailureReason: null });
    t.dispute(payment, 2000n);
    t.endDispute(payment, false);
    expect(t.get(invoice)).toMatchObject({ status: 'PAST_DUE', nextRetryAt: null, lastFailureReason: 'dispute_lost' });
  });

  test('given that a part is lost and a person reverses the rest, then an appeal brings nothing back', () => {
    const invoice = t.sent(november);
    const payment = t.pay(12_750n, invoice);
    t.dispute(payment, 2750n);
    t.endDispute(payment, false);
    t.reverse(payment);
    t.endDispute(payment, true);
    expect([t.due(invoice), t.balance('CASH'), t.account.payments[0]!.status]).toEqual([12_750n, 0n, 'REVERSED']);
  });

  test('lost, it comes back from the invoices by id, in whatever order the stored dispute has them', () => {
    const [first, second] = [t.sent(november), t.sent(november)];
    const payment = t.pay(25_500n, second, first);
    t.dispute(payment, 25_500n);
    const { on } = t.account.payments[0]!.disputes[0]!;
    expect(Object.keys(on)).toEqual([first, second].toReversed());
    t.endDispute(payment, false);
    const takenBack = t.account.allocations.filter(({ amount }) => amount < 0n);
    expect(takenBack.map(({ targetId }) => targetId)).toEqual([first, second]);
  });

  test('a dispute is about no invoice of which all was paid back', () => {
    const [first, second] = [t.sent(november), t.sent(november)];
    const payment = t.pay(25_500n, first, second);
    t.refund(payment, 12_750n);
    t.dispute(payment, 5000n);
    expect(t.account.payments[0]!.disputes[0]!.on).toEqual({ [first]: '5000' });
  });

  test('a reversed payment opens the invoice again: sent, after its due date past due', () => {
    const [early, late] = [t.sent(november), t.sent(november)];
    const payments = [t.pay(12_750n, early), t.pay(12_750n, late)];
    t.reverse(payments[0]!);
    t.pass(31);
    t.reverse(payments[1]!);
    expect([early, late].map(status)).toEqual(['SENT', 'PAST_DUE']);
    expect(t.findSplits(early)[1]).toMatchObject({ reason: 'REVERSAL' });
  });

  test('what was given up is written off, and later money takes it back', () => {
    const invoice = t.sent(november);
    t.pay(2750n, invoice);
    t.pastDue(invoice);
    t.giveUp(invoice);
    expect([t.due(invoice), t.balance('WRITTEN_OFF'), t.split(invoice)]).toEqual([0n, 10_000n, 2750n]);
    const payment = t.pay(4000n, invoice);
    expect([status(invoice), t.balance('WRITTEN_OFF')]).toEqual(['UNCOLLECTIBLE', 6000n]);
    t.reverse(payment);
    expect([t.due(invoice), t.balance('WRITTEN_OFF')]).toEqual([0n, 10_000n]);
    t.pay(10_000n, invoice);
    expect([status(invoice), t.balance('WRITTEN_OFF'), t.split(invoice)]).toEqual(['PAID', 0n, 12_750n]);
  });

  test('void frees credits for others', () => {
    const invoice = t.sent(november);
    const credit = t.sent({ orders: [-8925n], corrects: invoice });
    t.void(invoice);
    expect([t.due(credit), status(credit), t.split()]).toEqual([-8925n, 'SENT', 0n]);
    expect(t.findSplits(credit)[1]).toMatchObject({ type: 'reserve-split-reversed', reason: 'VOID' });
  });

  test('void refuses what has payments, and credit notes that were used', () => {
    const invoice = t.sent(november);
    const credit = t.sent({ orders: [-8925n], corrects: invoice });
    t.pay(1000n, invoice);
    expect(() => t.void(invoice)).toThrow(expect.objectContaining({ code: 'invoice-has-payments' }));
    expect(() => t.void(credit)).toThrow(expect.objectContaining({ code: 'credit-note-used' }));
  });
});
