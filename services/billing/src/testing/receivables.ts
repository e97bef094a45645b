import { type Context, type Minor, sum } from '@staycover/kernel';
import { amountDue, amountSettled, type Invoice } from '../domain/invoice.ts';
import { type InvoiceLine, isOrderLine } from '../domain/line.ts';
import { moveInvoice } from '../domain/move-invoice.ts';
import { allocate } from '../domain/receivables/allocate.ts';
import { type Account, type Book, openBook } from '../domain/receivables/book.ts';
import { closeBook } from '../domain/receivables/close.ts';
import { closeDispute, openDispute } from '../domain/receivables/disputes.ts';
import { issue, voidDocument, writeOff } from '../domain/receivables/documents.ts';
import type { LedgerAccount, Posting, RefundReason } from '../domain/receivables/item.ts';
import { newPayment, receive, reverse } from '../domain/receivables/payments.ts';
import { failRefund, meetByGoodwill, refund, unmet } from '../domain/receivables/refunds.ts';
import type { ReserveSplit } from '../domain/reserve-splits.ts';
import { makeLines, newInvoice } from './receivable-lines.ts';

type Drafted = { orders: readonly Minor[]; manual?: Minor; tax?: Minor; corrects?: string };

/** The account of one organization in memory, kept as the service keeps it. */
export const openAccount = (RESERVE_SPLIT_ON: 'PAID' | 'SENT' = 'PAID') => {
  const rules = { INVOICE_DUE_DAYS: 30, RESERVE_SPLIT_ON };
  const account: Account & { invoices: Invoice[] } = {
    invoices: [],
    payments: [],
    refunds: [],
    allocations: [],
    corrects: new Map(),
  };
  const lines = new Map<string, InvoiceLine[]>();
  const postings: Posting[] = [];
  const events: { invoiceId: string; type: string; reason: string | null; splits: readonly ReserveSplit[] }[] = [];
  let ids = 0;
  let now = Temporal.Instant.from('2026-11-10T09:00:00Z');
  const newId = () => `id-${String(++ids).padStart(6, '0')}`;
  const context = (): Context => ({ actor: { id: 'dana', organizations: '*', roles: [] }, now, newId });
  const get = (id: string) => account.invoices.find((one) => one.id === id)!;

  const store = (after: Invoice, decisions: readonly { type: string; splits?: readonly ReserveSplit[] }[]) => {
    account.invoices[account.invoices.findIndex(({ id }) => id === after.id)] = after;
    for (const event of decisions) {
      const reason = 'reversal' in event ? (event.reversal as { reason: string }).reason : null;
      events.push({ invoiceId: after.id, type: event.type, reason, splits: event.splits ?? [] });
    }
  };

  /** Does a command on the account, as one transaction. */
  const on = (command: (book: Book) => void): void => {
    const book = openBook(account, context());
    command(book);
    const settled = closeBook(book, account, rules, lines);
    for (const { decision } of settled) store(decision.state, decision.events);
    const known = new Set(account.invoices.map(({ id }) => id));
    for (const invoice of book.invoices.values()) if (!known.has(invoice.id)) account.invoices.push(invoice);
    postings.push(...book.postings);
    Object.assign(account, {
      payments: [...book.payments.values()],
      refunds: [...book.refunds.values()],
      allocations: book.allocations,
    });
  };

  const addDraft = (made: (id: string) => InvoiceLine[], tax: Minor, corrects: readonly string[]): string => {
    const id = newId();
    const its = made(id);
    const subtotal = sum(its.map(({ amount }) => amount));
    lines.set(id, its);
    account.invoices.push(newInvoice({ id, subtotal, tax, total: subtotal + tax }));
    if (corrects.length > 0) (account.corrects as Map<string, Set<string>>).set(id, new Set(corrects));
    return id;
  };

  const draft = ({ orders, manual = 0n, tax = 0n, corrects }: Drafted): string =>
    addDraft((id) => makeLines(id, orders, manual), tax, corrects ? [corrects] : []);

  const composition = (id: string) => ({
    orders: sum(
      lines
        .get(id)!
        .filter(isOrderLine)
        .map(({ amount }) => amount),
    ),
    manual: sum(
      lines
        .get(id)!
        .filter(({ manual }) => manual)
        .map(({ amount }) => amount),
    ),
  });

  const send = (id: string): void => {
    const decision = moveInvoice(get(id), 'SENT', { now, rules, lines: lines.get(id)! });
    store(decision.state, decision.events);
    on((book) => issue(book, get(id), composition(id)));
    on(allocate);
  };

  const goodwill = (refundId: string): void => {
    const open = unmet(openBook(account, context()), account.refunds.find(({ id }) => id === refundId)!);
    if (open === 0n) return;
    const id = draft({ orders: [], manual: -open });
    const note = { ...get(id), generatedHash: '' };
    const decision = moveInvoice(note, 'SENT', { now, rules, lines: lines.get(id)! });
    store(decision.state, decision.events);
    on((book) => {
      issue(book, get(id), composition(id));
      meetByGoodwill(book, refundId, book.invoices.get(id)!);
    });
  };

  return {
    account,
    postings,
    events,
    get,
    pass: (days: number) => (now = now.add({ hours: 24 * days })),
    draft,
    addDraft,
    send,
    /** An invoice of such lines, sent. */
    sent(drafted: Drafted): string {
      const id = draft(drafted);
      send(id);
      return id;
    },
    pay(amount: Minor, ...invoiceIds: string[]): string {
      const payment = newPayment(
        {
          organizationId: 'acme',
          currency: 'USD',
          amount,
          method: 'MANUAL',
          receivedOn: now.toZonedDateTimeISO('UTC').toPlainDate(),
          reference: null,
          paymentProviderIntentId: null,
          invoiceIds,
          paymentReference: 'PAY-2026-000001',
        },
        context(),
      );
      on((book) => receive(book, payment));
      return payment.id;
    },
    reverse: (id: string) => on((book) => reverse(book, id, 'bounced')),
    refund(paymentId: string, amount: Minor, reason: RefundReason = 'CREDIT'): string {
      const id = newId();
      const facts = { id, paymentId, amount, reason, note: null, status: 'PENDING' as const, providerRefundId: null };
      on((book) => refund(book, { ...facts, createdDate: now, createdBy: 'dana', openOn: {} }));
      if (reason === 'GOODWILL') goodwill(id);
      return id;
    },
    goodwill,
    failRefund: (id: string) => on((book) => failRefund(book, id)),
    dispute: (id: string, amount: Minor, disputeId = 'dp-1') => on((book) => openDispute(book, id, disputeId, amount)),
    endDispute: (id: string, isWon: boolean, disputeId = 'dp-1') =>
      on((book) => closeDispute(book, id, disputeId, isWon)),
    void: (id: string) => on((book) => voidDocument(book, get(id), composition(id))),
    giveUp: (id: string) => on((book) => writeOff(book, id)),
    pastDue(id: string) {
      const decision = moveInvoice(get(id), 'PAST_DUE', { now, rules, lines: [] });
      store(decision.state, decision.events);
    },
    composition,
    /** The balance of an account of the ledger, or of an item on it. */
    balance: (name: LedgerAccount, itemId?: string): Minor =>
      sum(
        postings
          .filter((one) => one.account === name && (!itemId || one.itemId === itemId))
          .map(({ amount }) => amount),
      ),
    /** What all splits of an invoice, or of all, add up to. */
    split: (invoiceId?: string): Minor =>
      sum(
        events
          .filter((one) => !invoiceId || one.invoiceId === invoiceId)
          .flatMap(({ splits }) => splits.map(({ total }) => total)),
      ),
    findSplits: (invoiceId: string) => events.filter((one) => one.invoiceId === invoiceId && one.splits.length > 0),
    due: (id: string): Minor => amountDue(get(id)),
    settled: (id: string): Minor => amountSettled(get(id)),
  };
};

export type TestAccount = ReturnType<typeof openAccount>;
