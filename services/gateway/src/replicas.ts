import { Pool } from 'undici';
import { SEATS } from './protection.ts';

/** One process of a service. */
export type Replica = {
  url: string;
  pool: Pool;
  /** Requests that wait for its answer. */
  underWay(): number;
  /** A request begins. */
  begin(): Visit;
  /** What waits for its answer, and may be asked elsewhere, leaves. */
  lose(): void;
};

/** A request to a replica. */
type Visit = {
  /** Until it `stays`, `leave` is called when the replica is lost. */
  mayLeave(leave: (why: Error) => void): void;
  stays(): void;
  end(): void;
};

/** The processes of a service, which share its requests. */
export type Replicas = {
  readonly all: readonly Replica[];
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

/** A replica was left out while requests waited for its answer. */
class ReplicaLost extends Error {
  readonly code = 'REPLICA_LOST';
}

const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 10_000;
const PROBE_EVERY_MS = 500;
const PROBE_WITHIN_MS = 1_000;
/** A replica that misses this many probes in a row hangs; a busy one may miss one. */
const SILENT_PROBES = 2;
/** More than any response header of a service; request headers have at most 16 KiB. */
const MAX_ANSWERED_HEADER_BYTES = 128 * 1024;
/** Connections are renewed now and then, so that new DNS records take effect. */
const CONNECTION_LIVES_MS = 30_000;

type Standing = { failures: number; outUntil: number; isReady: boolean; silent: number };

const openReplica = (url: string, timeoutMs: number): Replica => {
  const waiting = new Set<(why: Error) => void>();
  let underWay = 0;
  return {
    url,
    pool: new Pool(url, {
      connections: SEATS,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      connectTimeout: 1_000,
      maxHeaderSize: MAX_ANSWERED_HEADER_BYTES,
      keepAliveTimeout: 10_000,
      clientTtl: CONNECTION_LIVES_MS,
    }),
    underWay: () => underWay,
    begin() {
      underWay += 1;
      let leaving: ((why: Error) => void) | undefined;
      const stays = (): void => void (leaving && waiting.delete(leaving));
      return {
        mayLeave: (leave) => void waiting.add((leaving = leave)),
        stays,
        end() {
          underWay -= 1;
          stays();
        },
      };
    },
    lose: () => [...waiting].forEach((leave) => leave(new ReplicaLost(`${url} does not answer.`))),
  };
};

/**
 * Opens the replicas of a service. One that refuses or breaks connections is left out for a second, doubling to 10; with
 * several replicas, also while its readiness probe fails. When all are out, the one with the shortest remaining time is used.
 */
export const openReplicas = (urls: readonly string[], timeoutMs: number): Replicas => {
  const all = urls.map((url) => openReplica(url, timeoutMs));
  const standings = new Map(
    all.map((replica): [Replica, Standing] => [replica, { failures: 0, outUntil: 0, isReady: true, silent: 0 }]),
  );
  const getStanding = (replica: Replica): Standing => standings.get(replica)!;
  const isIn = (replica: Replica, now: number): boolean => {
    const { outUntil, isReady } = getStanding(replica);
    return isReady && outUntil <= now;
  };
  const unready = (replica: Replica): void => {
    const standing = getStanding(replica);
    if (standing.isReady) replica.lose();
    standing.isReady = false;
  };

  const probe = async (replica: Replica): Promise<void> => {
    const standing = getStanding(replica);
    const status = await probeReadiness(replica);
    standing.silent = status === undefined ? standing.silent + 1 : 0;
    if (status === 200) Object.assign(standing, { isReady: true, failures: 0, outUntil: 0 });
    else if (status !== undefined) standing.isReady = false;
    else if (standing.silent >= SILENT_PROBES) unready(replica);
  };
  const timers =
    all.length > 1 ? all.map((replica) => setInterval(() => void probe(replica), PROBE_EVERY_MS).unref()) : [];

  return {
    all,
    pick(tried, changed) {
      const now = performance.now();
      const left = all.filter((replica) => !tried.includes(replica));
      const inside = left.filter((replica) => isIn(replica, now));
      if (changed && inside.length > 0) return inside[placeFor(changed, inside.length)];
      if (inside.length > 0) return inside.reduce((best, one) => (one.underWay() < best.underWay() ? one : best));
      return left.toSorted((a, b) => getStanding(a).outUntil - getStanding(b).outUntil)[0];
    },
    failed(replica) {
      const standing = getStanding(replica);
      // What one outage breaks off counts once.
      if (standing.outUntil > performance.now()) return;
      standing.outUntil = performance.now() + Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** standing.failures);
      standing.failures += 1;
    },
    answered(replica) {
      Object.assign(getStanding(replica), { failures: 0, outUntil: 0 });
    },
    async close() {
      timers.forEach(clearInterval);
      await Promise.all(all.map(({ pool }) => pool.close()));
    },
  };
};

/** By random digits of an id: its last three hold the cell, which is the same for all ids here. */
const placeFor = (id: string, places: number): number => Number.parseInt(id.slice(-11, -3), 16) % places;

/** Outside the pool, because all its connections may be in use. */
const probeReadiness = async ({ url }: Replica): Promise<number | undefined> => {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE_WITHIN_MS) });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return undefined;
  }
};
