import type { TransactionOptions, Work } from '@staycover/db';
import type { Counts } from './schedule.ts';

/** Some items of a run, which this replica has for a while. */
export type Batch = {
  runId: string;
  /** Ids of what is to be done. */
  ids: readonly string[];
  /** Aborted when the process stops: what is not done then is another replica's. */
  signal: AbortSignal;
  /**
   * Runs `work` in the one transaction that also takes the items off the queue, and adds what it counted to the run:
   * `failed` to those that were given up.
   * @throws ClaimLost when another replica has taken the items over.
   */
  settle(work: (tx: Work) => Promise<Counts>, options?: TransactionOptions): Promise<void>;
};

/** Work on many items, of which replicas do different ones at the same time. */
export type BatchWork = {
  /** Unique in its service. */
  name: string;
  /** Items of one batch. */
  size?: number;
  /**
   * Does the items, and settles them. Where it fails they are done one by one; one that fails by itself is given up. It
   * runs again for what was not settled.
   */
  handle(batch: Batch): Promise<void>;
};
