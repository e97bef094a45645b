import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Ends this process as a signal does, after its drain, but with 1: a supervisor that restarts what fails starts it again. */
export const endAsFailed = (): void => {
  process.exitCode = 1;
  process.kill(process.pid, 'SIGTERM');
};

const HARD_EXIT_MS = 25_000;

/** Ends a process with wrong settings, as in sysexits.h: started again, it would end in the same way. */
export const WRONG_SETTINGS = 78;

/**
 * Reads the settings of a process and runs it until SIGTERM, SIGINT or the death of the parent that started it, then lets it
 * drain; during its start it ends at once. Wrong settings end the process with 78; a failing start or drain ends it with 1, and so
 * does a drain that takes longer than 25 s.
 */
export const runUntilStopped = async <Config>(
  readConfig: () => Config,
  start: (config: Config) => Promise<{ stop(): Promise<void> }>,
): Promise<void> => {
  let running: { stop(): Promise<void> } | undefined;
  let isStopping = false;
  const stop = () => {
    // A terminal and the parent may each send one: the drain that runs is not overtaken by a second.
    if (isStopping) return;
    isStopping = running !== undefined;
    // No requests were served yet. Without a listener, PID 1 of a container would ignore the signal.
    if (!running) process.exit();
    setTimeout(() => process.exit(1), HARD_EXIT_MS).unref();
    void running.stop().then(
      () => process.exit(),
      (error: unknown) => fail(error),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(signal, stop);
  keepMemorySmall();
  const config = readOrEnd(readConfig);
  try {
    running = await start(config);
  } catch (error) {
    fail(error);
  }
};

const readOrEnd = <Config>(readConfig: () => Config): Config => {
  try {
    return readConfig();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(WRONG_SETTINGS);
  }
};

/**
 * Garbage is collected whenever the heap has grown by 30 %, not when it has doubled or more: a run over 100,000 items keeps half of
 * the memory for 2 % more CPU. And once now: reading its modules leaves a process with a third more memory than it needs, which
 * nothing would collect for hours at rest.
 */
const keepMemorySmall = (): void => {
  setFlagsFromString('--heap-growing-percent=30');
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void;
  collect({ type: 'major', flavor: 'last-resort' });
};

const fail = (error: unknown): void => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
};
