import { setTimeout as delay } from 'node:timers/promises';
import { inTransaction } from '@staycover/change';
import { prolongLease } from '../db/lease.ts';
import { renewingPolicies } from '../db/policies.ts';
import { type ClaimedRun, finishRun, loadRun, markDecided } from '../db/runs.ts';
import { horizonDays } from '../domain/rules.ts';
import { processedOf, type RunStatus } from '../domain/run.ts';
import { type DecideDeps, decidePolicies } from './decide-policies.ts';

export type ExecuteDeps = DecideDeps & {
  /** Policies of one transaction. */
  pageSize: number;
  /** How long a run waits for answers while none comes in, in ms. */
  answerTimeoutMs: number;
  isStopping: () => boolean;
};

const MAX_ATTEMPTS = 5;
const LONGEST_PAUSE_MS = 500;

/** Carries a run on from where it stands to its end; when the process stops first, another attempt does. */
export const executeRun = async (deps: ExecuteDeps, run: ClaimedRun): Promise<void> => {
  if (run.attempts > MAX_ATTEMPTS) {
    deps.logger.error({ jobId: run.jobId }, 'renewal run does not get on, it is given up');
    return finish(deps, run, 'FAILED');
  }
  const decided = run.decided || (await decideAll(deps, run));
  if (decided && (run.dryRun || (await answersIn(deps, run)))) await finish(deps, run, 'COMPLETED');
};

const decideAll = async (deps: ExecuteDeps, run: ClaimedRun): Promise<boolean> => {
  const { database, logger, pageSize: limit, rules } = deps;
  const last = run.asOf.add({ days: horizonDays(rules) });
  for (let after = run.after; !deps.isStopping(); ) {
    const options = { organizations: run.organizations, after, limit };
    const policies = await renewingPolicies(database, last, options);
    if (policies.length > 0) await decidePolicies(deps, run, policies);
    if (policies.length < limit) {
      await markDecided(database, run.jobId);
      return true;
    }
    const { id: policyId, termEnd } = policies.at(-1)!;
    after = { policyId, termEnd };
    logger.info({ jobId: run.jobId, ...(await progress(deps, run)) }, 'renewal run decides');
  }
  return false;
};

const progress = async ({ database }: ExecuteDeps, { jobId }: ClaimedRun) => {
  const { run, unanswered } = (await loadRun(database, jobId))!;
  return { ...run.counts, processed: processedOf(run.counts), unanswered };
};

/** Waits until the policy service has answered everything, or has been silent for too long. */
const answersIn = async (deps: ExecuteDeps, run: ClaimedRun): Promise<boolean> => {
  let [before, since] = [-1, performance.now()];
  for (let pause = 10; !deps.isStopping(); pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    await prolongLease(deps.database, deps.lease);
    const now = await progress(deps, run);
    if (now.unanswered === 0) return true;
    if (now.unanswered !== before) [before, since] = [now.unanswered, performance.now()];
    else if (performance.now() - since > deps.answerTimeoutMs) return true;
    await delay(pause);
  }
  return false;
};

const finish = async ({ database, clock, lease, logger }: ExecuteDeps, { jobId }: ClaimedRun, status: RunStatus) => {
  const counts = await inTransaction(database, async (tx) => {
    await prolongLease(tx, lease);
    const { run, unanswered } = (await loadRun(tx, jobId))!;
    const final = { ...run.counts, skipped: run.counts.skipped + unanswered };
    await finishRun(tx, jobId, { status, counts: final, now: clock() });
    return final;
  });
  logger.info({ jobId, status, ...counts }, 'renewal run ended');
};
