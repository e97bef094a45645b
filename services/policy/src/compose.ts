import { policyGet } from '@staycover/events';
import { answer } from '@staycover/messaging';
import { startService, type Manifest, type Overrides, type RunningService } from '@staycover/service';
import type { PolicyConfig } from './config.ts';
import { enrollmentsOf } from './db/enrollments.ts';
import { entities } from './db/entities.ts';
import { migrations } from './db/migrations/index.ts';
import { policyRoutes } from './http/routes.ts';
import { subscriptions } from './messages/subscriptions.ts';
import { repeatedly } from './schedule.ts';
import { setPolicyStatus, updatePolicy } from './use-cases/change-policy.ts';
import { createPolicy } from './use-cases/create-policy.ts';
import { readPolicies, readPolicy } from './use-cases/read-policy.ts';
import { snapshotPolicy } from './use-cases/snapshot-policy.ts';
import { sweepPolicies } from './use-cases/sweep-policies.ts';

export { sweepPolicies } from './use-cases/sweep-policies.ts';

export { readConfig } from './config.ts';

export const manifest: Manifest = {
  name: 'policy',
  migrations,
  consumes: subscriptions({ suspendCoverOnInvoiceSuspended: false }).map(({ event }) => event),
};

// A sweep with nothing to do is one indexed select; the first one after midnight does the day's work.
const SWEEP_EVERY_MS = 300_000;

/** Wires the policy service and starts it, its sweep included. */
export const compose = async (config: PolicyConfig, overrides?: Overrides): Promise<RunningService> => {
  const service = await startService(
    {
      name: manifest.name,
      entities,
      migrations,
      wire: (platform) => ({
        subscriptions: subscriptions({
          suspendCoverOnInvoiceSuspended: config.SUSPEND_COVER_ON_INVOICE_SUSPENDED ?? false,
        }),
        rpc: [answer(policyGet, snapshotPolicy(platform.database))],
        routes: policyRoutes(
          {
            read: readPolicy(platform.database),
            list: readPolicies(platform.database),
            create: createPolicy,
            update: updatePolicy,
            setStatus: setPolicyStatus,
            enrollments: enrollmentsOf,
          },
          platform,
        ),
      }),
    },
    config,
    overrides,
  );
  const { logger } = service.platform;
  const sweep = repeatedly({
    work: () => sweepPolicies(service.platform),
    everyMs: SWEEP_EVERY_MS,
    failed: (err) => logger.error({ err }, 'the sweep failed'),
  });
  return {
    ...service,
    async stop() {
      await sweep.stop();
      await service.stop();
    },
  };
};
