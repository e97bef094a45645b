import { constants } from 'node:os';

/** Ends the program at Ctrl-C or SIGTERM, also as process 1 of a container: that one gets only signals that it listens for. */
export const endOnSignal = (): void => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
};
