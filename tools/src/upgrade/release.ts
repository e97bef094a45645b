import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { writeAtomically } from '@staycover/infra/write-atomically';
import { UsageError } from '../cli/usage-error.ts';
import type { Release } from '../platform/platform.ts';
import { withUrl } from '../provisioning/databases.ts';
import type { ProvisionOptions } from '../provisioning/provision.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const RELEASES = join(ROOT, '.cache/releases');
const MIGRATIONS = ':(glob)services/*/src/db/migrations/**';

const run = promisify(execFile);
const git = async (...args: string[]): Promise<string> =>
  (await run('git', args, { cwd: ROOT, encoding: 'utf8' })).stdout.trim();

/**
 * The newest release before this tree: the newest tag, or while there is none the commit before the last one that
 * changed a schema, so that there is something to migrate.
 */
export const newestRelease = async (): Promise<string> => {
  const tag = await git('describe', '--tags', '--abbrev=0', 'HEAD^').catch(() => undefined);
  return tag ?? `${await git('log', '-1', '--format=%H', '--', MIGRATIONS)}^`;
};

/** Unpacks a release of this repository, with the packages that it locks, into `.cache/releases`, unless it is there. */
export const unpackRelease = async (revision: string): Promise<Release & { commit: string }> => {
  const commit = await git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`).catch(() => {
    throw new UsageError(`This repository has no tag or commit ${revision}.`);
  });
  const folder = join(RELEASES, commit);
  if (!existsSync(folder)) await unpack(commit, folder);
  return { commit, folder, provision: (options) => provisionAs(folder, options) };
};

const unpack = (commit: string, folder: string): Promise<void> =>
  writeAtomically(folder, async (unfinished) => {
    const archive = join(unfinished, 'release.tar');
    await mkdir(unfinished);
    await git('archive', '--format=tar', `--output=${archive}`, commit);
    await run('tar', ['-xf', archive, '-C', unfinished]);
    await rm(archive);
    await installPackages(unfinished);
  });

/** Where both lock the same packages, they are linked. */
const installPackages = async (folder: string): Promise<void> => {
  const [ours, theirs] = await Promise.all(
    [ROOT, folder].map((root) => readFile(join(root, 'package-lock.json'), 'utf8')),
  );
  const isLinked =
    ours === theirs &&
    (await run('cp', ['-al', join(ROOT, 'node_modules'), join(folder, 'node_modules')]).then(
      () => true,
      () => false,
    ));
  if (!isLinked) await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, maxBuffer: 2 ** 26 });
};

/** Provisions PostgreSQL and NATS with the code of the release. */
const provisionAs = async (
  folder: string,
  { databases, natsUrl, natsLogin, natsReplicas = 1, say }: ProvisionOptions,
): Promise<void> => {
  const own = Object.entries(databases).map(([service, url]) => [`${service.toUpperCase()}_DATABASE_URL`, url]);
  const server = withUrl(Object.values(databases)[0]!, { database: 'postgres' });
  const { stdout } = await run(process.execPath, ['tools/src/provision.ts'], {
    cwd: folder,
    env: {
      ...process.env,
      DATABASE_URL: server,
      DATABASE_NAME: new URL(Object.values(databases)[0]!).pathname.slice(1),
      ...Object.fromEntries(own),
      NATS_URL: natsUrl,
      NATS_REPLICAS: String(natsReplicas),
      ...(natsLogin?.user && { NATS_USER: natsLogin.user, NATS_PASSWORD: natsLogin.password }),
    },
  });
  stdout.split('\n').filter(Boolean).forEach(say);
};
