import type { Logger } from '@staycover/telemetry';

const PAGE = 200;

/** Works through pages, whatever happens to one of what they hold. */
export const forEach =
  ({ logger, signal }: { logger: Logger; signal?: AbortSignal | undefined }, onError: () => void) =>
  async <T extends object>(
    pageAfter: (after: T | undefined, limit: number) => Promise<T[]>,
    work: (one: T) => Promise<void>,
  ): Promise<void> => {
    for (let after: T | undefined; ; ) {
      const page = await pageAfter(after, PAGE);
      for (const one of page) {
        signal?.throwIfAborted();
        await work(one).catch((error: unknown) => {
          onError();
          logger.error({ err: error, about: one }, 'could not be done, the next run tries again');
        });
      }
      if (page.length < PAGE) return;
      after = page.at(-1);
    }
  };
