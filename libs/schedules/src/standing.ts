import type { Runs } from '@staycover/db';

/** A schedule, and its newest run. */
export type ScheduleStanding = {
  name: string;
  ran_until: string;
  running: boolean;
  retry_at: string | null;
  due_at: string | null;
  started_at: string | null;
  finished_at: string | null;
  outcome: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'ABANDONED' | null;
  counts: Record<string, number> | null;
  error: string | null;
};

const NEWEST = `select s.name, s.ran_until, coalesce(s.lease_until > now(), false) as running, s.retry_at,
    r.due_at, r.started_at, r.finished_at, r.outcome, r.counts, r.error
  from schedule s left join lateral
    (select * from schedule_run where schedule = s.name order by id desc limit 1) r on true order by s.name`;

/** Every schedule of the service, by name. */
export const scheduleStandings = async (on: Runs): Promise<ScheduleStanding[]> =>
  (await on.run<ScheduleStanding>(NEWEST)).rows;
