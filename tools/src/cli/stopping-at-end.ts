import { onStopSignal } from '../platform/stop-signal.ts';

type Stoppable = { stop(): Promise<unknown> };

/** Keeps what a program starts, to be stopped at its end, also while it is still starting. */
export type Keep = <T extends Stoppable>(start: () => Promise<T>) => Promise<T>;

/** The exit code of what a signal ended. */
const INTERRUPTED = 130;

/**
 * Runs the work of a program and stops what it kept, the newest first. A signal stops it at once, and only then ends the
 * program: servers have process groups of their own, which Ctrl-C does not reach.
 */
export const stoppingAtEnd = async (work: (keep: Keep) => Promise<number>): Promise<number> => {
  const kept: Promise<Stoppable>[] = [];
  const stopAll = async (): Promise<void> => {
    for (const starting of kept.toReversed()) await starting.then((started) => started.stop()).catch(() => undefined);
  };
  let stopping: Promise<void> | undefined;
  const stopOnce = (): Promise<void> => (stopping ??= stopAll());
  const interrupted = Promise.withResolvers<number>();
  let isInterrupted = false;
  onStopSignal((signal) => {
    isInterrupted = true;
    console.error(`\n${signal}: stopping what was started …`);
    // What is under way fails without its servers.
    process.on('uncaughtException', () => undefined);
    void stopOnce().then(() => interrupted.resolve(INTERRUPTED));
  });
  const keep: Keep = (start) => {
    // What would be started now, nothing would stop.
    if (isInterrupted) return new Promise(() => undefined);
    const starting = start();
    kept.push(starting);
    return starting;
  };
  const worked = work(keep)
    .catch((error: unknown) => (isInterrupted ? INTERRUPTED : Promise.reject(error)))
    .finally(stopOnce);
  return Promise.race([worked, interrupted.promise]);
};
