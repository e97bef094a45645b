/** Runs work in one of its seats; undefined when none came free in time. */
export type Bulkhead = <T>(work: () => Promise<T>, party?: string) => Promise<{ done: T } | undefined>;

type Options = {
  seats: number;
  /** How many may wait. */
  waiting: number;
  waitMs: number;
  /** What one party has of both at most. */
  shareOfSeats: number;
  shareOfWaiting: number;
};

/** What no party is named for; no share binds it. */
const EVERYBODY = '';

/**
 * At most `seats` calls at once; a call without a seat after `waitMs`, or beyond the limit of waiting calls, is rejected.
 * Parties take turns, and none gets more than its share.
 */
export const bulkhead = ({ seats, waiting, waitMs, shareOfSeats, shareOfWaiting }: Options): Bulkhead => {
  let free = seats;
  const seated = new Map<string, number>();
  const queues = openQueues();
  const shareOf = (party: string, all: number, share: number): number =>
    party === EVERYBODY ? all : Math.ceil(all * share);
  const maySit = (party: string): boolean => free > 0 && (seated.get(party) ?? 0) < shareOf(party, seats, shareOfSeats);
  const mayWait = (party: string): boolean =>
    queues.size() < waiting && queues.sizeOf(party) < shareOf(party, waiting, shareOfWaiting);
  const occupy = (party: string): void => {
    free -= 1;
    seated.set(party, (seated.get(party) ?? 0) + 1);
  };
  const sit = (party: string): Promise<boolean> => {
    if (maySit(party) && queues.sizeOf(party) === 0) {
      occupy(party);
      return Promise.resolve(true);
    }
    return mayWait(party) ? queues.wait(party, waitMs) : Promise.resolve(false);
  };
  const leave = (party: string): void => {
    free += 1;
    const left = seated.get(party)! - 1;
    if (left > 0) seated.set(party, left);
    else seated.delete(party);
    const next = queues.call(maySit);
    if (next !== undefined) occupy(next);
  };
  return async (work, party = EVERYBODY) => {
    if (!(await sit(party))) return undefined;
    try {
      return { done: await work() };
    } finally {
      leave(party);
    }
  };
};

/** A queue for each party that waits, in the order of their turns. */
const openQueues = () => {
  const queues = new Map<string, (() => void)[]>();
  let size = 0;
  const remove = (party: string, called: () => void): void => {
    const queue = queues.get(party)!;
    queue.splice(queue.indexOf(called), 1);
    if (queue.length === 0) queues.delete(party);
    size -= 1;
  };
  return {
    size: () => size,
    sizeOf: (party: string): number => queues.get(party)?.length ?? 0,
    /** Whether it was called in time. */
    wait: (party: string, ms: number): Promise<boolean> =>
      new Promise((resolve) => {
        const called = (): void => {
          clearTimeout(patience);
          resolve(true);
        };
        const patience = setTimeout(() => {
          remove(party, called);
          resolve(false);
        }, ms);
        patience.unref();
        const queue = queues.get(party);
        if (queue) queue.push(called);
        else queues.set(party, [called]);
        size += 1;
      }),
    /** Calls the next call of a party within its share, and moves the party to the end of the queue; returns the party. */
    call(mayCome: (party: string) => boolean): string | undefined {
      for (const [party, queue] of queues) {
        if (!mayCome(party)) continue;
        const called = queue[0]!;
        remove(party, called);
        if (queue.length > 0) {
          queues.delete(party);
          queues.set(party, queue);
        }
        called();
        return party;
      }
      return undefined;
    },
  };
};
