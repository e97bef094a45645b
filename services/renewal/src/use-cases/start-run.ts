import type { Database, Tx } from '@staycover/db';
import {
  type Actor,
  businessDate,
  type CalendarDate,
  DomainError,
  type Instant,
  isAfter,
  type NewId,
} from '@staycover/kernel';
import { addRun, dailyRunOf } from '../db/runs.ts';
import { RENEWAL_JOB } from '../domain/renewal.ts';

export type StartRun = { asOf?: CalendarDate | undefined; dryRun: boolean };

/**
 * Queues a run for the actor's organizations; returns its id.
 * @throws DomainError `forbidden` for a future day unless the actor has the role ops.
 */
export const startRun = async (
  tx: Tx,
  actor: Actor,
  { asOf, dryRun }: StartRun,
  { now, newId }: { now: Instant; newId: NewId },
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
  await addRun(tx, { jobId, asOf: asOf ?? today, dryRun, organizations, requestedBy, startedAt: now });
  return jobId;
};

/**
 * Queues today's run for all organizations and returns its id. A day has one however often it is asked for; what days
 * without the service missed is due today.
 */
export const startDailyRun = (database: Database, now: Instant, newId: NewId): Promise<string> => {
  const today = businessDate(now);
  const run = { jobId: newId(), asOf: today, dryRun: false, organizations: '*', requestedBy: RENEWAL_JOB } as const;
  return database.transaction(async (tx) => {
    const isNew = await addRun(tx, { ...run, dailyFor: today, startedAt: now });
    return isNew ? run.jobId : dailyRunOf(tx, today);
  });
};
