export * from './app.ts';
export { actorOf, guard } from './auth.ts';
export { jsonBody } from './body.ts';
export * from './idempotency.ts';
export { observeRequests, traceHeaders } from './observe.ts';
export * from './paging.ts';
export * from './problem.ts';
export * from './route.ts';
export { validBody } from './validate.ts';
