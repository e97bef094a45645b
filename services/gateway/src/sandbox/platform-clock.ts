import { lastInstant, systemClock } from '@staycover/kernel';
import { z } from 'zod';

const PATIENCE_MS = 1_000;
const Answer = z.object({ now: z.string() });

/** What time it is for the platform: in a sandbox the latest that a service has, of those that answer. */
export const platformClock =
  (urls: Record<string, readonly string[]>, isSandbox: boolean) => async (): Promise<Temporal.Instant> => {
    if (!isSandbox) return systemClock();
    const asked = await Promise.allSettled(Object.values(urls).map(([url]) => fetchNow(url!)));
    const known = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    return lastInstant([systemClock(), ...known]);
  };

const fetchNow = async (url: string): Promise<Temporal.Instant> => {
  const answer = await fetch(`${url}/sandbox/now`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  return Temporal.Instant.from(Answer.parse(await answer.json()).now);
};
