import { describe, expect, test } from '@jest/globals';
import { unreachable } from '@staycover/kernel';
import { newInvoice } from '../testing/receivable-lines.ts';
import { type Invoice, type InvoiceStatus, invoiceTransitions } from './invoice.ts';
import { allowedMoves, assertMove, moveInvoice } from './move-invoice.ts';

const now = Temporal.Instant.from('2026-11-20T23:30:00Z');

const invoice = (changes: Partial<Invoice> = {}): Invoice => newInvoice(changes);

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

  test('a credit note is sent or void, and nothing else', () => {
    const credit = (status: InvoiceStatus) => invoice({ total: -1n, subtotal: -1n, status });
    expect(moved(credit('DRAFT'), 'SENT').status).toBe('SENT');
    expect(moved(credit('SENT'), 'VOID').status).toBe('VOID');
    for (const to of states.filter((state) => state !== 'SENT' && state !== 'VOID')) {
      const refused = { code: 'invalid-transition', extra: { from: 'SENT', to, allowed: ['VOID'] } };
      expect(() => moved(credit('SENT'), to)).toThrow(expect.objectContaining(refused));
    }
  });

  test('a credit note that was used up is not void, and moves nowhere else', () => {
    const used = invoice({ total: -1n, subtotal: -1n, status: 'PAID' });
    expect(() => moved(used, 'VOID')).toThrow(expect.objectContaining({ code: 'credit-note-used' }));
    expect(() => moved(used, 'PAST_DUE')).toThrow(expect.objectContaining({ code: 'invalid-transition' }));
  });

  test.each<[string, Partial<Invoice>, InvoiceStatus[]]>([
    ['an invoice that nothing came for', {}, ['PAID', 'PAST_DUE', 'VOID']],
    ['an invoice that a credit met', { amountCredited: 50n }, ['PAID', 'PAST_DUE', 'VOID']],
    ['an invoice that was paid in part', { amountPaid: 50n }, ['PAID', 'PAST_DUE']],
    ['a credit note that was not used', { total: -100n }, ['VOID']],
    ['a credit note that was used in part', { total: -100n, amountCredited: -50n }, []],
  ])('given %s, then voiding is offered only where it is not refused', (_what, changes, allowed) => {
    expect(allowedMoves(invoice({ status: 'SENT', total: 100n, ...changes }))).toEqual(allowed);
  });

  test('given payments, when it is voided, then the reason is the payments, which the account knows of', () => {
    expect(() => assertMove(invoice({ status: 'SENT', total: 100n, amountPaid: 50n }), 'VOID')).not.toThrow();
  });

  test('to PAST_DUE before its due date asks the provider to collect only when it is due', () => {
    const sent = invoice({
      status: 'SENT',
      dueDate: Temporal.PlainDate.from('2026-12-20'),
      paymentProviderInvoiceId: 'in_1',
    });
    expect(`${moved(sent, 'PAST_DUE').nextRetryAt}`).toBe('2026-12-21T00:00:00Z');
    expect(moved({ ...sent, dueDate: Temporal.PlainDate.from('2026-11-19') }, 'PAST_DUE').nextRetryAt).toEqual(now);
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
