import { cp, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fromArchive } from './archive.ts';
import { run } from './processes.ts';
import type { Say } from './server.ts';
import { writeAtomically } from './write-atomically.ts';

/** How to run PgBouncer. */
export type PgbouncerCommand = { run: readonly string[]; version: string };

const CACHED = resolve(import.meta.dirname, '../../../.cache/pgbouncer');
/** The release of Debian that has one new enough, with the libraries that it needs. */
const RELEASE = 'trixie';
const LIBRARIES =
  'libc6 libcares2 libevent-2.1-7t64 libssl3t64 libzstd1 libpam0g libaudit1 libcap-ng0 libcap2 libsystemd0';

/** Finds a PgBouncer that keeps prepared statements apart (1.21): on the PATH, in the project's cache, in Debian's archive. */
export async function findPgbouncerCommand(say: Say): Promise<PgbouncerCommand | undefined> {
  return (await versioned(['pgbouncer'])) ?? (await cached()) ?? (await fromDebian(say));
}

async function versioned(command: readonly string[]): Promise<PgbouncerCommand | undefined> {
  const [program, ...args] = command;
  const output = await run(program!, [...args, '--version']).catch(() => undefined);
  const [, version, major, minor] = /PgBouncer ((\d+)\.(\d+)\S*)/i.exec(output?.stdout ?? '') ?? [];
  return version && (Number(major) > 1 || Number(minor) >= 21) ? { run: command, version } : undefined;
}

/** The program runs with the libraries that it was built with, whatever this system has. */
async function cached(): Promise<PgbouncerCommand | undefined> {
  const libraries = join(CACHED, 'usr/lib');
  const files = await readdir(libraries, { recursive: true }).catch(() => []);
  const loader = files.find((file) => /\/ld-linux[^/]*\.so\.\d$/.test(file));
  if (!loader) return undefined;
  const path = join(libraries, loader);
  return versioned([path, '--library-path', dirname(path), join(CACHED, 'usr/sbin/pgbouncer')]);
}

async function fromDebian(say: Say): Promise<PgbouncerCommand | undefined> {
  try {
    await run('apt-get', ['--version']);
    say('PgBouncer: none on the PATH that is new enough; fetching one from the package archive into .cache/pgbouncer');
    await fromArchive(['pgbouncer', ...LIBRARIES.split(' ')], keep, RELEASE);
    return await cached();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') say(`PgBouncer: the package archive did not help: ${message.trim().split('\n').at(-1)}`);
    return undefined;
  }
}

const keep = (unpacked: string): Promise<void> =>
  writeAtomically(CACHED, (unfinished) =>
    cp(join(unpacked, 'usr'), join(unfinished, 'usr'), { recursive: true, verbatimSymlinks: true }),
  );
