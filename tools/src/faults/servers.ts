import { rm } from 'node:fs/promises';
import {
  findNats,
  findNatsCluster,
  freePort,
  type NatsNode,
  type PostgresSettings,
  passableFolder,
  type Server,
} from '@staycover/infra';
import { type Proxy, startProxy } from '@staycover/testing';
import { type Databases, inOneDatabase } from '../provisioning/databases.ts';
import { type PostgresStand, standPostgres } from './postgres-stand.ts';
import { end as endServer } from './signals.ts';

/** PostgreSQL and NATS of a platform's own, with a proxy before each server, to be killed and started again where they were. */
export type Stand = {
  /** Where the servers keep their files. */
  directory: string;
  /** The ways from the platform to its servers; those to a cluster of NATS are one. */
  ways: { postgres: Proxy; nats: Way };
  /** PostgreSQL, to be copied, restored and replaced. */
  postgres: PostgresStand;
  /** The servers themselves, past the proxies. */
  readonly databases: Databases;
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

const joinWays = (ways: readonly Proxy[]): Way => ({
  hold: (...directions) => ways.forEach((way) => way.hold(...directions)),
  release: () => ways.forEach((way) => way.release()),
  reset: () => ways.forEach((way) => way.reset()),
});

export type StandOptions = { natsNodes?: number | undefined; postgresSettings?: PostgresSettings | undefined };

export const standServers = async (
  countKill: (signal: NodeJS.Signals) => void,
  { natsNodes = 1, postgresSettings }: StandOptions = {},
): Promise<Stand> => {
  const directory = await passableFolder('staycover-faults-');
  const quiet: Quiet = { dataDir: directory, ephemeral: false, say: () => undefined };
  const postgres = await standPostgres(directory, postgresSettings);
  const nats = await (natsNodes > 1 ? startCluster(quiet, natsNodes) : startOne(quiet));
  const toNats = await Promise.all(nats.servers.map(({ url }) => startProxy(url)));
  const ways = { postgres: postgres.way, nats: joinWays(toNats) };
  const release = (): void => [postgres.way, ...toNats].forEach((way) => way.release());
  const end = async (server: { pid?: number }, signal: NodeJS.Signals): Promise<void> => {
    await endServer(server, signal);
    countKill(signal);
  };
  return {
    directory,
    ways,
    postgres,
    get databases() {
      return inOneDatabase(postgres.url);
    },
    natsUrl: nats.servers.map(({ url }) => url).join(','),
    nodes: nats.nodes,
    stopNode: end,
    stopNats: async (signal) => void (await Promise.all(nats.servers.map((server) => end(server, signal)))),
    startNats: nats.start,
    stopPostgres: (signal) => postgres.end(signal).then(() => countKill(signal)),
    startPostgres: postgres.start,
    behindProxies: (start) => withVariables({ DATABASE_URL: postgres.way.url, NATS_URL: joinUrls(toNats) }, start),
    release,
    async stop() {
      release();
      await Promise.all(toNats.map((way) => way.close()));
      await Promise.all([nats.stop(), postgres.stop()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
};

const joinUrls = (ways: readonly Proxy[]): string => ways.map(({ url }) => url).join(',');

/** A platform takes the servers that the environment names. */
const withVariables = async <T>(variables: Record<string, string>, start: () => Promise<T>): Promise<T> => {
  Object.assign(process.env, variables);
  try {
    return await start();
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
  }
};
