import type { Database, Tx } from '@staycover/db';
import { billingEvents, type PolicySnapshot } from '@staycover/events';
import {
  type Actor,
  businessDate,
  type Clock,
  DomainError,
  type Instant,
  isId,
  mayAccess,
  type NewId,
} from '@staycover/kernel';
import { appendEvents } from '@staycover/messaging';
import { billablePolicy } from '../billable-policy.ts';
import type { BillingRules } from '../config.ts';
import { loadBilledNights, replaceBilledNights } from '../db/billed-nights.ts';
import { assertNotFrozen } from '../db/deliveries.ts';
import { addInvoice, findDraft, lockAccount, nextReference, saveInvoice } from '../db/invoices.ts';
import {
  addLines,
  contentOf,
  hashOfLines,
  linesOf,
  linesOfDrafts,
  orderLinesById,
  removeGeneratedLines,
} from '../db/lines.ts';
import { loadStays } from '../db/stays.ts';
import { loadTaxRates } from '../db/tax-rates.ts';
import { type BilledNights, post, settleNights, undo } from '../domain/billed-nights.ts';
import { type BillablePolicy, type CoveredNights, coveredNights } from '../domain/cover.ts';
import { type Generated, generateInvoice } from '../domain/generate-invoice.ts';
import type { Invoice } from '../domain/invoice.ts';
import { isOrderLine, type LineDraft, type ManualLine, type OrderLine } from '../domain/line.ts';
import { type Period, periodOf } from '../domain/period.ts';
import type { InvoiceWithLines } from '../wire.ts';
import { invoiceEvent } from './invoice-event.ts';

export type GenerateInvoice = {
  policyId: string;
  /** Sees the draft before it is refreshed, to refuse a stale version. */
  check: (draft: Invoice) => void;
  /** Refuses to make an empty draft. */
  onlyIfAnything?: boolean;
};

type Deps = {
  database: Database;
  clock: Clock;
  newId: NewId;
  rules: BillingRules;
  readPolicy: (policyId: string) => Promise<PolicySnapshot>;
};

const ATTEMPTS = 3;

/**
 * Bills the covered nights of a policy that are not billed yet: as a new draft, or by refreshing the period's draft.
 * @throws DomainError `not-found`, `nothing-to-bill`, `invoice-frozen`, `service-unavailable` when the policy service is silent.
 */
export const generateInvoiceOf =
  (deps: Deps) =>
  async (
    actor: Actor,
    { policyId, check, onlyIfAnything = false }: GenerateInvoice,
  ): Promise<InvoiceWithLines & { created: boolean }> => {
    if (!isId(policyId)) throw DomainError.notFound('policy', policyId);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const policy = billablePolicy(await deps.readPolicy(policyId));
      if (!mayAccess(actor, policy.organizationId)) throw DomainError.notFound('policy', policyId);
      const done = await deps.database.transaction((tx) =>
        bill(tx, { ...deps, actor, policy, check, onlyIfAnything, now: deps.clock() }),
      );
      if (done) return done;
    }
    throw new DomainError('service-unavailable', 'The policy keeps changing while it is billed.');
  };

type Billing = Deps &
  Required<Omit<GenerateInvoice, 'policyId'>> & { actor: Actor; policy: BillablePolicy; now: Instant };

/** Undefined when a newer version of the policy was billed meanwhile. */
const bill = async (tx: Tx, billing: Billing): Promise<(InvoiceWithLines & { created: boolean }) | undefined> => {
  const { policy, check, now, rules } = billing;
  const account = await lockAccount(tx, policy);
  if (account.policyVersion > policy.version) return undefined;
  const period = periodOf(businessDate(now), rules.BILLING_PERIOD);
  const draft = await findDraft(tx, policy.id, period.start);
  if (draft) {
    check(draft);
    await assertNotFrozen(tx, draft);
  }
  const lines = draft ? await linesOf(tx, draft.id) : [];
  const earlier = lines.filter(isOrderLine);
  const manualLines = lines.filter((line) => line.manual);
  const stays = policy.perReservation ? await loadStays(tx, policy.organizationId, policy.id) : [];
  const covered = coveredNights(policy, stays);
  const charged = await loadBilledNights(tx, policy.id, covered, draft?.id ?? null);
  const billed = undo(
    charged,
    earlier.filter(({ correctionOf }) => correctionOf),
  );
  const situation = { draft, period, manualLines, covered, billed, currency: account.currency };
  const generated = await generate(tx, billing, situation);
  if (!draft && generated.lines.length === 0 && (policy.ended || billing.onlyIfAnything)) {
    throw new DomainError(
      'nothing-to-bill',
      `All nights of the policy${policy.ended ? ', which has ended,' : ''} are billed.`,
    );
  }
  const generatedHash = hashOfLines(generated.lines);
  if (draft && isSame(draft, { ...generated.totals, generatedHash })) return { invoice: draft, lines, created: false };
  return store(tx, billing, { ...situation, earlier, generated, generatedHash });
};

type Situation = {
  draft: Invoice | null;
  period: Period;
  covered: readonly CoveredNights[];
  /** Without what the draft did. */
  billed: readonly BilledNights[];
  manualLines: readonly ManualLine[];
  currency: string;
};

const generate = async (tx: Tx, { policy, rules }: Billing, situation: Situation): Promise<Generated> => {
  const { draft, period, covered, billed, manualLines, currency } = situation;
  const drafts = await linesOfDrafts(tx, policy.id, draft?.id ?? null);
  const settlement = settleNights({ covered, billed, periodEnd: period.end, drafts });
  const originals = await orderLinesById(
    tx,
    settlement.corrections.map(({ lineId }) => lineId),
  );
  const taxRates = await loadTaxRates(tx);
  const fees = { partnerPercent: rules.PARTNER_FEE_PERCENT, servicePercent: rules.SERVICE_FEE_PERCENT };
  return generateInvoice({ policy, settlement, originals, manualLines, taxRates, fees, currency });
};

const isSame = (
  draft: Invoice,
  { generatedHash, tax, total }: Pick<Invoice, 'generatedHash' | 'tax' | 'total'>,
): boolean => draft.generatedHash === generatedHash && draft.tax === tax && draft.total === total;

const store = async (
  tx: Tx,
  billing: Billing,
  situation: Situation & { earlier: readonly OrderLine[]; generated: Generated; generatedHash: string },
): Promise<InvoiceWithLines & { created: boolean }> => {
  const { actor, policy, now, newId } = billing;
  const { draft, earlier, generated, generatedHash, manualLines, billed } = situation;
  const invoiceReference = draft?.invoiceReference ?? (await nextReference(tx, now));
  const numbered = numberOrders(generated.lines, earlier, {
    newId,
    invoiceReference,
    orderCount: draft?.orderCount ?? 0,
  });
  const { lines, orderCount } = numbered;
  const changes = { ...generated.totals, generatedHash, orderCount };
  const invoice = draft
    ? await saveInvoice(tx, draft, changes, { actor, now })
    : await addInvoice(tx, { ...newInvoice(billing, situation), ...changes, invoiceReference });

  await removeGeneratedLines(tx, invoice.id);
  await addLines(tx, invoice.id, lines);
  await replaceBilledNights(tx, policy.id, linesTouched(earlier, lines), post(billed, lines));

  const event = draft ? billingEvents.invoiceChanged : billingEvents.invoiceGenerated;
  await appendEvents(tx, [invoiceEvent(event, invoice)], { now, newId });
  return { invoice, lines: [...lines, ...manualLines], created: !draft };
};

/** Whose nights differ between the two: a line that is in both has done the same. */
const linesTouched = (earlier: readonly OrderLine[], lines: readonly OrderLine[]): Set<string> => {
  const [before, after] = [new Set(earlier.map(({ id }) => id)), new Set(lines.map(({ id }) => id))];
  const changed = [...earlier.filter(({ id }) => !after.has(id)), ...lines.filter(({ id }) => !before.has(id))];
  return new Set(changed.map((line) => line.correctionOf ?? line.id));
};

/** Lines that were there before keep their id and order; new ones get an order of their own unless they have one. */
const numberOrders = (
  drafts: readonly LineDraft[],
  earlier: readonly OrderLine[],
  { newId, invoiceReference, orderCount }: { newId: NewId; invoiceReference: string; orderCount: number },
): { lines: OrderLine[]; orderCount: number } => {
  const known = new Map(earlier.map((line) => [contentOf(line), line]));
  const lines = drafts.map((line): OrderLine => {
    const same = known.get(contentOf(line));
    if (same) return { ...line, id: same.id, order: line.order ?? same.order };
    if (line.order) return { ...line, id: newId(), order: line.order };
    orderCount += 1;
    const orderReference = `${invoiceReference}-${orderCount}`;
    return { ...line, id: newId(), order: { orderId: newId(), orderLineId: newId(), orderReference } };
  });
  return { lines, orderCount };
};

const newInvoice = ({ actor, policy, now, newId }: Billing, { period, currency }: Situation) => ({
  id: newId(),
  organizationId: policy.organizationId,
  organizationPolicyId: policy.id,
  periodStart: period.start,
  periodEnd: period.end,
  currency,
  status: 'DRAFT' as const,
  dueDate: null,
  paidDate: null,
  paymentProviderIntentId: null,
  paymentProviderInvoiceId: null,
  sentAt: null,
  retryAttempt: 0,
  lastRetryAt: null,
  nextRetryAt: null,
  lastFailureReason: null,
  providerOutages: 0,
  suspendedAt: null,
  reserveSplitsPublishedAt: null,
  refunded: 0n,
  createdBy: actor.id,
  createdDate: now,
  lastModifiedBy: actor.id,
  lastModifiedDate: now,
});
