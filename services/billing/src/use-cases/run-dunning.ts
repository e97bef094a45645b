import { contextOf, inTransaction } from '@staycover/change';
import { type Instant, isDomainError, systemActor } from '@staycover/kernel';
import { invoicesToDun } from '../db/collection-attempts.ts';
import { deliveriesToReconcile } from '../db/deliveries.ts';
import { lockInvoice, storeInvoice } from '../db/invoices.ts';
import { linesOf } from '../db/lines.ts';
import { dunningStep } from '../domain/dunning.ts';
import { moveInvoice } from '../domain/move-invoice.ts';
import { type Collected, collectInvoice } from './collect-invoice.ts';
import { type FollowUpDeps as Deps, followUp } from './follow-up.ts';
import { forEach } from './for-each.ts';
import { processPending } from './receive-payment-event.ts';
import { sendInvoice } from './send-invoice.ts';

/** How many invoices each step of a run touched. */
export type DunningRun = {
  reconciled: number;
  events: number;
  pastDue: number;
  paid: number;
  failed: number;
  pending: number;
  outages: number;
  errors: number;
};

type Found = { id: string; organization_id: string };

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Does what is due at an instant: finds out what became of interrupted sendings, follows up what was committed, takes up
 * events that waited, marks what is past due, collects what is to be collected. Runs of several replicas at once share the
 * work; a second run at the same instant changes nothing. The fault of one invoice stops no other.
 */
export const runDunning =
  (deps: Deps) =>
  async (now: Instant, signal?: AbortSignal): Promise<DunningRun> => {
    const at = { ...deps, clock: () => now };
    const run: DunningRun = {
      reconciled: 0,
      events: 0,
      pastDue: 0,
      paid: 0,
      failed: 0,
      pending: 0,
      outages: 0,
      errors: 0,
    };
    const each = forEach({ logger: deps.logger, signal }, () => run.errors++);
    await each<Found>(
      (after, limit) => deliveriesToReconcile(deps.database, after?.id ?? FIRST_ID, limit),
      async (invoice) => {
        if (await reconcile(at, invoice)) run.reconciled++;
      },
    );
    run.errors += (await followUp(at)('ENDED', signal)).errors;
    const taken = await processPending(at)(null, signal);
    run.events = taken.done;
    run.errors += taken.failed;
    await each<Found>(
      (after, limit) => invoicesToDun(deps.database, now, after?.id ?? FIRST_ID, limit),
      async (invoice) => {
        if (await markPastDue(at, invoice)) run.pastDue++;
        count(run, await collect(at, invoice));
      },
    );
    return run;
  };

const count = (run: DunningRun, collected: Collected): void => {
  if (collected === 'PAID' || collected === 'SETTLED') run.paid++;
  if (collected === 'FAILED') run.failed++;
  if (collected === 'PENDING') run.pending++;
  if (collected === 'OUTAGE') run.outages++;
};

/** Sends on what was interrupted; what the provider refuses thaws. */
const reconcile = async (deps: Deps, { id, organization_id }: Found): Promise<boolean> => {
  if (!deps.provider) return false;
  const send = sendInvoice({ ...deps, onSent: async (invoiceId) => void (await processPending(deps)(invoiceId)) });
  try {
    await send(systemActor('billing', organization_id), { id });
    return true;
  } catch (error) {
    if (isDomainError(error)) return false;
    throw error;
  }
};

const markPastDue = async (deps: Deps, { id, organization_id }: Found): Promise<boolean> => {
  const context = contextOf(deps, { actor: systemActor('billing', organization_id) });
  const { now } = context;
  return inTransaction(deps.database, async (tx) => {
    const stored = await lockInvoice(tx, context.actor, id);
    if (dunningStep(stored, now) !== 'MARK_PAST_DUE') return false;
    // Nothing of the lines follows from being late; an invoice of nothing is never late.
    const isNothing = stored.total === 0n;
    const lines = isNothing ? await linesOf(tx, id) : [];
    const moving = { now, rules: deps.rules, lines };
    await storeInvoice(tx, context, stored, moveInvoice(stored, isNothing ? 'PAID' : 'PAST_DUE', moving));
    return !isNothing;
  });
};

const collect = async (deps: Deps, { id, organization_id }: Found): Promise<Collected> => {
  const { provider } = deps;
  if (!provider) return 'SKIPPED';
  return collectInvoice({ ...deps, provider })(contextOf(deps, { actor: systemActor('billing', organization_id) }), id);
};
