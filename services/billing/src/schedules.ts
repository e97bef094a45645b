import { businessDate, type Instant } from '@staycover/kernel';
import { type Batches, inBatches } from '@staycover/schedules';
import type { Schedule } from '@staycover/service';
import type { BillingConfig } from './config.ts';
import { toBill } from './db/billing-calendar.ts';
import type { FollowedPayments } from './use-cases/follow-payments.ts';
import type { FollowedUp } from './use-cases/follow-up.ts';
import { INVOICING, nothingInvoiced } from './use-cases/invoice-policies.ts';
import type { DunningRun } from './use-cases/run-dunning.ts';

type Commands = {
  isAnyToFollowUp: (which: 'ALL' | 'ENDED') => Promise<boolean>;
  followUp: (which: 'ALL' | 'ENDED', signal: AbortSignal) => Promise<FollowedUp>;
  isAnyToDun: (at: Instant) => Promise<boolean>;
  dun: (now: Instant, signal: AbortSignal) => Promise<DunningRun>;
  isAnyPaymentToFollow: () => Promise<boolean>;
  followPayments: (signal: AbortSignal) => Promise<FollowedPayments>;
};

/** What the calendar starts. */
export const billingSchedules = (rules: BillingConfig, batches: Batches, commands: Commands): Schedule[] => {
  const { AUTO_INVOICE, DUNNING } = rules;
  // An hour after the renewals: a term that begins today is there to be billed.
  const invoicing: Schedule = {
    name: 'invoicing',
    cron: '0 3 * * *',
    ...inBatches(batches, { work: INVOICING, fill: (now) => toBill(businessDate(now)), nothing: nothingInvoiced }),
  };
  const credits: Schedule = {
    name: 'credits',
    cron: '0 3 * * *',
    isAnyDue: () => commands.isAnyToFollowUp('ALL'),
    run: ({ signal }) => commands.followUp('ALL', signal),
  };
  const following: Schedule = {
    name: 'follow-up',
    cron: '* * * * *',
    isAnyDue: () => commands.isAnyToFollowUp('ENDED'),
    run: ({ signal }) => commands.followUp('ENDED', signal),
  };
  // At the time it is for, not a moment later: three days after that is again a time that it is for.
  const dunning: Schedule = {
    name: 'dunning',
    cron: '*/5 * * * *',
    isAnyDue: commands.isAnyToDun,
    run: ({ due, signal }) => commands.dun(due, signal),
  };
  // Dunning does this itself, before it charges. Without it, what the provider reports counts all the same.
  const payments: Schedule = {
    name: 'payments',
    cron: '*/5 * * * *',
    isAnyDue: commands.isAnyPaymentToFollow,
    run: ({ signal }) => commands.followPayments(signal),
  };
  const always = [credits, ...(AUTO_INVOICE === 'on' ? [invoicing] : [])];
  return [...always, ...(DUNNING === 'on' ? [following, dunning] : [payments])];
};
