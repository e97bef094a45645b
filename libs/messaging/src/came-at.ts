import { type Instant, systemClock } from '@staycover/kernel';

/**
 * When an event came that comes again: as long ago as its stream has had it, by the platform's clock, which a sandbox moves.
 * Clocks that differ put no event into the future.
 */
export const cameAt = (now: Instant, receivedAt: Instant): Instant => {
  const agoMs = systemClock().epochMilliseconds - receivedAt.epochMilliseconds;
  return agoMs > 0 ? now.subtract({ milliseconds: agoMs }) : now;
};
