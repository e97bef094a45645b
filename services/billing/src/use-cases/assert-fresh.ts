import { type Actor, DomainError, isDomainError, majorFromMinor } from '@staycover/kernel';
import { heardVersion } from '../db/billing-calendar.ts';
import { findBillingState } from '../db/billing-state.ts';
import { isFrozen } from '../db/deliveries.ts';
import { invoices, mayBillTooMuch } from '../db/invoices.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { BillingDeps } from './deps.ts';
import { derivingInvoice } from './derive-invoice.ts';

/**
 * Refuses to send a draft that a newer version of its policy, its orders or the VOID of another invoice would make cheaper.
 * One that would cost more goes out as it is, and so does one with a policy that cannot be read now: the rest comes, or is
 * given back, on the next invoice.
 * @throws DomainError `not-found`, `draft-stale`.
 */
export const assertFresh =
  (deps: BillingDeps) =>
  async (actor: Actor, id: string): Promise<void> => {
    const { database, clock } = deps;
    const invoice = await invoices.load(database, actor, id);
    const { status, organizationPolicyId: policyId, periodEnd: until } = invoice;
    if (status !== 'DRAFT' || !(await mayBeStale(database, invoice))) return;
    // It may be with the customer already, and cannot be generated again before that is known.
    if (await isFrozen(database, id)) return;
    try {
      await derivingInvoice(
        deps,
        actor,
        { policyId, now: clock(), until },
        async (_tx, { draft, generated, policy }) => {
          if (draft?.id !== id || generated.totals.total >= draft.total) return;
          const total = majorFromMinor(generated.totals.total, draft.currency);
          const detail = `By version ${policy.version} of its policy and what is billed now, the total of invoice ${draft.invoiceReference} is ${total}. Generate it again.`;
          throw new DomainError('draft-stale', detail, { total });
        },
      );
    } catch (error) {
      if (!isDomainError(error, 'service-unavailable')) throw error;
    }
  };

/**
 * Orders have no version: a draft of a policy with orders, or with stays of any, is always derived again. What changed a
 * draft last may be a manual line, which looks at no nights: whatever was voided since the draft was made counts.
 */
const mayBeStale = async (database: BillingDeps['database'], draft: Invoice): Promise<boolean> => {
  const { organizationPolicyId: policyId } = draft;
  const billing = await findBillingState(database, policyId);
  if (!billing) return false;
  if (billing.hasOrders || (await heardVersion(database, policyId)) > billing.policyVersion) return true;
  return mayBillTooMuch(database, draft);
};
