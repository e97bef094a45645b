import { startBatches } from '@staycover/schedules';
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
import { followUpWorks } from './use-cases/follow-up.ts';
import { generateInvoiceFor } from './use-cases/generate-invoice.ts';
import { generateInvoices } from './use-cases/generate-invoices.ts';
import { invoicePolicies } from './use-cases/invoice-policies.ts';
import { previewInvoice } from './use-cases/preview-invoice.ts';
import { receivePaymentEvent } from './use-cases/receive-payment-event.ts';
import { dunningWorks } from './use-cases/run-dunning.ts';
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
        const deps = createDeps(platform, config);
        const commands = createCommands(deps);
        const invoicing = invoicePolicies({ ...platform, ...commands, generateMany: generateInvoices(deps) });
        const batches = startBatches({ ...deps, works: [invoicing, ...receivableWorks(deps)] });
        const schedules = billingSchedules(deps, batches);
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

/** What use cases need, made once: calls to the payment provider share their patience. */
export const createDeps = (platform: Platform, config: BillingConfig) => ({
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
  readPolicy: readPolicy(platform.nats),
  readPolicies: readPolicies(platform.nats),
});

type Deps = ReturnType<typeof createDeps>;

/** What is done of invoices and payments in batches: reconciliation, past due, collection; what follows commits. */
export const receivableWorks = (deps: Deps) => [...dunningWorks(deps), ...followUpWorks(deps)];

const createCommands = (deps: Deps): BillingCommands => {
  const sending = { ...deps, assertFresh: assertFresh(deps) };
  return {
    generate: generateInvoiceFor(deps),
    preview: (actor, policyId, change) =>
      previewInvoice(change ? { ...deps, readPolicy: readPolicyAsIf(deps.nats, change) } : deps)(actor, policyId),
    setStatus: setInvoiceStatus(sending),
    canSend: deps.provider !== undefined,
    send: sendInvoice(sending),
    receivePaymentEvent: { [deps.events.provider]: receivePaymentEvent(deps) },
  };
};
