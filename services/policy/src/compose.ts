import { policyCover, policyGet, policyGetMany } from '@staycover/events';
import { answer } from '@staycover/messaging';
import { startBatches } from '@staycover/schedules';
import { type Manifest, type Overrides, type Platform, type RunningService, startService } from '@staycover/service';
import type { PolicyConfig } from './config.ts';
import { countedPolicies } from './db/counted.ts';
import { neverStood } from './db/elections.ts';
import { entities } from './db/entities.ts';
import { gauges } from './db/gauges.ts';
import { migrations } from './db/migrations/index.ts';
import { rowEntities } from './db/rows.ts';
import { documentRoutes } from './http/document-routes.ts';
import { readingRoutes } from './http/reading-routes.ts';
import { policyRoutes } from './http/routes.ts';
import { summaryRoutes } from './http/summary-routes.ts';
import { subscriptions } from './messages/subscriptions.ts';
import { coverNight } from './use-cases/cover-night.ts';
import type { MoveRules } from './use-cases/set-policy-status.ts';
import { snapshotPolicies, snapshotPolicy } from './use-cases/snapshot-policy.ts';
import { type Swept, sweeping, sweepingPolicies } from './use-cases/sweep-policies.ts';

export { readConfig } from './config.ts';

export const manifest: Manifest = {
  name: 'policy',
  migrations,
  consumes: subscriptions({ suspendsUnpaid: false }).map(({ event }) => event),
};

/** One sweep, as the schedule runs it; returns the outcome for due policies. */
export const sweepPolicies = async (platform: Platform): Promise<Swept> => {
  const batches = startBatches({ ...platform, works: [sweepingPolicies(platform)] });
  const { swept = 0, failed = 0 } = await sweeping(batches).run({
    due: platform.clock(),
    signal: new AbortController().signal,
  });
  await batches.stop();
  return { swept, failed };
};

const readMoveRules = ({
  NON_PAYMENT_NOTICE_DAYS: nonPaymentDays = 10,
  SUSPEND_COVER_ON_INVOICE_SUSPENDED: suspendsUnpaid = false,
}: PolicyConfig): MoveRules => ({ nonPaymentDays, suspendsUnpaid });

/** Wires the policy service and starts it. */
export const compose = (config: PolicyConfig, overrides?: Overrides): Promise<RunningService> =>
  startService(
    {
      name: manifest.name,
      entities: [...entities, ...rowEntities],
      migrations,
      wire(platform) {
        const batches = startBatches({ ...platform, works: [sweepingPolicies(platform)] });
        const rules = readMoveRules(config);
        return {
          stop: batches.stop,
          counted: [countedPolicies],
          gauges,
          leftovers: [neverStood],
          subscriptions: subscriptions(rules),
          schedules: [
            // Five minutes after midnight: a clock that is slightly late has the new day, too.
            { name: 'policy-sweep', cron: '5 0 * * *', ...sweeping(batches) },
            // What others held locked then.
            { name: 'policy-sweep-again', cron: '5 1-23 * * *', ...sweeping(batches) },
          ],
          rpc: [
            answer(policyGet, snapshotPolicy(platform, rules)),
            answer(policyGetMany, snapshotPolicies(platform)),
            answer(policyCover, coverNight(platform)),
          ],
          routes: [
            ...readingRoutes(platform),
            ...policyRoutes(platform, rules),
            ...documentRoutes(platform, config),
            ...summaryRoutes(platform),
          ],
        };
      },
    },
    config,
    overrides,
  );
