import { firstInstant, type Instant, toMicrosecond } from '@staycover/kernel';

/** Clocks of servers differ by some milliseconds, which must not change the order in which a stream has its events. */
const AHEAD_S = 1;

/**
 * When an event came, by the platform's clock: the time of its stream, to the microsecond, and what the clock is ahead of that in
 * a sandbox. Clocks that differ by more than a second put no event further into the future.
 */
export const cameAt = (now: Instant, receivedAt: Instant, aheadMs = now.epochMilliseconds - Date.now()): Instant =>
  firstInstant([toMicrosecond(receivedAt).add({ milliseconds: aheadMs }), now.add({ seconds: AHEAD_S })]);
