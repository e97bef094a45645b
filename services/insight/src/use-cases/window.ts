import type { StoredEvent } from '../db/entities.ts';

/** The newest events in memory. */
export type Window = {
  /** Restarts after a position. */
  restart(head: number): void;
  add(events: readonly StoredEvent[]): void;
  /** The position of the newest event. */
  head(): number;
  /** The events after a position; undefined when some were evicted. */
  since(position: number): readonly StoredEvent[] | undefined;
};

const MOST_KEPT = 1_000;

export const createWindow = (): Window => {
  let kept: StoredEvent[] = [];
  /** Behind this position everything up to the head is kept. */
  let from = 0;
  let head = 0;
  return {
    restart(position) {
      from = head = position;
      kept = [];
    },
    add(events) {
      kept.push(...events);
      head = events.at(-1)?.position ?? head;
      const surplus = kept.length - MOST_KEPT;
      if (surplus > 0) from = kept.splice(0, surplus).at(-1)!.position;
    },
    head: () => head,
    since: (position) => (position < from ? undefined : kept.slice(behind(kept, position))),
  };
};

/** The index of the first event after a position: events are sorted, and most readers are near the end. */
const behind = (events: readonly StoredEvent[], position: number): number =>
  events.findLastIndex((event) => event.position <= position) + 1;
