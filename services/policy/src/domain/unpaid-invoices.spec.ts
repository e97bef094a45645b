import { describe, expect, test } from '@jest/globals';
import { date, on, pendingPolicy } from '../testing/policies-in-time.ts';
import { bind } from './bind.ts';
import { moveStatus } from './move-status.ts';
import type { PolicyInTime } from './policy-in-time.ts';
import { followInvoices, INVOICE_UNPAID, type InvoiceNews, learnInvoice } from './unpaid-invoices.ts';

const today = on(date('2026-11-10'));
const bound = bind(pendingPolicy(), on(date('2026-11-01'))).state;
const invoice = (version: number, status: string, invoiceId = 'i1'): InvoiceNews => ({ invoiceId, version, status });

/** The policy after news of invoices, one after the other. */
const follow = (policy: PolicyInTime, news: InvoiceNews[]): PolicyInTime => {
  let known: readonly InvoiceNews[] = [];
  for (const one of news) {
    const after = learnInvoice(known, one);
    policy = followInvoices(policy, [], { before: known, after }, today).state;
    known = after;
  }
  return policy;
};

describe('a policy whose invoices are not paid', () => {
  test.each<[string, InvoiceNews[], string]>([
    ['is suspended by one that is SUSPENDED', [invoice(3, 'SUSPENDED')], 'SUSPENDED'],
    ['is not by one that is only late', [invoice(3, 'PAST_DUE')], 'ACTIVE'],
    ['resumes when it is paid', [invoice(3, 'SUSPENDED'), invoice(4, 'PAID')], 'ACTIVE'],
    ['resumes when it is void', [invoice(3, 'SUSPENDED'), invoice(4, 'VOID')], 'ACTIVE'],
    ['does not when it is written off', [invoice(3, 'SUSPENDED'), invoice(4, 'UNCOLLECTIBLE')], 'SUSPENDED'],
    ['is not suspended by old news', [invoice(4, 'PAID'), invoice(3, 'SUSPENDED')], 'ACTIVE'],
    [
      'stays suspended while another is unpaid',
      [invoice(3, 'SUSPENDED'), invoice(3, 'SUSPENDED', 'i2'), invoice(4, 'PAID')],
      'SUSPENDED',
    ],
  ])('%s', (_name, news, status) => expect(follow(bound, news).status).toBe(status));

  test('says why it is suspended', () => {
    expect(follow(bound, [invoice(3, 'SUSPENDED')])).toMatchObject({
      statusReason: INVOICE_UNPAID,
      statusSince: date('2026-11-10'),
    });
  });

  test('stays suspended when a person did it', () => {
    const notice = { contractDays: 0, nonPaymentDays: 10 };
    const suspended = moveStatus(bound, [], { status: 'SUSPENDED' }, notice, today).state;
    expect(follow(suspended, [invoice(3, 'SUSPENDED'), invoice(4, 'PAID')]).status).toBe('SUSPENDED');
  });

  test('that is not bound is left alone', () => {
    expect(follow(pendingPolicy(), [invoice(3, 'SUSPENDED')]).status).toBe('PENDING');
  });
});
