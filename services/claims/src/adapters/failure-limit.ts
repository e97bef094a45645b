import { type Clock, DomainError } from '@staycover/kernel';

/** Counts failures by address over a sliding window. Each process counts for itself. */
export type FailureLimit = {
  /** @throws DomainError `rate-limited` with `retryAfter` in seconds when the address has failed too often. */
  assertAllowed(address: string): void;
  recordFailure(address: string): void;
  /** How many addresses are remembered. */
  size(): number;
};

type Options = { clock: Clock; failures: number; windowMs: number };

export const failureLimit = ({ clock, failures, windowMs }: Options): FailureLimit => {
  const failedAt = new Map<string, number[]>();
  let sweptAt = clock().epochMilliseconds;
  const recent = (address: string, now: number): number[] =>
    (failedAt.get(address) ?? []).filter((at) => at > now - windowMs);

  const sweep = (now: number): void => {
    if (now < sweptAt + windowMs) return;
    sweptAt = now;
    for (const address of failedAt.keys()) if (recent(address, now).length === 0) failedAt.delete(address);
  };

  return {
    assertAllowed(address) {
      const now = clock().epochMilliseconds;
      const times = recent(address, now);
      if (times.length < failures) return;
      const retryAfter = Math.max(1, Math.ceil((times.at(-failures)! + windowMs - now) / 1_000));
      throw new DomainError('rate-limited', 'Too many lookups from this address found nothing.', { retryAfter });
    },
    recordFailure(address) {
      const now = clock().epochMilliseconds;
      sweep(now);
      failedAt.set(address, [...recent(address, now), now].slice(-failures));
    },
    size: () => failedAt.size,
  };
};
