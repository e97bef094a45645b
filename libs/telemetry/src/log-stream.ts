import { openSync, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const MOST_BYTES = 8_192;
const WITHIN_MS = 100;
const ERROR = 50;
/** What waits for a reader that is slow; lines beyond it are lost. */
const MOST_WAITING_BYTES = 4 * 2 ** 20;
/** How long the end of a process waits for a slow reader. */
const AT_THE_END_MS = 1_000;

/** How pino passes the level of the line to the stream. */
const METADATA = Symbol.for('pino.metadata');

const NOTHING: Buffer = Buffer.alloc(0);

/** Writes what it can without waiting; returns the rest. Without a reader, or on a full disk, it is lost. */
const write = (fd: number, bytes: Buffer): Buffer => {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(fd, bytes, written);
    return NOTHING;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? bytes.subarray(written) : NOTHING;
  }
};

/** Returns whether all is written. */
type Flush = () => boolean;
const streams = new Set<Flush>();
// The last lines are written however the process ends, except by a signal that cannot be caught.
process.on('exit', () => {
  const until = performance.now() + AT_THE_END_MS;
  for (const flush of streams)
    while (!flush() && performance.now() < until) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
});

/**
 * A stream for a log: what happens within a tenth of a second is written together, and an error at once. A log that cannot
 * be written never holds up the process. The stream that pino brings waits for ever at a pipe without a reader.
 */
export const buffered = (dest: string | 1): DestinationStream => {
  const fd = dest === 1 ? dest : openSync(dest, 'a');
  let rest = NOTHING;
  let lines = '';
  let timer: NodeJS.Timeout | undefined;
  const flush: Flush = () => {
    clearTimeout(timer);
    timer = undefined;
    rest = write(fd, rest.length > 0 ? Buffer.concat([rest, Buffer.from(lines)]) : Buffer.from(lines));
    lines = '';
    if (rest.length > MOST_WAITING_BYTES) rest = NOTHING;
    if (rest.length > 0) flushLater();
    return rest.length === 0;
  };
  const flushLater = (): void => void (timer ??= setTimeout(flush, WITHIN_MS).unref());
  streams.add(flush);
  return {
    [METADATA]: true,
    lastLevel: 0,
    write(line: string) {
      lines += line;
      if (this.lastLevel >= ERROR || lines.length >= MOST_BYTES) flush();
      else flushLater();
    },
  } as DestinationStream & { lastLevel: number };
};
