import { startStripeDouble, toStripeInvoice, WEBHOOK_SECRET } from '@staycover/billing-service/stripe-double';

/** What customers and their banks do at Stripe. */
export type AtStripe = {
  /** The invoice is open there. */
  isOpen(invoiceId: string): boolean;
  /** The customer pays it on Stripe's page. */
  pay(invoiceId: string): Promise<void>;
  /** The customer's bank asks a payment back; how that ends. */
  dispute(payment: { paymentProviderIntentId: string | null; amount: number }, status: DisputeStatus): Promise<void>;
};

type DisputeStatus = 'needs_response' | 'won' | 'lost';

export type YearStripe = {
  /** Brings a platform to this Stripe. */
  environment: Record<string, string>;
  at(gatewayUrl: string): AtStripe;
  stop(): Promise<void>;
};

/** A double that speaks Stripe's protocol: the platform's own adapter and Stripe's SDK are in between. */
export const startYearStripe = async (): Promise<YearStripe> => {
  const double = await startStripeDouble();
  const environment = {
    STRIPE_API_KEY: 'sk_test_year',
    STRIPE_API_BASE: double.url,
    STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
  };
  const at = (gatewayUrl: string): AtStripe => {
    const sendWebhook = async (type: string, object: object): Promise<void> => {
      const { payload, headers } = double.event(type, object);
      const { status } = await fetch(`${gatewayUrl}/api/webhook/payment/stripe`, {
        method: 'POST',
        headers,
        body: payload,
      });
      if (status !== 200) throw new Error(`The event ${type} was answered ${status}.`);
    };
    return {
      isOpen: (invoiceId) => double.findInvoice(invoiceId)?.status === 'open',
      async pay(invoiceId) {
        const theirs = double.findInvoice(invoiceId);
        theirs.status = 'paid';
        await sendWebhook('invoice.paid', toStripeInvoice(theirs));
      },
      dispute: ({ paymentProviderIntentId: intent, amount }, status) =>
        sendWebhook(`charge.dispute.${status === 'needs_response' ? 'created' : 'closed'}`, {
          object: 'dispute',
          id: `dp_${intent}`,
          amount: Math.round(amount * 100),
          currency: 'usd',
          payment_intent: intent,
          status,
        }),
    };
  };
  return { environment, at, stop: () => double.stop() };
};
