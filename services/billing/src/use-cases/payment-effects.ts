import type { Work } from '@staycover/change';
import { type PaymentEvent, ProviderFailure } from '../adapters/payment-provider.ts';
import { endUnderWay } from '../db/collection-attempts.ts';
import { storeInvoice } from '../db/invoices.ts';
import { readAllLines } from '../db/lines.ts';
import { afterReportedFailure } from '../domain/dunning.ts';
import { amountMissing, type Invoice } from '../domain/invoice.ts';
import type { PaidBack, PaymentFailure, ProviderView } from '../domain/payment.ts';
import type { BillingDeps } from './deps.ts';
import { type Followed, followProvider, isCreditedThere, type Settled } from './follow-provider.ts';
import type { AccountContext } from './on-account.ts';
import { type Disputed, recordDispute } from './provider-disputes.ts';
import { recordFailedRefund, recordRefunds } from './provider-refunds.ts';

/** What an event has about one invoice. */
type InvoiceNews = Exclude<PaymentEvent['news'], { kind: 'NEW_PAYMENT_METHOD' | 'OTHER' }>;

/** An event about an invoice, with what the provider has reported about it already. */
export type SeenEvent = PaymentEvent & { news: InvoiceNews; seen: ProviderView | undefined };

/**
 * Has its effect on an invoice that is locked. `CREDITED_THERE`: the provider's credit notes are not what is credited here;
 * `TAKEN_BACK_THERE`: more of a payment was taken back than is left of it here.
 */
export type Effect = (
  tx: Work,
  context: AccountContext,
  stored: Invoice,
) => Promise<Followed | 'CREDITED_THERE' | 'TAKEN_BACK_THERE'>;

/** What an event does to its invoice, for which the provider is asked what the event leaves out. */
export const toEffect = async (
  { events, provider }: Pick<BillingDeps, 'events' | 'provider'>,
  { news, paymentIntentId, providerInvoiceId, seen }: SeenEvent,
  currency: string,
): Promise<Effect> => {
  switch (news.kind) {
    case 'REFUNDED':
      return refundAll(
        news.refunds.map((one) => ({ ...one, amount: events.toMinor(one) })),
        paymentIntentId,
      );
    case 'REFUND_FAILED':
      return failRefund({ ...news.refund, amount: events.toMinor(news.refund) }, paymentIntentId);
    case 'CHARGE_REFUNDED':
      if (!provider) throw new ProviderFailure('UNKNOWN', 'No payment provider is configured to ask for the refunds.');
      return refundAll(await provider.listRefunds(news.chargeId, currency), paymentIntentId);
    case 'FAILED': {
      if (news.byUs) return () => Promise.resolve('IGNORED');
      const view = providerInvoiceId && provider ? await provider.read(providerInvoiceId) : null;
      if (view && view.state !== 'OPEN') return follow(view);
      return reportFailure(view?.lastFailure ?? { reason: 'payment_failed', hard: false }, view?.isProcessing ?? false);
    }
    case 'PAYMENT':
    case 'PAID':
      if (provider && providerInvoiceId) return follow(seen ?? (await provider.read(providerInvoiceId)));
      if (!provider && news.kind === 'PAYMENT')
        throw new ProviderFailure('UNKNOWN', 'No payment provider is configured to ask how much was paid.');
      return paidInFull(paymentIntentId);
    case 'VOID':
    case 'UNCOLLECTIBLE':
      return (tx, context, stored) => followProvider(tx, context, stored, { ...unseen(stored), state: news.kind });
    case 'CREDIT_NOTE': {
      const isOurs = news.allocationId !== null;
      return () => Promise.resolve(isOurs === news.isVoid ? 'CREDITED_THERE' : 'IGNORED');
    }
    case 'DISPUTED': {
      const { amount, currency: of, ...facts } = news.dispute;
      const isOwn = of.toUpperCase() === currency;
      return dispute({ ...facts, amount: isOwn ? events.toMinor({ amount, currency: of }) : null }, paymentIntentId);
    }
  }
};

const follow =
  (view: Settled): Effect =>
  async (tx, context, stored) => {
    const followed = await followProvider(tx, context, stored, view);
    return (await isCreditedThere(tx, context, stored, view)) ? 'CREDITED_THERE' : followed;
  };

/** What an event without its invoice leaves open. */
const unseen = ({ total }: Invoice) => ({ total, credited: 0n, paid: [], paidOn: null });

/** Without a provider to ask, the event is believed: all that is due was paid. */
const paidInFull =
  (paymentIntentId: string | null): Effect =>
  (tx, context, stored) => {
    const intentId = paymentIntentId ?? stored.paymentProviderIntentId;
    const amount = amountMissing(stored);
    const paid = intentId ? [{ paymentIntentId: intentId, amount, paidOn: null }] : [];
    return followProvider(tx, context, stored, { ...unseen(stored), state: 'PAID', paid });
  };

const refundAll =
  (refunds: readonly PaidBack[], paymentIntentId: string | null): Effect =>
  async (tx, context, stored) =>
    (await recordRefunds(tx, context, stored, refunds, paymentIntentId)) ? 'DONE' : 'TAKEN_BACK_THERE';

const failRefund =
  (failed: PaidBack, paymentIntentId: string | null): Effect =>
  async (tx, context, stored) => {
    await recordFailedRefund(tx, context, stored, failed, paymentIntentId);
    return 'DONE';
  };

const dispute =
  (disputed: Disputed, paymentIntentId: string | null): Effect =>
  async (tx, context, stored) =>
    (await recordDispute(tx, context, stored, disputed, paymentIntentId)) ? 'DONE' : 'TAKEN_BACK_THERE';

/** While one is under way, a failure is that of an earlier payment. */
const reportFailure =
  (failure: PaymentFailure, isUnderWay: boolean): Effect =>
  async (tx, context, stored) => {
    const isOwn = !isUnderWay && (await endUnderWay(tx, stored.id, failure.reason));
    const moving = { ...context, lines: await readAllLines(tx, stored.id) };
    const after = await storeInvoice(tx, context, stored, afterReportedFailure(stored, failure, moving, isOwn));
    return after === stored ? 'IGNORED' : 'DONE';
  };
