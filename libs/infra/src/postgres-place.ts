import { chmod, chown, cp, mkdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from './folders.ts';
import { type Binaries, binariesIn, installedBinaries } from './postgres-binaries.ts';
import { assertKeptHere, chooseFolder, folderIn, SHARED } from './postgres-folder.ts';
import { run, type User } from './processes.ts';
import type { Say } from './server.ts';
import { writeAtomically } from './write-atomically.ts';

/** Where PostgreSQL runs from, where it keeps its files and may have its socket, and as whom (undefined: as ourselves). */
export type Place = { binaries: Binaries; folder: string; socketFolder: string | undefined; user: User | undefined };

/** Chooses programs, folders and user. */
export async function placePostgres(dataDir: string, ephemeral: boolean, say: Say): Promise<Place> {
  const place = await findPlace(dataDir, ephemeral, say);
  const { folder } = place;
  return { ...place, socketFolder: !folder.includes('"') && (await takesSockets(folder)) ? folder : undefined };
}

/** Not where the path would be too long, nor on every file system. */
const takesSockets = (folder: string): Promise<boolean> =>
  new Promise((answer) => {
    const server = createServer().once('error', () => answer(false));
    server.listen(join(folder, '.s.PGSQL.65535.try'), () => server.close(() => answer(true)));
  });

/** PostgreSQL refuses to run as root, so root gets another user for it. */
async function findPlace(dataDir: string, ephemeral: boolean, say: Say): Promise<Omit<Place, 'socketFolder'>> {
  const binaries = await installedBinaries();
  const wanted = ephemeral ? await temporaryFolder('postgres') : folderIn(dataDir);
  const isRoot = process.getuid?.() === 0;
  if (!ephemeral && !isRoot) assertKeptHere(dataDir);
  await mkdir(wanted, { recursive: true });
  if (!isRoot) return { binaries, folder: wanted, user: undefined };

  const user = (await findOwner(wanted)) ?? (await unprivilegedUser(say));
  const reachable = await reachableBinaries(binaries, user, say);
  return { binaries: reachable, folder: await reachableFolder(wanted, user, say), user };
}

async function findOwner(folder: string): Promise<User | undefined> {
  const { uid, gid } = await stat(folder);
  return uid === 0 ? undefined : { uid, gid };
}

/** The system user `postgres`, made if need be. */
async function unprivilegedUser(say: Say): Promise<User> {
  const existing = await userNamed('postgres');
  if (existing) return existing;
  say('PostgreSQL: it does not run as root; adding the system user postgres');
  await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  return (await userNamed('postgres'))!;
}

async function userNamed(name: string): Promise<User | undefined> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return line ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** Whether a command works for a user with fewer permissions on folders. */
const worksFor = (user: User, command: string, args: string[]): Promise<boolean> =>
  run(command, args, { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  );

async function reachableBinaries(binaries: Binaries, user: User, say: Say): Promise<Binaries> {
  if (await worksFor(user, binaries.postgres, ['--version'])) return binaries;
  const { version } = JSON.parse(await readFile(join(binaries.root, '..', 'package.json'), 'utf8'));
  const copy = binariesIn(join(SHARED, `postgresql-${version}-${process.arch}`));
  if (await worksFor(user, copy.postgres, ['--version'])) return copy;

  say(`PostgreSQL: its user cannot reach ${binaries.root}; copying the programs to ${copy.root}`);
  await sharedFolder(SHARED);
  await writeAtomically(copy.root, async (unfinished) => {
    await cp(binaries.root, unfinished, { recursive: true, verbatimSymlinks: true });
    await run('chmod', ['-R', 'a+rX', unfinished]);
  });
  return copy;
}

async function reachableFolder(wanted: string, user: User, say: Say): Promise<string> {
  const folder = await chooseFolder(wanted, async (each) => {
    await chown(each, user.uid, user.gid);
    return worksFor(user, 'test', ['-w', each]);
  });
  if (folder === wanted) return wanted;
  say(`PostgreSQL: its data is not in ${wanted}, but in ${folder}`);
  await sharedFolder(SHARED);
  await mkdir(folder, { recursive: true });
  await chown(folder, user.uid, user.gid);
  return folder;
}

async function sharedFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
}
