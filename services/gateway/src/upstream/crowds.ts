/** How long a party asks for too much before it counts as a crowd; a burst does not. */
const PERSISTS_MS = 200;
/** How long others count as asking. */
const ASKED_MS = 5_000;
/**
 * How long a party counts as a crowd; then it is judged anew. What waited while a service stood still is a crowd, too: with all its
 * seats a party catches up on that, and a flood does not.
 */
const CROWDED_MS = 5_000;

/** Without credentials anybody may ask in the name of another, whom a crowd must not bring to a standstill. */
const SEATS_OF_UNKNOWN = 2;

type Crowd = { since: number; at: number; restsUntil: number; isKnown: boolean };
type Asked = { party: string; at: number };

/** Which parties go on asking for more than their share while others ask, too, and when each may be seated again. */
export type Crowds = {
  /** A party asks, perhaps with too many calls waiting already; `isKnown` by its credentials. */
  ask(party: string, asksTooMuch: boolean, isKnown: boolean): void;
  /** Whether it may have a seat beside those that it has. */
  maySit(party: string, seated: number): boolean;
  /** A call ended that took so long; returns how long its party now rests. */
  leave(party: string, ms: number): number;
};

/** `restMs` is the pause of such a party after a call that took `ms`. */
export const openCrowds = (restMs: (ms: number) => number, now = () => performance.now()): Crowds => {
  const crowds = new Map<string, Crowd>();
  const none: Asked = { party: '', at: -Infinity };
  /** The last two that asked, of those who do not ask for too much. */
  let [last, before] = [none, none];
  const othersAsk = (party: string): boolean => (last.party === party ? before : last).at > now() - ASKED_MS;
  const watched = (party: string): Crowd | undefined => {
    const crowd = crowds.get(party);
    if (crowd && crowd.since > now() - PERSISTS_MS - CROWDED_MS) return crowd;
    crowds.delete(party);
    return undefined;
  };
  const findCrowd = (party: string): Crowd | undefined => {
    const crowd = watched(party);
    return crowd && crowd.at - crowd.since >= PERSISTS_MS ? crowd : undefined;
  };
  return {
    ask(party, asksTooMuch, isKnown) {
      const at = now();
      if (!asksTooMuch) {
        if (findCrowd(party)) return;
        crowds.delete(party);
        if (last.party !== party) before = last;
        last = { party, at };
      } else if (othersAsk(party)) crowds.set(party, { since: at, restsUntil: 0, ...watched(party), isKnown, at });
    },
    maySit(party, seated) {
      const crowd = findCrowd(party);
      if (!crowd) return true;
      return crowd.isKnown ? seated === 0 && crowd.restsUntil <= now() : seated < SEATS_OF_UNKNOWN;
    },
    leave(party, ms) {
      const crowd = findCrowd(party);
      if (!crowd?.isKnown) return 0;
      const rest = restMs(ms);
      crowd.restsUntil = now() + rest;
      return rest;
    },
  };
};
