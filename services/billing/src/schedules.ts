import { businessDate } from '@staycover/kernel';
import { type Batches, inBatches } from '@staycover/schedules';
import type { Schedule } from '@staycover/service';
import type { BillingConfig } from './config.ts';
import { toBill } from './db/billing-calendar.ts';
import type { BillingDeps } from './use-cases/deps.ts';
import { followPayments, isAnyPaymentToFollow } from './use-cases/follow-payments.ts';
import { followUp, isAnyToFollowUp } from './use-cases/follow-up.ts';
import { INVOICING, nothingInvoiced } from './use-cases/invoice-policies.ts';
import { isAnyToDun, runDunning } from './use-cases/run-dunning.ts';

/** What the calendar starts. */
export const billingSchedules = (deps: BillingDeps & { rules: BillingConfig }, batches: Batches): Schedule[] => {
  const { AUTO_INVOICE, DUNNING } = deps.rules;
  // An hour after the renewals: a term that begins today is there to be billed.
  const invoicing: Schedule = {
    name: 'invoicing',
    cron: '0 3 * * *',
    ...inBatches(batches, { work: INVOICING, fill: (now) => toBill(businessDate(now)), nothing: nothingInvoiced }),
  };
  const credits: Schedule = {
    name: 'credits',
    cron: '0 3 * * *',
    isAnyDue: () => isAnyToFollowUp(deps, batches, 'ALL'),
    run: ({ signal }) => followUp(deps, batches, 'ALL', signal),
  };
  const following: Schedule = {
    name: 'follow-up',
    cron: '* * * * *',
    isAnyDue: () => isAnyToFollowUp(deps, batches, 'ENDED'),
    run: ({ signal }) => followUp(deps, batches, 'ENDED', signal),
  };
  // At the time it is for, not a moment later: three days after that is again a time that it is for.
  const dunning: Schedule = {
    name: 'dunning',
    cron: '*/5 * * * *',
    isAnyDue: (at) => isAnyToDun(deps, batches, at),
    run: ({ due, signal }) => runDunning(deps, batches, due, signal),
  };
  // Dunning does this itself, before it charges. Without it, what the provider reports counts all the same.
  const payments: Schedule = {
    name: 'payments',
    cron: '*/5 * * * *',
    isAnyDue: () => isAnyPaymentToFollow(deps),
    run: ({ signal }) => followPayments(deps, signal),
  };
  const always = [credits, ...(AUTO_INVOICE === 'on' ? [invoicing] : [])];
  return [...always, ...(DUNNING === 'on' ? [following, dunning] : [payments])];
};
