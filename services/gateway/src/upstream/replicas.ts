import { type Names, systemNames, watchAddresses } from './addresses.ts';
import { openReplica, type Replica } from './replica.ts';

/** The processes of a service, which share its requests. */
export type Replicas = {
  /** Those that there are now. */
  all(): readonly Replica[];
  /**
   * Of those that are there and were not tried, the one with the fewest requests under way; for changes of one resource
   * always the same one, where they take turns without a lock. Undefined when all were tried.
   */
  pick(tried: readonly Replica[], changed?: string): Replica | undefined;
  /** It refused a request, or broke off: others are preferred for a while. */
  failed(replica: Replica): void;
  /** It answered. */
  answered(replica: Replica): void;
  close(): Promise<void>;
};

const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 10_000;
const PROBE_EVERY_MS = 500;
/** A replica that misses this many probes in a row hangs; a busy one may miss one. */
const SILENT_PROBES = 2;

/** How a replica has done so far. */
type Standing = { failures: number; outUntil: number; isReady: boolean; silent: number };

/** The replicas behind some URLs. A name with several addresses is as many of them, as those are now. */
const openAll = (urls: readonly string[], timeoutMs: number, names: Names) => {
  const groups = urls.map((url) => [openReplica(url, timeoutMs)]);
  let all = groups.flat();
  const closing = new Set<Promise<void>>();
  const closeOne = (replica: Replica): void => {
    const closed = replica.close().finally(() => closing.delete(closed));
    closing.add(closed);
  };
  const ends = urls.map((url, i) =>
    watchAddresses(
      url,
      (addresses) => {
        const before = groups[i]!;
        const wanted = addresses.length > 1 ? addresses : [undefined];
        groups[i] = wanted.map(
          (address) => before.find((one) => one.address === address) ?? openReplica(url, timeoutMs, address),
        );
        all = groups.flat();
        for (const gone of before.filter((one) => !all.includes(one))) closeOne(gone);
      },
      names,
    ),
  );
  return {
    all: () => all,
    async close(): Promise<void> {
      ends.forEach((end) => end());
      all.forEach(closeOne);
      await Promise.all(closing);
    },
  };
};

/** Keeps how replicas have done. */
const keepStandings = () => {
  const standings = new WeakMap<Replica, Standing>();
  const find = (replica: Replica): Standing =>
    standings.getOrInsertComputed(replica, () => ({ failures: 0, outUntil: 0, isReady: true, silent: 0 }));
  const unready = (replica: Replica): void => {
    const standing = find(replica);
    if (standing.isReady) replica.lose();
    standing.isReady = false;
  };
  return {
    find,
    isIn(replica: Replica, now: number): boolean {
      const { outUntil, isReady } = find(replica);
      return isReady && outUntil <= now;
    },
    async probe(replica: Replica): Promise<void> {
      const standing = find(replica);
      const status = await replica.probe();
      standing.silent = status === undefined ? standing.silent + 1 : 0;
      if (status === 200) Object.assign(standing, { isReady: true, failures: 0, outUntil: 0 });
      else if (status !== undefined) standing.isReady = false;
      else if (standing.silent >= SILENT_PROBES) unready(replica);
    },
  };
};

/**
 * Opens the replicas of a service. One that refuses or breaks connections is left out for a second, doubling to 10; with
 * several replicas, also while its readiness probe fails. When all are out, the one with the shortest remaining time is used.
 */
export const openReplicas = (urls: readonly string[], timeoutMs: number, names = systemNames): Replicas => {
  const { all, close } = openAll(urls, timeoutMs, names);
  const { find, isIn, probe } = keepStandings();
  const probeAll = (): void => {
    const [first, ...others] = all();
    if (others.length > 0) for (const replica of all()) void probe(replica);
    // One that is alone is asked, whatever it answered while there were others.
    else find(first!).isReady = true;
  };
  const timer = setInterval(probeAll, PROBE_EVERY_MS).unref();

  return {
    all,
    pick(tried, changed) {
      const now = performance.now();
      const left = all().filter((replica) => !tried.includes(replica));
      const inside = left.filter((replica) => isIn(replica, now));
      if (changed && inside.length > 0) return inside[placeFor(changed, inside.length)];
      if (inside.length > 0) return inside.reduce((best, one) => (one.underWay() < best.underWay() ? one : best));
      return left.toSorted((a, b) => find(a).outUntil - find(b).outUntil)[0];
    },
    failed(replica) {
      const standing = find(replica);
      // What one outage breaks off counts once.
      if (standing.outUntil > performance.now()) return;
      standing.outUntil = performance.now() + Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** standing.failures);
      standing.failures += 1;
    },
    answered(replica) {
      Object.assign(find(replica), { failures: 0, outUntil: 0 });
    },
    async close() {
      clearInterval(timer);
      await close();
    },
  };
};

/** By random digits of an id: its last three hold the cell, which is the same for all ids here. */
const placeFor = (id: string, places: number): number => Number.parseInt(id.slice(-11, -3), 16) % places;
