import { type Beside, createContext, runBeside, type Work } from '@staycover/change';
import {
  type Actor,
  assertVersion,
  type Context,
  created,
  DomainError,
  type ExpectedVersion,
  isSame,
} from '@staycover/kernel';
import { notingDerivation } from '../db/billing-state.ts';
import { assertNotFrozen } from '../db/deliveries.ts';
import { nextReference } from '../db/invoices.ts';
import { digestLine, hashLines } from '../db/line-rows.ts';
import { readAllLines } from '../db/lines.ts';
import { addDraft, refreshDraft } from '../db/store-draft.ts';
import { movedPeriod, newDraft, numberOrders } from '../domain/draft.ts';
import { openAfter } from '../domain/generate-invoice.ts';
import { type Invoice, type InvoiceWithLines, isCreditNote } from '../domain/invoice.ts';
import type { BillingDeps } from './deps.ts';
import { type Derived, derivingInvoice } from './derive-invoice.ts';

export type GenerateInvoice = {
  policyId: string;
  /** The version that a draft must have to be refreshed, if any. */
  ifMatch?: ExpectedVersion | undefined;
  /** Refuses to make an empty draft. */
  onlyIfAnything?: boolean;
};

export type GeneratedInvoice = InvoiceWithLines & { created: boolean };

/**
 * Makes the billed nights of a policy equal to the covered ones: by a new draft, or by refreshing the one it has.
 * @throws DomainError `not-found`, `nothing-to-bill`, `invoice-frozen`, `service-unavailable` when the policy service is silent.
 */
export const generateInvoiceFor =
  (deps: BillingDeps) =>
  (actor: Actor, { policyId, ifMatch, onlyIfAnything = false }: GenerateInvoice): Promise<GeneratedInvoice> => {
    const context = createContext(deps, { actor });
    const check = (tx: Work, draft: Invoice) => {
      assertVersion('invoice', draft.version, ifMatch);
      return assertNotFrozen(tx, draft);
    };
    return derivingInvoice(deps, actor, { policyId, now: context.now, check }, (tx, derived) => {
      assertAnything(derived, onlyIfAnything);
      return storeDerived(tx, context, derived);
    });
  };

/** @throws DomainError `nothing-to-bill` when there is neither a draft nor anything for one, and none is wanted. */
export const assertAnything = ({ policy, draft, generated }: Derived, onlyIfAnything: boolean): void => {
  if (draft || generated.lines.length > 0 || !(policy.ended || onlyIfAnything)) return;
  const detail = `All nights of the policy${policy.ended ? ', which has ended,' : ''} are billed.`;
  throw new DomainError('nothing-to-bill', detail);
};

/** Stores what was derived as the policy's draft. */
export const storeDerived = async (tx: Work, context: Context, derived: Derived): Promise<GeneratedInvoice> => {
  const { policy, billing, generated, period } = derived;
  // An order that comes while the row is made does not see it: all nights are looked at once more.
  const openFrom = billing.isNew ? null : openAfter(generated.firstNight, period.end);
  // The next run of credits issues what gives back, and what does not fit.
  const isLookedAt = generated.waitingFrom === null && !isCreditNote(generated.totals);
  const noting = notingDerivation(policy.id, { policyVersion: policy.version, openFrom, isLookedAt });
  return storeDraft(tx, context, derived, noting);
};

const storeDraft = async (
  tx: Work,
  context: Context,
  derived: Derived,
  beside: readonly Beside[],
): Promise<GeneratedInvoice> => {
  const { draft, stored, policy, billing, period, generated } = derived;
  const { lines: drafts, totals, notBilled, waitingFrom } = generated;
  const { manualLines } = stored;
  const facts = { ...totals, notBilled, waitingFrom, generatedHash: await hashLines(drafts) };
  const months = draft && movedPeriod(draft, period);
  if (draft && isUnchanged(draft, { ...draft, ...facts, ...months })) {
    await runBeside(tx, beside);
    return { invoice: draft, lines: await readAllLines(tx, draft.id), created: false };
  }
  const invoiceReference = draft?.invoiceReference ?? (await nextReference(tx, context.now));
  const numbering = { newId: context.newId, invoiceReference, orderCount: draft?.orderCount ?? 0 };
  const { lines, orderCount, unchanged } = await numberOrders(
    drafts,
    { earlier: stored.earlier, digestLine },
    numbering,
  );
  if (draft) {
    const state = { ...draft, ...facts, ...months, orderCount };
    const decision = { state, events: [{ type: 'invoice-changed' as const }] };
    const invoice = await refreshDraft(tx, context, { draft, decision, before: stored, lines, unchanged, beside });
    return { invoice, lines: [...lines, ...manualLines], created: false };
  }
  const named = { organizationId: policy.organizationId, organizationPolicyId: policy.id, invoiceReference };
  const invoice = newDraft({ ...named, period, currency: billing.currency, ...facts, orderCount }, context);
  await addDraft(tx, context, created(invoice, { type: 'invoice-generated' as const }), lines, ...beside);
  return { invoice, lines, created: true };
};

const isUnchanged = (draft: Invoice, facts: Invoice): boolean =>
  draft.generatedHash === facts.generatedHash &&
  draft.tax === facts.tax &&
  draft.total === facts.total &&
  draft.periodStart.equals(facts.periodStart) &&
  draft.periodEnd.equals(facts.periodEnd) &&
  draft.waitingFrom === facts.waitingFrom &&
  isSame(draft.notBilled, facts.notBilled);
