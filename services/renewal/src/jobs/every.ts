import type { Logger } from '@staycover/telemetry';

/** Work that is done again and again. */
export type Recurring = { wake(): void; stop(): Promise<void> };

/** Does `work`, then pauses for `ms` or until woken, for as long as it is not stopped. A failure is logged. */
export const every = (ms: number, name: string, work: () => Promise<void>, logger: Logger): Recurring => {
  let stopping = false;
  let woken = false;
  let endPause = (): void => undefined;

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => (clearTimeout(timer), resolve());
    });

  const running = (async () => {
    while (!stopping) {
      woken = false;
      await work().catch((error: unknown) => logger.warn({ err: error }, `${name} failed, it is tried again`));
      if (!stopping && !woken) await pause();
    }
  })();

  const wake = (): void => {
    woken = true;
    endPause();
  };
  return {
    wake,
    stop() {
      stopping = true;
      wake();
      return running;
    },
  };
};
