import { setTimeout as delay } from 'node:timers/promises';
import { inTransaction } from '@staycover/change';
import type { Actor, CalendarDate } from '@staycover/kernel';
import type { Batches, Fill } from '@staycover/schedules';
import type { Logger } from '@staycover/telemetry';
import { type Lease, prolongLease } from '../db/lease.ts';
import { renewingPolicies } from '../db/policies.ts';
import { finishRun, loadRun, markDecided } from '../db/runs.ts';
import { horizonDays, type RenewalRules } from '../domain/rules.ts';
import type { Run, RunStatus } from '../domain/run.ts';
import { type DecideDeps, RENEWALS } from './decide-policies.ts';

export type ExecuteDeps = DecideDeps & {
  batches: Batches;
  logger: Logger;
  lease: Lease;
  /** How long a run waits for answers while none comes in, in ms. */
  answerTimeoutMs: number;
  /** Aborted when the process stops, or another replica has the lease. */
  signal: AbortSignal;
};

const MAX_ATTEMPTS = 5;
const LONGEST_PAUSE_MS = 500;

/** Carries a run on from where it stands to its end, on all replicas; when the process stops first, another attempt does. */
export const executeRun = async (deps: ExecuteDeps, run: Run): Promise<void> => {
  if (run.attempts > MAX_ATTEMPTS) {
    deps.logger.error({ jobId: run.jobId }, 'renewal run does not get on, it is given up');
    return finish(deps, run, 'FAILED');
  }
  if (!run.decided) await decideAll(deps, run);
  if (!run.dryRun) await awaitAnswers(deps, run);
  await finish(deps, run, 'COMPLETED');
};

/** Policies that a run on a day looks at. */
export const policiesToDecide = (rules: RenewalRules, asOf: CalendarDate, of: Pick<Actor, 'organizations'>): Fill =>
  renewingPolicies(asOf.add({ days: horizonDays(rules) }), of);

const decideAll = async ({ database, batches, rules, signal }: ExecuteDeps, run: Run): Promise<void> => {
  const { jobId, asOf } = run;
  const due = policiesToDecide(rules, asOf, run);
  while (await batches.isAnyDue(RENEWALS, due)) {
    // What is left of a run that was given up goes first.
    const { id } = await batches.begin(RENEWALS, due, jobId);
    await batches.ended(id, signal);
    if (id === jobId) break;
  }
  await markDecided(database, jobId);
};

/** Waits until the policy service has answered everything, or has been silent for too long. */
const awaitAnswers = async ({ database, signal, answerTimeoutMs }: ExecuteDeps, { jobId }: Run): Promise<void> => {
  let [before, since] = [-1, performance.now()];
  for (let pause = 10; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    signal.throwIfAborted();
    const { unanswered } = (await loadRun(database, jobId))!;
    if (unanswered === 0) return;
    if (unanswered !== before) [before, since] = [unanswered, performance.now()];
    else if (performance.now() - since > answerTimeoutMs) return;
    await delay(pause);
  }
};

const finish = async ({ database, clock, lease, logger }: ExecuteDeps, { jobId }: Run, status: RunStatus) => {
  const counts = await inTransaction(database, async (tx) => {
    await prolongLease(tx, lease);
    const { run, unanswered } = (await loadRun(tx, jobId))!;
    const final = { ...run.counts, skipped: run.counts.skipped + unanswered };
    await finishRun(tx, jobId, { status, counts: final, now: clock() });
    return final;
  });
  logger.info({ jobId, status, ...counts }, 'renewal run ended');
};
