import { latest } from '@staycover/kernel';
import type { PolicyChange } from './policy-change.ts';
import {
  type Context,
  dayOf,
  type PolicyDecision,
  type PolicyInTime,
  record,
  showToday,
  unchanged,
} from './policy-in-time.ts';

/** The newest that was heard of an invoice. */
export type InvoiceNews = { invoiceId: string; version: number; status: string };

/** Why a policy is suspended that resumes by itself once its invoices are settled. */
export const INVOICE_UNPAID = 'INVOICE_UNPAID';

const isUnpaid = ({ status }: InvoiceNews): boolean => status === 'SUSPENDED' || status === 'UNCOLLECTIBLE';

/** What is known of a policy's invoices after news that may come late or twice: the newest version of each. */
export const learnInvoice = (known: readonly InvoiceNews[], news: InvoiceNews): readonly InvoiceNews[] => {
  const before = known.find(({ invoiceId }) => invoiceId === news.invoiceId);
  if (before && before.version >= news.version) return known;
  return [...known.filter((one) => one !== before), news];
};

/**
 * Suspends cover when an invoice was SUSPENDED, and resumes it when none is unpaid any more. What a person decided
 * meanwhile stands. `changes` are those that are ahead.
 */
export const followInvoices = (
  stored: PolicyInTime,
  changes: readonly PolicyChange[],
  { before, after }: { before: readonly InvoiceNews[]; after: readonly InvoiceNews[] },
  context: Context,
): PolicyDecision => {
  if (stored.boundAt === null) return unchanged(stored);
  const today = dayOf(context);
  const policy = showToday(stored, changes, today);
  const effectiveFrom = latest(today, policy.firstTermStart);
  const isNew = after.some((one) => one.status === 'SUSPENDED' && !before.some((old) => isSameState(old, one)));
  if (policy.status === 'ACTIVE' && isNew) {
    return record(policy, changes, { kind: 'SUSPEND', effectiveFrom, reason: INVOICE_UNPAID }, context);
  }
  if (policy.status === 'SUSPENDED' && policy.statusReason === INVOICE_UNPAID && !after.some(isUnpaid)) {
    return record(policy, changes, { kind: 'RESUME', effectiveFrom }, context);
  }
  return unchanged(stored);
};

const isSameState = (a: InvoiceNews, b: InvoiceNews): boolean => a.invoiceId === b.invoiceId && a.status === b.status;
