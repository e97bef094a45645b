export type { Batch, BatchWork } from './batch.ts';
export { type Batches, inBatches, runInBatches, startBatches } from './batches.ts';
export { type BatchRun, ClaimLost, type Fill, findRun, listRuns } from './queue.ts';
export * from './schedule.ts';
export * from './scheduler.ts';
export * from './standing.ts';
