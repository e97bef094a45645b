import type { Actor } from '@staycover/kernel';
import type { PaymentProvider } from '../adapters/payment-provider.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { InvoiceWithLines } from '../wire.ts';
import type { SetInvoiceStatus } from './set-invoice-status.ts';

type Deps = {
  get: (actor: Actor, id: string) => Promise<InvoiceWithLines>;
  provider: PaymentProvider;
  setStatus: (actor: Actor, command: SetInvoiceStatus) => Promise<InvoiceWithLines>;
};

/**
 * Sends a draft through the payment provider.
 * @throws DomainError `not-found`, `payment-provider-not-configured`, `negative-total`, `invalid-transition`.
 */
export const sendInvoice =
  ({ get, provider, setStatus }: Deps) =>
  async (actor: Actor, { id, check }: { id: string; check: (invoice: Invoice) => void }): Promise<InvoiceWithLines> => {
    const delivery = await provider.deliver(await get(actor, id));
    return setStatus(actor, { id, status: 'SENT', check, delivery });
  };
