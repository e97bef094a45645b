import { type Commanding, contextOf, inTransaction, type Work } from '@staycover/change';
import type { PolicySnapshot } from '@staycover/events';
import {
  type Actor,
  assertVersion,
  businessDate,
  type Context,
  created,
  DomainError,
  isId,
  mayAccess,
} from '@staycover/kernel';
import { billablePolicy } from '../billable-policy.ts';
import type { BillingRules } from '../config.ts';
import { assertNotFrozen } from '../db/deliveries.ts';
import { findDraft, lockAccount, nextReference } from '../db/invoices.ts';
import { type Ledger, readLedger } from '../db/ledger.ts';
import { contentOf, hashOfLines, linesOf, orderLinesById } from '../db/lines.ts';
import { loadStays } from '../db/stays.ts';
import { addDraft, type DraftContent, refreshDraft } from '../db/store-draft.ts';
import { settleNights, undo } from '../domain/billed-nights.ts';
import { type BillablePolicy, type CoveredNights, coveredNights } from '../domain/cover.ts';
import { newDraft, numberOrders } from '../domain/draft.ts';
import { type Generated, generateInvoice } from '../domain/generate-invoice.ts';
import type { Invoice, InvoiceWithLines } from '../domain/invoice.ts';
import { isOrderLine, type ManualLine, type OrderLine } from '../domain/line.ts';
import { type Period, periodOf } from '../domain/period.ts';

export type GenerateInvoice = {
  policyId: string;
  /** The version that a draft must have to be refreshed, if any. */
  ifMatch?: number | undefined;
  /** Refuses to make an empty draft. */
  onlyIfAnything?: boolean;
};

export type GeneratedInvoice = InvoiceWithLines & { created: boolean };

type Deps = Commanding & { rules: BillingRules; readPolicy: (policyId: string) => Promise<PolicySnapshot> };

const ATTEMPTS = 3;

/**
 * Bills the covered nights of a policy that are not billed yet: as a new draft, or by refreshing the period's draft.
 * @throws DomainError `not-found`, `nothing-to-bill`, `invoice-frozen`, `service-unavailable` when the policy service is silent.
 */
export const generateInvoiceOf =
  (deps: Deps) =>
  async (actor: Actor, command: GenerateInvoice): Promise<GeneratedInvoice> => {
    const { policyId } = command;
    if (!isId(policyId)) throw DomainError.notFound('policy', policyId);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const policy = billablePolicy(await deps.readPolicy(policyId));
      if (!mayAccess(actor, policy.organizationId)) throw DomainError.notFound('policy', policyId);
      const context = contextOf(deps, { actor });
      const done = await inTransaction(deps.database, (tx) =>
        bill(tx, { ...command, context, policy, rules: deps.rules }),
      );
      if (done) return done;
    }
    throw new DomainError('service-unavailable', 'The policy keeps changing while it is billed.');
  };

type Billing = GenerateInvoice & { context: Context; policy: BillablePolicy; rules: BillingRules };

/** Undefined when a newer version of the policy was billed meanwhile. */
const bill = async (tx: Work, billing: Billing): Promise<GeneratedInvoice | undefined> => {
  const { policy, context, rules } = billing;
  const account = await lockAccount(tx, policy);
  if (account.policyVersion > policy.version) return undefined;
  const period = periodOf(businessDate(context.now), rules.BILLING_PERIOD);
  const stored = await readDraft(tx, billing, period);
  const stays = policy.perReservation ? await loadStays(tx, policy.organizationId, policy.id) : [];
  const covered = coveredNights(policy, stays);
  const ledger = await readLedger(tx, policy.id, covered, stored.draft?.id ?? null);
  const corrections = stored.earlier.filter(({ correctionOf }) => correctionOf);
  const situation = {
    ...stored,
    ...ledger,
    billed: undo(ledger.billed, corrections),
    covered,
    period,
    currency: account.currency,
  };
  const generated = await generate(tx, billing, situation);
  assertAnything(billing, situation, generated);
  return store(tx, billing, situation, generated);
};

type Stored = { draft: Invoice | undefined; earlier: OrderLine[]; manualLines: ManualLine[] };
/** `billed` is without what the draft did. */
type Situation = Stored & Ledger & { covered: readonly CoveredNights[]; period: Period; currency: string };

const readDraft = async (tx: Work, { policy, ifMatch }: Billing, period: Period): Promise<Stored> => {
  const draft = await findDraft(tx, policy.id, period.start);
  if (!draft) return { draft, earlier: [], manualLines: [] };
  assertVersion('invoice', draft.version, ifMatch);
  await assertNotFrozen(tx, draft);
  const lines = await linesOf(tx, draft.id);
  return { draft, earlier: lines.filter(isOrderLine), manualLines: lines.filter((line) => line.manual) };
};

const generate = async (tx: Work, { policy, rules }: Billing, situation: Situation): Promise<Generated> => {
  const { period, covered, billed, drafts, manualLines, taxRates, currency } = situation;
  const settlement = settleNights({ covered, billed, periodEnd: period.end, drafts });
  const corrected = settlement.corrections.map(({ lineId }) => lineId);
  const originals = await orderLinesById(tx, corrected);
  const fees = { partnerPercent: rules.PARTNER_FEE_PERCENT, servicePercent: rules.SERVICE_FEE_PERCENT };
  return generateInvoice({ policy, settlement, originals, manualLines, taxRates, fees, currency });
};

const assertAnything = ({ policy, onlyIfAnything }: Billing, { draft }: Situation, { lines }: Generated): void => {
  if (draft || lines.length > 0 || !(policy.ended || onlyIfAnything)) return;
  const detail = `All nights of the policy${policy.ended ? ', which has ended,' : ''} are billed.`;
  throw new DomainError('nothing-to-bill', detail);
};

const store = async (
  tx: Work,
  { context, policy }: Billing,
  situation: Situation,
  { lines: drafts, totals }: Generated,
): Promise<GeneratedInvoice> => {
  const { draft, earlier, manualLines, billed, period, currency } = situation;
  const contents = drafts.map(contentOf);
  const generatedHash = hashOfLines(drafts, contents);
  if (draft && isSame(draft, { ...totals, generatedHash })) {
    return { invoice: draft, lines: [...earlier, ...manualLines], created: false };
  }
  const invoiceReference = draft?.invoiceReference ?? (await nextReference(tx, context.now));
  const known = new Map(earlier.map((line) => [contentOf(line), line]));
  const numbering = { newId: context.newId, invoiceReference, orderCount: draft?.orderCount ?? 0 };
  const { lines, orderCount } = numberOrders(drafts, (i) => known.get(contents[i]!), numbering);
  const changes = { ...totals, generatedHash, orderCount };
  const content: DraftContent = { earlier, lines, billed };
  if (draft) {
    const decision = { state: { ...draft, ...changes }, events: [{ type: 'invoice-changed' as const }] };
    const invoice = await refreshDraft(tx, context, { draft, decision, content });
    return { invoice, lines: [...lines, ...manualLines], created: false };
  }
  const named = { organizationId: policy.organizationId, organizationPolicyId: policy.id, invoiceReference };
  const invoice = newDraft({ ...named, period, currency, ...changes }, context);
  await addDraft(tx, context, created(invoice, { type: 'invoice-generated' as const }), content);
  return { invoice, lines, created: true };
};

const isSame = (
  draft: Invoice,
  { generatedHash, tax, total }: Pick<Invoice, 'generatedHash' | 'tax' | 'total'>,
): boolean => draft.generatedHash === generatedHash && draft.tax === tax && draft.total === total;
