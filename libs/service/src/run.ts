import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const HARD_EXIT_MS = 25_000;

/**
 * Runs a process until SIGTERM, SIGINT or the death of the parent that started it, then lets it drain; during its start it
 * ends at once. A failing start or drain ends the process with 1, and so does a drain that takes longer than 25 s.
 */
export const runUntilStopped = async (start: () => Promise<{ stop(): Promise<void> }>): Promise<void> => {
  let running: { stop(): Promise<void> } | undefined;
  let isStopping = false;
  const stop = () => {
    // A terminal and the parent may each send one: the drain that runs is not overtaken by a second.
    if (isStopping) return;
    isStopping = running !== undefined;
    // No requests were served yet. Without a listener, PID 1 of a container would ignore the signal.
    if (!running) process.exit(0);
    setTimeout(() => process.exit(1), HARD_EXIT_MS).unref();
    void running.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(signal, stop);
  giveBackMemory();
  try {
    running = await start();
  } catch (error) {
    fail(error);
  }
};

/** Reading its modules leaves a process with a third more memory than it needs; at rest, nothing would collect it for hours. */
const giveBackMemory = (): void => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void;
  collect({ type: 'major', flavor: 'last-resort' });
};

const fail = (error: unknown): void => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
};
