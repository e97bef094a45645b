import { inTransaction, type Target, type Work } from '@staycover/change';
import { type Actor, assertVersion } from '@staycover/kernel';
import { atProvider } from '../adapters/payment-provider.ts';
import { lockInvoiceAndAccount } from '../db/accounts.ts';
import { assertNotFrozen } from '../db/deliveries.ts';
import { invoices, lockInvoice, storeInvoice } from '../db/invoices.ts';
import { readAllLines } from '../db/lines.ts';
import { noteClosed } from '../db/mirrored.ts';
import type { Invoice, InvoiceStatus, InvoiceWithLines } from '../domain/invoice.ts';
import { assertMove, moveInvoice } from '../domain/move-invoice.ts';
import type { ProviderView } from '../domain/payment.ts';
import { assertVoidable } from '../domain/receivables/documents.ts';
import { allocateAfterSending } from './allocate-held.ts';
import type { SendingDeps, WithProvider } from './deps.ts';
import { takePayments } from './follow-provider.ts';
import { mirrorInvoice, mirrorSoon } from './mirror.ts';
import { type AccountContext, accountContext, closeOnAccount, payInvoice, storeIssued } from './on-account.ts';

type SetInvoiceStatus = Target & { status: InvoiceStatus };

/**
 * Moves an invoice to another state, with everything that follows from it, in one transaction. What the payment
 * provider has is paid or voided there first, and given up there behind. PAID is a payment of what is due.
 * @throws DomainError `not-found`, `invalid-transition`, `draft-stale`, `invoice-has-payments`, `credit-note-used`,
 *   `invoice-frozen`, `payment-provider-failed`.
 */
export const setInvoiceStatus =
  (deps: SendingDeps) =>
  async (actor: Actor, command: SetInvoiceStatus): Promise<InvoiceWithLines> => {
    const { provider } = deps;
    const { id, status, ifMatch } = command;
    const isClosed = provider !== undefined && (status === 'PAID' || status === 'VOID');
    const closed = isClosed ? await closeAtProvider({ ...deps, provider }, actor, { id, status, ifMatch }) : undefined;
    if (status === 'SENT') await deps.assertFresh?.(actor, id);
    const context = accountContext(deps, actor);
    const moved = await inTransaction(deps.database, (tx) => move(tx, context, command, closed));
    if (status === 'SENT') await allocateAfterSending(deps, moved.invoice);
    if (provider && status === 'UNCOLLECTIBLE') await mirrorSoon({ ...deps, provider }, id);
    return moved;
  };

/** The states that something on the account brings an invoice to. */
const byMoney: Readonly<Record<InvoiceStatus, boolean>> = {
  DRAFT: false,
  SENT: false,
  PAST_DUE: false,
  PAID: true,
  SUSPENDED: false,
  VOID: true,
  UNCOLLECTIBLE: true,
};

/** What came through the provider for an invoice by the time it was closed there; its events may come later. */
type PaidThere = ProviderView['paid'];

const move = async (
  tx: Work,
  context: AccountContext,
  { id, status, ifMatch }: SetInvoiceStatus,
  closed: PaidThere | undefined,
): Promise<InvoiceWithLines> => {
  const lock = byMoney[status] ? lockInvoiceAndAccount : lockInvoice;
  const stored = await lock(tx, context.actor, id);
  // What is closed there for this command was asserted before, and the provider's event of that may have been faster.
  if (!closed) assertVersion('invoice', stored.version, ifMatch);
  await assertNotFrozen(tx, stored);
  const isNothingToPay = status === 'PAID' && stored.total === 0n;
  if (byMoney[status] && stored.status !== status && stored.status !== 'DRAFT' && !isNothingToPay) {
    assertMove(stored, status);
    return status === 'PAID' ? payByHand(tx, context, stored, closed) : closeOnAccount(tx, context, stored, status);
  }
  const lines = await readAllLines(tx, id);
  const decision = moveInvoice(stored, status, { ...context, lines });
  const isIssued = status === 'SENT' && stored.status === 'DRAFT';
  const invoice = isIssued
    ? await storeIssued(tx, context, stored, decision, lines)
    : await storeInvoice(tx, context, stored, decision);
  return { invoice, lines };
};

const payByHand = async (
  tx: Work,
  context: AccountContext,
  stored: Invoice,
  closed: PaidThere | undefined,
): Promise<InvoiceWithLines> => {
  // What came there is no payment by hand.
  const { invoice: open } = await takePayments(tx, context, stored, closed ?? []);
  const money = { method: 'MANUAL', paymentProviderIntentId: null } as const;
  const paid = open.status === 'PAID' ? undefined : await payInvoice(tx, context, open, money);
  if (closed) await noteClosed(tx, stored.id);
  return paid ?? { invoice: open, lines: await readAllLines(tx, stored.id) };
};

type Closing = Target & { status: 'PAID' | 'VOID' };

/**
 * Outside any transaction. Should ours fail afterwards, the provider's event brings our invoice along. Undefined where there
 * is nothing to close.
 */
const closeAtProvider = async (
  deps: WithProvider,
  actor: Actor,
  { id, status, ifMatch }: Closing,
): Promise<PaidThere | undefined> => {
  const { database, provider } = deps;
  const invoice: Invoice = await invoices.load(database, actor, id);
  const { paymentProviderInvoiceId } = invoice;
  if (paymentProviderInvoiceId === null || invoice.status === status) return undefined;
  assertVersion('invoice', invoice.version, ifMatch);
  assertMove(invoice, status);
  if (status === 'VOID') assertVoidable(invoice);
  return atProvider(async () => {
    // What has reduced it is no payment there.
    if (status === 'PAID') await mirrorInvoice(deps, id);
    await provider.close(paymentProviderInvoiceId, status);
    return status === 'PAID' ? (await provider.read(paymentProviderInvoiceId)).paid : [];
  });
};
