import { constants } from 'node:fs';
import { chown, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';

/** Settings of a server, by name. */
export type PostgresSettings = Readonly<Record<string, string>>;

/** Files that a copy must not take from the running server: process, slots, caches, and WAL, which is streamed. */
const OWN_FILES = new Set(['postmaster.pid', 'postmaster.opts', 'current_logfiles']);
const EMPTIED = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];

const dataIn = (dataDir: string): string => join(dataDir, 'postgres', 'data');

/**
 * Copies the files of a running server into `dataDir`. Configure the copy by `asStandby` or `asRestored`, then start it
 * with `findPostgres`. Needs a superuser's URL and the server on this machine.
 */
export const backUpPostgres = (url: string, dataDir: string): Promise<void> =>
  asSuperuser(url, async (query) => {
    const [{ data_directory: source }] = (await query('show data_directory')) as [{ data_directory: string }];
    await query(`select pg_backup_start('staycover', fast => true)`);
    await copyFolder(source, dataIn(dataDir));
    const [{ labelfile }] = (await query('select labelfile from pg_backup_stop()')) as [{ labelfile: string }];
    await writeOwned(join(dataIn(dataDir), 'backup_label'), labelfile);
  });

/** Has a running server keep its WAL in a folder, for a restore to any moment after a backup; it was started with `archive_mode`. */
export const archivePostgres = (url: string, folder: string): Promise<void> =>
  asSuperuser(url, async (query) => {
    const [{ data_directory: data }] = (await query('show data_directory')) as [{ data_directory: string }];
    await makeFolder(folder, await stat(data));
    await alter(query, 'archive_command', `test ! -f "${folder}/%f" && cp "%p" "${folder}/%f"`);
  });

/** Waits until the archive has all WAL so far, which otherwise goes there when 16 MiB are full or `archive_timeout` is over. */
export const archiveRest = (url: string): Promise<void> =>
  asSuperuser(url, async (query) => {
    const [{ name }] = (await query('select pg_walfile_name(pg_switch_wal()) as name')) as [{ name: string }];
    await until('the WAL is archived', async () => {
      const [row] = await query('select last_archived_wal >= $1 as done from pg_stat_archiver', [name]);
      return row?.['done'] === true;
    });
  });

/** Copies a backup to `dataDir`; the settings with which the server there goes on to a moment, and is a primary from then on. */
export const asRestored = async (
  backup: string,
  dataDir: string,
  { archive, until: moment }: { archive: string; until: string },
): Promise<PostgresSettings> => {
  await copyFolder(dataIn(backup), dataIn(dataDir));
  await writeOwned(join(dataIn(dataDir), 'recovery.signal'), '');
  return {
    restore_command: `cp "${archive}/%f" "%p"`,
    // It takes no Z.
    recovery_target_time: moment.replace(/Z$/, '+00'),
    recovery_target_action: 'promote',
  };
};

/** The settings with which the server on a backup in `dataDir` follows the primary at `url`, by a slot of this name. */
export const asStandby = async (dataDir: string, url: string, name: string): Promise<PostgresSettings> => {
  await writeOwned(join(dataIn(dataDir), 'standby.signal'), '');
  const { hostname, port, username, password } = new URL(url);
  return {
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)} application_name=${name}`,
    primary_slot_name: name,
  };
};

/** Keeps WAL for a standby of this name from now on. */
export const reserveWal = (url: string, name: string): Promise<void> =>
  asSuperuser(url, async (query) => void (await query('select pg_create_physical_replication_slot($1, true)', [name])));

/** Lets no commit be acknowledged that the standby of this name does not have on its disk; waits until that is so. */
export const commitOnStandby = (url: string, name: string): Promise<void> =>
  asSuperuser(url, async (query) => {
    await alter(query, 'synchronous_standby_names', name);
    await until(`${name} has each commit`, async () => {
      const rows = await query(
        `select 1 from pg_stat_replication where application_name = $1 and sync_state = 'sync'`,
        [name],
      );
      return rows.length > 0;
    });
  });

/** Makes a standby a primary that waits for no other, and waits until it takes writes. */
export const promotePostgres = (url: string): Promise<void> =>
  asSuperuser(url, async (query) => {
    await alter(query, 'synchronous_standby_names', '');
    await query('select pg_promote(wait => true, wait_seconds => 60)');
  });

/** Waits until a server that was restored takes writes. */
export const untilPrimary = (url: string): Promise<void> =>
  asSuperuser(url, (query) =>
    until('it takes writes', async () => {
      const [row] = await query('select pg_is_in_recovery() as recovers');
      return row?.['recovers'] === false;
    }),
  );

type Query = (text: string, params?: unknown[]) => Promise<Record<string, unknown>[]>;

const asSuperuser = async <T>(url: string, work: (query: Query) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  return work(async (text, params) => (await client.query(text, params)).rows).finally(() => client.end());
};

const alter = async (query: Query, name: string, value: string): Promise<void> => {
  await query(`alter system set ${name} = '${value.replaceAll("'", "''")}'`);
  await query('select pg_reload_conf()');
};

const PATIENCE_MS = 60_000;

const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`It never came: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

type Owner = { uid: number; gid: number };

/** When we are root, PostgreSQL runs as another user, who must own the copy. */
const giveTo = async (path: string, { uid, gid }: Owner): Promise<void> => {
  if (process.getuid?.() === 0) await chown(path, uid, gid);
};

const makeFolder = async (path: string, owner: Owner): Promise<void> => {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await giveTo(path, owner);
};

const writeOwned = async (file: string, text: string): Promise<void> => {
  await writeFile(file, text, { mode: 0o600 });
  await giveTo(file, await stat(join(file, '..')));
};

/** Copies a data folder; skips files that a running server removes meanwhile. */
const copyFolder = async (from: string, to: string): Promise<void> => {
  await mkdir(join(to, '..'), { recursive: true });
  await copyInto(from, to, (path) => OWN_FILES.has(path) || EMPTIED.some((folder) => dirname(path) === folder));
  for (const folder of ['archive_status', 'summaries']) await makeFolder(join(to, 'pg_wal', folder), await stat(from));
};

const copyInto = async (from: string, to: string, isLeft: (path: string) => boolean, within = ''): Promise<void> => {
  await makeFolder(to, await stat(from));
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const path = join(within, entry.name);
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (isLeft(path)) continue;
    if (entry.isDirectory()) await copyInto(source, target, isLeft, path);
    else
      await copyFile(source, target, constants.COPYFILE_FICLONE).then(
        async () => giveTo(target, await stat(from)),
        ignoreGone,
      );
  }
};

const ignoreGone = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error;
};
