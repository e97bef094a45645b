import { isDatabaseUnavailable, type Database } from '@staycover/db';
import { businessDate, isDomainError, type Actor, type Clock } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import { policiesToBill, setNextBilling, type DuePolicy } from '../db/billing-calendar.ts';
import { nextBillingDay } from '../domain/billing-day.ts';
import type { InvoiceWithLines } from '../wire.ts';
import type { GenerateInvoice } from './generate-invoice.ts';

export type InvoicingCommands = {
  generate: (actor: Actor, command: GenerateInvoice) => Promise<InvoiceWithLines & { created: boolean }>;
  send: (actor: Actor, command: { id: string; check: () => void }) => Promise<InvoiceWithLines>;
};

type Deps = InvoicingCommands & { database: Database; clock: Clock; logger: Logger };

/** What a run did to the policies that were due; those that failed are due again in the next run. */
export type Invoiced = { due: number; generated: number; sent: number; nothingToBill: number; failed: number };

const PAGE = 200;
const AT_ONCE = 4;
const ENDED = new Set(['CANCELLED', 'EXPIRED', 'SUPERSEDED']);

const actor: Actor = { id: 'billing-calendar', organizations: '*', roles: ['read', 'write'] };
const anyVersion = (): void => undefined;

/** Generates the invoices of the policies that are to be billed by today, and sends them where a payment provider does. */
export const invoicePolicies =
  (deps: Deps) =>
  async (signal: AbortSignal): Promise<Invoiced> => {
    const { database, clock } = deps;
    const counts: Invoiced = { due: 0, generated: 0, sent: 0, nothingToBill: 0, failed: 0 };
    const today = businessDate(clock());
    for (let after: string | undefined; ; ) {
      const policies = await database.read((em) => policiesToBill(em, today, { after, limit: PAGE }));
      counts.due += policies.length;
      for (let first = 0; first < policies.length; first += AT_ONCE) {
        signal.throwIfAborted();
        await Promise.all(policies.slice(first, first + AT_ONCE).map((policy) => invoiceOne(deps, policy, counts)));
      }
      if (policies.length < PAGE) return counts;
      after = policies.at(-1)!.policyId;
    }
  };

const invoiceOne = async (deps: Deps, policy: DuePolicy, counts: Invoiced): Promise<void> => {
  const { database, clock, logger } = deps;
  const { policyId, status, billingFrequency, termStart } = policy;
  try {
    await bill(deps, policyId, counts);
    const next = ENDED.has(status) ? null : nextBillingDay(billingFrequency, termStart, businessDate(clock()));
    await database.transaction((tx) => setNextBilling(tx, policyId, next));
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    logger.error({ err: error, policyId }, 'policy could not be billed, the next run tries again');
    counts.failed += 1;
  }
};

const bill = async ({ generate, send }: Deps, policyId: string, counts: Invoiced): Promise<void> => {
  try {
    const { invoice, created } = await generate(actor, { policyId, check: anyVersion, onlyIfAnything: true });
    if (created) counts.generated += 1;
    if (invoice.total < 0n) return;
    await send(actor, { id: invoice.id, check: anyVersion });
    counts.sent += 1;
  } catch (error) {
    if (isDomainError(error, 'nothing-to-bill')) counts.nothingToBill += 1;
    // A draft that nobody collects waits for a person.
    else if (!isDomainError(error, 'payment-provider-not-configured')) throw error;
  }
};
