import { type Manifest, type Overrides, type Platform, type RunningService, startService } from '@staycover/service';
import { type Advisor, createAdvisor } from './adapters/advisor.ts';
import { failureLimit } from './adapters/failure-limit.ts';
import { tokenVault } from './adapters/token-vault.ts';
import { type ClaimsConfig, claimTokenKey } from './config.ts';
import { getClaim, listClaims } from './db/claims.ts';
import { entities } from './db/entities.ts';
import { gauges } from './db/gauges.ts';
import { migrations } from './db/migrations/index.ts';
import { claimsRoutes } from './http/routes.ts';
import { rpc } from './messages/rpc.ts';
import { consumes, subscriptions } from './messages/subscriptions.ts';
import { assessFollowup } from './use-cases/assess-followup.ts';
import { findReservation, lookupReservation } from './use-cases/lookup-reservation.ts';

export { readConfig } from './config.ts';

export const manifest: Manifest = { name: 'claims', migrations, consumes };

const FAILED_LOOKUPS = { failures: 10, windowMs: 60_000 };

/** Wires the claims service and starts it. */
export const compose = (config: ClaimsConfig, overrides?: Overrides): Promise<RunningService> =>
  startService(
    {
      name: manifest.name,
      entities,
      migrations,
      wire(platform) {
        const vault = tokenVault(claimTokenKey(config));
        const limit = failureLimit({ clock: platform.clock, ...FAILED_LOOKUPS });
        const advisor = advisorOf(config);
        if (advisor) watchAdvisor(advisor, platform.metrics);
        const lookup = { database: platform.database, vault, limit };
        return {
          subscriptions: subscriptions(vault),
          gauges,
          rpc: rpc(platform.database),
          routes: claimsRoutes({
            lookup: lookupReservation(lookup),
            get: (actor, id) => platform.database.read((em) => getClaim(em, actor, id)),
            list: (actor, filter, page) => platform.database.read((em) => listClaims(em, actor, filter, page)),
            assess: assessFollowup({ ...platform, advisor, find: findReservation(lookup) }),
          }),
        };
      },
    },
    config,
    overrides,
  );

const watchAdvisor = ({ provider, isOpen }: Advisor, metrics: Platform['metrics']): void =>
  metrics.sample(() => metrics.of('breakerOpen').set({ supplier: provider }, Number(isOpen())), 0);

const advisorOf = (config: ClaimsConfig): Advisor | undefined => {
  const {
    AI_PROVIDER: provider,
    AI_MODEL: model,
    AI_API_KEY: apiKey,
    AI_BASE_URL: baseUrl,
    AI_TIMEOUT_MS = 15_000,
  } = config;
  if (!provider || provider === 'rules' || !model) return undefined;
  return createAdvisor({ provider, model, apiKey, baseUrl, timeoutMs: AI_TIMEOUT_MS });
};
