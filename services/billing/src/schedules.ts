import { businessDate, type Instant } from '@staycover/kernel';
import { type Batches, inBatches } from '@staycover/schedules';
import type { Platform, Schedule } from '@staycover/service';
import type { BillingConfig } from './config.ts';
import { toBill } from './db/billing-calendar.ts';
import type { FollowedUp } from './use-cases/follow-up.ts';
import { INVOICING, nothingInvoiced } from './use-cases/invoice-policies.ts';
import type { DunningRun } from './use-cases/run-dunning.ts';

type Commands = {
  followUp: (which: 'ALL' | 'ENDED', signal: AbortSignal) => Promise<FollowedUp>;
  dun: (now: Instant, signal: AbortSignal) => Promise<DunningRun>;
};

/** What the calendar starts. */
export const billingSchedules = (
  { clock }: Platform,
  rules: BillingConfig,
  batches: Batches,
  commands: Commands,
): Schedule[] => {
  const { AUTO_INVOICE, DUNNING } = rules;
  // An hour after the renewals: a term that begins today is there to be billed.
  const invoicing: Schedule = {
    name: 'invoicing',
    cron: '0 3 * * *',
    run: inBatches(batches, { work: INVOICING, fill: () => toBill(businessDate(clock())), nothing: nothingInvoiced }),
  };
  const credits: Schedule = {
    name: 'credits',
    cron: '0 3 * * *',
    run: ({ signal }) => commands.followUp('ALL', signal),
  };
  const following: Schedule = {
    name: 'follow-up',
    cron: '* * * * *',
    run: ({ signal }) => commands.followUp('ENDED', signal),
  };
  // At the time it is for, not a moment later: three days after that is again a time that it is for.
  const dunning: Schedule = {
    name: 'dunning',
    cron: '*/5 * * * *',
    run: ({ due, signal }) => commands.dun(due, signal),
  };
  return [credits, ...(AUTO_INVOICE === 'on' ? [invoicing] : []), ...(DUNNING === 'on' ? [following, dunning] : [])];
};
