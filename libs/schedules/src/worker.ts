import { actingFrom, type Database, inTransaction, isDatabaseAway, isDatabaseUnavailable } from '@staycover/db';
import type { Clock, Pause } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import type { Batch, BatchWork } from './batch.ts';
import {
  addProgress,
  type Claim,
  ClaimLost,
  claimItems,
  type Item,
  keepItems,
  openRuns,
  releaseItems,
  takeItems,
} from './queue.ts';
import type { Counts } from './schedule.ts';

type Worker = {
  database: Database;
  clock: Clock;
  logger: Logger;
  works: readonly BatchWork[];
  leaseSeconds: number;
  /** How long it rests when there is nothing to do, unless it is woken, in ms. */
  restMs: number;
  /** How long it waits before it retries to return claimed items, in ms. */
  tickMs: number;
  pause: Pause;
  /** Has the other workers of this replica look, for there is something to do. */
  wakeOthers(): void;
  /** Something of a run is done. */
  onProgress(): void;
  owner: string;
};

const SIZE = 100;
/** An item is given up after that many crashed workers: it may be the cause. */
const MOST_ATTEMPTS = 5;

type Held = { claim: Claim; ids: readonly string[] };

/** Takes batches of the runs that go on, in turn, until the process stops. */
export const startWorker = async (worker: Worker, signal: AbortSignal): Promise<void> => {
  const { database, logger, works, pause, restMs, tickMs } = worker;
  /** Items that could not be returned while the database was down. */
  const held: Held[] = [];
  const giveBack = async (): Promise<void> => {
    for (let left = held[0]; left; left = held[0]) {
      await releaseItems(database, left.claim, left.ids);
      held.shift();
    }
  };
  const turn = async (): Promise<boolean> => {
    await giveBack();
    let found = false;
    for (const run of await openRuns(
      database,
      works.map(({ name }) => name),
    )) {
      if (signal.aborted) return false;
      const work = works.find(({ name }) => name === run.work)!;
      if (await takeBatch(worker, work, run.id, signal, held)) found = true;
    }
    return found;
  };
  while (!signal.aborted) {
    const found = await turn().catch((error: unknown) => {
      const wait = isDatabaseUnavailable(error) ? 'database unavailable, batches wait' : 'a batch failed';
      logger.warn({ err: error }, wait);
      return false;
    });
    if (!found && !signal.aborted) await pause.sleep(held.length > 0 ? tickMs : restMs);
  }
  // Without a database another replica has them when their lease runs out.
  await giveBack().catch(() => undefined);
};

const takeBatch = async (
  worker: Worker,
  work: BatchWork,
  runId: string,
  signal: AbortSignal,
  held: Held[],
): Promise<boolean> => {
  const { database, owner, leaseSeconds } = worker;
  const claim = { runId, owner, leaseSeconds };
  const items = await claimItems(database, claim, work.size ?? SIZE);
  if (items.length === 0) return false;
  worker.wakeOthers();
  const left = new Set(items.map(({ id }) => id));
  const keep = setInterval(
    () => void keepItems(database, claim, [...left]).catch(() => undefined),
    (leaseSeconds * 1_000) / 3,
  );
  try {
    const origin = { actor: 'system:calendar', source: `run ${work.name}` };
    await actingFrom(origin, () => handleAll({ worker, work, claim, signal, left }, items));
    worker.onProgress();
    return true;
  } finally {
    clearInterval(keep);
    if (left.size > 0) held.push({ claim, ids: [...left] });
  }
};

type Handling = { worker: Worker; work: BatchWork; claim: Claim; signal: AbortSignal; left: Set<string> };

/**
 * What a worker that died has had is done one by one, so that what killed it stands alone: a claim counts as an attempt, so
 * the others are returned first, and what was tried least comes first.
 */
const handleAll = async (handling: Handling, items: readonly Item[]): Promise<void> => {
  const { worker, claim, signal, left } = handling;
  const fresh = items.filter(({ attempts }) => attempts === 1).map(({ id }) => id);
  if (fresh.length > 0) await handleTogether(handling, fresh);
  const [next, ...others] = items.filter(({ attempts }) => attempts > 1).toSorted((a, b) => a.attempts - b.attempts);
  if (!next || signal.aborted) return;
  const ids = others.map(({ id }) => id);
  await releaseItems(worker.database, claim, ids);
  for (const id of ids) left.delete(id);
  if (next.attempts > MOST_ATTEMPTS) await giveUp(handling, next.id, new Error(`It was begun ${MOST_ATTEMPTS} times.`));
  else await handleTogether(handling, [next.id]);
};

/** Splits a failing batch in halves until the failing item is alone. */
const handleTogether = async (handling: Handling, ids: readonly string[]): Promise<void> => {
  const { work, signal, left } = handling;
  if (signal.aborted) return;
  let isSettled = false;
  const settle: Batch['settle'] = async (store, options) => {
    await settling(handling, ids, store, options);
    isSettled = true;
    for (const id of ids) left.delete(id);
  };
  try {
    await work.handle({ runId: handling.claim.runId, ids, signal, settle });
  } catch (error) {
    if (isSettled || error instanceof ClaimLost) return lost(handling, ids, error, isSettled);
    if (isDatabaseAway(error) || signal.aborted) throw error;
    if (ids.length === 1) return giveUp(handling, ids[0]!, error);
    const middle = Math.ceil(ids.length / 2);
    await handleTogether(handling, ids.slice(0, middle));
    await handleTogether(handling, ids.slice(middle));
  }
};

const settling = (
  { worker, claim }: Handling,
  ids: readonly string[],
  store: Parameters<Batch['settle']>[0],
  options?: Parameters<Batch['settle']>[1],
): Promise<void> =>
  inTransaction(
    worker.database,
    async (tx) => {
      await takeItems(tx, claim, ids);
      const { failed = 0, ...counts }: Counts = await store(tx);
      await addProgress(tx, claim.runId, { done: ids.length, failed, counts, now: worker.clock() });
    },
    options,
  );

/** Another replica goes on with them, or they are done. */
const lost = ({ worker, left }: Handling, ids: readonly string[], error: unknown, isSettled: boolean): void => {
  for (const id of ids) left.delete(id);
  if (isSettled) worker.logger.error({ err: error }, 'a batch failed after it was done');
  else worker.logger.warn({ err: error }, 'a batch took too long, another replica has it');
};

const giveUp = async (handling: Handling, id: string, error: unknown): Promise<void> => {
  const { worker, work, claim, left } = handling;
  worker.logger.error({ err: error, runId: claim.runId, work: work.name, id }, 'could not be done, the run goes on');
  await settling(handling, [id], async () => ({ failed: 1 }));
  left.delete(id);
};
