import { inTransaction, type Work } from '@staycover/change';
import { type Actor, businessDate, type CalendarDate, type Context, DomainError, isAfter } from '@staycover/kernel';
import { addRun, countOpenRuns, findDailyRun, freeDayOfFailed } from '../db/runs.ts';
import { renewalJob } from '../domain/renewal.ts';
import { type Run, tally } from '../domain/run.ts';

const MOST_OPEN_RUNS = 10;
const RETRY_AFTER_S = 60;

export type StartRun = { asOf?: CalendarDate | undefined; dryRun: boolean };

/**
 * Queues a run for the actor's organizations; returns it.
 * @throws DomainError `forbidden` for a future day unless the actor has the role ops, `rate-limited` when too many runs of one of
 *   its organizations have not ended.
 */
export const startRun = async (
  work: Work,
  { asOf, dryRun }: StartRun,
  { actor, now, newId }: Context,
): Promise<Run> => {
  const today = businessDate(now);
  if (asOf && isAfter(asOf, today) && !actor.roles.includes('ops')) {
    throw new DomainError('forbidden', 'Only the role ops may process renewals for a day in the future.', {
      requiredRoles: ['ops'],
      members: ['/asOf'],
    });
  }
  const { id: requestedBy, organizations } = actor;
  const run = { jobId: newId(), asOf: asOf ?? today, dryRun, organizations, requestedBy, startedAt: now };
  await inTransaction(work, async (tx) => {
    await assertRoom(tx, actor);
    await addRun(tx, run);
  });
  return { ...run, status: 'RUNNING', counts: tally([], dryRun), decided: false, attempts: 0, finishedAt: null };
};

/** Runs go one after the other for all organizations: none of them fills the queue. */
const assertRoom = async (tx: Work, { organizations }: Actor): Promise<void> => {
  if (organizations === '*' || (await countOpenRuns(tx, organizations)) < MOST_OPEN_RUNS) return;
  const detail = `An organization has at most ${MOST_OPEN_RUNS} runs that have not ended.`;
  throw new DomainError('rate-limited', detail, { retryAfter: RETRY_AFTER_S });
};

/**
 * Queues today's run for all organizations and returns its id. There is one run a day, regardless of the number of calls,
 * unless it failed; it includes everything that earlier missed days left due.
 */
export const startDailyRun = async (work: Work, { now, newId }: Omit<Context, 'actor'>): Promise<string> => {
  const today = businessDate(now);
  const { id: requestedBy, organizations } = renewalJob;
  await freeDayOfFailed(work, today);
  const run = { jobId: newId(), asOf: today, dryRun: false, organizations, requestedBy, startedAt: now };
  return (await addRun(work, { ...run, dailyFor: today })) ? run.jobId : findDailyRun(work, today);
};
