import { DomainError } from '@staycover/kernel';
import type { InvoiceWithLines } from '../wire.ts';

/** What the provider knows an invoice by. */
export type Delivery = { paymentProviderInvoiceId: string; paymentProviderIntentId: string | null };

/** Who sends invoices to customers and collects their money. */
export type PaymentProvider = { deliver(invoice: InvoiceWithLines): Promise<Delivery> };

/** No provider is configured: invoices are sent by hand. */
export const noPaymentProvider: PaymentProvider = {
  deliver: () => {
    const detail = 'No payment provider is configured. Set the status to SENT instead and send the invoice yourself.';
    return Promise.reject(new DomainError('payment-provider-not-configured', detail));
  },
};
