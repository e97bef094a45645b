import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './processes.ts';

const PATIENCE = 180_000;
const KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * Unpacks packages of the system's Debian or Ubuntu archive, of another `release` of Debian where one is named, and gives the
 * folder to `use`. Lists and cache of our own need no root and change nothing on the system.
 */
export async function fromArchive<T>(
  packages: readonly string[],
  use: (unpacked: string) => Promise<T>,
  release?: string,
): Promise<T> {
  const work = await mkdtemp(join(tmpdir(), 'staycover-apt-'));
  const own = [`Dir::State::lists=${work}/lists`, `Dir::Cache=${work}/cache`, 'APT::Sandbox::User=root'];
  try {
    if (release) own.push(`Dir::Etc::SourceList=${await readSources(release, work)}`, 'Dir::Etc::SourceParts=-');
    const apt = (...args: string[]) =>
      run('apt-get', [...own.flatMap((option) => ['-o', option]), '--quiet', ...args], {
        cwd: work,
        timeout: PATIENCE,
      });
    await mkdir(join(work, 'lists/partial'), { recursive: true });
    await mkdir(join(work, 'cache/archives/partial'), { recursive: true });
    // One broken third-party list fails the update; the archive's own list may be there all the same.
    await apt('update').catch(() => {});
    await apt('download', ...packages);
    for (const archive of await readdir(work)) {
      if (archive.endsWith('.deb')) await run('dpkg', ['-x', archive, 'unpacked'], { cwd: work });
    }
    return await use(join(work, 'unpacked'));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** A list of sources for another release, where this system gets its own packages from. */
async function readSources(release: string, folder: string): Promise<string> {
  const format = '$(LABEL) $(COMPONENT) $(REPO_URI)';
  const { stdout } = await run('apt-get', ['indextargets', '--format', format, 'Created-By: Packages']);
  const uri = /^Debian main (\S+)$/m.exec(stdout)?.[1];
  if (!uri) throw new Error('this system has no Debian archive');
  const file = join(folder, 'sources.list');
  await writeFile(file, `deb [signed-by=${KEYS}] ${uri} ${release} main\n`);
  return file;
}
