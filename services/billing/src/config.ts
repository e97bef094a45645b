import { parseEnvironment, serviceEnvironment, type ServiceConfig } from '@staycover/service';
import { z } from 'zod';

const percent = z.coerce.number().min(0).max(100).multipleOf(0.0001).default(0);

/** What decides how invoices come about, beside the policy. */
export const billingRules = z.object({
  /** The month that an invoice bills up to: that of the business date, or the one before. */
  BILLING_PERIOD: z.enum(['CURRENT', 'ARREARS']).default('CURRENT'),
  /** The state in which an invoice publishes its reserve splits. */
  RESERVE_SPLIT_ON: z.enum(['PAID', 'SENT']).default('PAID'),
  /** `on` generates invoices by the calendar, as the policy's billing frequency says, and sends them where a provider does. */
  AUTO_INVOICE: z.enum(['on', 'off']).default('off'),
  /** Days from sending an invoice to its due date. */
  INVOICE_DUE_DAYS: z.coerce.number().int().min(0).max(365).default(30),
  /** Percent of a line that goes to the partner. */
  PARTNER_FEE_PERCENT: percent,
  /** Percent of a line that pays for the service. */
  SERVICE_FEE_PERCENT: percent,
});

const environment = serviceEnvironment.extend({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8083),
  ...billingRules.shape,
});

export type BillingRules = z.output<typeof billingRules>;
export type BillingConfig = ServiceConfig & BillingRules;

export const readConfig = (env: unknown = process.env): BillingConfig => parseEnvironment(environment, env);
