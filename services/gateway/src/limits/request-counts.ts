import { createHash } from 'node:crypto';
import { allEnded } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';

const MINUTE_S = 60;
const SETTLE_EVERY_MS = 500;
/** No request waits for it; what is given up is not counted for the others. */
const ANSWER_WITHIN_MS = 5_000;
/** Who has had less than this share of the limit here is not over it anywhere, and costs no query. */
const UNSHARED = 0.1;

/** How many requests there were under each key in the last minute. */
export type RequestCounts = {
  /** One more; rejects with the library's answer where there are too many. */
  add(key: string): Promise<void>;
};

type Counts = {
  limitedTo(kind: string, points: number): RequestCounts;
  close(): Promise<void>;
};

type Settling = RequestCounts & {
  /** Adds local counts to the shared ones, and limits callers by the total. */
  settle(): Promise<unknown>;
};

/** Counts in this process and, with a database, across gateways: callers far below the limit only locally, the others twice a second. */
export const openCounts = (databaseUrl: string | undefined, logger: Logger): Counts => {
  if (!databaseUrl) return { limitedTo: (_kind, points) => countHere(points), close: async () => undefined };
  const pool = openPool(databaseUrl);
  const all: Settling[] = [];
  let settling: Promise<void> | undefined;
  let isFailing = false;
  const settle = async (): Promise<void> => {
    try {
      await allEnded(all.map((each) => each.settle()));
      isFailing = false;
    } catch (error) {
      if (!isFailing) logger.warn({ error: String(error) }, 'rate limits are counted here alone');
      isFailing = true;
    }
  };
  const timer = setInterval(() => {
    settling ??= settle().finally(() => (settling = undefined));
  }, SETTLE_EVERY_MS);
  return {
    limitedTo(kind, points) {
      const counts = countWithOthers(kind, points, pool);
      all.push(counts);
      return counts;
    },
    async close() {
      clearInterval(timer);
      await settling;
      await pool.end();
    },
  };
};

const openPool = (connectionString: string): Pool => {
  const pool = new Pool({
    connectionString,
    max: 2,
    application_name: 'gateway',
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  pool.on('error', () => undefined);
  return pool;
};

const countHere = (points: number): RequestCounts => {
  const here = new RateLimiterMemory({ points, duration: MINUTE_S });
  return { add: async (key) => void (await here.consume(key)) };
};

const countWithOthers = (kind: string, points: number, pool: Pool): Settling => {
  const here = new RateLimiterMemory({ points, duration: MINUTE_S });
  const everywhere = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    schemaName: 'gateway',
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix: kind,
    points,
    duration: MINUTE_S,
  });
  const sharedFrom = Math.floor(points * UNSHARED) + 1;
  let unsettled = new Map<string, number>();
  return {
    async add(key) {
      const { consumedPoints } = await here.consume(key);
      if (consumedPoints < sharedFrom) return;
      const more = consumedPoints === sharedFrom ? sharedFrom : 1;
      unsettled.set(key, (unsettled.get(key) ?? 0) + more);
    },
    settle() {
      const counted = unsettled;
      unsettled = new Map();
      return Promise.all(
        [...counted].map(async ([key, count]) => {
          const { consumedPoints, msBeforeNext } = await everywhere.penalty(digestKey(key), count);
          if (consumedPoints > points) await here.block(key, Math.ceil(msBeforeNext / 1_000));
        }),
      );
    },
  };
};

/** Keys have any length, and names of people or secrets. */
export const digestKey = (key: string): string => createHash('sha256').update(key).digest('base64url');
