import { type Context, type Minor, magnitude, allocate as share } from '@staycover/kernel';
import { newDraft } from '../domain/draft.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { InvoiceLine, LineParts, OrderLine } from '../domain/line.ts';

const BEACH: LineParts = { premium: 9450n, lossFund: 3300n, partnerFee: 0n, serviceFee: 0n };

/** Order lines of these amounts, and a manual one. */
export const makeLines = (invoiceId: string, orders: readonly Minor[], manual: Minor): InvoiceLine[] => [
  ...orders.map((amount, i) => orderLine(`${invoiceId}-${i}`, amount)),
  ...(manual === 0n ? [] : [manualLine(`${invoiceId}-m`, manual)]),
];

const orderLine = (id: string, amount: Minor): OrderLine => ({
  manual: false,
  id,
  category: amount < 0n ? 'CREDIT' : 'INSURANCE_PREMIUM',
  description: 'Beach House',
  quantity: amount < 0n ? -1 : 1,
  unitPrice: amount * 100n,
  amount,
  per: 1,
  fixed: false,
  tax: 0n,
  parts: partsAddingUp(amount),
  propertyId: 'beach',
  propertyName: 'Beach House',
  stayMonth: '2026-11',
  stateCode: 'FL',
  productLine: null,
  order: { orderId: id, orderLineId: id, orderReference: id },
  correctionOf: null,
  correctsInvoiceId: null,
  nights: [],
  electionId: null,
  planId: null,
  rateSource: 'POLICY',
  rateTableVersion: null,
  lossFundRate: 11_000n,
});

const partsAddingUp = (amount: Minor): LineParts => {
  const [premium = 0n, lossFund = 0n] = share(magnitude(amount), [BEACH.premium, BEACH.lossFund]);
  const sign = amount < 0n ? -1n : 1n;
  return { premium: sign * premium, lossFund: sign * lossFund, partnerFee: 0n, serviceFee: 0n };
};

const manualLine = (id: string, amount: Minor): InvoiceLine => ({
  manual: true,
  id,
  category: 'ADJUSTMENT',
  description: 'Adjustment',
  quantity: 1,
  unitPrice: amount * 100n,
  amount,
});

const author: Context = {
  actor: { id: 'dana', organizations: '*', roles: [] },
  now: Temporal.Instant.from('2026-11-01T00:00:00Z'),
  newId: () => 'i1',
};

/** An invoice in which only what is given matters. */
export const newInvoice = (changes: Partial<Invoice>): Invoice => ({
  ...newDraft(
    {
      organizationId: 'acme',
      organizationPolicyId: 'p1',
      invoiceReference: 'INV-2026-000001',
      stateCode: 'FL',
      period: { start: Temporal.PlainDate.from('2026-11-01'), end: Temporal.PlainDate.from('2026-11-30') },
      subtotal: 12_750n,
      subtotalsByCategory: {},
      tax: 0n,
      total: 12_750n,
      currency: 'USD',
      notBilled: [],
      waitingFrom: null,
      generatedHash: 'generated',
      orderCount: 1,
    },
    author,
  ),
  ...changes,
});
