import { type Database, type SharedCounts, sharedCounts } from '@staycover/db';
import { allEnded, DomainError } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import { repeated } from './repeated.ts';

const DAY_S = 86_400;
const SETTLE_EVERY_S = 5;
const KIB = 1024;
const MANY_ORGANIZATIONS = 10_000;
const FORGET_EVERY_MS = 60_000;
/** Who has used less than this share of its budget here is not over it anywhere, and costs no statement. */
const UNSHARED = 0.1;

/** Bytes of a day: of all replicas as far as known, and of this one what the others do not know yet. */
type Level = { bytes: number; unsettled: number; endsAt: number };

/** Charges an organization for bytes within `times` (1) this budget; less than none gives them back. */
export type SpendBytes = (organizationId: string, bytes: number, times?: number) => void;

export type DailyBudget = {
  /** @throws DomainError `budget-exceeded`, with `retryAfter` in seconds. */
  spend: SpendBytes;
  /** Adds what was spent here to the shared counts, and learns what the other replicas added. */
  settle(): Promise<void>;
};

/** What limits organizations, and learns from time to time what they have used. */
export type WatchedBudget = Pick<DailyBudget, 'spend'> & { stop(): Promise<void> };

/**
 * Limits the bytes that each organization may have stored in a day, which begins with its first. A write costs no
 * statement: the replicas tell each other through `counts`, of a day, whenever they settle. `now` is a monotonic clock in ms.
 */
export const dailyBudget = (counts: SharedCounts, bytesPerDay: number, now = () => performance.now()): DailyBudget => {
  const levels = new Map<string, Level>();
  const find = (organizationId: string): Level => {
    const level = levels.get(organizationId);
    return level && level.endsAt > now() ? level : { bytes: 0, unsettled: 0, endsAt: now() + DAY_S * 1_000 };
  };
  let forgetAt = 0;
  const forgetEnded = (): void => {
    if (levels.size < MANY_ORGANIZATIONS || now() < forgetAt) return;
    forgetAt = now() + FORGET_EVERY_MS;
    for (const [organizationId, { endsAt }] of levels) if (endsAt <= now()) levels.delete(organizationId);
  };
  return {
    spend(organizationId, bytes, times = 1) {
      const level = find(organizationId);
      if (bytes > 0 && level.bytes + bytes > times * bytesPerDay) throw usedUp(organizationId, level.endsAt - now());
      forgetEnded();
      level.bytes += bytes;
      level.unsettled += bytes;
      levels.set(organizationId, level);
    },
    async settle() {
      const shared = [...levels].filter(
        ([, { bytes, unsettled }]) => unsettled >= KIB && bytes >= bytesPerDay * UNSHARED,
      );
      await allEnded(
        shared.map(async ([organizationId, level]) => {
          const kibibytes = Math.floor(level.unsettled / KIB);
          const { points, leftMs } = await counts.add(organizationId, kibibytes);
          level.unsettled -= kibibytes * KIB;
          level.bytes = points * KIB + level.unsettled;
          level.endsAt = now() + leftMs;
        }),
      );
    },
  };
};

/** The budget that all replicas of a service share, settled from now on. */
export const sharedBudget = (database: Database, bytesPerDay: number, logger: Logger): WatchedBudget => {
  const budget = dailyBudget(sharedCounts(database, 'bytes', DAY_S), bytesPerDay);
  const warning = 'what organizations have stored in a day is counted by this process alone';
  return {
    spend: budget.spend,
    stop: repeated(budget.settle, { everyS: SETTLE_EVERY_S, againS: SETTLE_EVERY_S, logger, warning }),
  };
};

const usedUp = (organizationId: string, leftMs: number): DomainError => {
  const retryAfter = Math.ceil(leftMs / 1_000);
  const detail = `The organization ${organizationId} has used up what it may have stored in a day: wait ${retryAfter} s.`;
  return new DomainError('budget-exceeded', detail, { retryAfter });
};
