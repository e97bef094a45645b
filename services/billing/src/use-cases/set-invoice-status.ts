import type { Database } from '@staycover/db';
import { type Actor, type Clock, DomainError, type NewId } from '@staycover/kernel';
import { type PaymentProvider, ProviderFailure } from '../adapters/payment-provider.ts';
import type { BillingRules } from '../config.ts';
import { assertNotFrozen } from '../db/deliveries.ts';
import { getInvoice, lockInvoice } from '../db/invoices.ts';
import { type Invoice, type InvoiceStatus, moveInvoice } from '../domain/invoice.ts';
import type { InvoiceWithLines } from '../wire.ts';
import { enterStatus } from './enter-status.ts';

export type SetInvoiceStatus = {
  id: string;
  status: InvoiceStatus;
  /** Sees the invoice before it moves, to refuse a stale version. */
  check: (invoice: Invoice) => void;
};

type Deps = {
  database: Database;
  clock: Clock;
  newId: NewId;
  rules: BillingRules;
  provider?: PaymentProvider | undefined;
};

/**
 * Moves an invoice to another state, with everything that follows from it, in one transaction. What the payment
 * provider has is paid or voided there first.
 * @throws DomainError `not-found`, `invalid-transition`, `negative-total`, `invoice-frozen`, `payment-provider-failed`.
 */
export const setInvoiceStatus =
  (deps: Deps) =>
  async (actor: Actor, { id, status, check }: SetInvoiceStatus): Promise<InvoiceWithLines> => {
    const { database, clock, newId, rules } = deps;
    if (status === 'PAID' || status === 'VOID') await closeAtProvider(deps, actor, { id, status, check });
    return database.transaction(async (tx) => {
      const stored = await lockInvoice(tx, actor, id);
      check(stored);
      await assertNotFrozen(tx, stored);
      return enterStatus(tx, stored, { status }, { actor, now: clock(), newId, rules });
    });
  };

type Closing = SetInvoiceStatus & { status: 'PAID' | 'VOID' };

/** Outside any transaction. Should ours fail afterwards, the provider's event brings our invoice along. */
const closeAtProvider = async (deps: Deps, actor: Actor, { id, status, check }: Closing): Promise<void> => {
  const { database, provider, clock, rules } = deps;
  const invoice = await database.read((em) => getInvoice(em, actor, id));
  if (!provider || invoice.paymentProviderInvoiceId === null || invoice.status === status) return;
  check(invoice);
  moveInvoice(invoice, status, clock(), rules.INVOICE_DUE_DAYS);
  await atProvider(() => provider.close(invoice.paymentProviderInvoiceId!, status));
};

/** Runs a call to the provider; its failure is a problem of the interface. */
export const atProvider = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    throw new DomainError('payment-provider-failed', error.message, {}, { cause: error });
  }
};
