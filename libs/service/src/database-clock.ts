import { type Database, query } from '@staycover/db';
import { type Clock, systemClock } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';

const LOOK_EVERY_MS = 60_000;
const LOOKS_AT_START = 3;
/** What clocks that are synchronized may differ by; less than that is not corrected. */
const TOLERATED_MS = 1_000;

const NOW = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms';

type DatabaseClock = { clock: Clock; stop(): void };

/**
 * The time of the database, shared by all replicas: the process's own clock plus its offset. Timestamps of different
 * replicas are in order even when the clocks of their machines differ. When a machine's clock is set, time goes on as before
 * it, and the database is asked at once.
 */
export const openDatabaseClock = async (
  database: Database,
  logger: Logger,
  own: Clock = systemClock,
  elapsed: () => number = () => performance.now(),
): Promise<DatabaseClock> => {
  let offMs = 0;
  let isLooking = false;
  /** What the own clock showed when the process began, as far as the last look knows. */
  let ownStartMs = own().epochMilliseconds - elapsed();
  /** False for an answer that took too long: it may be of any moment meanwhile. */
  const look = async (): Promise<boolean> => {
    const asked = own().epochMilliseconds;
    const [row] = await query<{ ms: number }>(database, NOW);
    const answered = own().epochMilliseconds;
    if (answered - asked > TOLERATED_MS) return false;
    ownStartMs = answered - elapsed();
    const found = Math.round(row!.ms - (asked + answered) / 2);
    const off = Math.abs(found) < TOLERATED_MS ? 0 : found;
    if (off !== 0 && offMs === 0)
      logger.warn({ offMs: off }, 'the clock differs from that of the database, which counts');
    offMs = off;
    return true;
  };
  let looks = 1;
  while (!(await look()) && looks < LOOKS_AT_START) looks += 1;
  const lookAgain = (): void => {
    if (isLooking) return;
    isLooking = true;
    // The last known offset stays in use while the database is down.
    void look()
      .catch(() => undefined)
      .finally(() => (isLooking = false));
  };
  const timer = setInterval(lookAgain, LOOK_EVERY_MS).unref();
  const clock = () => {
    const now = own();
    const setByMs = Math.round(now.epochMilliseconds - elapsed() - ownStartMs);
    const isSet = Math.abs(setByMs) >= TOLERATED_MS;
    if (isSet) lookAgain();
    const addMs = isSet ? offMs - setByMs : offMs;
    return addMs === 0 ? now : now.add({ milliseconds: addMs });
  };
  return { clock, stop: () => clearInterval(timer) };
};
