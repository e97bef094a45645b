import { type Beside, createContext, type Work } from '@staycover/change';
import {
  type Actor,
  type CalendarDate,
  type Context,
  earliest,
  least,
  type Minor,
  systemActor,
} from '@staycover/kernel';
import type { BillingRules } from '../config.ts';
import { type AccountKey, accountFor, drawPayment } from '../db/accounts.ts';
import { storeInvoice } from '../db/invoices.ts';
import { readAllLines } from '../db/lines.ts';
import { loadAccount, type Named } from '../db/load-account.ts';
import { postingIssue, storeBook } from '../db/store-book.ts';
import { amountMissing, dayPaid, type Invoice, type InvoiceStatus, type InvoiceWithLines } from '../domain/invoice.ts';
import type { InvoiceDecision } from '../domain/invoice-event.ts';
import type { InvoiceLine } from '../domain/line.ts';
import { allocate } from '../domain/receivables/allocate.ts';
import { type Account, type Book, changeInvoice, openBook } from '../domain/receivables/book.ts';
import { composeLines, issue, voidDocument, writeOff } from '../domain/receivables/documents.ts';
import { type NewPayment, newPayment, receive } from '../domain/receivables/payments.ts';
import type { AccountDeps } from './deps.ts';

export type AccountContext = Context & { rules: BillingRules };

/** Who does something on an account, and when, with the rules for it. */
export const accountContext = (deps: AccountDeps, actor: Actor): AccountContext => ({
  ...createContext(deps, { actor }),
  rules: deps.rules,
});

/** For what billing does by itself on an account. */
export const ownContext = (deps: AccountDeps, { organizationId }: Pick<AccountKey, 'organizationId'>): AccountContext =>
  accountContext(deps, systemActor('billing', organizationId));

/** Does a command on an account that is locked; returns the invoices that changed. */
export const onAccount = async (
  tx: Work,
  context: AccountContext,
  key: AccountKey,
  named: Named,
  command: (book: Book) => void,
): Promise<Map<string, InvoiceWithLines>> => commandOn(tx, context, key, await loadAccount(tx, key, named), command);

const commandOn = (
  tx: Work,
  context: AccountContext,
  key: AccountKey,
  before: Account,
  command: (book: Book) => void,
): Promise<Map<string, InvoiceWithLines>> => {
  const book = openBook(before, context);
  command(book);
  return storeBook(tx, context, { key, before, book, rules: context.rules });
};

const aloneOn = (invoice: Invoice): Account => ({
  invoices: [invoice],
  payments: [],
  refunds: [],
  allocations: [],
  corrects: new Map(),
});

/** Voids an invoice, or gives it up; returns it with its lines. */
export const closeOnAccount = async (
  tx: Work,
  context: AccountContext,
  invoice: Invoice,
  as: InvoiceStatus,
): Promise<InvoiceWithLines> => {
  const composition = composeLines(await readAllLines(tx, invoice.id));
  const done = await onAccount(tx, context, accountFor(invoice), { invoiceIds: [invoice.id] }, (book) =>
    as === 'VOID' ? voidDocument(book, invoice, composition) : writeOff(book, invoice.id),
  );
  return done.get(invoice.id)!;
};

type Money = Pick<NewPayment, 'method' | 'paymentProviderIntentId'> & {
  amount?: Minor;
  atMost?: Minor;
  /** When the provider received it, if that is known. */
  paidOn?: CalendarDate | null;
};

/** Receives what is due on an invoice, and what was written off, at most so much, or another amount that has come for it. */
export const payInvoice = async (
  tx: Work,
  context: AccountContext,
  invoice: Invoice,
  { amount, atMost, paidOn, ...money }: Money,
): Promise<InvoiceWithLines | undefined> => {
  const key = accountFor(invoice);
  const { paymentReference, isAnythingHeld } = await drawPayment(tx, key, context.now);
  const pay = (book: Book) => {
    if (amount === undefined) allocate(book);
    const open = book.invoices.get(invoice.id)!;
    const { paymentProviderIntentId: intentId } = money;
    // What is void stays as it was voided: reports go by when it changed last.
    if (intentId && open.paymentProviderIntentId === null && open.status !== 'VOID')
      changeInvoice(book, invoice.id, () => ({ paymentProviderIntentId: intentId }));
    const missing = amountMissing(open);
    const came = amount ?? (atMost === undefined ? missing : least(missing, atMost));
    if (came <= 0n) return;
    const facts = { ...key, ...money, paymentReference, amount: came, invoiceIds: [invoice.id] };
    const receivedOn = dayPaid(earliest(paidOn ?? book.today, book.today), open);
    receive(book, newPayment({ ...facts, receivedOn, reference: null }, context));
  };
  const isTooMuch = amount !== undefined && amount > amountMissing(invoice);
  // Nothing else of the account is read unless it can be concerned.
  const isAlone = !isTooMuch && !isAnythingHeld;
  const before = isAlone
    ? aloneOn(invoice)
    : await loadAccount(tx, key, { invoiceIds: [invoice.id], brings: amount ?? 0n });
  return (await commandOn(tx, context, key, before, pay)).get(invoice.id);
};

/** Stores an invoice that was decided to be SENT, and posts what it bills. */
export const storeIssued = (
  tx: Work,
  context: Context,
  before: Invoice,
  decision: InvoiceDecision,
  lines: readonly InvoiceLine[],
): Promise<Invoice> => storeInvoice(tx, context, before, decision, ...issuing(context, decision.state, lines));

/** What posts what an invoice bills. */
export const issuing = (context: Context, invoice: Invoice, lines: readonly InvoiceLine[]): Beside[] => {
  const book = openBook(aloneOn(invoice), context);
  issue(book, invoice, composeLines(lines));
  return postingIssue(invoice, book);
};
