import type { Target } from './target.ts';
import type { Trial } from './trial.ts';

/** What the processes may be late by; the sampling of the event loop alone takes 50 ms of it. */
const MAX_BLOCKED_MS = 140;
const WINDOWS = 3;

const LAG = /^nodejs_eventloop_lag_max_seconds\{service="(\w+)"\} (\S+)$/gm;

/** The longest that each event loop was late since it was last asked, in ms; asking begins a new window. */
const lagsOf = async ({ platform }: Target): Promise<Map<string, number>> => {
  const metrics = await (await fetch(`${platform.gatewayUrl}/metrics`)).text();
  return new Map([...metrics.matchAll(LAG)].map(([, service, seconds]) => [service!, Number(seconds) * 1_000]));
};

/**
 * Notes whether an input blocks an event loop. A busy machine makes a loop late now and then, what blocks it does so each
 * time: so the input comes in several windows, and the least lag of a service counts.
 */
export const noteEventLoops = async (
  target: Target,
  tried: Trial,
  input: string,
  attack: () => Promise<void>,
): Promise<void> => {
  const least = new Map<string, number>();
  for (let window = 0; window < WINDOWS; window++) {
    await lagsOf(target);
    await attack();
    for (const [service, ms] of await lagsOf(target)) least.set(service, Math.min(ms, least.get(service) ?? ms));
    if ([...least.values()].every((ms) => ms <= MAX_BLOCKED_MS)) break;
  }
  tried.note(`${input}: event loops seen`, `${least.size} event loops`, least.size === 6);
  for (const [service, ms] of least) {
    const isBlocked = ms > MAX_BLOCKED_MS;
    tried.note(`${input}: ${service}`, isBlocked ? `blocked ${Math.round(ms)} ms` : 'not blocked', !isBlocked);
  }
};
