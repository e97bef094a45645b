import type { Decision } from '@staycover/kernel';
import type { Invoice } from './invoice.ts';
import type { OrderLine } from './line.ts';
import type { PaymentFailure } from './payment.ts';
import type { Cause } from './receivables/book.ts';
import type { ReserveSplit } from './reserve-splits.ts';

export type InvoiceEvent =
  | { type: 'invoice-generated' }
  /** Its lines, totals, amounts or retries changed. */
  | { type: 'invoice-changed' }
  | { type: 'invoice-payment-failed'; failure: PaymentFailure }
  | { type: 'invoice-sent'; channel: 'MANUAL' | 'PROVIDER' }
  | { type: 'invoice-paid' }
  | { type: 'invoice-past-due' }
  /** What had paid it was taken back. */
  | { type: 'invoice-reopened' }
  | { type: 'invoice-suspended' }
  | { type: 'invoice-voided' }
  | { type: 'invoice-uncollectible' }
  | { type: 'reserve-split'; splits: readonly ReserveSplit[] }
  | { type: 'reserve-split-reversed'; splits: readonly ReserveSplit[]; reversal: Cause };

/** What becomes of an invoice, and of which lines the effect on billed nights is undone with it. */
export type InvoiceDecision = Decision<Invoice, InvoiceEvent> & { readonly released?: readonly OrderLine[] };
