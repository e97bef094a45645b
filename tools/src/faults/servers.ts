import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNats, findNatsCluster, findPostgres, freePort, type NatsNode, type Server } from '@staycover/infra';
import { eventually, type Proxy, startProxy } from '@staycover/testing';
import { type Databases, inOneDatabase } from '../provisioning/databases.ts';

/** PostgreSQL and NATS of a platform's own, with a proxy before each server, to be killed and started again where they were. */
export type Stand = {
  /** Where the servers keep their files. */
  directory: string;
  /** The ways from the platform to its servers; those to a cluster of NATS are one. */
  ways: { postgres: Proxy; nats: Way };
  /** The servers themselves, past the proxies. */
  databases: Databases;
  natsUrl: string;
  /** The servers of NATS where they are a cluster. */
  nodes: readonly NatsNode[];
  /** Ends a server of the cluster; it starts again with `node.start`. */
  stopNode(node: NatsNode, signal: NodeJS.Signals): Promise<void>;
  stopNats(signal: NodeJS.Signals): Promise<void>;
  startNats(): Promise<void>;
  stopPostgres(signal: NodeJS.Signals): Promise<void>;
  startPostgres(): Promise<void>;
  /** Lets what is started in `start` find the servers through the proxies. */
  behindProxies<T>(start: () => Promise<T>): Promise<T>;
  /** Opens the ways again. */
  release(): void;
  stop(): Promise<void>;
};

/** A way, or several at once. */
type Way = Pick<Proxy, 'hold' | 'release' | 'reset'>;

type Nats = { servers: readonly Server[]; nodes: readonly NatsNode[]; start(): Promise<void>; stop(): Promise<void> };

const startOne = async (options: Quiet): Promise<Nats> => {
  const port = await freePort();
  const begin = () => findNats({ ...options, port });
  let server = await begin();
  return {
    get servers() {
      return [server];
    },
    nodes: [],
    start: async () => void (server = await begin()),
    stop: () => server.stop(),
  };
};

const startCluster = async (options: Quiet, size: number): Promise<Nats> => {
  const { nodes, stop } = await findNatsCluster(options, size);
  const servers = nodes.map((node) => ({ url: node.url, description: node.name, stop, pid: node.pid }));
  return { servers, nodes, start: async () => void (await Promise.all(nodes.map((node) => node.start()))), stop };
};

type Quiet = { dataDir: string; ephemeral: boolean; say: () => undefined };

const allOf = (ways: readonly Proxy[]): Way => ({
  hold: (...directions) => ways.forEach((way) => way.hold(...directions)),
  release: () => ways.forEach((way) => way.release()),
  reset: () => ways.forEach((way) => way.reset()),
});

export const standServers = async (countKill: (signal: NodeJS.Signals) => void, natsNodes = 1): Promise<Stand> => {
  const directory = await mkdtemp(join(tmpdir(), 'staycover-faults-'));
  await chmod(directory, 0o755);
  const quiet: Quiet = { dataDir: directory, ephemeral: false, say: () => undefined };
  const port = await freePort();
  const startPostgres = () => findPostgres({ ...quiet, port });
  let postgres = await startPostgres();
  const nats = await (natsNodes > 1 ? startCluster(quiet, natsNodes) : startOne(quiet));
  const toPostgres = await startProxy(postgres.url);
  const toNats = await Promise.all(nats.servers.map(({ url }) => startProxy(url)));
  const ways = { postgres: toPostgres, nats: allOf(toNats) };
  const release = (): void => [toPostgres, ...toNats].forEach((way) => way.release());
  const end = async ({ pid }: { pid?: number }, signal: NodeJS.Signals): Promise<void> => {
    process.kill(pid!, signal);
    countKill(signal);
    await eventually('the server is gone', () => !isAlive(pid!), 20_000);
  };
  return {
    directory,
    ways,
    databases: inOneDatabase(postgres.url),
    natsUrl: nats.servers.map(({ url }) => url).join(','),
    nodes: nats.nodes,
    stopNode: end,
    stopNats: async (signal) => void (await Promise.all(nats.servers.map((server) => end(server, signal)))),
    startNats: nats.start,
    stopPostgres: (signal) => end(postgres, signal),
    startPostgres: async () => void (postgres = await startPostgres()),
    behindProxies: (start) => withVariables({ DATABASE_URL: toPostgres.url, NATS_URL: urlsOf(toNats) }, start),
    release,
    async stop() {
      release();
      await Promise.all([toPostgres, ...toNats].map((way) => way.close()));
      await Promise.all([nats.stop(), postgres.stop()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
};

const urlsOf = (ways: readonly Proxy[]): string => ways.map(({ url }) => url).join(',');

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
