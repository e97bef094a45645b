import { type Database, execute, query } from '@staycover/db';
import type { Clock, Instant } from '@staycover/kernel';
import type { Consumer } from '@staycover/messaging';
import type { Scheduler } from '@staycover/schedules';
import { json, type RequestHandler, type Router } from 'express';
import { z } from 'zod';

/** A clock that runs like the system's, but ahead of it. */
export type SandboxClock = {
  clock: Clock;
  /** How far it is ahead now. */
  aheadMs(): number;
  /** Moves the clock, never back; a restart finds it there. */
  advanceTo(instant: Instant): Promise<void>;
};

/** The state of a service while days are simulated. */
export type SandboxState = {
  now: string;
  /** Events that are not published, or not processed here. */
  underWay: number;
  /** Grows with every event that the service publishes. */
  lastEvent: number;
};

const Advance = z.object({ now: z.iso.datetime({ offset: true }) });
const Until = z.object({ until: z.iso.datetime({ offset: true }) });

/** How long schedules start no runs after the clock was set, unless they are run: who plays days runs them in order. */
const PLAYED_MS = 30_000;

/** A clock that runs ahead of the wall's by as much as the database remembers. */
export const openSandboxClock = async (database: Database, wallClock: Clock): Promise<SandboxClock> => {
  const [row] = await query<{ ahead_ms: string }>(database, 'select ahead_ms from sandbox_clock');
  let aheadMs = Number(row?.ahead_ms ?? 0);
  return {
    clock: () => wallClock().add({ milliseconds: aheadMs }),
    aheadMs: () => aheadMs,
    async advanceTo(instant) {
      aheadMs = Math.max(aheadMs, instant.epochMilliseconds - wallClock().epochMilliseconds);
      const store =
        'insert into sandbox_clock (ahead_ms) values ($1) on conflict (only_row) do update set ahead_ms = excluded.ahead_ms';
      await execute(database, store, [aheadMs]);
    },
  };
};

const OUTBOX = `select (select count(*)::int from outbox where published_at is null) as unpublished,
  coalesce((select max(id) from outbox), 0)::int as last`;

type Parts = {
  sandbox: SandboxClock;
  database: Database;
  scheduler: Scheduler;
  consumers: readonly Consumer[];
  /** Authorizes callers that may move the clock. */
  guard: RequestHandler;
};

/** The side of a service that the gateway's `/sandbox/clock` plays days with. */
export const registerSandbox = (router: Router, { sandbox, database, scheduler, consumers, guard }: Parts): void => {
  const state = async (): Promise<SandboxState> => {
    const backlogs = await Promise.all(consumers.map((consumer) => consumer.info()));
    const [row] = await query<{ unpublished: number; last: number }>(database, OUTBOX);
    return {
      now: sandbox.clock().toString(),
      underWay: backlogs.reduce(
        (sum, { num_pending, num_ack_pending }) => sum + num_pending + num_ack_pending,
        row!.unpublished,
      ),
      lastEvent: row!.last,
    };
  };

  router.get('/sandbox/now', (_request, response) => void response.json({ now: sandbox.clock().toString() }));
  router.get('/sandbox/clock', guard, async (_request, response) => void response.json(await state()));
  router.get('/sandbox/next-work', guard, async (request, response) => {
    const { until } = Until.parse(request.query);
    response.json({ at: (await scheduler.nextWork(Temporal.Instant.from(until))).toString() });
  });
  router.put('/sandbox/clock', guard, json(), async (request, response) => {
    const { now } = Advance.parse(request.body);
    scheduler.pause(PLAYED_MS);
    await sandbox.advanceTo(Temporal.Instant.from(now));
    response.json({ now: sandbox.clock().toString() });
  });
  router.post('/sandbox/run', guard, async (_request, response) => {
    const ran = async (caughtUp: boolean) => ({ ...(await state()), caughtUp });
    response.json(await scheduler.catchUp().then(ran, (error: unknown) => ({ failed: String(error) })));
    scheduler.pause(0);
  });
};
