import { describe, expect, test } from '@jest/globals';
import { businessDate, calendarDate as day } from '@staycover/kernel';
import fc from 'fast-check';
import * as dunning from './dunning.ts';
import { type CollectionOutcome, collection, dunningStep, MAX_OUTAGES } from './dunning.ts';
import type { Invoice, InvoiceStatus } from './invoice.ts';
import * as moves from './move-invoice.ts';
import type { PaymentFailure, ProviderView } from './payment.ts';

const moving = (when: Temporal.Instant): moves.MoveContext => ({
  now: when,
  rules: { INVOICE_DUE_DAYS: 30, RESERVE_SPLIT_ON: 'PAID' },
  lines: [],
});
const afterAttempt = (one: Invoice, outcome: CollectionOutcome, when: Temporal.Instant) =>
  outcome.kind === 'PAID' ? moveInvoice(one, 'PAID', when) : dunning.afterAttempt(one, outcome, moving(when)).state;
const afterReportedFailure = (one: Invoice, failure: PaymentFailure, when: Temporal.Instant) =>
  dunning.afterReportedFailure(one, failure, moving(when)).state;
const afterNewPaymentMethod = (one: Invoice, when: Temporal.Instant) => dunning.afterNewPaymentMethod(one, when).state;
const moveInvoice = (one: Invoice, to: InvoiceStatus, when: Temporal.Instant) =>
  moves.moveInvoice(one, to, moving(when)).state;

const TOTAL = 12_750n;

const at = (text: string) => Temporal.Instant.from(text);
const days = (from: Temporal.Instant, to: Temporal.Instant | null) => to && from.until(to).total('hours') / 24;

const invoice = (changes: Partial<Invoice> = {}): Invoice =>
  ({
    status: 'PAST_DUE',
    total: TOTAL,
    tax: 0n,
    refunded: 0n,
    amountPaid: 0n,
    amountCredited: 0n,
    amountWrittenOff: 0n,
    amountRefunded: 0n,
    amountDisputed: 0n,
    splitsPublished: 0n,
    dueDate: day('2026-12-20'),
    paymentProviderInvoiceId: 'in_1',
    retryAttempt: 0,
    lastRetryAt: null,
    nextRetryAt: at('2026-12-21T06:00:00Z'),
    lastFailureReason: null,
    providerOutages: 0,
    suspendedAt: null,
    ...changes,
  }) as Invoice;

const view = (changes: Partial<ProviderView> = {}): ProviderView => ({
  invoiceId: null,
  state: 'OPEN',
  isProcessing: false,
  hasPaymentMethod: true,
  paymentIntentId: 'pi_1',
  lastFailure: null,
  total: TOTAL,
  credited: 0n,
  amountRemaining: TOTAL,
  paid: [],
  paidOn: null,
  ...changes,
});

const paid: CollectionOutcome = { kind: 'PAID', view: view({ state: 'PAID' }) };

const soft: CollectionOutcome = { kind: 'FAILED', failure: { reason: 'insufficient_funds', hard: false } };
const hard: CollectionOutcome = { kind: 'FAILED', failure: { reason: 'lost_card', hard: true } };
const now = at('2026-12-21T06:00:00Z');

describe('what the clock asks for', () => {
  test.each<[string, Partial<Invoice>, string, string]>([
    ['a sent invoice on its due date', { status: 'SENT' }, '2026-12-20T23:59:59Z', 'WAIT'],
    ['a sent invoice the day after', { status: 'SENT' }, '2026-12-21T00:00:00Z', 'MARK_PAST_DUE'],
    ['a sent invoice months after', { status: 'SENT' }, '2027-06-01T00:00:00Z', 'MARK_PAST_DUE'],
    ['a past due invoice before its retry', {}, '2026-12-21T05:59:59Z', 'WAIT'],
    ['a past due invoice at its retry', {}, '2026-12-21T06:00:00Z', 'COLLECT'],
    ['one that was made past due by hand', { dueDate: day('2026-12-21') }, '2026-12-21T23:59:59Z', 'WAIT'],
    ['the same the day after', { dueDate: day('2026-12-21') }, '2026-12-22T00:00:00Z', 'COLLECT'],
    ['one that a part was paid of', { amountPaid: 100n }, '2026-12-21T06:00:00Z', 'COLLECT'],
    ['one that a bank is asked to take back', { amountDisputed: 100n }, '2026-12-21T06:00:00Z', 'WAIT'],
    ['a past due invoice that was declined for good', { nextRetryAt: null }, '2027-12-21T06:00:00Z', 'WAIT'],
    ['a draft', { status: 'DRAFT', dueDate: null, nextRetryAt: null }, '2027-12-21T06:00:00Z', 'WAIT'],
    ['a paid invoice, whatever retry it still has', { status: 'PAID' }, '2027-12-21T06:00:00Z', 'WAIT'],
    ['a suspended invoice, whatever retry it still has', { status: 'SUSPENDED' }, '2027-12-21T06:00:00Z', 'WAIT'],
  ])('of %s', (_what, changes, when, step) => {
    expect(dunningStep(invoice(changes), at(when))).toBe(step);
  });
});

describe('collecting', () => {
  test.each<[string, Partial<ProviderView>, string]>([
    ['is open with a payment method', {}, 'CHARGE'],
    ['is open without one', { hasPaymentMethod: false }, 'REMIND'],
    ['has a payment under way', { isProcessing: true }, 'WAIT'],
    ['is paid', { state: 'PAID' }, 'SETTLE'],
    ['is void', { state: 'VOID' }, 'SETTLE'],
    ['was given up', { state: 'UNCOLLECTIBLE' }, 'SETTLE'],
    ['is a draft', { state: 'DRAFT' }, 'WAIT'],
    ['would be charged for more than is due', { amountRemaining: TOTAL + 1n }, 'WAIT'],
    ['would be charged for less than is due', { amountRemaining: TOTAL - 1n, hasPaymentMethod: false }, 'WAIT'],
  ])('what %s at the provider', (_what, changes, expected) => {
    expect(collection(view(changes), TOTAL, 0n)).toBe(expected);
  });

  test.each([
    [8n, 'WAIT'],
    [9n, 'CHARGE'],
  ])('what would be charged for 9 more than is due, of which %s are left of smaller coins', (left, expected) => {
    expect(collection(view({ amountRemaining: TOTAL + 9n }), TOTAL, left)).toBe(expected);
  });
});

describe('after a failure', () => {
  test('given soft ones, when they repeat, then retries come after 3, 5 and 7 days, and then the suspension', () => {
    let one = moveInvoice(invoice({ status: 'SENT', nextRetryAt: null }), 'PAST_DUE', now);
    expect(one.nextRetryAt).toEqual(now);
    for (const [attempt, wait] of [3, 5, 7].entries()) {
      const when = one.nextRetryAt!;
      one = afterAttempt(one, soft, when);
      expect(one).toMatchObject({
        status: 'PAST_DUE',
        retryAttempt: attempt + 1,
        lastFailureReason: 'insufficient_funds',
      });
      expect([one.lastRetryAt, days(when, one.nextRetryAt)]).toEqual([when, wait]);
    }
    const end = one.nextRetryAt!;
    expect(end.toString()).toBe('2027-01-05T06:00:00Z');
    expect(afterAttempt(one, soft, end)).toMatchObject({
      status: 'SUSPENDED',
      retryAttempt: 3,
      suspendedAt: end,
      lastRetryAt: end,
      nextRetryAt: null,
    });
  });

  test('given a hard decline, then nothing is tried until there is another payment method', () => {
    const declined = afterAttempt(invoice(), hard, now);
    expect(declined).toMatchObject({
      status: 'PAST_DUE',
      retryAttempt: 0,
      lastFailureReason: 'lost_card',
      nextRetryAt: null,
    });
    expect(dunningStep(declined, at('2028-01-01T00:00:00Z'))).toBe('WAIT');
    expect(dunningStep(afterNewPaymentMethod(declined, now), now)).toBe('COLLECT');
  });

  test('given no decline, then another payment method changes nothing', () => {
    const one = invoice({ nextRetryAt: at('2026-12-24T06:00:00Z'), lastFailureReason: 'insufficient_funds' });
    expect(afterNewPaymentMethod(one, now)).toBe(one);
  });

  test.each<[string, Partial<Invoice>]>([
    ['a dispute was lost', { lastFailureReason: moves.DISPUTE_LOST }],
    ['it was given up', { status: 'UNCOLLECTIBLE', lastFailureReason: 'lost_card' }],
  ])('given that %s, then another payment method changes nothing', (_what, changes) => {
    const one = invoice({ nextRetryAt: null, ...changes });
    expect(afterNewPaymentMethod(one, now)).toBe(one);
  });

  test('given a payment that is under way, then it is looked at again in a day, and nothing is counted', () => {
    const one = afterAttempt(invoice({ providerOutages: 1 }), { kind: 'PENDING' }, now);
    expect([one.retryAttempt, one.providerOutages, days(now, one.nextRetryAt)]).toEqual([0, 0, 1]);
  });

  test('given outages, then they are waited out 8 times 5 minutes, then for a day, and never counted', () => {
    let one = invoice();
    let when = now;
    for (let outage = 1; outage <= MAX_OUTAGES; outage++) {
      one = afterAttempt(one, { kind: 'OUTAGE' }, when);
      expect([one.retryAttempt, when.until(one.nextRetryAt!).total('minutes')]).toEqual([0, 5]);
      when = one.nextRetryAt!;
    }
    one = afterAttempt(one, { kind: 'OUTAGE' }, when);
    expect([one.retryAttempt, one.providerOutages, days(when, one.nextRetryAt)]).toEqual([0, 0, 1]);
  });

  test('given payment in the end, then everything is cleared', () => {
    const failed = afterAttempt(afterAttempt(invoice(), soft, now), { kind: 'OUTAGE' }, now);
    expect(afterAttempt(failed, paid, now)).toMatchObject({
      status: 'PAID',
      paidDate: day('2026-12-21'),
      retryAttempt: 0,
      lastRetryAt: null,
      nextRetryAt: null,
      lastFailureReason: null,
      providerOutages: 0,
    });
  });

  test('given that it was settled meanwhile, then an attempt that fails late changes nothing', () => {
    for (const status of ['PAID', 'VOID', 'UNCOLLECTIBLE', 'SUSPENDED'] as const) {
      const settled = invoice({ status });
      expect(afterAttempt(settled, soft, now)).toBe(settled);
      expect(afterAttempt(settled, { kind: 'OUTAGE' }, now)).toBe(settled);
    }
  });
});

describe('a failure that the customer made', () => {
  const failure = { reason: 'insufficient_funds', hard: false };

  test('counts once while a retry waits, so that trying four cards does not suspend the invoice', () => {
    let one = invoice({ nextRetryAt: null });
    for (let card = 0; card < 5; card++) one = afterReportedFailure(one, failure, now);
    expect([one.status, one.retryAttempt, days(now, one.nextRetryAt)]).toEqual(['PAST_DUE', 1, 3]);
  });

  test('never suspends before the due date', () => {
    let one = invoice({ status: 'SENT', nextRetryAt: null });
    for (let week = 0; week < 9; week++) one = afterReportedFailure(one, failure, now.add({ hours: week * 240 }));
    expect([one.status, one.retryAttempt]).toEqual(['SENT', 3]);
    expect(days(one.lastRetryAt!, one.nextRetryAt)).toBe(7);
  });

  test('before the due date neither puts off the first charge nor takes one of the retries after it', () => {
    let one = invoice({ status: 'SENT', nextRetryAt: null, dueDate: businessDate(now.add({ hours: 20 * 24 })) });
    for (const past of [0, 9, 20]) one = afterReportedFailure(one, failure, now.add({ hours: past * 24 }));
    expect([one.retryAttempt, days(now, one.nextRetryAt)]).toEqual([3, 27]);
    const pastDue = now.add({ hours: 21 * 24 });
    const due = moveInvoice(one, 'PAST_DUE', pastDue);
    expect(due).toMatchObject({ retryAttempt: 0, nextRetryAt: pastDue, lastFailureReason: failure.reason });
    expect(afterAttempt(due, soft, pastDue)).toMatchObject({ status: 'PAST_DUE', retryAttempt: 1 });
  });

  test('given a card of theirs that is blocked, then the retry of the card on file stays', () => {
    const blocked = { reason: 'expired_card', hard: true };
    const planned = afterAttempt(invoice(), soft, now);
    const tried = dunning.afterReportedFailure(planned, blocked, moving(now));
    expect(tried.state).toEqual({ ...planned, lastFailureReason: 'expired_card' });
    expect(tried.events).toMatchObject([{ failure: { reason: 'expired_card', hard: false } }]);
  });

  test('given a retry that a dispute keeps waiting past its time, then a card of theirs that is declined does not count', () => {
    const disputed = { ...afterAttempt(invoice({ retryAttempt: 2 }), soft, now), amountDisputed: 5_000n };
    const later = now.add({ hours: 20 * 24 });
    expect(afterReportedFailure(disputed, failure, later)).toEqual({ ...disputed, lastRetryAt: later });
  });

  test.each(['lost_card', moves.DISPUTE_LOST])(
    'given that nothing is charged any more (%s), then another card that is declined plans nothing',
    (reason) => {
      const resting = invoice({ retryAttempt: 1, nextRetryAt: null, lastFailureReason: reason });
      const tried = afterReportedFailure(resting, failure, now);
      expect(tried).toEqual({ ...resting, lastRetryAt: now });
    },
  );

  test('given a debit of ours that its bank returns for good, then nothing is tried until there is another payment method', () => {
    const closed = { reason: 'account_closed', hard: true };
    const { state } = dunning.afterReportedFailure(invoice(), closed, moving(now), true);
    expect(state).toMatchObject({ nextRetryAt: null, lastFailureReason: 'account_closed' });
  });

  test.each<InvoiceStatus>(['PAID', 'VOID', 'SUSPENDED', 'UNCOLLECTIBLE', 'DRAFT'])(
    'is nothing to a %s invoice',
    (status) => {
      const one = invoice({ status });
      expect(afterReportedFailure(one, failure, now)).toBe(one);
    },
  );
});

/** A provider that charges when asked, and may then fall silent. */
const openProvider = () => {
  const own = { ...view(), charges: [] as bigint[] };
  return {
    own,
    charge(answer: 'paid' | 'declined' | 'lost' | 'dropped'): CollectionOutcome {
      if (answer === 'dropped') return { kind: 'OUTAGE' };
      if (answer === 'declined') return soft;
      own.charges.push(own.amountRemaining);
      Object.assign(own, { state: 'PAID' });
      return answer === 'lost' ? { kind: 'OUTAGE' } : paid;
    },
  };
};

const happenings = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('run' as const),
      answer: fc.constantFrom('paid', 'declined', 'lost', 'dropped', 'unreadable'),
    }),
    fc.record({ kind: fc.constant('hours' as const), hours: fc.integer({ min: 1, max: 2_000 }) }),
    fc.record({ kind: fc.constant('credit' as const), part: fc.bigInt({ min: 1n, max: TOTAL / 4n }) }),
    fc.constant({ kind: 'mirror' as const }),
    fc.constant({ kind: 'customer pays' as const }),
    fc.record({ kind: fc.constant('customer fails' as const), hard: fc.boolean() }),
  ),
  { maxLength: 60 },
);

test('whatever happens, money is taken at most once, never more than is due or after PAID, and after at most four counted failures', () => {
  fc.assert(
    fc.property(happenings, (events) => {
      const { own, charge } = openProvider();
      let one = invoice({ status: 'SENT', nextRetryAt: null });
      let clock = at('2026-12-20T06:00:00Z');
      let counted = 0;
      let due = TOTAL;
      for (const event of events) {
        if (event.kind === 'hours') clock = clock.add({ hours: event.hours });
        if (event.kind === 'customer pays' && own.state === 'OPEN') Object.assign(own, { state: 'PAID' });
        if (event.kind === 'credit' && due > event.part) due -= event.part;
        if (event.kind === 'mirror') own.amountRemaining = due;
        if (event.kind === 'customer fails' && own.state === 'OPEN')
          one = afterReportedFailure(one, { reason: 'x', hard: event.hard }, clock);
        if (event.kind !== 'run') continue;
        if (dunningStep(one, clock) === 'MARK_PAST_DUE') one = moveInvoice(one, 'PAST_DUE', clock);
        if (dunningStep(one, clock) !== 'COLLECT') continue;
        expect(one.status).toBe('PAST_DUE');
        const todo = event.answer === 'unreadable' ? undefined : collection(own, due, 0n);
        if (todo === 'CHARGE' && event.answer === 'declined') counted++;
        if (todo === 'CHARGE') expect(own.amountRemaining).toBe(due);
        const outcome =
          todo === 'CHARGE' ? charge(event.answer as 'paid') : todo === 'SETTLE' ? paid : { kind: 'OUTAGE' as const };
        one = afterAttempt(one, outcome, clock);
      }
      expect(own.charges.length).toBeLessThanOrEqual(1);
      expect(counted).toBeLessThanOrEqual(4);
      if (one.status === 'PAID') expect(own.state).toBe('PAID');
    }),
    { numRuns: 500 },
  );
});
