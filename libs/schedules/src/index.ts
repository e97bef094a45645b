export * from './schedule.ts';
export * from './scheduler.ts';
