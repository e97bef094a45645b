import { businessDate, unchanged } from '@staycover/kernel';
import type { Policy } from './policy.ts';
import { INVOICE_UNPAID, type PolicyChange } from './policy-change.ts';
import { type Author, type PolicyDecision, record, showToday, stateDay } from './policy-in-time.ts';
import { isSuspendedByInvoices } from './policy-on.ts';

/** The new state of an invoice, and whether one of the policy's is SUSPENDED, or UNCOLLECTIBLE since its suspension. */
export type InvoiceNews = { status: string; isAnyUnpaid: boolean };

/**
 * Suspends cover when an invoice was SUSPENDED, and resumes it when none is unpaid any more. What a person decided
 * meanwhile stands. `changes` are those that are ahead.
 */
export const followInvoice = (
  stored: Policy,
  changes: readonly PolicyChange[],
  { status, isAnyUnpaid }: InvoiceNews,
  context: Author,
): PolicyDecision => {
  if (stored.boundAt === null) return unchanged(stored);
  const today = businessDate(context.now);
  const policy = showToday(stored, changes, today);
  const effectiveFrom = stateDay(policy, today);
  if (policy.status === 'ACTIVE' && status === 'SUSPENDED') {
    return record(policy, changes, { kind: 'SUSPEND', effectiveFrom, reason: INVOICE_UNPAID }, context);
  }
  if (isSuspendedByInvoices(policy) && !isAnyUnpaid) {
    return record(policy, changes, { kind: 'RESUME', effectiveFrom }, context);
  }
  return unchanged(stored);
};
