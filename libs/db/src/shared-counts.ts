import { createHash } from 'node:crypto';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Runs } from './work.ts';

/** What is counted under a key now, and for how many ms more. */
export type Count = { points: number; leftMs: number };

/** Counts that all replicas of a service share. */
export type SharedCounts = {
  /** Adds to the count of a key, of any length, and returns what it is then. */
  add(key: string, points: number): Promise<Count>;
};

/**
 * Counts of one `kind` in the service's database. The count of a key begins with its first points and ends `seconds` later.
 * A database that is away rejects, like any statement.
 */
export const sharedCounts = (database: Runs, kind: string, seconds: number): SharedCounts => {
  const counts = new RateLimiterPostgres({
    storeClient: { query: ({ text, values }: Statement) => database.run(text, values) },
    storeType: 'client',
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix: kind,
    duration: seconds,
    // Callers know their limits.
    points: Number.MAX_SAFE_INTEGER,
  });
  return {
    async add(key, points) {
      const { consumedPoints, msBeforeNext } = await counts.penalty(digest(key), points);
      return { points: consumedPoints, leftMs: msBeforeNext };
    },
  };
};

type Statement = { text: string; values: unknown[] };

/** Keys may be names of people. */
const digest = (key: string): string => createHash('sha256').update(key).digest('base64url');
