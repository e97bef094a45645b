import type { TransactionOptions, Work } from '@staycover/db';
import type { Counts } from './schedule.ts';

/** Some items of a run, which this replica has for a while. */
export type Batch = {
  runId: string;
  /** Ids of the items to process. */
  ids: readonly string[];
  /** Aborted when the process stops: another replica takes the rest. */
  signal: AbortSignal;
  /**
   * Runs `work` in the transaction that also removes the items from the queue, and adds its counts to the run: `failed`
   * counts items that were given up.
   * @throws ClaimLost when another replica has taken over the items.
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
   * Processes the items and settles them. When it fails, they are processed one by one; an item that fails alone is given
   * up. It runs again for items that were not settled.
   */
  handle(batch: Batch): Promise<void>;
};
