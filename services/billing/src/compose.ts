import { type BatchWork, startBatches } from '@staycover/schedules';
import { type Manifest, type Overrides, type Platform, type RunningService, startService } from '@staycover/service';
import { readPolicies, readPolicy, readPolicyAsIf } from './adapters/policy-service.ts';
import { stripeEvents } from './adapters/stripe/events.ts';
import { stripeProvider } from './adapters/stripe/provider.ts';
import type { BillingConfig } from './config.ts';
import { countedInvoices, countedPostings } from './db/counted.ts';
import { entities } from './db/entities.ts';
import { gauges } from './db/gauges.ts';
import { migrations } from './db/migrations/index.ts';
import { settledEvents } from './db/provider-events.ts';
import { type BillingCommands, billingRoutes } from './http/routes.ts';
import { subscriptions } from './messages/subscriptions.ts';
import { billingSchedules } from './schedules.ts';
import { assertFresh } from './use-cases/assert-fresh.ts';
import { followUp, followUpWorks, isAnyToFollowUp } from './use-cases/follow-up.ts';
import { generateInvoiceFor } from './use-cases/generate-invoice.ts';
import { generateInvoices } from './use-cases/generate-invoices.ts';
import { invoicePolicies } from './use-cases/invoice-policies.ts';
import { previewInvoice } from './use-cases/preview-invoice.ts';
import { processPending, receivePaymentEvent } from './use-cases/receive-payment-event.ts';
import { dunningWorks, isAnyToDun, runDunning } from './use-cases/run-dunning.ts';
import { sendInvoice } from './use-cases/send-invoice.ts';
import { setInvoiceStatus } from './use-cases/set-invoice-status.ts';

export { readConfig } from './config.ts';

export const manifest: Manifest = { name: 'billing', migrations, consumes: subscriptions.map(({ event }) => event) };

/** Wires the billing service and starts it. */
export const compose = (config: BillingConfig, overrides?: Overrides): Promise<RunningService> =>
  startService(
    {
      name: manifest.name,
      entities,
      migrations,
      wire(platform) {
        const commands = createCommands(platform, config);
        const generateMany = generateInvoices(createReceivables(platform, config));
        const invoicing = invoicePolicies({ ...platform, ...commands, generateMany });
        const { batches, ...receivables } = startReceivables(platform, config, [invoicing]);
        const schedules = billingSchedules(config, batches, receivables);
        const leftovers = [settledEvents(config.RECEIVED_DAYS)];
        const routes = billingRoutes(platform, commands, config);
        return {
          subscriptions,
          counted: [countedInvoices, countedPostings],
          gauges,
          schedules,
          leftovers,
          routes,
          stop: batches.stop,
        };
      },
    },
    config,
    overrides,
  );

/** What is done in batches, and what the calendar begins of it: reconciliation, past due, collection; what follows commits. */
export const startReceivables = (platform: Platform, config: BillingConfig, others: readonly BatchWork[] = []) => {
  const deps = createReceivables(platform, config);
  const batches = startBatches({ ...platform, works: [...others, ...dunningWorks(deps), ...followUpWorks(deps)] });
  return {
    batches,
    dun: runDunning(deps, batches),
    isAnyToDun: isAnyToDun(deps, batches),
    followUp: followUp(deps, batches),
    isAnyToFollowUp: isAnyToFollowUp(deps, batches),
  };
};

const createReceivables = (platform: Platform, config: BillingConfig) => ({
  ...withPayments(platform, config),
  readPolicy: readPolicy(platform.nats),
  readPolicies: readPolicies(platform.nats),
});

const withPayments = (platform: Platform, config: BillingConfig) => ({
  ...platform,
  rules: config,
  events: stripeEvents(config.STRIPE_WEBHOOK_SECRETS ?? []),
  provider: config.STRIPE_API_KEY
    ? stripeProvider({
        apiKey: config.STRIPE_API_KEY,
        apiBase: config.STRIPE_API_BASE,
        timeoutMs: config.STRIPE_TIMEOUT_MS,
      })
    : undefined,
});

const createCommands = (platform: Platform, config: BillingConfig): BillingCommands => {
  const payments = withPayments(platform, config);
  const deriving = { ...platform, rules: config, readPolicy: readPolicy(platform.nats) };
  const assertDraftFresh = assertFresh(deriving);
  return {
    generate: generateInvoiceFor(deriving),
    preview: (actor, policyId, change) =>
      previewInvoice(change ? { ...deriving, readPolicy: readPolicyAsIf(platform.nats, actor, change) } : deriving)(
        actor,
        policyId,
      ),
    setStatus: setInvoiceStatus({ ...payments, assertFresh: assertDraftFresh }),
    canSend: payments.provider !== undefined,
    send: sendInvoice({
      ...payments,
      assertFresh: assertDraftFresh,
      onSent: async (invoiceId) => void (await processPending(payments)(invoiceId)),
    }),
    receivePaymentEvent: { [payments.events.provider]: receivePaymentEvent(payments) },
  };
};
