import { createContext } from '@staycover/change';
import type { Actor, Context } from '@staycover/kernel';
import { movedPeriod, newDraft } from '../domain/draft.ts';
import type { PreviewedInvoice } from '../domain/invoice.ts';
import type { BillingDeps } from './deps.ts';
import { type Derived, derivingInvoice } from './derive-invoice.ts';

/**
 * What generating would make of a policy now, without storing anything.
 * @throws DomainError `not-found`, `service-unavailable` when the policy service is silent.
 */
export const previewInvoice =
  (deps: BillingDeps) =>
  async (actor: Actor, policyId: string): Promise<PreviewedInvoice> => {
    const context = createContext(deps, { actor });
    const wanted = { policyId, now: context.now, isTrial: true };
    return derivingInvoice(deps, actor, wanted, async (_tx, derived) => toPreview(context, derived));
  };

const toPreview = (context: Context, derived: Derived): PreviewedInvoice => {
  const { draft, policy, billing, period, generated, stored } = derived;
  const { lines, totals, notBilled, waitingFrom } = generated;
  const facts = { ...totals, notBilled, waitingFrom, generatedHash: '', orderCount: 0 };
  const named = { organizationId: policy.organizationId, organizationPolicyId: policy.id, invoiceReference: '' };
  const invoice = draft
    ? { ...draft, ...facts, ...movedPeriod(draft, period) }
    : newDraft({ ...named, ...facts, period, currency: billing.currency }, context);
  return { invoice, lines: [...lines, ...stored.manualLines] };
};
