export * from './app.ts';
export { actorOf } from './auth.ts';
export * from './idempotency.ts';
export * from './problem.ts';
export * from './route.ts';
