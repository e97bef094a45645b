import { inTransaction, isDatabaseAway, type Work } from '@staycover/change';
import { allEnded, businessDate, type CalendarDate, isDomainError } from '@staycover/kernel';
import type { BatchWork } from '@staycover/schedules';
import { askingUntilAway } from '../adapters/service-away.ts';
import { type LookedAt, noteLookedAt, stillWaiting } from '../db/billing-calendar.ts';
import { assertNotFrozen } from '../db/deliveries.ts';
import type { Invoice } from '../domain/invoice.ts';
import { moveInvoice } from '../domain/move-invoice.ts';
import { allocateAfterSending } from './allocate-held.ts';
import { calendarActor } from './calendar-actor.ts';
import type { BillingDeps } from './deps.ts';
import { type Derived, deriveFrom, derivingInvoice, type Read } from './derive-invoice.ts';
import { storeDerived } from './generate-invoice.ts';
import { readTogether } from './generate-invoices.ts';
import { type AccountContext, accountContext, storeIssued } from './on-account.ts';

export const CREDITS = 'credits';

/**
 * Gives back what policies have billed too much since they changed: of each of which a newer version was heard than was
 * looked at. Most of a batch goes in one transaction. Charges wait for the next invoice; what fails waits on.
 */
export const creditingPolicies = (deps: BillingDeps): BatchWork => ({
  name: CREDITS,
  async handle({ ids, signal, settle }) {
    const counts = { credited: 0, failed: 0 };
    // Whoever billed one meanwhile has looked at it.
    const waiting = await stillWaiting(deps.database, ids, businessDate(deps.clock()));
    const { issued, looked } = await creditTogether(deps, waiting);
    const asking = askingUntilAway();
    for (const [policyId, until] of waiting) {
      if (looked.has(policyId)) continue;
      signal.throwIfAborted();
      try {
        issued.push(...(await asking(() => creditAlone(deps, policyId, until))));
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        counts.failed += 1;
        deps.logger.warn({ err: error, policyId }, 'a policy waits on for its credits');
      }
    }
    counts.credited = issued.length;
    const accounts = new Map(issued.map((invoice) => [`${invoice.organizationId} ${invoice.currency}`, invoice]));
    for (const invoice of accounts.values()) await allocateAfterSending(deps, invoice);
    await settle(async () => counts);
  },
});

/** Policies that wait, each with the last night to look at where that is not the last of the current period. */
type Waiting = Awaited<ReturnType<typeof stillWaiting>>;

type Credits = { issued: Invoice[]; looked: ReadonlySet<string> };

/** Those that are small and were not derived from a newer version meanwhile; the others go alone. */
const creditTogether = async (deps: BillingDeps, waiting: Waiting): Promise<Credits> => {
  if (waiting.size < 2) return { issued: [], looked: new Set() };
  const context = accountContext(deps, calendarActor);
  const read = await readTogether(deps, [...waiting.keys()]);
  return inTransaction(deps.database, (tx) => creditAll(tx, context, waiting, read), { isShared: true });
};

const creditAll = async (
  tx: Work,
  context: AccountContext,
  waiting: Waiting,
  read: ReadonlyMap<string, Read>,
): Promise<Credits> => {
  const issued: Invoice[] = [];
  const looked: LookedAt[] = [];
  const creditOne = async (policyId: string, known: Read): Promise<void> => {
    const wanted = { policyId, now: context.now, until: waiting.get(policyId), check: assertNotFrozen };
    const derived = await deriveFrom(tx, context.rules, wanted, known).catch(unlessFrozen);
    if (!derived) return;
    const { credit, isAll } = await creditPolicy(tx, context, derived);
    if (credit) issued.push(credit);
    if (isAll) looked.push({ policyId, version: derived.policy.version });
  };
  // None may use the transaction after it has ended.
  await allEnded([...read].map(([id, known]) => creditOne(id, known)));
  await noteLookedAt(tx, looked);
  return { issued, looked: new Set(looked.map(({ policyId }) => policyId)) };
};

/** A policy with a draft that is being sent is refused by itself. */
const unlessFrozen = (error: unknown): undefined => {
  if (!isDomainError(error, 'invoice-frozen')) throw error;
  return undefined;
};

/** By as many credit notes as it takes. */
const creditAlone = async (
  deps: BillingDeps,
  policyId: string,
  until: CalendarDate | undefined,
): Promise<Invoice[]> => {
  const issued: Invoice[] = [];
  for (;;) {
    const context = accountContext(deps, calendarActor);
    const wanted = { policyId, now: context.now, until, check: assertNotFrozen };
    const { credit, isAll } = await derivingInvoice(deps, calendarActor, wanted, async (tx, derived) => {
      const credited = await creditPolicy(tx, context, derived);
      if (credited.isAll) await noteLookedAt(tx, [{ policyId, version: derived.policy.version }]);
      return credited;
    });
    if (credit) issued.push(credit);
    if (isAll) return issued;
  }
};

type Credited = {
  credit: Invoice | undefined;
  /** Whether nothing is left that did not fit on the credit note. */
  isAll: boolean;
};

/** Issues a credit note where nights come back and no charge makes up for them; else stores nothing. */
const creditPolicy = async (tx: Work, context: AccountContext, derived: Derived): Promise<Credited> => {
  const { totals, waitingFrom } = derived.generated;
  const isCredit = totals.total < 0n && derived.stored.manualLines.length === 0;
  if (!isCredit) return { credit: undefined, isAll: true };
  const { invoice: draft, lines } = await storeDerived(tx, context, derived);
  const sent = moveInvoice(draft, 'SENT', { ...context, lines });
  const credit = await storeIssued(tx, context, draft, sent, lines);
  return { credit, isAll: waitingFrom === null };
};
