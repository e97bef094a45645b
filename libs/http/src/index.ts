export * from './app.ts';
export { actorOf, guard } from './auth.ts';
export * from './idempotency.ts';
export { observeRequests, traceHeaders } from './observe.ts';
export * from './problem.ts';
export * from './route.ts';
