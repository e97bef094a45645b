import { startService, type Manifest, type Overrides, type Platform, type RunningService } from '@staycover/service';
import { noPaymentProvider } from './adapters/payment-provider.ts';
import { readPolicy } from './adapters/policy-service.ts';
import type { BillingConfig } from './config.ts';
import { entities } from './db/entities.ts';
import { gauges } from './db/gauges.ts';
import { migrations } from './db/migrations/index.ts';
import { billingRoutes, type BillingUseCases } from './http/routes.ts';
import { subscriptions } from './messages/subscriptions.ts';
import { billingSchedules } from './schedules.ts';
import { addLineItem, removeLineItem } from './use-cases/change-line-items.ts';
import { generateInvoiceOf } from './use-cases/generate-invoice.ts';
import { readInvoice, readInvoices } from './use-cases/read-invoices.ts';
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
        const commands = useCases(platform, config);
        const schedules = billingSchedules(platform, config, commands);
        return { subscriptions, gauges, schedules, routes: billingRoutes(commands, platform.database) };
      },
    },
    config,
    overrides,
  );

const useCases = (platform: Platform, rules: BillingConfig): BillingUseCases => {
  const get = readInvoice(platform.database);
  const setStatus = setInvoiceStatus({ ...platform, rules });
  return {
    get,
    list: readInvoices(platform.database),
    generate: generateInvoiceOf({ ...platform, rules, readPolicy: readPolicy(platform.nats) }),
    setStatus,
    send: sendInvoice({ get, provider: noPaymentProvider, setStatus }),
    addLineItem: addLineItem(platform),
    removeLineItem: removeLineItem(platform),
  };
};
