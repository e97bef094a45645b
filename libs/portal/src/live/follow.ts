import { createParser } from 'eventsource-parser';

/** The callbacks of a follower of the event stream. */
export type Follower = {
  /** Something happened. */
  happened(): void;
  /** Whether events arrive without delay. */
  isLive(live: boolean): void;
};

/** Opens the stream, after a position if there is one. */
type Open = (after: string | undefined, signal: AbortSignal) => Promise<Response>;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A stream that lives sends something every 15 seconds. */
const SILENCE_MS = 40_000;

/** Doubles with each try in a row, and differs from tab to tab, so that not all come back at once. */
export const pauseMs = (failures: number, random = Math.random()): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + random / 2);

const pauseFor = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Aborts a stream that nothing was heard of for a while: its connection may be gone without a word. */
const watch = (silenceMs: number, signal: AbortSignal) => {
  const silent = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), silenceMs);
  };
  heard();
  return { signal: AbortSignal.any([signal, silent.signal]), heard, end: () => clearTimeout(timer) };
};

/** Follows the stream until the signal aborts it. A broken or silent stream continues after the last event. */
export const follow = async (
  open: Open,
  { happened, isLive }: Follower,
  signal: AbortSignal,
  pause = pauseFor,
  silenceMs = SILENCE_MS,
): Promise<void> => {
  let position: string | undefined;
  let failures = 0;
  const parser = createParser({
    onEvent({ id, event }) {
      if (id !== undefined) position = id;
      if (event === 'event' || event === 'reset') happened();
    },
  });
  while (!signal.aborted) {
    const stream = watch(silenceMs, signal);
    try {
      const { ok, body } = await open(position, stream.signal);
      if (!ok || !body) throw new Error('There is no stream now.');
      // What came before the first stream, or between two without a position, is not known.
      if (position === undefined) happened();
      failures = 0;
      isLive(true);
      const reader = body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        stream.heard();
        parser.feed(part.value);
      }
    } catch {
      failures += 1;
    } finally {
      stream.end();
    }
    parser.reset();
    isLive(false);
    if (!signal.aborted) await pause(pauseMs(failures), signal);
  }
};
