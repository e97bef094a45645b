import { interruptiblePause } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';

type Options = {
  everyS: number;
  /** How soon it is tried again after it failed. */
  againS: number;
  logger: Logger;
  /** What the log has when it failed. */
  warning: string;
};

/** Does some work from now on, again and again; returns how to stop, which waits for its end. */
export const repeated = (
  work: () => Promise<void>,
  { everyS, againS, logger, warning }: Options,
): (() => Promise<void>) => {
  const pause = interruptiblePause();
  let isStopped = false;
  const working = (async () => {
    while (!isStopped) {
      const waitS = await work().then(
        () => everyS,
        (error: unknown) => {
          logger.warn({ error: String(error) }, warning);
          return againS;
        },
      );
      await pause.sleep(waitS * 1_000);
    }
  })();
  return async () => {
    isStopped = true;
    pause.end();
    await working;
  };
};
