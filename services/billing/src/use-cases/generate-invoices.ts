import { createContext, inTransaction, isDatabaseAway, type Work } from '@staycover/change';
import { type Actor, allEnded, businessDate, type CalendarDate, type Context, isDomainError } from '@staycover/kernel';
import type { Asked } from '../adapters/policy-service.ts';
import { askingUntilAway } from '../adapters/service-away.ts';
import { derivesFrom, type PolicyRead } from '../billable-policy.ts';
import { findBillingStates } from '../db/billing-state.ts';
import { assertNotFrozen } from '../db/deliveries.ts';
import { fitsAtOnce } from '../domain/workload.ts';
import type { BillingDeps } from './deps.ts';
import { deriveFrom, type Read } from './derive-invoice.ts';
import { assertAnything, type GeneratedInvoice, generateInvoiceFor, storeDerived } from './generate-invoice.ts';

/** What became of a policy's invoice. */
export type Outcome = { is: 'DONE'; invoice: GeneratedInvoice } | { is: 'NOTHING' } | { is: 'FAILED'; error: unknown };

/** Policies of more properties have a transaction of their own, and so do those with much to bill. */
const MOST_SHARED = 100;

/**
 * Generates the invoices of many policies where there is anything to bill: most of them in one transaction, with one
 * statement for each step. What a person has to look at fails by itself.
 */
export const generateInvoices =
  (deps: BillingDeps) =>
  async (actor: Actor, policyIds: readonly string[]): Promise<Map<string, Outcome>> => {
    const context = createContext(deps, { actor });
    const read = await readTogether(deps, policyIds);
    const done = await inTransaction(deps.database, (tx) => generateAll(tx, deps, context, read), { isShared: true });
    const asking = askingUntilAway();
    const generate = generateInvoiceFor(deps);
    for (const policyId of policyIds.filter((id) => !done.has(id))) {
      const generateOne = () => generate(actor, { policyId, onlyIfAnything: true });
      done.set(policyId, await toOutcomeAlone(asking(generateOne)));
    }
    return done;
  };

/** What is small enough to go with others; the rest is read by itself. */
export const readTogether = async (
  deps: Pick<BillingDeps, 'clock' | 'database' | 'readPolicies'>,
  policyIds: readonly string[],
): Promise<Map<string, Read>> => {
  const states = await findBillingStates(deps.database, policyIds);
  const asked = policyIds.map((policyId): Asked => {
    const state = states.get(policyId);
    return { policyId, known: state && { sinceVersion: state.policyVersion, openFrom: state.readFrom } };
  });
  const policies = await deps.readPolicies(asked).catch((error: unknown) => {
    if (!isDomainError(error, 'service-unavailable')) throw error;
    return new Map<string, PolicyRead>();
  });
  const until = businessDate(deps.clock());
  const all = [...policies].map(([id, one]) => [id, { ...one, known: states.get(id) }] as const);
  return new Map(all.filter(([, read]) => isSmall(read, until)));
};

const isSmall = (read: Read, until: CalendarDate): boolean => {
  const from = derivesFrom(read, read.known?.openFrom ?? null);
  return read.policy.enrollments.length <= MOST_SHARED && fitsAtOnce(read.policy, { from, until });
};

const generateAll = async (
  tx: Work,
  { rules }: BillingDeps,
  context: Context,
  read: ReadonlyMap<string, Read>,
): Promise<Map<string, Outcome>> => {
  const generateOne = async (policyId: string, known: Read): Promise<Outcome | undefined> => {
    const derived = await deriveFrom(tx, rules, { policyId, now: context.now, check: assertNotFrozen }, known);
    if (!derived) return undefined;
    assertAnything(derived, true);
    return { is: 'DONE', invoice: await storeDerived(tx, context, derived) };
  };
  const working = [...read].map(async ([id, known]) => [id, await generateOne(id, known).catch(toOutcome)] as const);
  // None may use the transaction after it has ended.
  const found = await allEnded(working);
  return new Map(found.flatMap(([id, generated]) => (generated ? [[id, generated] as const] : [])));
};

const toOutcomeAlone = async (generating: Promise<GeneratedInvoice>): Promise<Outcome> => {
  try {
    return { is: 'DONE', invoice: await generating };
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    return isDomainError(error, 'nothing-to-bill') ? { is: 'NOTHING' } : failed(error);
  }
};

const failed = (error: unknown): Outcome => ({ is: 'FAILED', error });

/** What is refused before anything is stored; the others go on. */
const toOutcome = (error: unknown): Outcome => {
  if (isDomainError(error, 'nothing-to-bill')) return { is: 'NOTHING' };
  if (isDomainError(error, 'invoice-frozen')) return failed(error);
  throw error;
};
