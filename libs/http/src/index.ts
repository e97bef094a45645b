export * from './app.ts';
export * from './auth.ts';
export * from './idempotency.ts';
export * from './problem.ts';
export * from './route.ts';
