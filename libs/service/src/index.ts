export * from './config.ts';
export * from './health.ts';
export * from './listen.ts';
export * from './run.ts';
export * from './service.ts';
