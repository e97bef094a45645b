import { expect, test } from '@jest/globals';
import { stripeEvents } from '../adapters/stripe/events.ts';
import { toEffect } from './payment-effects.ts';

test('without a provider to ask, part of an invoice that was paid waits: how much it was is not known', async () => {
  const event = {
    eventId: 'evt_1',
    type: 'invoice_payment.paid',
    invoiceId: null,
    providerInvoiceId: 'in_1',
    paymentIntentId: 'pi_1',
    news: { kind: 'PAYMENT' as const },
    seen: undefined,
  };
  await expect(toEffect({ events: stripeEvents([]) }, event, 'USD')).rejects.toThrow('ask how much was paid');
});
