import { isDatabaseAway } from '@staycover/change';
import { isDomainError, portions } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';

const AT_ONCE = 4;

/** Does each of a batch, some at once, whatever happens to one of them; returns how many failed. */
export const attemptEach = async <T>(
  { logger, signal }: { logger: Logger; signal: AbortSignal },
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<number> => {
  let failed = 0;
  const doOne = async (item: T): Promise<void> => {
    try {
      await work(item);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      failed += 1;
      const message = 'could not be done, the next run tries again';
      // A refusal has its reason; what has another cause, or none that is known, needs its stack.
      if (isDomainError(error) && error.cause === undefined)
        logger.warn({ about: item, code: error.code, reason: error.message }, message);
      else logger.error({ about: item, err: error }, message);
    }
  };
  for (const some of portions(items, AT_ONCE)) {
    signal.throwIfAborted();
    await Promise.all(some.map(doOne));
  }
  return failed;
};
