import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { temporaryFolder } from './folders.ts';
import { findPgbouncerCommand } from './pgbouncer-command.ts';
import { freePort, withFreshPorts } from './ports.ts';
import { launch, type StopStep, stopProcess, untilReady } from './processes.ts';
import { once, type Say } from './server.ts';

/** A PgBouncer in transaction mode; `pooled` is the way through it to a database that it knows. */
export type Pooler = {
  description: string;
  pid: number;
  port: number;
  pooled(url: string): string;
  stop(): Promise<void>;
};

const STEPS: StopStep[] = [['SIGINT', 2_000]];
/** Fewer sessions than connections, so that transactions of one connection run on many. */
const SESSIONS = 6;

/**
 * Starts PgBouncer before the databases that `urls` name, each by the user and password in it; on `wanted`, or on a free port.
 * Undefined, after saying why, where there is none new enough to keep prepared statements apart.
 */
export async function startPgbouncer(urls: readonly string[], say: Say, wanted?: number): Promise<Pooler | undefined> {
  const command = await findPgbouncerCommand(say);
  if (!command) return undefined;
  const folder = await temporaryFolder('pgbouncer');
  // It takes another user's identity when root starts it.
  await chmod(folder, 0o755);
  const unprivileged = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const { pid, port } = await withFreshPorts(async () => {
    const free = wanted ?? (await freePort());
    const config = await configure(
      folder,
      urls.map((url) => new URL(url)),
      free,
    );
    const [program, ...args] = [...command.run, ...unprivileged, config];
    const server = await launch(program!, args, { logFile: join(folder, 'pgbouncer.log') });
    const console = Object.assign(new URL(through(urls[0]!, free)), { pathname: '/pgbouncer' });
    await untilReady('PgBouncer', server, STEPS, () => ask(console.toString()));
    return { pid: server.pid, port: free };
  });
  const description = `PgBouncer ${command.version} on 127.0.0.1:${port}`;
  say(`PgBouncer: ready on 127.0.0.1:${port} (${command.version}, transaction mode)`);
  const stop = once(async () => {
    await stopProcess(pid, STEPS);
    await rm(folder, { recursive: true, force: true });
  });
  return { description, pid, port, pooled: (url) => through(url, port), stop };
}

const through = (url: string, port: number): string =>
  Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).toString();

async function configure(folder: string, urls: readonly URL[], port: number): Promise<string> {
  const databases = urls.map(({ pathname, hostname, port: own }) => {
    const name = pathname.slice(1);
    return `${name} = host=${hostname} port=${own || 5432} dbname=${name}`;
  });
  const users = urls.map(({ username, password }) => `"${username}" "${decodeURIComponent(password)}"`);
  const [file, userFile] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')];
  await writeFile(userFile, `${users.join('\n')}\n`);
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: userFile,
    pool_mode: 'transaction',
    max_prepared_statements: 200,
    default_pool_size: SESSIONS,
    max_client_conn: 500,
    // Who finds no session hears it before the services give the connection up: nothing was done.
    query_wait_timeout: 2,
    server_login_retry: 1,
    server_connect_timeout: 2,
    stats_users: urls[0]!.username,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  await writeFile(file, ['[databases]', ...new Set(databases), '[pgbouncer]', ...lines, ''].join('\n'));
  return file;
}

/** Throws unless it answers itself: the databases behind it may come later. */
async function ask(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  await client.connect();
  await client.query('show version').finally(() => client.end());
}
