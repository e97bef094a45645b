import { type Commanding, contextOf, inTransaction, type Target } from '@staycover/change';
import { type Actor, assertVersion } from '@staycover/kernel';
import { atProvider, type PaymentProvider } from '../adapters/payment-provider.ts';
import type { BillingRules } from '../config.ts';
import { assertNotFrozen } from '../db/deliveries.ts';
import { invoices, lockInvoice, storeInvoice } from '../db/invoices.ts';
import { linesOf } from '../db/lines.ts';
import type { InvoiceStatus, InvoiceWithLines } from '../domain/invoice.ts';
import { moveInvoice } from '../domain/move-invoice.ts';

export type SetInvoiceStatus = Target & { status: InvoiceStatus };

type Deps = Commanding & {
  rules: BillingRules;
  provider?: PaymentProvider | undefined;
  /** Refuses a draft that its policy has made cheaper. */
  assertFresh?: (actor: Actor, invoiceId: string) => Promise<void>;
};

/**
 * Moves an invoice to another state, with everything that follows from it, in one transaction. What the payment
 * provider has is paid or voided there first.
 * @throws DomainError `not-found`, `invalid-transition`, `negative-total`, `draft-stale`, `invoice-frozen`, `payment-provider-failed`.
 */
export const setInvoiceStatus =
  (deps: Deps) =>
  async (actor: Actor, { id, status, ifMatch }: SetInvoiceStatus): Promise<InvoiceWithLines> => {
    const { provider, rules } = deps;
    const closes = status === 'PAID' || status === 'VOID';
    if (provider && closes) await closeAtProvider({ ...deps, provider }, actor, { id, status, ifMatch });
    if (status === 'SENT') await deps.assertFresh?.(actor, id);
    const context = contextOf(deps, { actor });
    return inTransaction(deps.database, async (tx) => {
      const stored = await lockInvoice(tx, actor, id);
      assertVersion('invoice', stored.version, ifMatch);
      await assertNotFrozen(tx, stored);
      const lines = await linesOf(tx, id);
      const decision = moveInvoice(stored, status, { now: context.now, rules, lines });
      return { invoice: await storeInvoice(tx, context, stored, decision), lines };
    });
  };

type Closing = Target & { status: 'PAID' | 'VOID' };

/** Outside any transaction. Should ours fail afterwards, the provider's event brings our invoice along. */
const closeAtProvider = async (
  { database, provider, clock, rules }: Deps & { provider: PaymentProvider },
  actor: Actor,
  { id, status, ifMatch }: Closing,
): Promise<void> => {
  const invoice = await invoices.load(database, actor, id);
  const { paymentProviderInvoiceId } = invoice;
  if (paymentProviderInvoiceId === null || invoice.status === status) return;
  assertVersion('invoice', invoice.version, ifMatch);
  moveInvoice(invoice, status, { now: clock(), rules, lines: [] });
  await atProvider(() => provider.close(paymentProviderInvoiceId, status));
};
