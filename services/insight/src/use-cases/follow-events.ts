import { setTimeout as delay } from 'node:timers/promises';
import { chunks } from '@staycover/kernel';
import type { StoredEvent } from '../db/entities.ts';
import type { Tail } from './tail.ts';

/** A frame of a live stream. */
export type Frame =
  | { kind: 'ready'; position: number }
  | { kind: 'events'; events: readonly StoredEvent[] }
  | { kind: 'reset'; position: number; reason: 'unknown-position' | 'too-many-missed' | 'too-slow' }
  | { kind: 'alive' }
  | { kind: 'bye'; reason: End };

type End = 'expired' | 'time' | 'restart';

export type FollowOptions = {
  tail: Tail;
  /** Matching events after a position, from the database. */
  after(position: number, limit: number): Promise<StoredEvent[]>;
  fits(event: StoredEvent): boolean;
  /** The position to continue after; undefined: only new events; NaN: an invalid one. */
  from: number | undefined;
  /** Called with the seconds between the arrival of an event and its delivery to the reader. */
  onTaken?(seconds: number): void;
  /** When it ends, on the clock of `performance.now()`. */
  until: number;
  /** Whether the reader's credentials are still good, and how often that is checked. */
  access: { isGiven(): Promise<boolean>; everyMs: number };
};

const MOST_MISSED = 1_000;
const MOST_WAITING = 500;
const PART = { maxCount: 100, maxSize: Infinity, getSize: () => 1 };
const AT_ONCE_EVERY_MS = 100;
const ALIVE_EVERY_MS = 15_000;

/**
 * The state of a stream is a position: nothing is buffered for a slow reader; events are read when it has room. A reader
 * too far behind gets a reset instead of the events.
 */
export async function* followEvents(options: FollowOptions): AsyncGenerator<Frame> {
  const { tail } = options;
  const findEnd = watchEnd(options);
  const leave = await tail.enter();
  try {
    let { position, ...first } = await beginning(options);
    yield { ...first, position };
    let lastFrameAt = performance.now();
    let end = await findEnd();
    for (let most = MOST_MISSED; end === undefined; most = MOST_WAITING) {
      const head = tail.head();
      const waiting = await waitingBehind(position, most + 1, options);
      if (waiting.length > most) {
        position = tail.head();
        yield { kind: 'reset', position, reason: most === MOST_MISSED ? 'too-many-missed' : 'too-slow' };
      } else {
        for (const [i, events] of chunks(waiting, PART).entries()) {
          if (i > 0) await delay(AT_ONCE_EVERY_MS);
          yield { kind: 'events', events };
          noteTaken(events[0]!, options);
        }
        position = Math.max(position, head, waiting.at(-1)?.position ?? 0);
      }
      if (waiting.length > 0) lastFrameAt = performance.now();
      else if (performance.now() - lastFrameAt >= ALIVE_EVERY_MS) {
        yield { kind: 'alive' };
        lastFrameAt = performance.now();
      }
      if (tail.head() <= position) await tail.next();
      end = await findEnd();
    }
    yield { kind: 'bye', reason: end };
  } finally {
    leave();
  }
}

/** Finds why a stream is to end, once it is. */
const watchEnd = ({ tail, until, access }: FollowOptions): (() => Promise<End | undefined>) => {
  let checkedAt = performance.now();
  return async () => {
    const now = performance.now();
    if (tail.isEnding()) return 'restart';
    if (now >= until) return 'time';
    if (now - checkedAt < access.everyMs) return undefined;
    checkedAt = now;
    return (await access.isGiven()) ? undefined : 'expired';
  };
};

const noteTaken = (event: StoredEvent, { tail, onTaken }: FollowOptions): void => {
  const foundAt = tail.foundAt(event);
  if (foundAt !== undefined) onTaken?.((performance.now() - foundAt) / 1_000);
};

type Beginning = { kind: 'ready'; position: number } | { kind: 'reset'; position: number; reason: 'unknown-position' };

const beginning = async ({ tail, from }: FollowOptions): Promise<Beginning> => {
  const head = tail.head();
  if (from === undefined) return { kind: 'ready', position: head };
  if (from <= head || from <= (await tail.newest())) return { kind: 'ready', position: from };
  return { kind: 'reset', position: head, reason: 'unknown-position' };
};

const waitingBehind = async (
  position: number,
  limit: number,
  { tail, after, fits }: FollowOptions,
): Promise<readonly StoredEvent[]> => {
  const kept = tail.since(position);
  return kept ? kept.filter(fits) : after(position, limit);
};
