export type Placed = { position: number };

/** The newest events in memory. */
export type Window<Event extends Placed> = {
  /** Restarts after a position. */
  restart(head: number): void;
  add(events: readonly Event[]): void;
  /** The position of the newest event. */
  head(): number;
  /** The events after a position; undefined when some were evicted. */
  since(position: number): readonly Event[] | undefined;
};

const MOST_KEPT = 1_000;

export const createWindow = <Event extends Placed>(): Window<Event> => {
  let kept: Event[] = [];
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
const behind = (events: readonly Placed[], position: number): number =>
  events.findLastIndex((event) => event.position <= position) + 1;
