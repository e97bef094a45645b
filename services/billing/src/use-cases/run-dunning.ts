import { createContext, inTransaction } from '@staycover/change';
import { type Actor, everyRole, type Instant, isDomainError, systemActor } from '@staycover/kernel';
import { type Batches, type BatchWork, type Fill, runInBatches } from '@staycover/schedules';
import { type InvoiceToDun, invoicesToDun, stillToDun } from '../db/collection-attempts.ts';
import { deliveriesToReconcile } from '../db/deliveries.ts';
import { invoices, lockInvoices } from '../db/invoices.ts';
import { readLinesByInvoice } from '../db/lines.ts';
import { dunningStep } from '../domain/dunning.ts';
import { isToBeSplit, moveInvoice } from '../domain/move-invoice.ts';
import { allocateHeld } from './allocate-held.ts';
import { attemptEach } from './attempt-each.ts';
import { type Collected, collectInvoice } from './collect-invoice.ts';
import type { BillingDeps } from './deps.ts';
import { followUp, isAnyToFollowUp } from './follow-up.ts';
import { isAnyWaiting, processPending } from './receive-payment-event.ts';
import { sendInvoice } from './send-invoice.ts';

const RECONCILING = 'reconciling';
const DUNNING = 'dunning';

/** What dunning does, as work that all replicas do in batches. */
export const dunningWorks = (deps: BillingDeps): BatchWork[] => [reconciling(deps), dunning(deps)];

/** Whether a run at an instant would find anything to do. */
export const isAnyToDun = async (deps: BillingDeps, batches: Batches, at: Instant): Promise<boolean> =>
  (await batches.isAnyDue(RECONCILING, deliveriesToReconcile)) ||
  (await batches.isAnyDue(DUNNING, invoicesToDun(at))) ||
  (await isAnyToFollowUp(deps, batches, 'ENDED')) ||
  (await isAnyWaiting(deps));

/**
 * Does what is due at an instant: finds out what became of interrupted sendings, follows up what was committed, takes up
 * events that waited, marks what is past due, collects what is to be collected. All replicas share the work; a second run
 * at the same instant changes nothing. The fault of one invoice stops no other. Returns how many invoices each step touched.
 */
export const runDunning = async (deps: BillingDeps, batches: Batches, now: Instant, signal: AbortSignal) => {
  const doAll = (work: string, fill: Fill) => runInBatches(batches, { work, fill: () => fill }, signal);
  const sent = await doAll(RECONCILING, deliveriesToReconcile);
  const followed = await followUp(deps, batches, 'ENDED', signal);
  const taken = await processPending(deps, null, signal);
  const dunned = await doAll(DUNNING, invoicesToDun(now));
  const { pastDue = 0, paid = 0, declined = 0, pending = 0, outages = 0 } = dunned;
  return {
    reconciled: sent['reconciled'] ?? 0,
    events: taken.done,
    pastDue,
    paid,
    failed: declined,
    pending,
    outages,
    errors: (sent['failed'] ?? 0) + followed.errors + taken.failed + (dunned['failed'] ?? 0),
  };
};

/** Sends on what was interrupted; what the provider refuses thaws. */
const reconciling = (deps: BillingDeps): BatchWork => {
  const send = sendInvoice(deps);
  return {
    name: RECONCILING,
    async handle({ ids, signal, settle }) {
      let reconciled = 0;
      const failed = await attemptEach({ logger: deps.logger, signal }, deps.provider ? ids : [], async (id) => {
        try {
          await send(dunningActor, { id });
          reconciled += 1;
        } catch (error) {
          if (!isDomainError(error)) throw error;
        }
      });
      await settle(async () => ({ reconciled, failed }));
    },
  };
};

/** Dunning acts for all organizations at once. */
const dunningActor: Actor = { id: 'system:billing', organizations: '*', roles: everyRole };

/** Marks what is past due in one transaction, then collects with the provider, some at once. */
const dunning = (deps: BillingDeps): BatchWork => ({
  name: DUNNING,
  async handle({ ids, signal, settle }) {
    const { provider, database, logger } = deps;
    // A retry is days after the minute of the one before, so that a run at that minute finds it.
    const at = { ...deps, clock: () => deps.clock().round({ smallestUnit: 'minute', roundingMode: 'floor' }) };
    const due = await stillToDun(database, at.clock(), ids);
    const pastDue = await markPastDue(at, due);
    const counts: Record<Collected, number> = { PAID: 0, FAILED: 0, PENDING: 0, OUTAGE: 0, SETTLED: 0, SKIPPED: 0 };
    const failed = await attemptEach({ logger, signal }, provider ? due : [], async ({ id, ...account }) => {
      // Settlement may have failed for this account; then this does, too, and nothing is charged.
      await allocateHeld(at, account);
      const context = createContext(at, { actor: systemActor('billing', account.organizationId) });
      counts[await collectInvoice({ ...at, provider: provider! })(context, id)] += 1;
    });
    const { PAID, SETTLED, FAILED: declined, PENDING: pending, OUTAGE: outages } = counts;
    await settle(async () => ({ pastDue, paid: PAID + SETTLED, declined, pending, outages, failed }));
  },
});

/** Of most, nothing of the lines follows from being late; an invoice of nothing is never late. */
const markPastDue = ({ rules, ...deps }: BillingDeps, due: readonly InvoiceToDun[]): Promise<number> =>
  inTransaction(deps.database, async (tx) => {
    const context = createContext(deps, { actor: dunningActor });
    const { now } = context;
    const found = await lockInvoices(
      tx,
      due.map(({ id }) => id),
    );
    const late = found
      .filter((invoice) => dunningStep(invoice, now) === 'MARK_PAST_DUE')
      .map((before) => ({ before, status: before.total === 0n ? ('PAID' as const) : ('PAST_DUE' as const) }));
    const split = late.filter(({ before, status }) => isToBeSplit({ ...before, status }, rules));
    const ids = split.map(({ before }) => before.id);
    const lines = ids.length > 0 ? await readLinesByInvoice(tx, ids) : new Map();
    const changes = late.map(({ before, status }) => {
      const moving = { now, rules, lines: lines.get(before.id) ?? [] };
      return { before, decision: moveInvoice(before, status, moving) };
    });
    await invoices.replaceAll(tx, context, changes);
    return late.filter(({ status }) => status === 'PAST_DUE').length;
  });
