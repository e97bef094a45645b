export { ConcurrentChange, inTransaction, type Work } from '@staycover/db';
export * from './announce.ts';
export * from './change.ts';
export * from './command.ts';
export * from './projection.ts';
export { type Change, type Repository, type RepositoryOptions, repository } from './repository.ts';
export * from './subscriptions.ts';
