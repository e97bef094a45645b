import { endedStatuses, type PolicyStatus } from '@staycover/api';
import type { Database, Target } from '@staycover/change';
import { type Actor, businessDate, type CalendarDate, type Clock } from '@staycover/kernel';
import type { BatchWork } from '@staycover/schedules';
import type { Logger } from '@staycover/telemetry';
import { type DuePolicy, type NextBilling, policiesToBill, setNextBilling } from '../db/billing-calendar.ts';
import { nextBillingDay } from '../domain/billing-day.ts';
import { attemptEach } from './attempt-each.ts';
import { calendarActor } from './calendar-actor.ts';
import type { Outcome } from './generate-invoices.ts';

type InvoicingCommands = {
  generateMany: (actor: Actor, policyIds: readonly string[]) => Promise<Map<string, Outcome>>;
  send: (actor: Actor, target: Target) => Promise<unknown>;
  setStatus: (actor: Actor, command: Target & { status: 'SENT' }) => Promise<unknown>;
  /** Whether a payment provider sends invoices. */
  canSend: boolean;
};

type Deps = InvoicingCommands & { database: Database; clock: Clock; logger: Logger };

/** What a run did to the policies that were due; what failed is due again in the next run. */
type Invoiced = { generated: number; sent: number; nothingToBill: number; failed: number };

export const nothingInvoiced: Invoiced = { generated: 0, sent: 0, nothingToBill: 0, failed: 0 };

export const INVOICING = 'invoicing';

/** Generates the invoices of the policies that are to be billed by today, and sends them where a payment provider does. */
export const invoicePolicies = (deps: Deps): BatchWork => ({
  name: INVOICING,
  async handle({ ids, signal, settle }) {
    const { database, clock, logger } = deps;
    const today = businessDate(clock());
    const due = await policiesToBill(database, today, ids);
    const generated = await deps.generateMany(
      calendarActor,
      due.map(({ policyId }) => policyId),
    );
    const counts = { ...nothingInvoiced };
    const next: NextBilling[] = [];
    counts.failed = await attemptEach({ logger, signal }, due, async (policy) => {
      const made = generated.get(policy.policyId)!;
      await finishOne(deps, made, counts);
      next.push({ ...policy, nextBillOn: nextBilling(policy, made, today) });
    });
    await settle(async (tx) => {
      await setNextBilling(tx, next);
      return counts;
    });
  },
});

/** A policy that has ended is billed until all of it fits. */
const nextBilling = ({ status }: DuePolicy, made: Outcome, today: CalendarDate): CalendarDate | null => {
  if (!endedStatuses[status as PolicyStatus]) return nextBillingDay(today);
  return made.is === 'DONE' && made.invoice.invoice.waitingFrom !== null ? today : null;
};

/** Sends what was generated: a draft that no provider collects waits for a person. */
const finishOne = async (deps: Deps, generated: Outcome, counts: Invoiced): Promise<void> => {
  if (generated.is === 'FAILED') throw generated.error;
  if (generated.is === 'NOTHING') return void (counts.nothingToBill += 1);
  const { invoice, lines, created } = generated.invoice;
  if (created) counts.generated += 1;
  const { id, total } = invoice;
  // Credits do not wait; what a person has put on one is for a person to send.
  if (total < 0n && !lines.some(({ manual }) => manual)) await deps.setStatus(calendarActor, { id, status: 'SENT' });
  else if (total >= 0n && lines.length > 0 && deps.canSend) await deps.send(calendarActor, { id });
  else return;
  counts.sent += 1;
};
