export type { Counts, Occurrence, Schedule, Scheduler } from '@staycover/schedules';
export type { Leftover } from './cleanup.ts';
export * from './config.ts';
export * from './health.ts';
export * from './listen.ts';
export * from './metrics.ts';
export * from './run.ts';
export type { SandboxState } from './sandbox.ts';
export * from './service.ts';
