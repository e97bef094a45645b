import { type Manifest, type Overrides, type Platform, type RunningService, startService } from '@staycover/service';
import { callerAsSender, signatureVerifier } from './adapters/crm/signature.ts';
import { translateDeal } from './adapters/crm/translate.ts';
import { watchNewPolicies } from './adapters/new-policies.ts';
import { type ContractConfig, readMappings } from './config.ts';
import { countedContracts, countedDeals } from './db/counted.ts';
import { entities } from './db/entities.ts';
import { gauges } from './db/gauges.ts';
import { migrations } from './db/migrations/index.ts';
import { finishedDeals } from './db/received-deals.ts';
import { contractRoutes, type Webhook } from './http/routes.ts';
import { subscriptions } from './messages/subscriptions.ts';
import { followCalendar, isAnyPastExpiration } from './use-cases/follow-calendar.ts';
import { receiveDeal } from './use-cases/receive-deal.ts';

export { readConfig } from './config.ts';

export const manifest: Manifest = { name: 'contract', migrations, consumes: subscriptions.map(({ event }) => event) };

/** Wires the contract service and starts it. */
export const compose = (config: ContractConfig, overrides?: Overrides): Promise<RunningService> =>
  startService(
    {
      name: manifest.name,
      entities,
      migrations,
      wire: (platform) => ({
        subscriptions,
        counted: [countedContracts, countedDeals],
        gauges,
        schedules: [
          {
            name: 'contract-calendar',
            cron: '5 0 * * *',
            isAnyDue: (at) => isAnyPastExpiration(platform.database, at),
            run: ({ signal }) => followCalendar(platform, signal),
          },
        ],
        leftovers: finishedDeals(config.RECEIVED_DAYS),
        routes: contractRoutes(platform, {
          verifySender: createSenderCheck(config, platform),
          receiveDeal: receiveDeal({
            ...platform,
            translate: translateDeal(readMappings(config)),
            expectPolicy: watchNewPolicies(platform.nats),
          }),
        }),
      }),
    },
    config,
    overrides,
  );

const createSenderCheck = (
  { CRM_WEBHOOK_SECRETS: secrets = [], PUBLIC_URL }: ContractConfig,
  { wallClock: clock }: Platform,
): Webhook['verifySender'] => {
  if (secrets.length === 0) return callerAsSender;
  const verify = signatureVerifier({ secrets, publicUrl: PUBLIC_URL, clock });
  return (_actor, request) => verify(request);
};
