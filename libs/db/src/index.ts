export * from './columns.ts';
export * from './database.ts';
export * from './errors.ts';
export * from './migrate.ts';
