import { setTimeout as delay } from 'node:timers/promises';
import type { StoredEvent } from '../db/entities.ts';
import { createWindow, type Window } from './window.ts';

/** The newest events, which all live streams of a replica share. */
export type Tail = Pick<Window, 'head' | 'since'> & {
  /** Starts polling with the first reader; the returned function unregisters the reader. */
  enter(): Promise<() => void>;
  /** The position of the newest event, which may be a moment ahead of the head. */
  newest(): Promise<number>;
  /** Resolves when there is more, and every second. */
  next(): Promise<void>;
  /** When an event was found, by `performance.now()`; undefined for one that was read from further back. */
  foundAt(event: StoredEvent): number | undefined;
  /** Whether streams are to end. */
  isEnding(): boolean;
  /** Ends the streams, and the looking. */
  stop(): Promise<void>;
};

type TailSource = {
  head(): Promise<number>;
  after(position: number, limit: number): Promise<StoredEvent[]>;
  onError(error: unknown): void;
};

const LOOK_EVERY_MS = 100;
const TICK_MS = 1_000;
const AT_ONCE = 500;

/** Wakes all that wait for the next turn. */
const turns = () => {
  let turn = Promise.withResolvers<void>();
  return {
    next: () => turn.promise,
    wake(): void {
      turn.resolve();
      turn = Promise.withResolvers<void>();
    },
  };
};

/** Polls for new events while there are readers, once for all of them. */
export const createTail = (source: TailSource): Tail => {
  const window = createWindow();
  const times = new WeakMap<StoredEvent, number>();
  let readers = 0;
  let ending = false;
  const { wake, next } = turns();
  let started: Promise<void> | undefined;
  let looking: Promise<void> = Promise.resolve();

  const look = async (): Promise<void> => {
    for (let woke = performance.now(); readers > 0 && !ending; ) {
      const found = await source.after(window.head(), AT_ONCE).catch((error: unknown) => (source.onError(error), []));
      const now = performance.now();
      for (const event of found) times.set(event, now);
      window.add(found);
      if (found.length > 0 || performance.now() - woke >= TICK_MS) {
        woke = performance.now();
        wake();
      }
      await delay(LOOK_EVERY_MS);
    }
    started = undefined;
  };
  const start = async (): Promise<void> => {
    window.restart(await source.head());
    looking = look();
  };

  return {
    head: window.head,
    since: window.since,
    async enter() {
      readers += 1;
      await (started ??= start()).catch((error: unknown) => {
        readers -= 1;
        started = undefined;
        throw error;
      });
      return () => void (readers -= 1);
    },
    // A reader that arrives during shutdown would never be woken.
    next: () => (ending ? Promise.resolve() : next()),
    newest: source.head,
    foundAt: (event) => times.get(event),
    isEnding: () => ending,
    async stop() {
      ending = true;
      wake();
      await looking;
    },
  };
};
