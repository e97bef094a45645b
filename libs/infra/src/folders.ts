import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine, type StopStep, stopProcess } from './processes.ts';
import type { Say } from './server.ts';

/** How to recognise and stop a server that an earlier run started in a folder. */
export type Footprint = { name: string; pidFile: string; marker: string; steps: StopStep[] };

const OWNER = 'owner.pid';
const ownerFile = (folder: string) => join(folder, OWNER);
/** In place of the owner: what is still there is no server's data any more. */
const BEING_REMOVED = 'being removed';

/** The process id in the first line of a pid file; undefined without the file. */
export async function pidIn(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || undefined;
}

/** Notes that this process answers for the server in `folder`. */
export async function claim(folder: string): Promise<void> {
  await writeFile(ownerFile(folder), `${process.pid}\n${await commandLine(process.pid)}`);
}

async function livingOwner(folder: string): Promise<number | undefined> {
  const [pid = '', ...command] = (await readFile(ownerFile(folder), 'utf8').catch(() => '')).split('\n');
  const alive = pid !== '' && (await commandLine(Number(pid))) === command.join('\n');
  return alive ? Number(pid) : undefined;
}

/** Stops the server of a killed earlier run; throws when the one who started it is still there. */
export async function stopEarlier(folder: string, { name, pidFile, marker, steps }: Footprint, say: Say) {
  const pid = await pidIn(join(folder, pidFile));
  if (!pid || !(await commandLine(pid))?.includes(join(folder, marker))) return;
  const owner = await livingOwner(folder);
  if (owner) throw new Error(`${name} in ${folder} is in use by process ${owner}: stop that one first`);
  say(`${name}: stopping process ${pid}, left behind by an earlier run`);
  await stopProcess(pid, steps);
}

/** Whether there is something to remove in a folder; one in which none of ours ever ran stays. */
type Marked = 'marked' | 'missing' | 'stays';

/** Marks a server's folder as one that is being removed, and stops the server if an earlier run left it. */
export async function markForRemoval(folder: string, footprint: Footprint, say: Say): Promise<Marked> {
  const names = await readdir(folder).catch(() => undefined);
  if (!names) return 'missing';
  if (names.length > 0 && !names.includes(OWNER)) {
    say(`${folder} stays: it has no ${footprint.name} of ours`);
    return 'stays';
  }
  await stopEarlier(folder, footprint, say);
  await writeFile(ownerFile(folder), BEING_REMOVED);
  return 'marked';
}

/** Removes a marked folder, the mark last: without it, what an interruption leaves would be taken for something else's, or for data. */
export async function removeMarked(folder: string, remove = rm): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name !== OWNER) await remove(join(folder, name), { recursive: true, force: true, maxRetries: 3 });
  }
  await remove(folder, { recursive: true, force: true, maxRetries: 3 });
}

export const isBeingRemoved = async (folder: string): Promise<boolean> =>
  (await readFile(ownerFile(folder), 'utf8').catch(() => '')) === BEING_REMOVED;

/** Empties a folder, the removal of which was interrupted. */
export async function finishRemoval(folder: string, { name }: Footprint, say: Say): Promise<void> {
  if (!(await isBeingRemoved(folder))) return;
  say(`${name}: removing what an interrupted reset has left in ${folder}`);
  const { uid, gid } = await stat(folder);
  await removeMarked(folder);
  await mkdir(folder);
  await chown(folder, uid, gid);
}

/** A file system in memory: a database of a thousand files is made there in a tenth of the time. */
const IN_MEMORY = '/dev/shm';
/** Several times what the servers of one run write. */
const ROOM_BYTES = 8 * 1024 ** 3;

const temporaryPlace = async (): Promise<string> => {
  const room = await statfs(IN_MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return Math.min(room, process.availableMemory()) >= ROOM_BYTES ? IN_MEMORY : tmpdir();
};

/** A new folder for an ephemeral server, in memory where there is room. */
export const temporaryFolder = async (prefix: string): Promise<string> =>
  mkdtemp(join(await temporaryPlace(), `staycover-${prefix}-`));

/** A new folder on disk, through which the user passes that PostgreSQL runs as for root: else its data would be kept elsewhere. */
export const passableFolder = async (prefix: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o711);
  return folder;
};

const temporaryFolders = async (prefix: string): Promise<string[]> => {
  const found = await Promise.all(
    [IN_MEMORY, tmpdir()].map(async (place) => {
      const names = await readdir(place).catch(() => []);
      return names.filter((name) => name.startsWith(`staycover-${prefix}-`)).map((name) => join(place, name));
    }),
  );
  return found.flat();
};

/** Removes the temporary folders, and stops the servers in them, of runs that were killed before they could. */
export async function sweepTemporary(prefix: string, footprint: Footprint, uid: number | undefined, say: Say) {
  for (const folder of await temporaryFolders(prefix)) {
    const ours = (await stat(folder).catch(() => undefined))?.uid === uid;
    if (!ours || !(await pidIn(ownerFile(folder))) || (await livingOwner(folder))) continue;
    await stopEarlier(folder, footprint, say);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
