import type { Platform, Schedule } from '@staycover/service';
import type { BillingConfig } from './config.ts';
import type { BillingUseCases } from './http/routes.ts';
import { invoicePolicies } from './use-cases/invoice-policies.ts';

/** What the calendar starts. */
export const billingSchedules = (platform: Platform, { AUTO_INVOICE }: BillingConfig, useCases: BillingUseCases): Schedule[] => {
  const invoicing = invoicePolicies({ ...platform, ...useCases });
  // An hour after the renewals: a term that begins today is there to be billed.
  return AUTO_INVOICE === 'on' ? [{ name: 'invoicing', cron: '0 3 * * *', run: ({ signal }) => invoicing(signal) }] : [];
};
