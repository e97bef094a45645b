import type { JsMsg } from '@nats-io/jetstream';

/** What is held for events before it. The rest goes back to the server, and comes again so much later. */
const MOST_BYTES = 16 * 1024 ** 2;
const LATER_MS = 5_000;

/**
 * The events of a stream in its order, whatever order they come in: a server delivers again what was returned to it, or
 * not acknowledged by a process that died, while it goes on with newer events.
 */
export type InOrder = {
  /** Takes an event in; returns those that have their turn now. */
  add(message: JsMsg): JsMsg[];
  /** The event that others wait for, and how many others, with those that went back. */
  missing(): { sequence: number; waiting: number } | undefined;
  /** Goes on without an event, if it is still missing; returns those that have their turn now. */
  pass(sequence: number): JsMsg[];
  /** Forgets those that wait, and returns them. */
  empty(): JsMsg[];
};

/** @param next where the stream goes on, at the earliest. */
export const inOrder = (next: number): InOrder => {
  /** By sequence; undefined for one that went back. */
  const early = new Map<number, JsMsg | undefined>();
  let bytes = 0;

  const hold = (sequence: number, message: JsMsg | undefined): void => {
    bytes += (message?.data.length ?? 0) - (early.get(sequence)?.data.length ?? 0);
    early.set(sequence, message);
  };
  const release = (): JsMsg[] => {
    const ready: JsMsg[] = [];
    for (let message = early.get(next); message; message = early.get(next)) {
      hold(next, undefined);
      early.delete(next++);
      ready.push(message);
    }
    return ready;
  };

  return {
    add(message) {
      const sequence = message.info.streamSequence;
      // It had its turn: its acknowledgement was lost, or is late.
      if (sequence < next) return [message];
      const isHeld = early.get(sequence) !== undefined;
      if (sequence === next || isHeld || bytes + message.data.length <= MOST_BYTES) hold(sequence, message);
      else {
        hold(sequence, undefined);
        message.nak(LATER_MS);
      }
      return release();
    },
    missing: () => (early.size > 0 ? { sequence: next, waiting: early.size - Number(early.has(next)) } : undefined),
    pass(sequence) {
      if (sequence !== next || early.size === 0) return [];
      early.delete(next);
      next = early.size > 0 ? Math.min(...early.keys()) : next + 1;
      return release();
    },
    empty() {
      const held = [...early.values()].filter((message) => message !== undefined);
      early.clear();
      bytes = 0;
      return held;
    },
  };
};

/** For how many ms the event that is missing has been so; each has its own time. */
export const missingFor = (now = () => performance.now()): ((missing: { sequence: number } | undefined) => number) => {
  let known: { sequence: number; since: number } | undefined;
  return (missing) => {
    if (missing?.sequence !== known?.sequence) known = missing && { sequence: missing.sequence, since: now() };
    return known ? now() - known.since : 0;
  };
};
