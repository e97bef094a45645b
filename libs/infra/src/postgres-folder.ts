import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs';
import { rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isBeingRemoved } from './folders.ts';
import type { Say } from './server.ts';

/** Where root keeps what PostgreSQL's user cannot reach in a data directory. */
export const SHARED = '/var/lib/staycover';

/** The folder that has the data of a data directory, where that is not in it. */
type Note = { folder: string; of: string };

export const folderIn = (dataDir: string): string => resolve(dataDir, 'postgres');
const noteFile = (dataDir: string): string => join(dataDir, 'postgres-folder.json');
const hasData = (folder: string): boolean => existsSync(join(folder, 'data'));

const sharedFolderFor = (wanted: string, shared: string): string =>
  join(shared, createHash('sha256').update(wanted).digest('hex').slice(0, 12));

/** Undefined without a note, and for a file that is none. */
const readNote = (dataDir: string, shared: string): Note | undefined => {
  try {
    const { folder, of } = JSON.parse(readFileSync(noteFile(dataDir), 'utf8')) as Record<string, unknown>;
    if (typeof folder !== 'string' || typeof of !== 'string') return undefined;
    return dirname(folder) === shared ? { folder, of } : undefined;
  } catch {
    return undefined;
  }
};

const isSame = (folder: string, other: string): boolean => {
  try {
    return realpathSync(folder) === realpathSync(other);
  } catch {
    return false;
  }
};

/** The data directory that this one is a copy from; one that was moved here is no other. */
const copiedFrom = (dataDir: string, { folder, of }: Note, shared: string): string | undefined =>
  !isSame(of, dataDir) && readNote(of, shared)?.folder === folder ? of : undefined;

/**
 * Chooses where PostgreSQL keeps its data when root starts it: in `wanted`, or where its user can reach it. Where the data is
 * already is found, also after a move of the data directory.
 * @throws Error when the data cannot be used where it is: an empty database is never begun in place of it.
 */
export async function chooseFolder(
  wanted: string,
  canReach: (folder: string) => Promise<boolean>,
  shared = SHARED,
): Promise<string> {
  const before = folderBefore(wanted, shared);
  if (!before || before === wanted) {
    if (await canReach(wanted)) return wanted;
    if (before) throw new Error(unreachable(wanted));
  }
  await rmdir(wanted).catch(() => undefined);
  return before ?? sharedFolderFor(wanted, shared);
}

/** The folder that has the data; earlier releases have noted none. */
const folderBefore = (wanted: string, shared: string): string | undefined => {
  const dataDir = dirname(wanted);
  const note = readNote(dataDir, shared);
  if (!note) return [wanted, sharedFolderFor(wanted, shared)].find(hasData);
  const other = copiedFrom(dataDir, note, shared);
  if (other) throw new Error(copied(dataDir, note, other));
  if (!hasData(note.folder)) throw new Error(gone(dataDir, note));
  return note.folder;
};

/** Notes which folder has the data, for starts after a move of the data directory. */
export const noteFolder = async (dataDir: string, folder: string): Promise<void> => {
  if (folder === folderIn(dataDir)) return;
  await writeFile(noteFile(dataDir), JSON.stringify({ folder, of: resolve(dataDir) } satisfies Note));
};

/** An empty database begins: what earlier releases kept elsewhere is not found after a move, but its events are there. */
export const warnOfStreams = async (dataDir: string, say: Say): Promise<void> => {
  const nats = join(dataDir, 'nats');
  if (await isBeingRemoved(nats)) return;
  if (globSync(join('jetstream', '*', 'streams', '*'), { cwd: nats }).length === 0) return;
  say(`PostgreSQL: ${dataDir} has events of an earlier database, which is not found.`);
  say('  If DATA_DIR was moved, stop, and start once where it was; else npm run reset removes the events, too.');
};

/** Where PostgreSQL may have kept what belongs to a data directory, and to no other. */
export const postgresFolders = (dataDir: string, shared = SHARED): string[] => {
  const note = readNote(dataDir, shared);
  const noted = note && !copiedFrom(dataDir, note, shared) ? [note.folder] : [];
  return [...new Set([folderIn(dataDir), sharedFolderFor(folderIn(dataDir), shared), ...noted])];
};

/** Forgets where the data was, once it is removed; true when that was noted. */
export const forgetFolder = async (dataDir: string, shared = SHARED): Promise<boolean> => {
  const isNoted = readNote(dataDir, shared) !== undefined;
  if (isNoted) await rm(noteFile(dataDir));
  return isNoted;
};

/** @throws Error when root keeps the data elsewhere: another user would begin with an empty database. */
export const assertKeptHere = (dataDir: string, shared = SHARED): void => {
  const note = readNote(dataDir, shared);
  if (!note) return;
  throw new Error(
    `The database of ${dataDir} is in ${note.folder}, where root keeps it: ` +
      'start it as root, or choose another folder with DATA_DIR.',
  );
};

const unreachable = (wanted: string): string =>
  `The database of this DATA_DIR is in ${wanted}, which the user that PostgreSQL runs as cannot reach: ` +
  'let others pass through the folders above it (chmod o+x).';

const copied = (dataDir: string, { folder }: Note, other: string): string =>
  `The database that ${dataDir} names, in ${folder}, is that of ${other}: a copy has none of its own. ` +
  'npm run reset lets it begin empty, and leaves the database of the other.';

const gone = (dataDir: string, { folder }: Note): string =>
  `The database of ${dataDir} was in ${folder}, and is not there any more: bring it back, or begin empty after npm run reset.`;
