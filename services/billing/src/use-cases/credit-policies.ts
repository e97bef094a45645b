import { contextOf, type Work } from '@staycover/change';
import type { Actor } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import { noteLookedAt, stillWaiting, type WaitingPolicy, waitingPolicies } from '../db/billing-calendar.ts';
import { assertNotFrozen } from '../db/deliveries.ts';
import type { Invoice } from '../domain/invoice.ts';
import { moveInvoice } from '../domain/move-invoice.ts';
import { type Derived, type Deriving, derivingInvoice } from './derive-invoice.ts';
import { storeDerived } from './generate-invoice.ts';
import { type AccountContext, allocateAfterSending, storeIssued } from './on-account.ts';

type Deps = Deriving & { logger: Logger };

/** What a run made of the policies that waited; what failed waits on. */
export type Credited = { waited: number; credited: number; failed: number };

const PAGE = 200;
const actor: Actor = { id: 'billing-calendar', organizations: '*', roles: ['read', 'write'] };

/**
 * Gives back what policies have billed too much since they changed: of each of which a newer version was heard than was
 * looked at, all or those that have ended. Charges wait for the next invoice.
 */
export const creditPolicies =
  (deps: Deps) =>
  async (which: 'ALL' | 'ENDED', signal?: AbortSignal): Promise<Credited> => {
    const counts: Credited = { waited: 0, credited: 0, failed: 0 };
    for (let after: string | undefined; ; ) {
      const page = await waitingPolicies(deps.database, which, { after, limit: PAGE });
      counts.waited += page.length;
      for (const waiting of await stillWaiting(deps.database, page)) {
        signal?.throwIfAborted();
        try {
          if (await creditPolicy(deps, waiting)) counts.credited++;
        } catch (error) {
          counts.failed++;
          deps.logger.warn({ err: error, policyId: waiting.policyId }, 'a policy waits on for its credits');
        }
      }
      if (page.length < PAGE) return counts;
      after = page.at(-1)!.policyId;
    }
  };

/** Issues a credit note where nights come back and no charge makes up for them; else stores nothing. */
const creditPolicy = async (deps: Deps, waiting: WaitingPolicy): Promise<boolean> => {
  const { policyId } = waiting;
  // Whoever billed it meanwhile has looked at it.
  if ((await stillWaiting(deps.database, [waiting])).length === 0) return false;
  const context = { ...contextOf(deps, { actor }), rules: deps.rules };
  const check = assertNotFrozen;
  const issued = await derivingInvoice(deps)(actor, { policyId, now: context.now, check }, async (tx, derived) => {
    const isCredit = derived.generated.totals.total < 0n && derived.manualLines.length === 0;
    const credit = isCredit ? await issueCredit(tx, context, derived) : undefined;
    await noteLookedAt(tx, { policyId, version: derived.policy.version });
    return credit;
  });
  if (issued) await allocateAfterSending(deps, issued);
  return issued !== undefined;
};

const issueCredit = async (tx: Work, context: AccountContext, derived: Derived): Promise<Invoice> => {
  const { invoice: draft, lines } = await storeDerived(tx, context, derived);
  const moving = { now: context.now, rules: context.rules, lines };
  return storeIssued(tx, context, draft, moveInvoice(draft, 'SENT', moving), lines);
};
