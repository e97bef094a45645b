/** How long a party that crowded others out is watched, and how long others count as asking. */
const CALM_MS = 5_000;

type Asked = { party: string; at: number };

/** Which parties ask for far more than their share while others ask, too, and when each may be seated again. */
export type Crowds = {
  /** A party asks, perhaps with too many calls waiting already. */
  ask(party: string, asksTooMuch: boolean): void;
  /** Whether it may have a seat beside those that it has. */
  maySit(party: string, seated: number): boolean;
  /** A call ended that took so long; returns how long its party now rests. */
  leave(party: string, ms: number): number;
};

/** `restMs` is the pause of such a party after a call that took `ms`. */
export const openCrowds = (restMs: (ms: number) => number): Crowds => {
  const crowds = new Map<string, { until: number; restsUntil: number }>();
  const nobody: Asked = { party: '', at: -Infinity };
  /** The last two that asked, of those who do not crowd. */
  let [last, before] = [nobody, nobody];
  const crowdOf = (party: string) => {
    const crowd = crowds.get(party);
    if (crowd && crowd.until > performance.now()) return crowd;
    crowds.delete(party);
    return undefined;
  };
  const othersAsk = (party: string): boolean => (last.party === party ? before : last).at > performance.now() - CALM_MS;
  return {
    ask(party, asksTooMuch) {
      const now = performance.now();
      const crowd = crowdOf(party);
      if (asksTooMuch && othersAsk(party)) crowds.set(party, { restsUntil: 0, ...crowd, until: now + CALM_MS });
      if (crowd || asksTooMuch) return;
      if (last.party !== party) before = last;
      last = { party, at: now };
    },
    maySit(party, seated) {
      const crowd = crowdOf(party);
      return !crowd || (seated === 0 && crowd.restsUntil <= performance.now());
    },
    leave(party, ms) {
      const crowd = crowdOf(party);
      if (!crowd) return 0;
      const rest = restMs(ms);
      crowd.restsUntil = performance.now() + rest;
      return rest;
    },
  };
};
