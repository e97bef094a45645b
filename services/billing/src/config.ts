import { parseEnvironment, type ServiceConfig, serviceEnvironment } from '@staycover/service';
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

const secrets = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((secret) => secret.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.string().min(8, 'each secret has at least 8 characters')).min(1));

/** How invoices are sent and collected; without a key of Stripe they are sent by hand. */
export const paymentSettings = z.object({
  STRIPE_API_KEY: z.string().min(1).optional(),
  /** Where Stripe is, for a double. */
  STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).default('https://api.stripe.com'),
  /** What Stripe signs its events with: several, separated by commas, while they rotate. */
  STRIPE_WEBHOOK_SECRETS: secrets.optional(),
  /** Whether past due invoices are marked and collected without anybody asking for it. */
  DUNNING: z.enum(['on', 'off']).default('on'),
  STRIPE_TIMEOUT_MS: z.coerce.number().int().min(100).max(80_000).default(10_000),
});

const environment = serviceEnvironment.extend({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8083),
  ...billingRules.shape,
  ...paymentSettings.shape,
});

export type BillingRules = z.output<typeof billingRules>;
export type PaymentSettings = z.output<typeof paymentSettings>;
export type BillingConfig = ServiceConfig & BillingRules & PaymentSettings;

export const readConfig = (env: unknown = process.env): BillingConfig =>
  parseEnvironment(environment, env, ({ NODE_ENV, STRIPE_API_KEY, STRIPE_WEBHOOK_SECRETS }) =>
    NODE_ENV === 'production' && STRIPE_API_KEY && !STRIPE_WEBHOOK_SECRETS
      ? [
          "STRIPE_WEBHOOK_SECRETS: is needed in production with STRIPE_API_KEY; set it to your endpoint's signing secret, whsec_...",
        ]
      : [],
  );
