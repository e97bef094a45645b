import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Database, inTransaction, query } from '@staycover/db';
import { createLogger } from '@staycover/telemetry';
import { eventually, fakeClock, openTestDatabase } from '@staycover/testing';
import type { Schedule } from './schedule.ts';
import { type Scheduler, type SchedulerOptions, startScheduler } from './scheduler.ts';

const logger = createLogger('schedules', { level: 'silent' });
const NEVER_MS = 3_600_000;

let database: Database;
let drop: () => Promise<void>;
let clock: ReturnType<typeof fakeClock>;
let running: Scheduler[];
/** Every due time that a run got, by the runner's name. */
let ran: string[];

beforeEach(async () => {
  ({ database, drop } = await openTestDatabase('claims'));
  clock = fakeClock('2026-01-10T09:00:00Z');
  running = [];
  ran = [];
});

afterEach(async () => {
  await Promise.all(running.map((scheduler) => scheduler.stop()));
  await drop();
});

const noting = (work: () => Promise<unknown> = async () => undefined): Schedule => ({
  name: 'nightly',
  cron: '0 2 * * *',
  async run({ due }) {
    ran.push(due.toString());
    await work();
    return { seen: ran.length };
  },
});

/** Works until its process stops, which may be before it begins. */
const untilStopped: Schedule['run'] = async ({ signal }) => {
  signal.throwIfAborted();
  await once(signal, 'abort');
  throw signal.reason;
};

const start = (schedule: Schedule, options: Partial<SchedulerOptions> = {}): Scheduler => {
  const scheduler = startScheduler({
    schedules: [schedule],
    database,
    clock,
    wallClock: clock,
    logger,
    tickMs: NEVER_MS,
    ...options,
  });
  running.push(scheduler);
  return scheduler;
};

const sql = <Row>(text: string) => query<Row>(database, text);
const runs = () =>
  sql<{ due: string; outcome: string; counts: Record<string, number>; error: string | null }>(
    `select to_char(due_at at time zone 'UTC', 'MM-DD') as due, outcome, counts, error from schedule_run order by id`,
  );
const until = '2026-02-04T12:00:00Z';
const nextWork = async (scheduler: Scheduler) => String(await scheduler.nextWork(Temporal.Instant.from(until)));
const retryNow = () => inTransaction(database, (tx) => query(tx, 'update schedule set retry_at = now()'));

describe('a schedule', () => {
  test('that never ran runs for its latest occurrence, and then once for each', async () => {
    const scheduler = start(noting());
    await scheduler.catchUp();
    await scheduler.catchUp();
    clock.set('2026-01-11T01:59:59Z');
    await scheduler.catchUp();
    clock.set('2026-01-11T02:00:00Z');
    await scheduler.catchUp();

    expect(ran).toEqual(['2026-01-10T02:00:00Z', '2026-01-11T02:00:00Z']);
    expect(await runs()).toMatchObject([
      { due: '01-10', outcome: 'COMPLETED', counts: { seen: 1 } },
      { due: '01-11', outcome: 'COMPLETED', counts: { seen: 2 } },
    ]);
    expect(await nextWork(scheduler)).toBe('2026-01-12T02:00:00Z');
  });

  test('runs once, as the latest, when the clock jumps over three due times', async () => {
    const scheduler = start(noting());
    await scheduler.catchUp();
    ran = [];
    clock.set('2026-01-13T08:00:00Z');

    expect(await scheduler.catchUp()).toBe(true);
    expect(ran).toEqual(['2026-01-13T02:00:00Z']);
  });

  test('remembers its last run across a restart, and catches up', async () => {
    const before = start(noting());
    await before.catchUp();
    await before.stop();
    ran = [];
    clock.set('2026-01-12T12:00:00Z');
    const after = start(noting());
    await after.catchUp();

    expect(ran).toEqual(['2026-01-12T02:00:00Z']);
  });

  test('does not run again when the clock went back a little', async () => {
    clock.set('2026-01-10T02:10:00Z');
    const before = start(noting());
    await before.catchUp();
    clock.set('2026-01-10T01:50:00Z');
    await before.catchUp();
    const after = start(noting());

    expect(await after.catchUp()).toBe(true);
    expect(ran).toEqual(['2026-01-10T02:00:00Z']);
  });

  test.each(['the same process', 'a new one'])(
    'given a clock that was days ahead, %s runs by the right time',
    async (which) => {
      const ahead = start(noting());
      await ahead.catchUp();
      clock.set('2026-01-07T12:00:00Z');
      const after = which === 'a new one' ? start(noting()) : ahead;
      expect(await after.catchUp()).toBe(true);
      clock.set('2026-01-08T12:00:00Z');
      expect(await after.catchUp()).toBe(true);

      expect(ran).toEqual(['2026-01-10T02:00:00Z', '2026-01-07T02:00:00Z', '2026-01-08T02:00:00Z']);
    },
  );

  test('runs though its lease and its retry are days ahead: the clock of the database was wrong', async () => {
    const scheduler = start(noting());
    await scheduler.catchUp();
    await inTransaction(database, (tx) =>
      query(tx, `update schedule set lease_until = now() + interval '3 days', retry_at = now() + interval '3 days'`),
    );
    clock.advance({ days: 1 });

    expect(await scheduler.catchUp()).toBe(true);
    expect(ran).toEqual(['2026-01-10T02:00:00Z', '2026-01-11T02:00:00Z']);
  });

  test('runs automatically when it is due', async () => {
    start(noting(), { tickMs: 10 });
    await eventually('the first run', () => ran.length === 1);
    clock.advance({ days: 1 });
    await eventually('the second run', () => ran.length === 2);
    expect(new Set(ran).size).toBe(2);
  });

  test('by the wall clock is due by real time alone, however far the clock is moved', async () => {
    const wallClock = fakeClock('2026-01-10T12:00:00Z');
    const scheduler = start({ ...noting(), byWallClock: true }, { wallClock });
    await scheduler.catchUp();
    clock.advance({ days: 40 });
    await scheduler.catchUp();
    expect(ran).toEqual(['2026-01-10T02:00:00Z']);
    expect(await nextWork(scheduler)).toBe(until);

    wallClock.advance({ days: 1 });
    await scheduler.catchUp();
    expect(ran).toEqual(['2026-01-10T02:00:00Z', '2026-01-11T02:00:00Z']);
  });

  test('that removes old runs, its own among them, has run all the same', async () => {
    const scheduler = start(noting(() => sql('delete from schedule_run')));
    expect(await scheduler.catchUp()).toBe(true);
    expect(await scheduler.catchUp()).toBe(true);
    expect(ran).toEqual(['2026-01-10T02:00:00Z']);
  });

  describe('knows when it has work next', () => {
    const dueFrom = (day: string): Schedule => ({
      ...noting(),
      isAnyDue: async (at) => Temporal.Instant.compare(at, Temporal.Instant.from(day)) >= 0,
    });

    test.each([
      ['never', '2099-01-01T00:00:00Z', until],
      ['today', '2026-01-01T00:00:00Z', '2026-01-11T02:00:00Z'],
      ['tomorrow', '2026-01-11T00:00:00Z', '2026-01-11T02:00:00Z'],
      ['in a week', '2026-01-17T02:00:00Z', '2026-01-17T02:00:00Z'],
      ['on the last day', '2026-02-04T00:00:00Z', '2026-02-04T02:00:00Z'],
    ])('with something to do %s', async (_when, day, next) => {
      expect(await nextWork(start(dueFrom(day)))).toBe(next);
    });

    test('by all its schedules, of which one that cannot tell has something to do each time', async () => {
      const [soon, later] = [dueFrom('2026-01-13T00:00:00Z'), dueFrom('2026-01-20T00:00:00Z')];
      const nextWith = (schedules: Schedule[]) => nextWork(start(later, { schedules }));
      expect(await nextWith([later, soon])).toBe('2026-01-13T02:00:00Z');
      expect(await nextWith([later, noting()])).toBe('2026-01-11T02:00:00Z');
      expect(await nextWith([later, { ...noting(), byWallClock: true }])).toBe('2026-01-20T02:00:00Z');
    });

    test('while what is due more often has something to do, at the next daily time', async () => {
      const often = { ...dueFrom('2026-01-17T00:00:00Z'), cron: '*/5 * * * *' };
      expect(await nextWork(start(often, { schedules: [often, dueFrom('2099-01-01T00:00:00Z')] }))).toBe(
        '2026-01-17T02:00:00Z',
      );
    });
  });

  test('starts nothing while it is paused', async () => {
    const scheduler = start(noting(), { tickMs: 5 });
    await scheduler.catchUp();
    scheduler.pause(NEVER_MS);
    clock.advance({ days: 1 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(ran).toHaveLength(1);
    await scheduler.catchUp();
    expect(ran).toHaveLength(2);
  });
});

describe('of several runners', () => {
  test('one at a time runs a schedule, and each occurrence has one run', async () => {
    let [now, most] = [0, 0];
    const schedule = noting(async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 5));
      now -= 1;
    });
    const replicas = [1, 2, 3].map(() => start(schedule, { tickMs: 3 }));
    for (let day = 0; day < 5; day++) {
      clock.advance({ days: 1 });
      await Promise.all(replicas.map((replica) => replica.catchUp()));
    }
    await eventually('all have caught up', async () =>
      (await Promise.all(replicas.map((replica) => replica.catchUp()))).every(Boolean),
    );

    expect(most).toBe(1);
    expect(new Set(ran).size).toBe(ran.length);
    expect(ran.at(-1)).toBe('2026-01-15T02:00:00Z');
  });

  test('the next takes over when the lease of a dead one expires, and marks the unfinished run', async () => {
    await inTransaction(database, async (tx) => {
      await query(
        tx,
        `insert into schedule values ('nightly', '2026-01-09T02:00Z', gen_random_uuid(), now() + interval '1 hour')`,
      );
      await query(
        tx,
        `insert into schedule_run (schedule, due_at, started_at) values ('nightly', '2026-01-10T02:00Z', now())`,
      );
    });
    const scheduler = start(noting());
    expect(await scheduler.catchUp()).toBe(false);
    expect(ran).toEqual([]);

    await inTransaction(database, (tx) => query(tx, 'update schedule set lease_until = now()'));
    await eventually('it is taken over', () => scheduler.catchUp());
    expect(await runs()).toMatchObject([{ outcome: 'ABANDONED' }, { due: '01-10', outcome: 'COMPLETED' }]);
  });

  test('one that lost its lease stops, and its work is not counted', async () => {
    start({ ...noting(), run: untilStopped }, { keepMs: 10 });
    await eventually('it runs', async () => (await runs()).length === 1);
    await inTransaction(database, (tx) =>
      query(tx, `update schedule set owner = gen_random_uuid(), lease_until = now() + interval '1 day'`),
    );
    await eventually('it ended', async () => (await runs())[0]?.outcome === 'FAILED');

    expect(await runs()).toMatchObject([{ error: 'Error: The lease was lost.' }]);
    expect(await sql('select attempts from schedule')).toEqual([{ attempts: 0 }]);
  });
});

describe('a run', () => {
  test('that fails is recorded, waits, and is made up for', async () => {
    let broken = true;
    const scheduler = start(
      noting(async () => {
        if (broken) throw new Error('no luck');
      }),
    );
    await eventually('it failed', async () => (await runs())[0]?.outcome === 'FAILED');
    expect(await scheduler.catchUp()).toBe(false);
    await retryNow();
    await expect(scheduler.catchUp()).rejects.toThrow('no luck');
    broken = false;
    await retryNow();
    expect(await scheduler.catchUp()).toBe(true);

    expect(await runs()).toMatchObject([
      { due: '01-10', outcome: 'FAILED', error: 'Error: no luck' },
      { due: '01-10', outcome: 'FAILED' },
      { due: '01-10', outcome: 'COMPLETED', error: null },
    ]);
  });

  test('that the end of the process interrupts is done again', async () => {
    const schedule = noting();
    const first = start({ ...schedule, run: untilStopped });
    await eventually('it runs', async () => (await runs()).length === 1);
    await first.stop();
    await start(schedule).catchUp();

    expect(ran).toEqual(['2026-01-10T02:00:00Z']);
    expect(await runs()).toMatchObject([{ outcome: 'ABANDONED' }, { outcome: 'COMPLETED' }]);
  });
});
