import type { Spend } from '@staycover/db';
import { DomainError } from '@staycover/kernel';

const DAY_S = 86_400;
const MANY_ORGANIZATIONS = 10_000;

type Level = { bytes: number; at: number };

/**
 * Limits the bytes that each organization may have stored: a bucket of `bytesPerDay` that refills over a day. Counted in
 * this process, so a write costs no query; `seconds` is a monotonic clock.
 * @throws DomainError `budget-exceeded` with the seconds until there is room.
 */
export const byteBudget = (bytesPerDay: number, seconds = () => performance.now() / 1_000): Spend => {
  const perSecond = bytesPerDay / DAY_S;
  const levels = new Map<string, Level>();
  const levelAt = (now: number, { bytes, at }: Level): number => Math.max(0, bytes - (now - at) * perSecond);
  const forget = (now: number): void => {
    for (const [organizationId, level] of levels) if (levelAt(now, level) === 0) levels.delete(organizationId);
  };

  return (organizationId, bytes) => {
    const now = seconds();
    const level = levelAt(now, levels.get(organizationId) ?? { bytes: 0, at: now });
    const over = level + bytes - bytesPerDay;
    if (over > 0) {
      const retryAfter = Math.ceil(over / perSecond);
      const detail = `The organization ${organizationId} has used up what it may have stored in a day: wait ${retryAfter} s.`;
      throw new DomainError('budget-exceeded', detail, { retryAfter });
    }
    if (levels.size >= MANY_ORGANIZATIONS) forget(now);
    levels.set(organizationId, { bytes: level + bytes, at: now });
  };
};
