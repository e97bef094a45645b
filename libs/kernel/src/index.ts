export * from './actor.ts';
export * from './canonical.ts';
export * from './clock.ts';
export * from './dates.ts';
export * from './errors.ts';
export * from './ids.ts';
export * from './money.ts';
export * from './transitions.ts';
