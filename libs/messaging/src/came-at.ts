import { type Clock, type Instant, systemClock } from '@staycover/kernel';

/**
 * When an event came, by the platform's clock, which a sandbox moves: as long ago as its stream has had it, however long it waited
 * here. Clocks that differ put no event into the future.
 */
export const cameAt = (now: Instant, receivedAt: Instant, streamClock: Clock = systemClock): Instant => {
  const agoMs = streamClock().epochMilliseconds - receivedAt.epochMilliseconds;
  return agoMs > 0 ? now.subtract({ milliseconds: agoMs }) : now;
};
