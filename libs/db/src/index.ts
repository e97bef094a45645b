export * from './audited.ts';
export * from './columns.ts';
export * from './database.ts';
export * from './errors.ts';
export { endWhenSilent } from './lost-connections.ts';
export * from './migrate.ts';
export { actingFrom, type Origin } from './origin.ts';
export { snapshot } from './snapshot.ts';
