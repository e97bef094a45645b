import { type SharedCounts, sharedCounts } from '@staycover/db';
import { DomainError } from '@staycover/kernel';

const MINUTE_S = 60;
const MANY = 10_000;

/** What callers have tried in a minute that begins with the first of it, counted under keys by all replicas together. */
export type Attempts = {
  /**
   * Costs no statement: a replica learns that the others have used up a key's attempts by its next one.
   * @throws DomainError `rate-limited` with `retryAfter` in seconds when the key has none left.
   */
  assertRoom(key: string): void;
  /**
   * Counts one more, if there is room.
   * @throws DomainError `rate-limited` as `assertRoom` does, or when it was one too many; whatever the database rejects with.
   */
  record(key: string): Promise<void>;
};

type Options = { database: Parameters<typeof sharedCounts>[0]; kind: string; limit: number; detail: string };

/** Allows `limit` attempts a minute for each key; `detail` is the text of the rejection. */
export const limitAttempts = ({ database, kind, limit, detail }: Options): Attempts => {
  const counts: SharedCounts = sharedCounts(database, kind, MINUTE_S);
  const fullUntil = new Map<string, number>();
  const forgetEnded = (): void => {
    for (const [key, until] of fullUntil) if (until <= performance.now()) fullUntil.delete(key);
  };
  const assertRoom = (key: string): void => {
    const leftMs = (fullUntil.get(key) ?? 0) - performance.now();
    if (leftMs > 0) throw new DomainError('rate-limited', detail, { retryAfter: Math.ceil(leftMs / 1_000) });
  };
  return {
    assertRoom,
    async record(key) {
      assertRoom(key);
      const { points, leftMs } = await counts.add(key, 1);
      if (points < limit) return;
      if (fullUntil.size >= MANY) forgetEnded();
      fullUntil.set(key, performance.now() + leftMs);
      if (points > limit) assertRoom(key);
    },
  };
};
