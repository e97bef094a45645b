import type { Work } from '@staycover/change';
import { businessDate, type CalendarDate, type Context, DomainError, isAfter } from '@staycover/kernel';
import { addRun, findDailyRun, freeDayOfFailed } from '../db/runs.ts';
import { renewalJob } from '../domain/renewal.ts';

export type StartRun = { asOf?: CalendarDate | undefined; dryRun: boolean };

/**
 * Queues a run for the actor's organizations; returns its id.
 * @throws DomainError `forbidden` for a future day unless the actor has the role ops.
 */
export const startRun = async (
  work: Work,
  { asOf, dryRun }: StartRun,
  { actor, now, newId }: Context,
): Promise<string> => {
  const today = businessDate(now);
  if (asOf && isAfter(asOf, today) && !actor.roles.includes('ops')) {
    throw new DomainError('forbidden', 'Only the role ops may process renewals for a day in the future.', {
      requiredRoles: ['ops'],
      members: ['/asOf'],
    });
  }
  const jobId = newId();
  const { id: requestedBy, organizations } = actor;
  await addRun(work, { jobId, asOf: asOf ?? today, dryRun, organizations, requestedBy, startedAt: now });
  return jobId;
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
