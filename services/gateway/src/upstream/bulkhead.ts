import { openCrowds } from './crowds.ts';
import { openQueues } from './queues.ts';

/** Who asks. One that is not known by its credentials is slowed down less for the sake of others: anybody can name another. */
export type Party = { name: string; isKnown: boolean };

/** Runs work in one of its seats; undefined when none came free in time. */
type Bulkhead = <T>(work: () => Promise<T>, party?: Party) => Promise<{ done: T } | undefined>;

type Options = {
  seats: number;
  /** How many may wait. */
  waiting: number;
  waitMs: number;
  /** What one party has of both at most. */
  shareOfSeats: number;
  shareOfWaiting: number;
  /** How long a party that crowds others out pauses after a call that took `ms`. */
  restMs: (ms: number) => number;
  now?: () => number;
};

/** What no party is named for; no share binds it. */
const EVERYBODY = '';

/**
 * At most `seats` calls at once; a call without a seat after `waitMs`, or beyond the limit of waiting calls, is rejected.
 * Parties take turns, and none gets more than its share. One that goes on asking for more than twice its share while others
 * ask, too, gets one seat, and pauses between its calls; without credentials it gets two.
 */
export const bulkhead = ({ seats, waiting, waitMs, shareOfSeats, shareOfWaiting, restMs, now }: Options): Bulkhead => {
  let free = seats;
  const seated = new Map<string, number>();
  const queues = openQueues();
  const crowds = openCrowds(restMs, now);
  const partyShare = (party: string, all: number, share: number): number =>
    party === EVERYBODY ? all : Math.ceil(all * share);
  const maySit = (party: string): boolean => {
    const own = seated.get(party) ?? 0;
    return free > 0 && own < partyShare(party, seats, shareOfSeats) && crowds.maySit(party, own);
  };
  const mayWait = (party: string): boolean =>
    queues.size() < waiting && queues.getSize(party) < partyShare(party, waiting, shareOfWaiting);
  const occupy = (party: string): void => {
    free -= 1;
    seated.set(party, (seated.get(party) ?? 0) + 1);
  };
  const sit = (party: string, isKnown: boolean): Promise<boolean> => {
    const asksTooMuch = party !== EVERYBODY && queues.getSize(party) > partyShare(party, seats, shareOfSeats);
    crowds.ask(party, asksTooMuch, isKnown);
    if (maySit(party) && queues.getSize(party) === 0) {
      occupy(party);
      return Promise.resolve(true);
    }
    return mayWait(party) ? queues.wait(party, waitMs) : Promise.resolve(false);
  };
  const callNext = (): void => {
    for (let next = queues.call(maySit); next !== undefined; next = queues.call(maySit)) occupy(next);
  };
  const leave = (party: string, ms: number): void => {
    free += 1;
    const left = seated.get(party)! - 1;
    if (left > 0) seated.set(party, left);
    else seated.delete(party);
    const rest = crowds.leave(party, ms);
    // A timer counts whole milliseconds and may come up to one early: then nothing would call again.
    if (rest > 0) setTimeout(callNext, Math.ceil(rest) + 1).unref();
    callNext();
  };
  return async (work, { name: party, isKnown } = { name: EVERYBODY, isKnown: false }) => {
    if (!(await sit(party, isKnown))) return undefined;
    const began = performance.now();
    try {
      return { done: await work() };
    } finally {
      leave(party, performance.now() - began);
    }
  };
};
