const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `handler` once, at the first signal to stop. Repeated signals are ignored: Ctrl-C reaches a program under npm
 * both from the terminal and from npm. Returns a function that gives the signals back their default effect.
 */
export function onStopSignal(handler: (signal: NodeJS.Signals) => void): () => void {
  let stopping = false;
  const listener = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    handler(signal);
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  // An npm that is killed passes no signal on.
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && listener('SIGHUP'), 500);
  watch.unref();
  return () => {
    clearInterval(watch);
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}
