export {
  assertInTime,
  ConcurrentChange,
  type Database,
  inTransaction,
  isDatabaseAway,
  isDatabaseUnavailable,
  type Page,
  timeLeft,
  tryOut,
  type Work,
} from '@staycover/db';
export type { EventOf, Subscription } from '@staycover/messaging';
export * from './announce.ts';
export * from './ask-again.ts';
export * from './change.ts';
export * from './command.ts';
export { gather } from './gather.ts';
export { handlesTogether, NeedsOwnTransaction } from './handles-together.ts';
export { type Projection, projection } from './projection.ts';
export { projects } from './projects.ts';
export * from './publish.ts';
export { type Change, type Repository, repository } from './repository.ts';
export { ownedRows, type Rows, tableReader } from './rows.ts';
export { type Beside, runBeside } from './statements.ts';
export { handles } from './subscriptions.ts';
export { together } from './together.ts';
