import { businessDate } from '@staycover/kernel';
import {
  type Manifest,
  type Overrides,
  type Platform,
  type RunningService,
  startService,
  type Wiring,
} from '@staycover/service';
import { type RenewalConfig, rulesOf } from './config.ts';
import { entities } from './db/entities.ts';
import { gauges } from './db/gauges.ts';
import { migrations } from './db/migrations/index.ts';
import { upcomingPolicies } from './db/policies.ts';
import { listRenewals } from './db/renewals.ts';
import { getRun } from './db/runs.ts';
import { keyedRun } from './http/keyed-run.ts';
import { renewalRoutes } from './http/routes.ts';
import { type Runner, startRunner } from './jobs/runner.ts';
import { renewalSchedules } from './jobs/schedules.ts';
import { subscriptions } from './messages/subscriptions.ts';
import { awaitRun } from './use-cases/await-run.ts';
import { setRenewalStatus } from './use-cases/set-renewal-status.ts';

export { readConfig } from './config.ts';

export const manifest: Manifest = { name: 'renewal', migrations, consumes: subscriptions.map(({ event }) => event) };

/** Wires the renewal service and starts it. */
export const compose = async (config: RenewalConfig, overrides?: Overrides): Promise<RunningService> => {
  let runner: Runner | undefined;
  const wire = (platform: Platform): Wiring => {
    runner = startRunner(platform, runnerOptions(config));
    return { ...wiring(platform, runner), schedules: renewalSchedules(platform, runner, calendarOf(config)) };
  };
  const service = await startService({ name: manifest.name, entities, migrations, wire }, config, overrides);
  return {
    ...service,
    async stop() {
      await runner?.stop();
      await service.stop();
    },
  };
};

const runnerOptions = (config: RenewalConfig) => ({
  rules: rulesOf(config),
  pageSize: config.RENEWAL_PAGE_SIZE,
  answerTimeoutMs: config.RENEWAL_ANSWER_SECONDS * 1_000,
});

const calendarOf = ({ RENEWAL_DAILY_HOUR: hour, RENEWAL_REPEAT_MINUTES: repeatMinutes }: RenewalConfig) => ({
  dailyHour: hour === 'off' ? undefined : hour,
  repeatMinutes,
});

const wiring = (platform: Platform, runner: Runner): Wiring => {
  const { database, clock } = platform;
  const startRun = keyedRun(platform);
  return {
    subscriptions,
    gauges,
    routes: renewalRoutes({
      history: (actor, policyId, page) => database.read((em) => listRenewals(em, actor, policyId, page)),
      upcoming(actor, days, page) {
        const first = businessDate(clock());
        return database.read((em) => upcomingPolicies(em, actor, { first, last: first.add({ days }) }, page));
      },
      setStatus: setRenewalStatus(platform),
      async startRun(actor, command, key) {
        const jobId = await startRun(actor, command, key);
        runner.wake();
        return jobId;
      },
      getRun: (actor, jobId) => database.read((em) => getRun(em, actor, jobId)),
      awaitRun: (actor, jobId, waitMs) => awaitRun({ database, isStopping: runner.isStopping }, actor, jobId, waitMs),
    }),
  };
};
