import { type Batches, type BatchWork, type Fill, runInBatches } from '@staycover/schedules';
import { accountsToAllocate } from '../db/accounts.ts';
import { waitingPolicies } from '../db/billing-calendar.ts';
import { invoicesToMirror } from '../db/mirrored.ts';
import { SETTLEMENT, settling } from './allocate-held.ts';
import { askPendingRefunds, isAnyRefundToAsk } from './ask-refunds.ts';
import { attemptEach } from './attempt-each.ts';
import { CREDITS, creditingPolicies } from './credit-policies.ts';
import type { BillingDeps } from './deps.ts';
import { mirrorInvoice } from './mirror.ts';

const MIRRORING = 'mirroring';

/** What follows from commits that are over, as work that all replicas do in batches. */
export const followUpWorks = (deps: BillingDeps): BatchWork[] => {
  const { provider, logger } = deps;
  const works = [creditingPolicies(deps), settling(deps)];
  if (!provider) return works;
  const mirroring: BatchWork = {
    name: MIRRORING,
    async handle({ ids, signal, settle }) {
      const failed = await attemptEach({ logger, signal }, ids, (id) => mirrorInvoice({ ...deps, provider }, id));
      await settle(async () => ({ mirrored: ids.length - failed, failed }));
    },
  };
  return [...works, mirroring];
};

/** Of the policies that wait for credits: all, or those that have ended. */
type Which = 'ALL' | 'ENDED';

const duties = (which: Which, provider: BillingDeps['provider']): [work: string, fill: Fill][] => [
  [CREDITS, waitingPolicies(which)],
  [SETTLEMENT, accountsToAllocate],
  ...(provider ? ([[MIRRORING, invoicesToMirror]] satisfies [string, Fill][]) : []),
];

/** Whether there is anything to follow up. */
export const isAnyToFollowUp = async (deps: BillingDeps, batches: Batches, which: Which): Promise<boolean> => {
  for (const [work, fill] of duties(which, deps.provider)) if (await batches.isAnyDue(work, fill)) return true;
  return isAnyRefundToAsk(deps);
};

/**
 * Does what follows from commits that are over: credits policies that wait, all or those that have ended, gives what
 * accounts hold to what was sent since, makes at the payment provider what reduced invoices here, and asks it for refunds.
 * What fails is repeated by the next run and stops nothing else.
 */
export const followUp = async (deps: BillingDeps, batches: Batches, which: Which, signal: AbortSignal) => {
  const run = { credited: 0, allocated: 0, mirrored: 0, errors: 0 };
  for (const [work, fill] of duties(which, deps.provider)) {
    const { failed = 0, ...counts } = await runInBatches(batches, { work, fill: () => fill }, signal);
    for (const name of ['credited', 'allocated', 'mirrored'] as const) run[name] += counts[name] ?? 0;
    run.errors += failed;
  }
  run.errors += await askPendingRefunds(deps, signal);
  return run;
};
