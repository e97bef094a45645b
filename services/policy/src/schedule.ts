type Repetition = {
  work: () => Promise<unknown>;
  everyMs: number;
  /** Hears of a run that failed; the next one tries again. */
  failed: (error: unknown) => void;
};

/** Runs `work` at once and then again and again, one run at a time. `stop` waits for the running one. */
export const repeatedly = ({ work, everyMs, failed }: Repetition) => {
  let running: Promise<unknown> | undefined;
  const run = () => {
    running ??= work()
      .catch(failed)
      .finally(() => (running = undefined));
  };
  run();
  const timer = setInterval(run, everyMs).unref();
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
};
