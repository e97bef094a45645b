import { policyCover, policyGet } from '@staycover/events';
import { answer } from '@staycover/messaging';
import { type Manifest, type Overrides, type RunningService, startService } from '@staycover/service';
import type { PolicyConfig } from './config.ts';
import { entities } from './db/entities.ts';
import { gauges } from './db/gauges.ts';
import { migrations } from './db/migrations/index.ts';
import { rowEntities } from './db/rows.ts';
import { policyRoutes } from './http/routes.ts';
import { summaryRoutes } from './http/summary-routes.ts';
import { subscriptions } from './messages/subscriptions.ts';
import { coverNight } from './use-cases/cover-night.ts';
import { snapshotPolicy } from './use-cases/snapshot-policy.ts';
import { sweepPolicies } from './use-cases/sweep-policies.ts';

export { readConfig } from './config.ts';
export { sweepPolicies } from './use-cases/sweep-policies.ts';

export const manifest: Manifest = {
  name: 'policy',
  migrations,
  consumes: subscriptions({ suspendCoverOnInvoiceSuspended: false }).map(({ event }) => event),
};

const noticeOf = ({ NON_PAYMENT_NOTICE_DAYS: nonPaymentDays = 10 }: PolicyConfig) => ({ nonPaymentDays });

/** Wires the policy service and starts it. */
export const compose = (config: PolicyConfig, overrides?: Overrides): Promise<RunningService> =>
  startService(
    {
      name: manifest.name,
      entities: [...entities, ...rowEntities],
      migrations,
      wire: (platform) => ({
        gauges,
        subscriptions: subscriptions({
          suspendCoverOnInvoiceSuspended: config.SUSPEND_COVER_ON_INVOICE_SUSPENDED ?? false,
        }),
        schedules: [
          // Five minutes after midnight: a clock that is a little behind has the new day, too.
          { name: 'policy-sweep', cron: '5 0 * * *', run: ({ signal }) => sweepPolicies(platform, signal) },
        ],
        rpc: [answer(policyGet, snapshotPolicy(platform, noticeOf(config))), answer(policyCover, coverNight(platform))],
        routes: [...policyRoutes(platform, noticeOf(config)), ...summaryRoutes(platform)],
      }),
    },
    config,
    overrides,
  );
