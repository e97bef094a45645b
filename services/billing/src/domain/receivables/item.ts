import { type Aggregate, type CalendarDate, type Currency, type Instant, type Minor, sum } from '@staycover/kernel';

export type PaymentMethod = 'MANUAL' | 'PROVIDER';
type DisputeOutcome = 'OPEN' | 'WON' | 'LOST';
export type PaymentStatus = 'RECEIVED' | 'DISPUTED' | 'REVERSED';

/** A bank is asked to take so much of a payment back; in digits, because JSON has no bigint. */
export type Dispute = {
  id: string;
  outcome: DisputeOutcome;
  amount: string;
  /** Of the amount, what lies on which invoice; the rest has met nothing. */
  on: Readonly<Record<string, string>>;
};

/** Money that came in. */
export type Payment = Aggregate & {
  paymentReference: string;
  currency: Currency;
  amount: Minor;
  /** What of the amount has met no invoice and no refund. */
  unallocated: Minor;
  method: PaymentMethod;
  status: PaymentStatus;
  receivedOn: CalendarDate;
  /** The payer's own, for example of a bank transfer. */
  reference: string | null;
  paymentProviderIntentId: string | null;
  /** Invoices that it is for, before others. */
  invoiceIds: readonly string[];
  reversalReason: string | null;
  disputes: readonly Dispute[];
  /** Of the amount, what banks are asked to take back: the disputes that are open. */
  disputed: Minor;
  /** Of the amount, what banks have taken back: the disputes that were lost. */
  lost: Minor;
};

export type RefundReason = 'CREDIT' | 'GOODWILL';
export type RefundStatus = 'PENDING' | 'DONE' | 'FAILED';

/** Money that went back, of one payment. */
export type Refund = {
  id: string;
  paymentId: string;
  amount: Minor;
  reason: RefundReason;
  note: string | null;
  status: RefundStatus;
  providerRefundId: string | null;
  createdDate: Instant;
  createdBy: string;
  /** What no payment's rest and no credit has met yet, by the invoices that it was paid back of; in digits. */
  openOn: Readonly<Record<string, string>>;
};

/** So much of a payment or credit note went to an invoice or refund; below 0 when it was taken back. */
export type Allocation = {
  id: string;
  sourceId: string;
  targetId: string;
  amount: Minor;
};

/** What a payment announces. */
export type PaymentAnnouncement =
  | { type: 'payment-received' }
  | { type: 'payment-allocated' }
  | { type: 'payment-reversed' }
  | { type: 'payment-refunded'; refund: Refund }
  | { type: 'payment-disputed'; disputeId: string; outcome: DisputeOutcome };

export type LedgerAccount = 'RECEIVABLE' | 'CASH' | 'BILLED' | 'TAX' | 'ADJUSTMENT' | 'WRITTEN_OFF' | 'DISPUTED';

/** A line of an entry of the ledger: debits above 0, credits below; those of one entry sum to 0. */
export type Posting = {
  entryId: string;
  line: number;
  account: LedgerAccount;
  itemId: string;
  policyId: string | null;
  amount: Minor;
};

/** The sum of what lies on invoices. */
const sumOn = (on: Readonly<Record<string, string>>): Minor => sum(Object.values(on).map(BigInt));

/** The invoices that something lies on, by id: JSON that was stored has lost the order in which they were named. */
export const invoicesOn = (on: Readonly<Record<string, string>>): readonly string[] => Object.keys(on).toSorted();

export const amountOn = (on: Readonly<Record<string, string>>, invoiceId: string): Minor => BigInt(on[invoiceId] ?? 0);

/** With another amount on an invoice; 0 takes it out. */
export const withAmountOn = (
  on: Readonly<Record<string, string>>,
  invoiceId: string,
  amount: Minor,
): Record<string, string> => {
  const { [invoiceId]: _before, ...others } = on;
  return amount === 0n ? others : { ...others, [invoiceId]: `${amount}` };
};

export const openRefund = ({ openOn }: Refund): Minor => sumOn(openOn);

const openDisputes = ({ disputes }: Payment): readonly Dispute[] =>
  disputes.filter(({ outcome }) => outcome === 'OPEN');

export const findDispute = ({ disputes }: Payment, disputeId: string): Dispute | undefined =>
  disputes.find(({ id }) => id === disputeId);

/** What open disputes ask back of what a payment has paid of an invoice. */
export const disputedOn = (payment: Payment, invoiceId: string): Minor =>
  sum(openDisputes(payment).map(({ on }) => amountOn(on, invoiceId)));

/** What of a payment has met nothing, and no open dispute asks back. */
export const undisputedRest = (payment: Payment): Minor =>
  payment.unallocated - sum(openDisputes(payment).map(({ amount, on }) => BigInt(amount) - sumOn(on)));

/** What of a payment invoices may have: nothing while it is disputed. */
export const available = ({ status, unallocated }: Payment): Minor => (status === 'RECEIVED' ? unallocated : 0n);
