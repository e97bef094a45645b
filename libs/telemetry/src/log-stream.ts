import { openSync, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const MOST_BYTES = 8_192;
const WITHIN_MS = 100;
const WARN = 40;
const ERROR = 50;
/** What waits for a reader that is slow; what comes beyond it is lost, and counted. */
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

/** What is to be written, in order. */
const openQueue = (fd: number, service: string) => {
  const waiting: Buffer[] = [];
  let bytes = 0;
  let lost = 0;
  const push = (text: string): void => {
    const chunk = Buffer.from(text);
    waiting.push(chunk);
    bytes += chunk.length;
  };
  const pushLoss = (): void => {
    if (lost > 0)
      push(`${JSON.stringify({ level: WARN, time: new Date(), service, lost, msg: 'log lines were lost' })}\n`);
    lost = 0;
  };
  return {
    add(lines: string): void {
      if (bytes > 0 && bytes + lines.length > MOST_WAITING_BYTES) return void (lost += lines.split('\n').length - 1);
      pushLoss();
      push(lines);
    },
    /** Returns whether all is written. */
    drain(): boolean {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const rest = write(fd, next);
        bytes -= next.length - rest.length;
        if (rest.length > 0) {
          waiting.unshift(rest);
          return false;
        }
        if (waiting.length === 0) pushLoss();
      }
      return true;
    },
  };
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
export const buffered = (dest: string | 1, service: string): DestinationStream => {
  // Node makes the pipe of its standard output one that does not wait when that is first used.
  if (dest === 1) void process.stdout;
  const queue = openQueue(dest === 1 ? dest : openSync(dest, 'a'), service);
  let lines = '';
  let timer: NodeJS.Timeout | undefined;
  const flush: Flush = () => {
    clearTimeout(timer);
    timer = undefined;
    // What came before first: there may be room again.
    queue.drain();
    if (lines !== '') queue.add(lines);
    lines = '';
    const isWritten = queue.drain();
    if (!isWritten) flushLater();
    return isWritten;
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
