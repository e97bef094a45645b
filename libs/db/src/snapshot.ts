import { IsolationLevel } from '@mikro-orm/postgresql';
import type { Database, Snapshot } from './database.ts';

/** Reads in one snapshot: commits between two queries of `read` do not mix into their results. */
export const snapshot = <T>(database: Database, read: (em: Snapshot) => Promise<T>): Promise<T> =>
  database.read((em) => em.transactional(read, { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true }));
