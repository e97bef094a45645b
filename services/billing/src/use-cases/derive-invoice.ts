import { assertInTime, inTransaction, tryOut, type Work } from '@staycover/change';
import {
  type Actor,
  businessDate,
  type CalendarDate,
  DomainError,
  type Instant,
  isBefore,
  isId,
  partsBy,
  slice,
} from '@staycover/kernel';
import { derivesFrom, type PolicyRead } from '../billable-policy.ts';
import type { BillingRules } from '../config.ts';
import { billedNightsFrom } from '../db/billed-nights.ts';
import { type BillingState, findBillingState, lockBillingState } from '../db/billing-state.ts';
import { chargedLines } from '../db/charged-lines.ts';
import { type DraftLines, draftLines, noLines } from '../db/draft-lines.ts';
import { findDraft } from '../db/invoices.ts';
import { loadStays } from '../db/stays.ts';
import { loadTaxRates } from '../db/tax-rates.ts';
import { withoutLines } from '../domain/billed-nights.ts';
import { compareWithBilled } from '../domain/difference.ts';
import {
  assembleInvoice,
  emptyPart,
  type Generated,
  type InvoicePart,
  invoicePart,
  joinParts,
} from '../domain/generate-invoice.ts';
import type { Invoice } from '../domain/invoice.ts';
import { billingPeriodOn, type Period } from '../domain/period.ts';
import type { BillablePolicy } from '../domain/policy.ts';
import { groupTaxRates } from '../domain/tax.ts';
import { propertiesAtOnce } from '../domain/workload.ts';
import type { BillingDeps } from './deps.ts';

/** The policy's draft, if there is one, and what it has. */
type StoredDraft = { draft: Invoice | undefined; stored: DraftLines };

/** What the policy's next invoice would be. */
export type Derived = StoredDraft & {
  policy: BillablePolicy;
  billing: BillingState & { isNew: boolean };
  period: Period;
  generated: Generated;
};

const ATTEMPTS = 3;

type Wanted = {
  policyId: string;
  now: Instant;
  /** The last night to be billed; by default that of the current period. */
  until?: CalendarDate | undefined;
  /** Called for the policy's draft, which is locked, before anything is derived. */
  check?: (tx: Work, draft: Invoice) => Promise<void> | void;
  /** Nothing of it is stored. */
  isTrial?: boolean;
};

/**
 * Derives what a policy is to be billed from its newest version, with its billing row locked, and hands it on in the
 * same transaction.
 * @throws DomainError `not-found`; `service-unavailable` when the policy service is silent or the policy never rests.
 */
export const derivingInvoice = async <T>(
  deps: BillingDeps,
  actor: Actor,
  wanted: Wanted,
  use: (tx: Work, derived: Derived) => Promise<T>,
): Promise<T> => {
  const { policyId } = wanted;
  if (!isId(policyId)) throw DomainError.notFound('policy', policyId);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const known = await findBillingState(deps.database, policyId);
    const asked = known && { sinceVersion: known.policyVersion, openFrom: known.readFrom };
    const read = await deps.readPolicy(actor, policyId, asked);
    const run = wanted.isTrial ? tryOut : inTransaction;
    const done = await run(deps.database, async (tx) => {
      const derived = await deriveFrom(tx, deps.rules, wanted, { ...read, known });
      return derived && { value: await use(tx, derived) };
    });
    if (done) return done.value;
  }
  throw new DomainError('service-unavailable', 'The policy keeps changing while it is billed.');
};

/** What was read of a policy, and the billing row as it was when it was asked for. */
export type Read = PolicyRead & { known: BillingState | undefined };

/**
 * Derives from what was read, with the policy's billing row locked; undefined when a newer version was derived meanwhile,
 * or nights are open that were not asked for.
 */
export const deriveFrom = async (
  tx: Work,
  rules: BillingRules,
  wanted: Wanted,
  read: Read,
): Promise<Derived | undefined> => {
  const { policy, known } = read;
  const billing = await lockBillingState(tx, policy);
  if (billing.policyVersion > policy.version || isMoreOpen(known, billing)) return undefined;
  const stored = billing.isNew ? noDraft : await readDraft(tx, wanted);
  const from = known ? derivesFrom(read, billing.openFrom) : null;
  return derive(tx, rules, { ...wanted, ...stored, policy, billing, from });
};

/** Whether nights are open now that were not asked for. */
const isMoreOpen = (asked: BillingState | undefined, { openFrom }: BillingState): boolean =>
  asked !== undefined && asked.openFrom !== null && (openFrom === null || isBefore(openFrom, asked.openFrom));

const noDraft: StoredDraft = { draft: undefined, stored: noLines };

const readDraft = async (tx: Work, { policyId, check }: Wanted): Promise<StoredDraft> => {
  const draft = await findDraft(tx, policyId);
  if (!draft) return noDraft;
  await check?.(tx, draft);
  return { draft, stored: await draftLines(tx, draft.id) };
};

type Input = Wanted &
  StoredDraft & { policy: BillablePolicy; billing: BillingState & { isNew: boolean }; from: CalendarDate | null };

const derive = async (tx: Work, rules: BillingRules, input: Input): Promise<Derived> => {
  const { draft, stored, policy, billing, now, until } = input;
  // No later invoice bills the last nights of a policy that has ended.
  const billingPeriod = policy.ended ? 'CURRENT' : rules.BILLING_PERIOD;
  const period = until
    ? { ...billingPeriodOn(until, 'CURRENT', policy), end: until }
    : billingPeriodOn(businessDate(now), billingPeriod, policy);
  const all = await deriveParts(tx, rules, input, period);
  await slice();
  const taxRates = groupTaxRates(await loadTaxRates(tx));
  const generated = assembleInvoice(all, { manualLines: stored.manualLines, taxRates });
  return { draft, stored, policy, billing, period, generated };
};

/** What the properties bring to the invoice, some at a time: no more is held than what becomes of them. */
const deriveParts = async (
  tx: Work,
  rules: BillingRules,
  { draft, stored, policy, billing, from }: Input,
  period: Period,
): Promise<InvoicePart> => {
  const draftId = draft?.id ?? null;
  const isPerReservation = policy.inForce.some(({ perReservation }) => perReservation);
  const { id: policyId, organizationId } = policy;
  const stays = isPerReservation ? await loadStays(tx, { organizationId, policyId, from }) : [];
  const known = billing.isNew ? [] : await billedNightsFrom(tx, policyId, { from, draftId });
  const all = { enrollments: policy.enrollments, stays, billed: withoutLines(known, stored.corrections) };
  const fees = { partnerPercent: rules.PARTNER_FEE_PERCENT, servicePercent: rules.SERVICE_FEE_PERCENT };
  let found = emptyPart;
  const many = propertiesAtOnce(policy, { from, until: period.end });
  for (const { enrollments, ...rest } of partsBy(all, ({ propertyId }) => propertyId, many)) {
    const difference = compareWithBilled({ ...rest, policy: { ...policy, enrollments }, from, periodEnd: period.end });
    const corrected = difference.corrections.map(({ lineId }) => lineId);
    const charged = await chargedLines(tx, corrected, draftId);
    found = joinParts(found, invoicePart({ policy, difference, charged, fees, currency: billing.currency }));
    await slice();
    // Whoever gave up is billed nothing: the rest would only keep others waiting.
    assertInTime();
  }
  return found;
};
