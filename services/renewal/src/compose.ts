import { businessDate } from '@staycover/kernel';
import { startBatches } from '@staycover/schedules';
import {
  type Leftover,
  type Manifest,
  type Overrides,
  type Platform,
  type RunningService,
  startService,
  type Wiring,
} from '@staycover/service';
import { type RenewalConfig, readRules } from './config.ts';
import { countedRenewals } from './db/counted.ts';
import { entities } from './db/entities.ts';
import { gauges } from './db/gauges.ts';
import { migrations } from './db/migrations/index.ts';
import { renewalJob } from './domain/renewal.ts';
import { horizonDays } from './domain/rules.ts';
import { renewalRoutes } from './http/routes.ts';
import { subscriptions } from './messages/subscriptions.ts';
import { renewalSchedules } from './schedules.ts';
import { decidePolicies, RENEWALS } from './use-cases/decide-policies.ts';
import { policiesToDecide } from './use-cases/execute-run.ts';
import { startRunQueue } from './use-cases/run-queue.ts';

export { readConfig } from './config.ts';

export const manifest: Manifest = {
  name: 'renewal',
  migrations,
  consumes: subscriptions({ horizon: 0 }).map(({ event }) => event),
};

// A run that is asked for again is known for as long as its batches.
const endedRuns: Leftover = { table: 'renewal_run', since: 'finished_at', days: 90 };

/** Wires the renewal service and starts it. */
export const compose = async (config: RenewalConfig, overrides?: Overrides): Promise<RunningService> => {
  const wire = (platform: Platform): Wiring => {
    const deciding = { ...platform, ...runOptions(config) };
    const batches = startBatches({ ...platform, works: [decidePolicies(deciding)] });
    const queue = startRunQueue({ ...deciding, batches });
    const stop = async () => void (await Promise.all([queue.stop(), batches.stop()]));
    const routes = renewalRoutes(platform, queue);
    const schedules = renewalSchedules(platform, queue, {
      ...readCalendar(config),
      isAnyToDecide: (at) => batches.isAnyDue(RENEWALS, policiesToDecide(deciding.rules, businessDate(at), renewalJob)),
    });
    return {
      subscriptions: subscriptions({ horizon: horizonDays(deciding.rules) }),
      counted: [countedRenewals],
      gauges,
      routes,
      schedules,
      leftovers: [endedRuns],
      stop,
    };
  };
  return startService({ name: manifest.name, entities, migrations, wire }, config, overrides);
};

const runOptions = (config: RenewalConfig) => ({
  rules: readRules(config),
  pageSize: config.RENEWAL_PAGE_SIZE,
  answerTimeoutMs: config.RENEWAL_ANSWER_SECONDS * 1_000,
});

const readCalendar = ({ RENEWAL_DAILY_HOUR: hour, RENEWAL_REPEAT_MINUTES: repeatMinutes }: RenewalConfig) => ({
  dailyHour: hour === 'off' ? undefined : hour,
  repeatMinutes,
});
