import { readList } from '@staycover/kernel';
import { type Issuer, issuerSettings } from '@staycover/print';
import { listenPort, parseEnvironment, type ServiceConfig, serviceEnvironment, whole } from '@staycover/service';
import { z } from 'zod';

const percent = z.coerce.number().min(0).max(100).multipleOf(0.0001).default(0);

/** What decides how invoices come about, beside the policy. */
export const billingRules = z.object({
  BILLING_PERIOD: z
    .enum(['CURRENT', 'ARREARS'])
    .default('CURRENT')
    .describe(
      'Which period an invoice bills up to: the one that contains today, or (`ARREARS`) the one before. Periods are 1, 3 or 12 months.',
    ),
  RESERVE_SPLIT_ON: z
    .enum(['PAID', 'SENT'])
    .default('PAID')
    .describe(
      '`PAID`: splits are published as money comes in, in parts too; `SENT`: all of them when the invoice is sent.',
    ),
  AUTO_INVOICE: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      "`on` generates invoices by the calendar, by the policy's billing frequency, and sends them where a provider does.",
    ),
  INVOICE_DUE_DAYS: whole(0, 365).default(30).describe('Days from sending an invoice to its due date.'),
  PARTNER_FEE_PERCENT: percent.describe('Percent of a line that goes to the partner.'),
  SERVICE_FEE_PERCENT: percent.describe('Percent of a line that pays for the service.'),
});

const secrets = z
  .string()
  .transform((text) => readList(text, ','))
  .pipe(
    z
      .array(z.string().regex(/^[^\s;]{8,}$/, 'each secret has at least 8 characters, no space and no semicolon'))
      .min(1),
  );

/** How invoices are sent and collected; without a key of Stripe they are sent by hand. */
export const paymentSettings = z.object({
  STRIPE_API_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('Secret key of the Stripe account; without one, invoices are sent by hand.'),
  STRIPE_API_BASE: z
    .url({ protocol: /^https?$/ })
    .default('https://api.stripe.com')
    .describe('Where Stripe is, for a double.'),
  STRIPE_WEBHOOK_SECRETS: secrets
    .optional()
    .describe('What Stripe signs its events with: several, separated by commas, while they rotate.'),
  DUNNING: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Whether what follows by itself is done: cancellations credited, the payment provider brought along, past due invoices marked and collected.',
    ),
  STRIPE_TIMEOUT_MS: whole(100, 80_000).default(10_000).describe('Milliseconds that a call of Stripe may take.'),
});

export const environment = serviceEnvironment.extend({
  PORT: listenPort(8083),
  ...billingRules.shape,
  ...paymentSettings.shape,
  ...issuerSettings.shape,
});

export type BillingRules = z.output<typeof billingRules>;
export type PaymentSettings = z.output<typeof paymentSettings>;
export type BillingConfig = ServiceConfig & BillingRules & PaymentSettings & Issuer;

const faults = (settings: z.output<typeof environment>): string[] => {
  const { NODE_ENV, STRIPE_API_KEY, STRIPE_WEBHOOK_SECRETS, PARTNER_FEE_PERCENT, SERVICE_FEE_PERCENT } = settings;
  const found: string[] = [];
  if (PARTNER_FEE_PERCENT + SERVICE_FEE_PERCENT > 100)
    found.push('PARTNER_FEE_PERCENT: is with SERVICE_FEE_PERCENT more than 100');
  if (NODE_ENV === 'production' && STRIPE_API_KEY && !STRIPE_WEBHOOK_SECRETS)
    found.push(
      "STRIPE_WEBHOOK_SECRETS: is needed in production with STRIPE_API_KEY; set it to your endpoint's signing secret, whsec_...",
    );
  return found;
};

export const readConfig = (env: unknown = process.env): BillingConfig => parseEnvironment(environment, env, faults);
