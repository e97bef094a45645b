import { Problem } from './problem.ts';

const TRIES_MORE = 2;
/** Who waits longer is shown why meanwhile; the clock asks again. */
const LONGEST_PAUSE_S = 5;

/** Whether a failed query is asked once more before its page shows the failure. */
export const isWorthAnother = (failures: number, error: Error): boolean => {
  if (failures >= TRIES_MORE) return false;
  if (!(error instanceof Problem)) return true;
  const isPassing = error.status >= 500 || error.status === 429;
  return isPassing && (error.retryAfter ?? 0) <= LONGEST_PAUSE_S;
};

/** As long as the platform asks for, else a second, then two. */
export const pauseBefore = (failures: number, error: Error): number =>
  1_000 * ((error instanceof Problem ? error.retryAfter : undefined) ?? 2 ** failures);

/** A browser that has no network may reach a platform on its own machine, and a page shows why where it does not. */
export const inAnyNetwork = { networkMode: 'always', refetchOnReconnect: true } as const;
