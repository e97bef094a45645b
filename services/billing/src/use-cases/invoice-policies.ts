import { endedStatuses, type PolicyStatus } from '@staycover/api';
import type { Target, Work } from '@staycover/change';
import { type Actor, businessDate, type Clock, isDomainError } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import { type DuePolicy, policiesToBill, setNextBilling } from '../db/billing-calendar.ts';
import { nextBillingDay } from '../domain/billing-day.ts';
import type { InvoiceWithLines } from '../domain/invoice.ts';
import type { GeneratedInvoice, GenerateInvoice } from './generate-invoice.ts';

export type InvoicingCommands = {
  generate: (actor: Actor, command: GenerateInvoice) => Promise<GeneratedInvoice>;
  send: (actor: Actor, target: Target) => Promise<unknown>;
  setStatus: (actor: Actor, command: Target & { status: 'SENT' }) => Promise<unknown>;
};

type Deps = InvoicingCommands & { database: Work; clock: Clock; logger: Logger };

/** What a run did to the policies that were due; what failed is due again in the next run. */
export type Invoiced = { due: number; generated: number; sent: number; nothingToBill: number; failed: number };

const PAGE = 200;
const AT_ONCE = 4;

const actor: Actor = { id: 'billing-calendar', organizations: '*', roles: ['read', 'write'] };

/** Generates the invoices of the policies that are to be billed by today, and sends them where a payment provider does. */
export const invoicePolicies =
  (deps: Deps) =>
  async (signal: AbortSignal): Promise<Invoiced> => {
    const { database, clock } = deps;
    const counts: Invoiced = { due: 0, generated: 0, sent: 0, nothingToBill: 0, failed: 0 };
    const today = businessDate(clock());
    await forEach<DuePolicy>(
      signal,
      (after) => policiesToBill(database, today, { after: after?.policyId, limit: PAGE }),
      (policy) => orCount(deps, counts, { policyId: policy.policyId }, () => invoiceOne(deps, policy, counts)),
    );
    return counts;
  };

/** Works through pages, a few at once. */
const forEach = async <T>(
  signal: AbortSignal,
  pageAfter: (after: T | undefined) => Promise<T[]>,
  work: (one: T) => Promise<void>,
): Promise<void> => {
  for (let after: T | undefined; ; ) {
    const page = await pageAfter(after);
    for (let first = 0; first < page.length; first += AT_ONCE) {
      signal.throwIfAborted();
      await Promise.all(page.slice(first, first + AT_ONCE).map(work));
    }
    if (page.length < PAGE) return;
    after = page.at(-1);
  }
};

/** What fails is counted and stops nothing else. With the database away, the next page ends the run. */
const orCount = async ({ logger }: Deps, counts: Invoiced, what: object, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    logger.error({ err: error, ...what }, 'could not be invoiced, the next run tries again');
    counts.failed += 1;
  }
};

const invoiceOne = async (deps: Deps, { policyId, status, termStart }: DuePolicy, counts: Invoiced): Promise<void> => {
  const { database, clock } = deps;
  counts.due += 1;
  await bill(deps, policyId, counts);
  const next = endedStatuses[status as PolicyStatus] ? null : nextBillingDay(termStart, businessDate(clock()));
  await setNextBilling(database, policyId, next);
};

const bill = async (deps: Deps, policyId: string, counts: Invoiced): Promise<void> => {
  try {
    const { invoice, lines, created } = await deps.generate(actor, { policyId, onlyIfAnything: true });
    if (created) counts.generated += 1;
    if (invoice.total < 0n) await issueCredit(deps, { invoice, lines }, counts);
    else if (lines.length > 0) await sendDraft(deps, invoice.id, counts);
  } catch (error) {
    if (!isDomainError(error, 'nothing-to-bill')) throw error;
    counts.nothingToBill += 1;
  }
};

/** Credits do not wait; what a person has put on one is for a person to send. */
const issueCredit = async (
  { setStatus }: Deps,
  { invoice, lines }: InvoiceWithLines,
  counts: Invoiced,
): Promise<void> => {
  if (lines.some(({ manual }) => manual)) return;
  await setStatus(actor, { id: invoice.id, status: 'SENT' });
  counts.sent += 1;
};

const sendDraft = async ({ send }: Deps, id: string, counts: Invoiced): Promise<void> => {
  try {
    await send(actor, { id });
    counts.sent += 1;
  } catch (error) {
    // A draft that nobody collects waits for a person.
    if (!isDomainError(error, 'payment-provider-not-configured')) throw error;
  }
};
