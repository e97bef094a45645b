import { describe, expect, test } from '@jest/globals';
import { date, on, pendingPolicy } from '../testing/policies-in-time.ts';
import { bind, moveStatus } from './move-status.ts';
import type { Policy } from './policy.ts';
import { INVOICE_UNPAID } from './policy-change.ts';
import { recordedBy } from './policy-in-time.ts';
import { followInvoice, type InvoiceNews } from './unpaid-invoices.ts';

const today = on(date('2026-11-10'));
const bound = bind(pendingPolicy(), on(date('2026-11-01'))).state;
const suspended: InvoiceNews = { status: 'SUSPENDED', isAnyUnpaid: true };
const last = (status: string): InvoiceNews => ({ status, isAnyUnpaid: status === 'UNCOLLECTIBLE' });
const oneOfTwo: InvoiceNews = { status: 'PAID', isAnyUnpaid: true };

/** The policy after several invoice events. */
const follow = (policy: Policy, ...news: InvoiceNews[]): Policy =>
  news.reduce((found, one) => followInvoice(found, [], one, today).state, policy);

describe('a policy with unpaid invoices', () => {
  test.each<[string, InvoiceNews[], string]>([
    ['is suspended by one that is SUSPENDED', [suspended], 'SUSPENDED'],
    ['is not by one that is only late', [last('PAST_DUE')], 'ACTIVE'],
    ['resumes when it is paid', [suspended, last('PAID')], 'ACTIVE'],
    ['resumes when it is void', [suspended, last('VOID')], 'ACTIVE'],
    ['does not when it is written off', [suspended, last('UNCOLLECTIBLE')], 'SUSPENDED'],
    ['stays suspended while another is unpaid', [suspended, suspended, oneOfTwo], 'SUSPENDED'],
    ['resumes with the last of two', [suspended, suspended, oneOfTwo, last('PAID')], 'ACTIVE'],
  ])('%s', (_name, news, status) => expect(follow(bound, ...news).status).toBe(status));

  test('has the reason of its suspension', () => {
    expect(follow(bound, suspended)).toMatchObject({ statusReason: INVOICE_UNPAID, statusSince: date('2026-11-10') });
  });

  test('stays suspended when a person did it', () => {
    const notice = { contractDays: 0, nonPaymentDays: 10 };
    const byPerson = moveStatus(bound, [], { status: 'SUSPENDED' }, notice, today).state;
    expect(follow(byPerson, suspended, last('PAID')).status).toBe('SUSPENDED');
  });

  test('stays suspended from the day on from which a person wants it', () => {
    const notice = { contractDays: 0, nonPaymentDays: 10 };
    const later = { status: 'SUSPENDED', effectiveDate: date('2026-12-01') } as const;
    const planned = moveStatus(bound, [], later, notice, today);
    const unpaid = followInvoice(planned.state, recordedBy(planned), suspended, today);
    const changes = [...recordedBy(planned), ...recordedBy(unpaid)];
    const settledOn = (day: string) => followInvoice(unpaid.state, changes, last('PAID'), on(date(day))).state;
    expect(settledOn('2026-11-30')).toMatchObject({ status: 'ACTIVE' });
    expect(settledOn('2026-12-05')).toMatchObject({ status: 'SUSPENDED', statusSince: date('2026-11-10') });
  });

  test.each([
    ['today', undefined],
    ['a later day', date('2026-12-01')],
  ])('stays suspended when a person suspends it, too, from %s on', (_day, effectiveDate) => {
    const notice = { contractDays: 0, nonPaymentDays: 10 };
    const unpaid = followInvoice(bound, [], suspended, today);
    const byPerson = moveStatus(
      unpaid.state,
      recordedBy(unpaid),
      { status: 'SUSPENDED', effectiveDate },
      notice,
      today,
    );
    expect(recordedBy(byPerson)).toMatchObject([{ kind: 'SUSPEND', reason: null }]);
    const changes = [...recordedBy(unpaid), ...recordedBy(byPerson)];
    const paid = followInvoice(byPerson.state, changes, last('PAID'), on(date('2026-12-05')));
    expect(paid.state).toMatchObject({ status: 'SUSPENDED', statusSince: date('2026-11-10') });
  });

  test('stays as a person resumed it', () => {
    const notice = { contractDays: 0, nonPaymentDays: 10 };
    const resumed = moveStatus(follow(bound, suspended), [], { status: 'ACTIVE' }, notice, today).state;
    expect(follow(resumed, oneOfTwo).status).toBe('ACTIVE');
  });

  test('that is not bound is left alone', () => {
    expect(follow(pendingPolicy(), suspended).status).toBe('PENDING');
  });
});
