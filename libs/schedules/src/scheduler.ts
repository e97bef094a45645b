import { randomUUID } from 'node:crypto';
import { actingFrom, type Database, isDatabaseUnavailable } from '@staycover/db';
import { type Clock, firstInstant, type Instant } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import { isDaily, lastUntil, nextAfter, type Schedule } from './schedule.ts';
import { abandonRun, beginTurn, completeRun, failRun, isFarAhead, keepTurn, type Turn } from './turns.ts';

/** Runs the schedules of one replica. Of all replicas one at a time runs a schedule; different ones run side by side. */
export type Scheduler = {
  /**
   * Runs everything due and waits for it. Returns whether nothing is due any more; false when another replica is still
   * running it.
   * @throws Error when a run failed.
   */
  catchUp(): Promise<boolean>;
  /**
   * When the schedules that are daily or rarer next have something to do, as things stand; `until` where they have not by
   * then. Schedules by the wall clock do not count, and one that cannot tell has something to do each time.
   */
  nextWork(until: Instant): Promise<Instant>;
  /** Starts no runs for a while: the next ones begin with `catchUp`. */
  pause(ms: number): void;
  /** Ends the runs under way and waits for them. */
  stop(): Promise<void>;
};

export type SchedulerOptions = {
  schedules: readonly Schedule[];
  database: Database;
  clock: Clock;
  wallClock: Clock;
  logger: Logger;
  /** How often the clock is looked at, in ms. */
  tickMs?: number;
  /** How often a lease is prolonged while its run lasts, in ms. */
  keepMs?: number;
};

export const startScheduler = ({
  schedules,
  tickMs = 1_000,
  keepMs = 10_000,
  clock,
  wallClock,
  ...deps
}: SchedulerOptions): Scheduler => {
  const stopping = new AbortController();
  const runners = schedules.map((schedule) =>
    createRunner(schedule, {
      ...deps,
      clock: schedule.byWallClock ? wallClock : clock,
      keepMs,
      stopping: stopping.signal,
    }),
  );
  let pausedUntil = 0;

  const tick = (): void => {
    if (performance.now() < pausedUntil) return;
    for (const runner of runners) {
      if (!runner.isBusy()) runner.catchUp().catch((error: unknown) => warn(error, runner.name));
    }
  };
  const warn = (error: unknown, schedule: string): void => {
    // What failed in a run is logged there.
    if (isDatabaseUnavailable(error))
      deps.logger.warn({ error: String(error), schedule }, 'database unavailable, the schedule waits');
  };
  const timer = setInterval(tick, tickMs).unref();
  tick();

  return {
    async catchUp() {
      const results = await Promise.all(runners.map((runner) => runner.catchUp()));
      return results.every(Boolean);
    },
    async nextWork(until) {
      const played = schedules.filter(({ byWallClock }) => !byWallClock);
      const idle = await idleUntil(played, clock(), until);
      return firstInstant([until, ...played.filter(isDaily).map((schedule) => nextAfter(schedule, idle))]);
    },
    pause: (ms) => void (pausedUntil = performance.now() + ms),
    async stop() {
      clearInterval(timer);
      stopping.abort(new Error('The process stops.'));
      await Promise.allSettled(runners.map((runner) => runner.idle()));
    },
  };
};

/**
 * The latest time, of whole days from now and at most `until`, at which no schedule has anything to do: on the days until
 * then their runs would do nothing. What is due stays due: when nothing is at a time, nothing was before, and
 * days are looked at in growing steps.
 */
const idleUntil = async (schedules: readonly Schedule[], now: Instant, until: Instant): Promise<Instant> => {
  const isIdle = async (at: Instant): Promise<boolean> => {
    for (const { isAnyDue } of schedules) if (!isAnyDue || (await isAnyDue(at))) return false;
    return true;
  };
  const most = Math.floor(now.until(until).total('hours') / 24);
  let days = 0;
  for (let step = 1; step >= 1; ) {
    const next = Math.min(days + step, most);
    const passes = next > days && (await isIdle(now.add({ hours: 24 * next })));
    if (passes) days = next;
    step = passes ? step * 2 : Math.floor(step / 2);
  }
  return now.add({ hours: 24 * days });
};

type RunnerDeps = { database: Database; clock: Clock; logger: Logger; keepMs: number; stopping: AbortSignal };

const EVER = Temporal.Instant.fromEpochMilliseconds(0);

const createRunner = (schedule: Schedule, deps: RunnerDeps) => {
  const { database, clock, stopping } = deps;
  const turn = { name: schedule.name, owner: randomUUID() };
  let nextDue = EVER;
  let seen = EVER;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const isDue = (now = clock()): boolean => {
    if (isFarAhead(seen, now)) nextDue = EVER;
    seen = now;
    return Temporal.Instant.compare(nextDue, now) <= 0;
  };

  const runDue = async (): Promise<boolean> => {
    for (let now = clock(); isDue(now) && !stopping.aborted; now = clock()) {
      const [due, previous] = lastUntil(schedule, now, 2) as [Instant, Instant];
      const begun = await beginTurn(database, turn, { due, previous, now });
      if (!begun) return false;
      if (begun.runId !== null) await runOnce(schedule, turn, { id: begun.runId, due }, deps);
      nextDue = nextAfter(schedule, begun.runId === null ? begun.ranUntil : due);
    }
    return !isDue();
  };

  return {
    name: schedule.name,
    isBusy: () => waiting > 0,
    idle: () => last,
    /** One after the other: a caller's turn sees the clock as it is then. */
    catchUp(): Promise<boolean> {
      waiting += 1;
      const mine = last
        .catch(() => undefined)
        .then(runDue)
        .finally(() => (waiting -= 1));
      last = mine;
      return mine;
    },
  };
};

const runOnce = async (
  schedule: Schedule,
  turn: Turn,
  { id, due }: { id: string; due: Instant },
  deps: RunnerDeps,
): Promise<void> => {
  const { database, clock, logger, stopping, keepMs } = deps;
  const lost = new AbortController();
  const keep = setInterval(() => {
    // If the database does not answer for long enough, the lease expires.
    void keepTurn(database, turn).then(
      (kept) => kept || lost.abort(new Error('The lease was lost.')),
      () => undefined,
    );
  }, keepMs);
  try {
    const origin = { actor: 'system:calendar', source: `schedule ${schedule.name}` };
    const counts = await actingFrom(origin, () =>
      schedule.run({ due, signal: AbortSignal.any([stopping, lost.signal]) }),
    );
    await completeRun(database, turn, { id, due, now: clock(), counts });
    logger.info({ schedule: schedule.name, due: due.toString(), ...counts }, 'schedule ran');
  } catch (error) {
    if (stopping.aborted) return void (await abandonRun(database, turn, { id, now: clock() }));
    logger.error({ err: error, schedule: schedule.name, due: due.toString() }, 'schedule failed, it is tried again');
    await failRun(database, turn, { id, now: clock(), error: String(error) });
    throw error;
  } finally {
    clearInterval(keep);
  }
};
