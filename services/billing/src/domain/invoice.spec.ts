import { describe, expect, test } from '@jest/globals';
import { unreachable } from '@staycover/kernel';
import { type Invoice, type InvoiceStatus, invoiceTransitions } from './invoice.ts';
import { moveInvoice } from './move-invoice.ts';

const now = Temporal.Instant.from('2026-11-20T23:30:00Z');

const invoice = (changes: Partial<Invoice> = {}): Invoice => ({
  id: 'i1',
  organizationId: 'acme',
  organizationPolicyId: 'p1',
  invoiceReference: 'INV-2026-000001',
  stateCode: 'FL',
  periodStart: Temporal.PlainDate.from('2026-11-01'),
  periodEnd: Temporal.PlainDate.from('2026-11-30'),
  subtotal: 12_750n,
  subtotalsByCategory: { INSURANCE_PREMIUM: '12750' },
  tax: 0n,
  total: 12_750n,
  currency: 'USD',
  status: 'DRAFT',
  dueDate: null,
  paidDate: null,
  paymentProviderIntentId: null,
  paymentProviderInvoiceId: null,
  sentAt: null,
  retryAttempt: 0,
  lastRetryAt: null,
  nextRetryAt: null,
  lastFailureReason: null,
  notBilled: [],
  waitingFrom: null,
  providerOutages: 0,
  suspendedAt: null,
  reserveSplitsPublishedAt: null,
  generatedHash: '',
  orderCount: 1,
  refunded: 0n,
  createdBy: 'anonymous',
  createdDate: now,
  lastModifiedBy: 'anonymous',
  lastModifiedDate: now,
  version: 1,
  ...changes,
});

const moving = { now, rules: { INVOICE_DUE_DAYS: 30, RESERVE_SPLIT_ON: 'PAID' as const }, lines: [] };
const moved = (from: Invoice, to: InvoiceStatus) => moveInvoice(from, to, moving).state;

describe('moving an invoice', () => {
  const states = Object.keys(invoiceTransitions) as InvoiceStatus[];
  const moves = states.flatMap((from) => states.map((to) => [from, to] as const));

  test.each(moves)('from %s to %s', (from, to) => {
    const move = () => moved(invoice({ status: from }), to).status;
    if (from === to || invoiceTransitions[from].includes(to)) expect(move()).toBe(to);
    else
      expect(move).toThrow(
        expect.objectContaining({ code: 'invalid-transition', extra: { from, to, allowed: invoiceTransitions[from] } }),
      );
  });

  test('reaches every state from DRAFT', () => {
    expect(unreachable(invoiceTransitions, 'DRAFT')).toEqual([]);
  });

  test('to SENT makes it due', () => {
    const sent = moved(invoice(), 'SENT');
    expect([sent.sentAt, `${sent.dueDate}`]).toEqual([now, '2026-12-20']);
  });

  test('to SENT is refused below 0 and fine at 0', () => {
    expect(() => moved(invoice({ total: -1n }), 'SENT')).toThrow(expect.objectContaining({ code: 'negative-total' }));
    expect(moved(invoice({ total: 0n }), 'SENT').status).toBe('SENT');
  });

  test('to PAID clears what dunning left', () => {
    const retried = { retryAttempt: 3, lastRetryAt: now, nextRetryAt: now, lastFailureReason: 'x' };
    const dunned = invoice({ status: 'SUSPENDED', suspendedAt: now, ...retried });
    expect(moved(dunned, 'PAID')).toMatchObject({
      retryAttempt: 0,
      lastRetryAt: null,
      nextRetryAt: null,
      lastFailureReason: null,
      providerOutages: 0,
      suspendedAt: null,
      paidDate: Temporal.PlainDate.from('2026-11-20'),
    });
  });
});
