import { isIP, type LookupFunction } from 'node:net';
import { Pool } from 'undici';

/** One process of a service. */
export type Replica = {
  /** Which of the addresses of its name is asked; undefined: any. */
  address: string | undefined;
  pool: Pool;
  /** Requests that wait for its answer. */
  underWay(): number;
  /** A request begins. */
  begin(): Visit;
  /** Aborts the requests that wait for its answer and may be sent to another replica. */
  lose(): void;
  /** The status of its readiness; undefined when it does not answer in time. */
  probe(): Promise<number | undefined>;
  /** Lets what is under way end. */
  close(): Promise<void>;
};

/** A request to a replica. */
type Visit = {
  /** `abort` is called when the replica is lost before it has answered. */
  onLost(abort: (why: Error) => void): void;
  /** The answer has begun. */
  answered(): void;
  end(): void;
};

/** A replica was left out while requests waited for its answer. */
class ReplicaLost extends Error {
  readonly code = 'REPLICA_LOST';
}

const PROBE_WITHIN_MS = 1_000;
/** More than any response header of a service; request headers have at most 16 KiB. */
const MAX_ANSWERED_HEADER_BYTES = 128 * 1024;
/** Connections are renewed now and then, so that new DNS records take effect. */
const CONNECTION_LIVES_MS = 30_000;

/** Leads to one address, under the name that certificates and the Host header have. */
const leadingTo = (address: string): LookupFunction => {
  const family = isIP(address);
  return (_name, { all }, found) => (all ? found(null, [{ address, family }]) : found(null, address, family));
};

export const openReplica = (url: string, timeoutMs: number, address?: string): Replica => {
  const connecting = { connectTimeout: 1_000, ...(address && { connect: { lookup: leadingTo(address) } }) };
  // As many connections as requests have seats: one that waited for a connection would wait without an end.
  const pool = new Pool(url, {
    ...connecting,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: MAX_ANSWERED_HEADER_BYTES,
    keepAliveTimeout: 10_000,
    clientTtl: CONNECTION_LIVES_MS,
  });
  // Apart from the pool, all idle connections of which may be lost.
  const probing = new Pool(url, { ...connecting, connections: 1, clientTtl: CONNECTION_LIVES_MS });
  const abortable = new Set<(why: Error) => void>();
  let underWay = 0;
  return {
    address,
    pool,
    underWay: () => underWay,
    begin() {
      underWay += 1;
      let abortThis: ((why: Error) => void) | undefined;
      const answered = (): void => void (abortThis && abortable.delete(abortThis));
      return {
        onLost: (abort) => void abortable.add((abortThis = abort)),
        answered,
        end() {
          underWay -= 1;
          answered();
        },
      };
    },
    lose: () => [...abortable].forEach((abort) => abort(new ReplicaLost(`${address ?? url} does not answer.`))),
    probe: () => askReadiness(probing),
    close: async () => void (await Promise.all([pool.close(), probing.destroy()])),
  };
};

const askReadiness = async (probing: Pool): Promise<number | undefined> => {
  try {
    const signal = AbortSignal.timeout(PROBE_WITHIN_MS);
    const { statusCode, body } = await probing.request({ path: '/readyz', method: 'GET', signal });
    await body.dump();
    return statusCode;
  } catch {
    return undefined;
  }
};
