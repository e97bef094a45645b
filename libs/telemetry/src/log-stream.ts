import { type DestinationStream, pino } from 'pino';

const MOST_BYTES = 8_192;
const WITHIN_MS = 100;
const ERROR = 50;

/** How pino passes the level of the line to the stream. */
const METADATA = Symbol.for('pino.metadata');

const streams = new Set<{ flushSync(): void }>();
// The last lines are written however the process ends, except by a signal that cannot be caught.
process.on('exit', () => streams.forEach((stream) => stream.flushSync()));

/** A stream for a log: what happens within a tenth of a second is written together, and an error at once. */
export const buffered = (dest: string | 1): DestinationStream => {
  const destination = pino.destination({ dest, sync: true, minLength: MOST_BYTES });
  streams.add(destination);
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    destination.flushSync();
  };
  return {
    [METADATA]: true,
    lastLevel: 0,
    write(line: string) {
      destination.write(line);
      if (this.lastLevel >= ERROR) flush();
      else timer ??= setTimeout(flush, WITHIN_MS).unref();
    },
  } as DestinationStream & { lastLevel: number };
};
