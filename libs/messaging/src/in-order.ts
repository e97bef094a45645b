import type { JsMsg } from '@nats-io/jetstream';

/** What is held for events before it. The rest goes back to the server, and comes again so much later. */
const MOST_BYTES = 16 * 1024 ** 2;
const LATER_MS = 5_000;

/**
 * The events of a stream in its order, whatever order they come in: a server delivers again what was returned to it, or
 * not acknowledged by a process that died, while it goes on with newer events.
 */
type InOrder = {
  /** Takes an event in; returns those that have their turn now. */
  add(message: JsMsg): JsMsg[];
  /** The event that others wait for, how many others, with those that went back, and for how many ms the first of them. */
  missing(): { sequence: number; waiting: number; waitedMs: number } | undefined;
  /** Goes on without an event, if it is still missing; returns those that have their turn now. */
  pass(sequence: number): JsMsg[];
  /** Forgets those that wait, and returns them. */
  empty(): JsMsg[];
};

/** One that came before its turn: when it did first, and the event, undefined when it went back. */
type Early = { since: number; message: JsMsg | undefined };

/** @param next where the stream goes on, at the earliest. */
export const inOrder = (next: number, now = () => performance.now()): InOrder => {
  /** By sequence, in the order in which they came first. */
  const early = new Map<number, Early>();
  let bytes = 0;

  const hold = (sequence: number, message: JsMsg | undefined): void => {
    const before = early.get(sequence);
    bytes += (message?.data.length ?? 0) - (before?.message?.data.length ?? 0);
    early.set(sequence, { since: before?.since ?? now(), message });
  };
  const release = (): JsMsg[] => {
    const ready: JsMsg[] = [];
    for (let message = early.get(next)?.message; message; message = early.get(next)?.message) {
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
      const isHeld = early.get(sequence)?.message !== undefined;
      if (sequence === next || isHeld || bytes + message.data.length <= MOST_BYTES) hold(sequence, message);
      else {
        hold(sequence, undefined);
        message.nak(LATER_MS);
      }
      return release();
    },
    missing() {
      const [first] = early.values();
      if (!first) return undefined;
      return { sequence: next, waiting: early.size - Number(early.has(next)), waitedMs: now() - first.since };
    },
    pass(sequence) {
      if (sequence !== next || early.size === 0) return [];
      early.delete(next);
      next = early.size > 0 ? Math.min(...early.keys()) : next + 1;
      return release();
    },
    empty() {
      const held = [...early.values()].flatMap(({ message }) => message ?? []);
      early.clear();
      bytes = 0;
      return held;
    },
  };
};
