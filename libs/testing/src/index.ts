export * from './conformance.ts';
export * from './effects.ts';
export * from './events.ts';
export * from './eventually.ts';
export * from './http.ts';
export * from './infrastructure.ts';
export * from './proxy.ts';
export * from './service.ts';
