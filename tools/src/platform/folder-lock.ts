import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

/** The right of one process to a data folder; it ends with the process, however that ends. */
export type FolderLock = {
  /** Records the address of the platform for later processes. */
  note(url: string): void;
  release(): void;
};

const urlFile = (folder: string): string => join(folder, 'platform.url');
const SQLITE_BUSY = 5;

/**
 * Locks a data folder, or waits until the process that holds it is ready or ends.
 * @throws Error with the running platform's URL, or with the folder when the URL is unknown after `patienceMs`.
 */
export const lockFolder = async (
  folder: string,
  { patienceMs = 60_000, signal }: { patienceMs?: number; signal?: AbortSignal } = {},
): Promise<FolderLock> => {
  inWritable(folder, () => mkdirSync(folder, { recursive: true }));
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const lock = tryLock(folder);
    if (lock) return lock;
    const url = noted(folder);
    if (url || performance.now() > deadline) throw new Error(inUse(folder, url));
    await delay(100, undefined, { signal });
  }
};

const inUse = (folder: string, url: string | undefined): string =>
  `A platform runs on ${folder} already${url ? `, at ${url}` : ''}. Stop it first, or choose another folder with DATA_DIR.`;

/** SQLite provides what Node lacks: an operating system lock, which is released when the process is killed. */
const tryLock = (folder: string): FolderLock | undefined => {
  const database = openIn(folder);
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  rmSync(urlFile(folder), { force: true });
  return {
    note: (url) => writeFileSync(urlFile(folder), url),
    release() {
      rmSync(urlFile(folder), { force: true });
      if (database.isOpen) database.close();
    },
  };
};

const openIn = (folder: string): DatabaseSync =>
  inWritable(folder, () => new DatabaseSync(join(folder, 'platform.lock')));

const inWritable = <T>(folder: string, write: () => T): T => {
  try {
    return write();
  } catch (cause) {
    const why = (cause as Error).message;
    throw new Error(`${folder} cannot be written (${why}). Choose another folder with DATA_DIR.`, { cause });
  }
};

const noted = (folder: string): string | undefined => {
  try {
    return readFileSync(urlFile(folder), 'utf8') || undefined;
  } catch {
    return undefined;
  }
};
