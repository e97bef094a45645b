import type { CalendarDate, Currency, Instant, Minor } from '@staycover/kernel';

/** What the provider knows an invoice by. */
export type Delivery = { paymentProviderInvoiceId: string; paymentProviderIntentId: string | null };

export type PaymentFailure = {
  /** The provider's own code, for example `insufficient_funds`. */
  reason: string;
  /** Trying again is useless until the payment method changes. */
  hard: boolean;
};

/** An invoice as the provider has it now. */
export type ProviderView = {
  /** Our invoice's id, which the provider keeps for us. */
  invoiceId: string | null;
  state: 'DRAFT' | 'OPEN' | 'PAID' | 'VOID' | 'UNCOLLECTIBLE';
  /** A payment is under way; its outcome will come. */
  isProcessing: boolean;
  /** There is something to charge without the customer. */
  hasPaymentMethod: boolean;
  paymentIntentId: string | null;
  lastFailure: PaymentFailure | null;
  total: Minor;
  /** What credit notes there have taken off before it was paid, ours among them. */
  credited: Minor;
  /** What the provider would charge now. */
  amountRemaining: Minor;
  /** What has really been paid there. */
  paid: readonly ProviderPayment[];
  /** Since when all of it is paid there, in whatever way. */
  paidOn: CalendarDate | null;
};

type ProviderPayment = { paymentIntentId: string; amount: Minor; paidOn: CalendarDate | null };

export type PaidBack = {
  refundId: string;
  /** Minor units. */
  amount: bigint;
  /** Our refund, when it was us who asked for it. */
  requestId?: string | null;
};

/** An allocation to an invoice that the payment provider has, which is to be made there as well. */
export type Unmirrored = {
  allocationId: string;
  providerInvoiceId: string;
  kind: 'CREDIT' | 'PAYMENT';
  /** What of the allocation still holds. */
  amount: Minor;
  currency: Currency;
  madeAt: Instant;
  /** The credit note's or the payment's. */
  reference: string;
};
