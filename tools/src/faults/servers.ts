import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNats, findPostgres, freePort, type Server } from '@staycover/infra';
import { eventually, type Proxy, startProxy } from '@staycover/testing';
import { type Databases, inOneDatabase } from '../provisioning/databases.ts';

/** PostgreSQL and NATS of a platform's own, with a proxy before each, to be killed and started again where they were. */
export type Stand = {
  /** Where the servers keep their files. */
  directory: string;
  /** The ways from the platform to its servers. */
  ways: { postgres: Proxy; nats: Proxy };
  /** The servers themselves, past the proxies. */
  databases: Databases;
  natsUrl: string;
  stopNats(signal: NodeJS.Signals): Promise<void>;
  startNats(): Promise<void>;
  restartPostgres(signal: NodeJS.Signals): Promise<void>;
  /** Lets what is started in `start` find the servers through the proxies. */
  behindProxies<T>(start: () => Promise<T>): Promise<T>;
  /** Opens the ways again. */
  release(): void;
  stop(): Promise<void>;
};

export const standServers = async (countKill: (signal: NodeJS.Signals) => void): Promise<Stand> => {
  const directory = await mkdtemp(join(tmpdir(), 'staycover-faults-'));
  await chmod(directory, 0o755);
  const ports = { postgres: await freePort(), nats: await freePort() };
  const quiet = { dataDir: directory, ephemeral: false, say: () => undefined };
  const startPostgres = () => findPostgres({ ...quiet, port: ports.postgres });
  const startNats = () => findNats({ ...quiet, port: ports.nats });
  let postgres = await startPostgres();
  let nats = await startNats();
  const ways = { postgres: await startProxy(postgres.url), nats: await startProxy(nats.url) };
  const release = (): void => Object.values(ways).forEach((way) => way.release());
  const end = async ({ pid }: Server, signal: NodeJS.Signals): Promise<void> => {
    process.kill(pid!, signal);
    countKill(signal);
    await eventually('the server is gone', () => !isAlive(pid!), 20_000);
  };
  return {
    directory,
    ways,
    databases: inOneDatabase(postgres.url),
    natsUrl: nats.url,
    stopNats: (signal) => end(nats, signal),
    startNats: async () => void (nats = await startNats()),
    async restartPostgres(signal) {
      await end(postgres, signal);
      postgres = await startPostgres();
    },
    behindProxies: (start) => withVariables({ DATABASE_URL: ways.postgres.url, NATS_URL: ways.nats.url }, start),
    release,
    async stop() {
      release();
      await Promise.all(Object.values(ways).map((way) => way.close()));
      await Promise.all([nats.stop(), postgres.stop()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
};

/** A platform takes the servers that the environment names. */
const withVariables = async <T>(variables: Record<string, string>, start: () => Promise<T>): Promise<T> => {
  Object.assign(process.env, variables);
  try {
    return await start();
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
  }
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
