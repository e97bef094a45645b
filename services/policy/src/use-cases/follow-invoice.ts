import type { Work } from '@staycover/change';
import { businessDate, type Context, type Instant, isBefore, systemActor } from '@staycover/kernel';
import { policies } from '../db/policies.ts';
import { changesFor } from '../db/policy-changes.ts';
import {
  countAgain,
  forgetEarlierInvoice,
  hasSuspendedInvoice,
  hasUnpaidInvoice,
  isWrittenOff,
  type PolicyInvoice,
  passOverWriteOffs,
  policyInvoices,
} from '../db/policy-invoices.ts';
import type { Policy } from '../domain/policy.ts';
import type { PolicyChange } from '../domain/policy-change.ts';
import { stateDay } from '../domain/policy-in-time.ts';
import { isSuspendedByInvoices } from '../domain/policy-on.ts';
import { followInvoice as follow } from '../domain/unpaid-invoices.ts';
import { followPolicy, storePolicy } from './store-policy.ts';

/**
 * Stores an invoice event. A SUSPENDED invoice suspends its policy, if configured; the policy resumes when the last such
 * invoice is settled, in whatever order the events arrive.
 */
export const followInvoice = async (
  tx: Work,
  context: Context,
  invoice: PolicyInvoice,
  { suspendsUnpaid, at }: { suspendsUnpaid: boolean; at: Instant },
): Promise<void> => {
  const { policyId, invoiceId, status } = invoice;
  // Locked before the invoice is stored: what settles it meanwhile waits, and then sees whether there is a suspension to end.
  const policy = await policies.find(tx, context.actor, policyId);
  const isNewest = await policyInvoices.put(tx, invoice);
  // It may be known already that the invoice was written off after its suspension.
  const isNews = isNewest || (status === 'SUSPENDED' && (await isWrittenOff(tx, invoice)));
  if (!policy || !isNews) return;
  const concerns = status === 'SUSPENDED' ? suspendsUnpaid : isSuspendedByInvoices(policy);
  if (!concerns) return;
  const isSettled = status === 'PAID' || status === 'VOID';
  if (isSettled && !isBefore(businessDate(at), policy.statusSince)) await forgetEarlierInvoice(tx, policyId);
  if (status === 'SUSPENDED') await countAgain(tx, invoice);
  const isAnyUnpaid = await hasUnpaidInvoice(tx, policyId);
  const changes = await changesForState(tx, context, policy);
  const decision = follow(policy, changes, { status, isAnyUnpaid }, context);
  if (decision.state.status === 'SUSPENDED' && policy.status !== 'SUSPENDED')
    await passOverWriteOffs(tx, policyId, invoiceId);
  await storePolicy(tx, context, policy, decision);
};

const changesForState = (tx: Work, { now }: Context, policy: Policy): Promise<PolicyChange[]> => {
  const today = businessDate(now);
  return changesFor(tx, policy, stateDay(policy, today), today);
};

/** Suspends a policy that was just bound while its deposit is SUSPENDED: before, it had no cover to suspend. */
export const suspendUnpaid = async (tx: Work, context: Context, { id, organizationId }: Policy): Promise<void> => {
  if (!(await hasSuspendedInvoice(tx, id))) return;
  await passOverWriteOffs(tx, id, null);
  const billing = { ...context, actor: systemActor('billing', organizationId) };
  await followPolicy(tx, billing, id, async (policy) =>
    follow(policy, await changesForState(tx, billing, policy), { status: 'SUSPENDED', isAnyUnpaid: true }, billing),
  );
};
