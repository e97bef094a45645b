import { type Clock, DomainError } from '@staycover/kernel';

/** How much has happened under each key lately. Each process counts for itself. */
export type SlidingWindow = {
  /** @throws DomainError `rate-limited` with `retryAfter` in seconds when the key has no room left. */
  assertRoom(key: string): void;
  record(key: string): void;
  /** How many keys are remembered. */
  size(): number;
};

type Options = { clock: Clock; limit: number; windowMs: number; detail: string };

/** Allows `limit` calls per key in any `windowMs`; `detail` is the text of the rejection. */
export const slidingWindow = ({ clock, limit, windowMs, detail }: Options): SlidingWindow => {
  const recordedAt = new Map<string, number[]>();
  let sweptAt = clock().epochMilliseconds;
  const recent = (key: string, now: number): number[] =>
    (recordedAt.get(key) ?? []).filter((at) => at > now - windowMs);

  const sweep = (now: number): void => {
    if (now < sweptAt + windowMs) return;
    sweptAt = now;
    for (const key of recordedAt.keys()) if (recent(key, now).length === 0) recordedAt.delete(key);
  };

  return {
    assertRoom(key) {
      const now = clock().epochMilliseconds;
      const times = recent(key, now);
      if (times.length < limit) return;
      const retryAfter = Math.max(1, Math.ceil((times.at(-limit)! + windowMs - now) / 1_000));
      throw new DomainError('rate-limited', detail, { retryAfter });
    },
    record(key) {
      const now = clock().epochMilliseconds;
      sweep(now);
      recordedAt.set(key, [...recent(key, now), now].slice(-limit));
    },
    size: () => recordedAt.size,
  };
};
