import { type CalendarDate, type Currency, DomainError, type Minor } from '@staycover/kernel';
import type { CollectionOutcome } from '../domain/dunning.ts';
import type { InvoiceWithLines } from '../domain/invoice.ts';
import type { Delivery, PaidBack, ProviderView, Unmirrored } from '../domain/payment.ts';

export type CustomerFacts = { organizationId: string; name: string; email: string };

export type DeliveryOrder = {
  invoice: InvoiceWithLines;
  customerId: string;
  dueDate: CalendarDate;
  /** Same for every attempt of one sending, other when the content is other: the provider makes one invoice a key. */
  key: string;
  /** An earlier attempt under this key ended without a known outcome. */
  isResumed: boolean;
  /** Called before each step that changes something. @throws when another worker has taken the order over. */
  keep(): Promise<void>;
};

/** What has reduced an invoice here, and is to reduce it at the provider. */
export type Movement = Unmirrored & {
  /** An earlier attempt ended without a known outcome. */
  isResumed: boolean;
  /** As in `DeliveryOrder`. */
  keep(): Promise<void>;
};

/** An invoice by the provider's id, and by ours, which the provider keeps for us. */
export type NamedThere = { providerInvoiceId: string; invoiceId: string | null };

export type RefundOrder = { requestId: string; paymentIntentId: string; amount: bigint; currency: string };

/**
 * Why an invoice was certainly not charged, beside a decline: `reason` is the provider's own code. It refuses the invoice as it
 * is, this payment of it, or the request: our account, or how we ask.
 */
export type Refusal = { kind: 'REFUSED'; refuses: 'INVOICE' | 'PAYMENT' | 'REQUEST'; reason: string; detail: string };

/** How an invoice is closed at the provider. */
export type Closed = 'PAID' | 'VOID' | 'UNCOLLECTIBLE';

/** Who sends invoices to customers and collects their money. Everything may throw a `ProviderFailure`. */
export type PaymentProvider = {
  readonly name: string;
  /** Refuses an invoice that the provider could not take as it is. @throws DomainError `invoice-not-deliverable`. */
  assertDeliverable(invoice: InvoiceWithLines): void;
  /** Brings the known customer up to date, or finds or makes the organization's where there is none (any more); returns its id. */
  ensureCustomer(facts: CustomerFacts, knownId: string | null): Promise<string>;
  /** Brings the invoice to the customer, from wherever an earlier attempt left it. */
  deliver(order: DeliveryOrder): Promise<Delivery>;
  read(providerInvoiceId: string): Promise<ProviderView>;
  /** Undefined for an invoice that the provider does not have. */
  find(providerInvoiceId: string): Promise<ProviderView | undefined>;
  /** The invoice that a payment intent is for, if it is for one. */
  findPaidInvoice(paymentIntentId: string): Promise<NamedThere | undefined>;
  /** Why so little is not charged, nor can be paid there; undefined where it can. */
  findRefusal(amount: Minor, currency: Currency): Refusal | undefined;
  /** The most that it leaves of an amount that it takes in coarser steps than ours, in minor units. */
  mostLeft(currency: Currency): Minor;
  /** Charges the payment method on file, at most once a key. */
  charge(providerInvoiceId: string, key: string): Promise<CollectionOutcome | Refusal>;
  /** Sends the invoice to the customer again. */
  remind(providerInvoiceId: string, key: string): Promise<void>;
  /** Closes the invoice as paid by other means, voids it or gives it up; one that is closed so already is fine. */
  close(providerInvoiceId: string, as: Closed): Promise<void>;
  /**
   * Takes a credit, or money that came otherwise, off what the provider would charge, at most once an allocation; returns
   * how much it took. @throws DomainError `invoice-not-deliverable` for an amount that the provider cannot take.
   */
  mirror(movement: Movement): Promise<Minor>;
  listRefunds(chargeId: string, currency: string): Promise<PaidBack[]>;
  /** Refunds a payment intent, at most once per request; returns the state of the refund. */
  refund(order: RefundOrder): Promise<{ refundId: string; state: 'DONE' | 'PENDING' | 'FAILED' }>;
};

/** The content of a provider's event. */
export type PaymentEvent = {
  eventId: string;
  type: string;
  /** Our invoice's id, which the provider keeps for us. */
  invoiceId: string | null;
  providerInvoiceId: string | null;
  paymentIntentId: string | null;
  news:
    | { kind: 'PAID' | 'VOID' | 'UNCOLLECTIBLE' }
    /** A part of an invoice was paid. */
    | { kind: 'PAYMENT' }
    | { kind: 'FAILED'; byUs: boolean }
    | { kind: 'REFUNDED'; refunds: PaidBackAmount[] }
    | { kind: 'REFUND_FAILED'; refund: PaidBackAmount }
    | { kind: 'CHARGE_REFUNDED'; chargeId: string }
    /** A credit note was made there, or is void; with our allocation when it was us who made it. */
    | { kind: 'CREDIT_NOTE'; allocationId: string | null; isVoid: boolean }
    | { kind: 'DISPUTED'; dispute: ProviderDispute }
    | { kind: 'NEW_PAYMENT_METHOD'; customerId: string }
    | { kind: 'OTHER' };
};

/** A payment that a bank is asked to take back; DROPPED: it was only inquired about. The amount is in the provider's units. */
export type ProviderDispute = {
  disputeId: string;
  amount: number;
  currency: string;
  outcome: 'OPEN' | 'WON' | 'LOST' | 'DROPPED';
};

/** In the provider's own units. */
type PaidBackAmount = { refundId: string; amount: number; currency: string; requestId: string | null };

/** Reads the bytes of an event after its signature; `readTrusted` takes bytes that were verified when they came. */
export type PaymentEvents = {
  readonly provider: string;
  /** @throws DomainError `unauthenticated`, `malformed-json`. */
  readSigned(body: Buffer, header: (name: string) => string | undefined): PaymentEvent;
  readTrusted(body: Buffer): PaymentEvent;
  toMinor(amount: Pick<PaidBackAmount, 'amount' | 'currency'>): bigint;
};

/** The provider did not do what it was asked. */
export class ProviderFailure extends Error {
  /** `REFUSED`: it certainly was not done. `UNKNOWN`: it may have been done. */
  readonly outcome: 'REFUSED' | 'UNKNOWN';

  constructor(outcome: 'REFUSED' | 'UNKNOWN', message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderFailure';
    this.outcome = outcome;
  }
}

/** Runs a call to the provider; its failure is a problem of the interface. */
export const atProvider = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    throw new DomainError('payment-provider-failed', error.message, {}, { cause: error });
  }
};
