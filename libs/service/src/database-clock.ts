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
 * replicas are in order even when the clocks of their machines differ.
 */
export const openDatabaseClock = async (
  database: Database,
  logger: Logger,
  own: Clock = systemClock,
): Promise<DatabaseClock> => {
  let offMs = 0;
  /** False for an answer that took too long: it may be of any moment meanwhile. */
  const look = async (): Promise<boolean> => {
    const asked = own().epochMilliseconds;
    const [row] = await query<{ ms: number }>(database, NOW);
    const answered = own().epochMilliseconds;
    if (answered - asked > TOLERATED_MS) return false;
    const found = Math.round(row!.ms - (asked + answered) / 2);
    const off = Math.abs(found) < TOLERATED_MS ? 0 : found;
    if (off !== 0 && offMs === 0)
      logger.warn({ offMs: off }, 'the clock differs from that of the database, which counts');
    offMs = off;
    return true;
  };
  let looks = 1;
  while (!(await look()) && looks < LOOKS_AT_START) looks += 1;
  // The last known offset stays in use while the database is down.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS).unref();
  const clock = () => (offMs === 0 ? own() : own().add({ milliseconds: offMs }));
  return { clock, stop: () => clearInterval(timer) };
};
